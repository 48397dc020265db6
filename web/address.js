// The game in the address of the page: `#dots:3x3/h0,0/v1,2&second=alphabeta:depth=5` is where it started, the moves since then,
// and who plays where it is not a person.

import { PERSON } from "./session.js";

/** @typedef {{ start: string, moves: string[], players: [string, string] }} Place */

/**
 * @param {Place} place
 * @returns {string} with its `#`
 */
export function written({ start, moves, players }) {
    const seats = ["first", "second"].flatMap((name, at) => (players[at] === PERSON ? [] : [`&${name}=${escaped(players[at])}`]));
    return `#${[shortened(start), ...moves].map(escaped).join("/")}${seats.join("")}`;
}

/**
 * An empty board of squares by its size: `cram:...|...` is `cram:2x3`.
 * @param {string} start
 */
export function shortened(start) {
    const rows = /^(\w+):([.|]+)(:[vh])?$/.exec(start);
    if (!rows) return start;
    const lines = rows[2].split("|");
    return `${rows[1]}:${lines.length}x${lines[0].length}${rows[3] ?? ""}`;
}

/** What would be taken for something else. @param {string} text */
const escaped = (text) => text.replace(/[%#&/ "<>`]/g, encodeURIComponent);

/**
 * @param {string} hash with its `#`
 * @returns {Place | null} null where there is none
 */
export function read(hash) {
    const [game, ...options] = hash.replace(/^#/, "").split("&");
    if (!game) return null;
    const [start, ...moves] = game.split("/").map(decoded);
    const option = (/** @type {string} */ name) => {
        const found = options.find((each) => each.startsWith(`${name}=`));
        return found ? decoded(found.slice(name.length + 1)) : PERSON;
    };
    return { start, moves: moves.filter((move) => move !== ""), players: [option("first"), option("second")] };
}

/** @param {string} text */
function decoded(text) {
    try {
        return decodeURIComponent(text);
    } catch {
        return text;
    }
}

/**
 * Keeps the address as the game is. What people do can be taken back with the browser's button; what players do is part of
 * what they answer.
 * @param {import("./session.js").Session} session
 */
export function keepAddress(session) {
    session.listen((change) => {
        const { round, players, now } = session;
        const hash = written({ start: round.start, moves: round.moves.slice(0, round.at), players });
        const there = read(location.hash) ?? { start: "", moves: [], players };
        if (hash === written(there)) {
            // Who comes back to an address that somebody asked for comes back to the page's own game.
            if (isAsked()) history.replaceState(WRITTEN, "", location.hash);
            return;
        }
        // Who went back to a place stays there, though others may sit at the board by now.
        const isSamePlace = hash === written({ ...there, players });
        const last = now.plies.at(-1);
        const isAnswer = change === "moved" && last !== undefined && players[last.by] !== PERSON;
        if (isAnswer || isSamePlace || location.hash === "") history.replaceState(WRITTEN, "", hash);
        else history.pushState(WRITTEN, "", hash);
    });
}

/** What the browser keeps with the addresses that the page has written. */
const WRITTEN = "written";

/** Whether somebody asked for the address, and did not come back to one that the page has written. */
export const isAsked = () => history.state !== WRITTEN;
