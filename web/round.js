// A game from its start, with a place in it that is shown. Moves after that place can be made again. The rules are the
// server's: it says what is legal, who moves and who has won.

import { game, moveText } from "./api.js";
import { gameNamed, MOST_SQUARES } from "./games.js";

/** @typedef {0 | 1} Seat who moved first in a game, or the other */

/**
 * A move that was made.
 * @typedef {object} Ply
 * @property {string} move
 * @property {import("./api.js").JsonMove} json the same as JSON
 * @property {Seat} by
 * @property {number} gain boxes or dominoes that it won
 */

/**
 * A place in a game.
 * @typedef {object} Moment
 * @property {string} position in text form
 * @property {Layout} layout
 * @property {Ply[]} plies that led here
 * @property {Seat} toMove
 * @property {[number, number]} scores
 * @property {string[]} legal
 * @property {boolean} over
 * @property {Seat | null | undefined} winner null is a tie, undefined that it is not over
 */

/**
 * What there is to draw of a position.
 * @typedef {object} Layout
 * @property {import("./games.js").Game} game
 * @property {number} rows
 * @property {number} cols
 * @property {Map<string, string>} taken lines that are drawn, or squares with their marks
 * @property {"vertical" | "horizontal" | null} turn
 */

/** @param {import("./api.js").SeatName} name @returns {Seat} */
const seat = (name) => (name === "first" ? 0 : 1);

/** @param {import("./api.js").GameReport} report @returns {Moment} */
function momentOf(report) {
    return {
        position: report.position,
        layout: layoutOf(report.board, report.position),
        plies: report.plies.map(({ text, move, by, gain }) => ({ move: text, json: move, by: seat(by), gain })),
        toMove: seat(report.to_move),
        scores: report.scores,
        legal: report.legal.map(({ text }) => text),
        over: report.over,
        winner: report.outcome === null ? undefined : report.outcome === "tie" ? null : seat(report.outcome),
    };
}

/**
 * @param {import("./api.js").Board} board
 * @param {string} position its text form
 * @returns {Layout}
 */
export function layoutOf(board, position) {
    const game = gameNamed(position.split(":")[0]);
    /** @type {Map<string, string>} */
    const taken = new Map((board.drawn ?? []).map((line) => [moveText(line), "1"]));
    const lines = board.board ?? [];
    lines.forEach((line, row) =>
        [...line].forEach((mark, col) => {
            if (mark !== "." && mark !== "-") taken.set(`${row},${col}`, mark);
        }),
    );
    const [rows, cols] = [board.rows ?? lines.length, board.cols ?? lines[0].length];
    return { game, rows, cols, taken, turn: board.turn ?? null };
}

export class Round {
    /** Every move that is known, those after the place that is shown too. @type {Ply[]} */
    plies;
    /** How many moves are shown. */
    at;
    /** @type {Map<number, Moment>} places by the number of moves that lead there */
    #moments = new Map();

    /**
     * @param {string} start
     * @param {Moment} now
     */
    constructor(start, now) {
        this.start = start;
        this.now = now;
        this.plies = now.plies;
        this.at = now.plies.length;
        this.#moments.set(this.at, now);
    }

    /**
     * A game that has gone on from `start` with `moves`.
     * @param {string | import("./api.js").Board} start
     * @param {(string | import("./api.js").JsonMove)[]} [moves]
     * @param {AbortSignal} [signal]
     */
    static async open(start, moves = [], signal) {
        const report = await game(start, moves, signal);
        const now = momentOf(report);
        const { rows, cols, game: { unit } } = now.layout;
        if (rows * cols > MOST_SQUARES) {
            throw new RangeError(`${rows} × ${cols} is too large: the page shows at most ${MOST_SQUARES} ${unit}, such as 20 × 20.`);
        }
        return new Round(report.start, now);
    }

    get game() {
        return this.now.layout.game;
    }

    get moves() {
        return this.plies.map(({ move }) => move);
    }

    /**
     * The place after `at` moves, if it has been shown or asked for.
     * @param {number} at
     */
    seen(at) {
        return this.#moments.get(at);
    }

    /**
     * The place after `at` moves.
     * @param {number} at
     * @param {AbortSignal} [signal]
     * @returns {Promise<Moment>}
     */
    async moment(at, signal) {
        const moves = this.moves.slice(0, at);
        const known = this.#moments.get(at);
        if (known) return known;
        const moment = momentOf(await game(this.start, moves, signal));
        // The game may have gone another way meanwhile.
        if (moves.every((move, each) => move === this.plies[each]?.move)) this.#moments.set(at, moment);
        return moment;
    }

    /**
     * Makes a move at the place that is shown; what came after it is forgotten. False where something else
     * has happened to the game meanwhile.
     * @param {string} move
     */
    async play(move) {
        const before = this.now;
        const report = await game(this.start, [...this.moves.slice(0, this.at), move]);
        if (this.now !== before) return false;
        for (let at = this.at + 1; at <= this.plies.length; at++) this.#moments.delete(at);
        this.now = momentOf(report);
        this.plies = this.now.plies;
        this.at += 1;
        this.#moments.set(this.at, this.now);
        return true;
    }

    /**
     * Shows another place of the game.
     * @param {number} at
     */
    async goTo(at) {
        const place = Math.max(0, Math.min(this.plies.length, at));
        const before = this.now;
        const moment = await this.moment(place);
        if (this.now !== before) return false;
        this.now = moment;
        this.at = place;
        return true;
    }

    /**
     * What a side is called.
     * @param {Seat} seat
     */
    sideName(seat) {
        if (this.game.name !== "domineering") return seat === 0 ? "X" : "O";
        const verticalFirst = !this.start.endsWith(":h");
        return verticalFirst === (seat === 0) ? "Vertical" : "Horizontal";
    }
}

/** @param {Seat} seat @returns {Seat} */
export function other(seat) {
    return seat === 0 ? 1 : 0;
}
