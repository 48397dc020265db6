// Games as files: records in JSON lines, as `gridsolve match` writes and `gridsolve replay` shows them.

import { PERSON } from "./session.js";

export const SCHEMA = "gridsolve-record/1";

/** @typedef {import("./round.js").Seat} Seat */

/** @param {Seat | null} seat */
const seatName = (seat) => (seat === null ? "tie" : seat === 0 ? "first" : "second");

/**
 * The game up to the place that is shown.
 * @param {import("./session.js").Session} session
 * @returns {string}
 */
export function recordOf({ round, players, now }) {
    const names = players.map((player) => (player === PERSON ? "human" : player));
    const lines = [
        { schema: SCHEMA, event: "page", players: names, plan: { game: round.start } },
        { game: 0, start: round.start, seats: [0, 1], plies: null, attempt: 0 },
        ...now.plies.map(({ json, by }, at) => ({ game: 0, ply: at + 1, by: seatName(by), move: json })),
    ];
    const result = now.winner === undefined ? [] : [{ game: 0, result: seatName(now.winner), reason: "rules", scores: now.scores }];
    return [...lines, ...result].map((line) => `${JSON.stringify(line)}\n`).join("");
}

/**
 * The first game of a record.
 * @param {string} text
 * @returns {{ start: string, moves: import("./api.js").JsonMove[], games: number }}
 */
export function readRecord(text) {
    const lines = text.split("\n").flatMap((line, at) => (line.trim() === "" ? [] : [parsed(line, at + 1)]));
    if (lines[0]?.schema !== SCHEMA) throw new RangeError(`This is no record: its first line should say "schema":"${SCHEMA}".`);
    const begun = lines.filter(({ seats }) => Array.isArray(seats));
    if (begun.length === 0) throw new RangeError("The record holds no game.");
    const { game, start } = begun[0];
    const from = lines.findLastIndex((line) => line.game === game && line.seats !== undefined);
    const moves = lines.slice(from).filter((line) => line.game === game && line.move !== undefined);
    return { start, moves: moves.map(({ move }) => move), games: new Set(begun.map((line) => line.game)).size };
}

/**
 * @param {string} line
 * @param {number} number
 */
function parsed(line, number) {
    try {
        return JSON.parse(line);
    } catch {
        throw new RangeError(`Line ${number} of the record is not JSON.`);
    }
}

/**
 * Hands a text to the person as a file.
 * @param {string} name
 * @param {string} text
 */
export function download(name, text) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type: "application/jsonl" }));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
