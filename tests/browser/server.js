// The program itself, serving at a port of its own, and what it answers over HTTP.

import { spawn, spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const PROGRAM = process.env.GRIDSOLVE ?? fileURLToPath(new URL("../../target/debug/gridsolve", import.meta.url));

/**
 * What another command of the program prints.
 * @param {string[]} words
 */
export function run(words) {
    const { status, stdout, stderr } = spawnSync(PROGRAM, words, { encoding: "utf8" });
    if (status !== 0) throw new Error(`${words.join(" ")} ended with ${status}: ${stderr}`);
    return stdout;
}

/**
 * Lets a player play in the hall of a server, until what is returned ends it.
 * @param {Server} server
 * @param {string} name
 * @param {string} player
 * @param {string} game
 */
export function connect(server, name, player, game) {
    const url = `${server.address.replace("http", "ws")}/hall`;
    const child = spawn(PROGRAM, ["connect", url, "--name", name, "--player", player, "--game", game], { stdio: "ignore" });
    return () => child.kill();
}

/**
 * Starts the program.
 * @param {string[]} [options] for `gridsolve serve`
 */
export async function startServer(options = []) {
    const child = spawn(PROGRAM, ["serve", "--port", "0", "--threads", "1", ...options], { stdio: ["ignore", "pipe", "inherit"] });
    const address = await new Promise((resolve, reject) => {
        let text = "";
        child.stdout.on("data", (data) => {
            text += data;
            const found = /http:\/\/[\w.:[\]]+/.exec(text);
            if (found) resolve(found[0]);
        });
        child.on("error", (error) => reject(new Error(`${PROGRAM} cannot be started: ${error.message}`)));
        child.on("exit", (code) => reject(new Error(`${PROGRAM} ended with ${code} before it served: ${text}`)));
    });
    return new Server(address, () => child.kill());
}

export class Server {
    /**
     * @param {string} address
     * @param {() => void} stop
     */
    constructor(address, stop) {
        this.address = address;
        this.stop = stop;
    }

    /**
     * @param {string} path
     * @param {object} body
     * @returns {Promise<any>}
     */
    async post(path, body) {
        const headers = { "content-type": "application/json" };
        const response = await fetch(`${this.address}/api/v1/${path}`, { method: "POST", headers, body: JSON.stringify(body) });
        if (!response.ok) throw new Error(`${path} ${JSON.stringify(body)}: ${response.status} ${await response.text()}`);
        return response.json();
    }

    /**
     * @param {string} start
     * @param {string[]} moves
     */
    game(start, moves) {
        return this.post("play", { position: start, moves });
    }

    /**
     * @param {string} position
     */
    moves(position) {
        return this.post("moves", { position });
    }
}
