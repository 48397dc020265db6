// What the page asks of the server that it came from: /api/v1, as its openapi.json describes it.

/** @typedef {["h" | "v", number, number] | [number, number] | [[number, number], [number, number]]} JsonMove */
/** @typedef {"first" | "second"} SeatName */

/**
 * A position in JSON: lines that are drawn, or rows of marks.
 * @typedef {object} Board
 * @property {string} game
 * @property {string} [rule] `connected` in DotDot
 * @property {number} [rows] of boxes
 * @property {number} [cols]
 * @property {JsonMove[]} [drawn]
 * @property {string[]} [board]
 * @property {"vertical" | "horizontal"} [turn]
 */

/**
 * A game as it stands.
 * @typedef {object} GameReport
 * @property {string} start
 * @property {string} position
 * @property {Board} board
 * @property {{ text: string, move: JsonMove, by: SeatName, gain: number }[]} plies
 * @property {SeatName} to_move
 * @property {[number, number]} scores
 * @property {{ text: string }[]} legal
 * @property {boolean} over
 * @property {SeatName | "tie" | null} outcome
 */

/**
 * What the solver says of a position.
 * @typedef {object} Answer
 * @property {string} position
 * @property {number | null} value
 * @property {JsonMove[]} best
 * @property {number | null} grundy
 * @property {{ move: JsonMove, value: number, grundy: number | null }[] | null} moves
 * @property {boolean} exact
 * @property {[number, number] | null} bounds
 * @property {string} source
 * @property {number} nodes
 * @property {number} seconds
 */

/**
 * How far a long solve has come.
 * @typedef {object} JobReport
 * @property {string} id
 * @property {"waiting" | "searching" | "done" | "failed"} state
 * @property {number} nodes
 * @property {number} seconds
 * @property {string} events
 * @property {Answer | null} answer
 * @property {{ message: string } | null} error
 */

/**
 * A move that a player chose.
 * @typedef {object} Choice
 * @property {string | null} text
 * @property {number | null} value
 * @property {boolean} exact
 * @property {string | null} note
 */

/** @typedef {{ name: string, about?: string, options?: { name: string, about: string }[] }} Listed a player */

/** What the server refused, in its words. */
export class ApiError extends Error {
    /**
     * @param {string} message
     * @param {string} code
     */
    constructor(message, code) {
        super(message);
        this.code = code;
    }
}

/**
 * @param {string} path under /api/v1/
 * @param {RequestInit} [init]
 * @returns {Promise<any>}
 */
async function request(path, init = {}) {
    let response;
    try {
        response = await fetch(`/api/v1/${path}`, init);
    } catch (error) {
        if (init.signal?.aborted) throw error;
        throw new ApiError("The server does not answer. Is gridsolve serve still running?", "unreachable");
    }
    if (response.status === 204) return null;
    const body = await response.json().catch((error) => {
        if (init.signal?.aborted) throw error;
        return null;
    });
    if (response.ok) return body;
    const { message = `The server answers ${response.status}.`, code = "failed" } = body?.error ?? {};
    throw new ApiError(message, code);
}

/**
 * @param {string} path
 * @param {object} body
 * @param {AbortSignal} [signal]
 */
function post(path, body, signal) {
    const headers = { "content-type": "application/json" };
    return request(path, { method: "POST", headers, body: JSON.stringify(body), signal });
}

/**
 * The game that starts at `start` and has gone on with `moves`: who moves, what is legal, how it ended.
 * @param {string | Board} start
 * @param {(string | JsonMove)[]} [moves]
 * @param {AbortSignal} [signal]
 * @returns {Promise<GameReport>}
 */
export function game(start, moves = [], signal) {
    return post("play", { position: start, moves }, signal);
}

/**
 * The exact value and every optimal move, or the bounds that are proved within `time` seconds.
 * @param {string} position
 * @param {number} time
 * @param {AbortSignal} signal
 * @returns {Promise<Answer>}
 */
export function solve(position, time, signal) {
    return post("solve", { position, time }, signal);
}

/**
 * The exact value of every legal move, or what is proved within `time` seconds; `tell` hears how far it has come.
 * @param {string} position
 * @param {number} time
 * @param {(report: JobReport) => void} tell
 * @param {AbortSignal} signal ends the solve
 * @returns {Promise<Answer>}
 */
export async function solveMoves(position, time, tell, signal) {
    /** @type {JobReport} */
    const job = await post("jobs", { position, all_moves: true, time }, signal);
    const events = new EventSource(job.events);
    try {
        return await ending(events, tell, signal);
    } finally {
        // Whoever listens and goes away ends the job; one that is done, or that nobody has heard of yet, is ended here.
        const isHeard = events.readyState === EventSource.OPEN && signal.aborted;
        events.close();
        if (!isHeard) void request(`jobs/${job.id}`, { method: "DELETE" }).catch(() => null);
    }
}

/**
 * @param {EventSource} events
 * @param {(report: JobReport) => void} tell
 * @param {AbortSignal} signal
 * @returns {Promise<Answer>}
 */
function ending(events, tell, signal) {
    return new Promise((resolve, reject) => {
        const report = (/** @type {Event} */ event) => JSON.parse(/** @type {MessageEvent<string>} */ (event).data);
        const fail = (/** @type {string} */ message) => reject(new ApiError(message, "failed"));
        events.addEventListener("progress", (event) => tell(report(event)));
        events.addEventListener("done", (event) => resolve(report(event).answer));
        events.addEventListener("failed", (event) => fail(report(event).error?.message ?? "The solver failed."));
        events.addEventListener("deleted", () => fail("The solve was ended."));
        events.addEventListener("error", () => fail("The connection to the server broke."));
        signal.addEventListener("abort", () => reject(signal.reason));
        if (signal.aborted) reject(signal.reason);
    });
}

/**
 * What a player does in a game.
 * @param {string} start
 * @param {string[]} moves
 * @param {string} player such as `alphabeta:depth=5`
 * @param {AbortSignal} signal
 * @returns {Promise<Choice>}
 */
export function choose(start, moves, player, signal) {
    const seed = Math.floor(Math.random() * Number.MAX_SAFE_INTEGER);
    return post("move", { position: start, moves, player, seed }, signal);
}

/** @returns {Promise<boolean>} whether the server has a tournament hall */
export async function hasHall() {
    return (await request("health")).hall === true;
}

/** @returns {Promise<Listed[]>} */
export async function players() {
    return (await request("players")).players;
}

/**
 * Lines that two careful players draw on an empty board until `free` are left.
 * @param {number} rows
 * @param {number} cols
 * @param {number} free
 * @param {AbortSignal} signal
 * @returns {Promise<string>} the position
 */
export async function opening(rows, cols, free, signal) {
    const seed = Math.floor(Math.random() * Number.MAX_SAFE_INTEGER);
    return (await request(`opening?rows=${rows}&cols=${cols}&free=${free}&seed=${seed}`, { signal })).position;
}

/**
 * Where the picture of a position is.
 * @param {string} position
 * @param {boolean} values whether its exact value is written on every move
 */
export function pictureAddress(position, values) {
    return `/api/v1/render?position=${encodeURIComponent(position)}&format=svg${values ? "&values=true" : ""}`;
}

/**
 * The text form of a move.
 * @param {JsonMove} move
 * @returns {string}
 */
export function moveText(move) {
    const [first, second, third] = move;
    if (Array.isArray(first)) return `${first}-${second}`;
    return third === undefined ? `${first},${second}` : `${first}${second},${third}`;
}
