// The boards of the games that are played now, each drawn anew when it has changed, but not more often than can be seen.

import { written } from "../address.js";
import { inlineGlyph } from "../board/glyphs.js";
import { html, svg } from "../dom.js";
import { Round } from "../round.js";
import { pictureOf } from "../scene.js";
import { PERSON } from "../session.js";
import { eventWords } from "./hall.js";

/** @typedef {import("./hall.js").HallGame} HallGame */

/** The most boards that are shown. */
const MOST = 12;
/** Milliseconds between two drawings of a board, and those that a game hangs here at least, however quick it is. */
const PAUSE = 300;
const LEAST = 4000;

/** A game on the wall. */
class LiveBoard {
    #drawn = -1;
    #drawing = false;
    since = Date.now();
    element = html("li", { class: "live" });
    #picture = html("a", { class: "live-board" });
    #names = html("div", { class: "live-names" });

    /** @param {HallGame} game */
    constructor(game) {
        this.game = game;
        this.element.append(this.#names, this.#picture);
        this.show(game);
    }

    /** @param {HallGame} game */
    show(game) {
        this.game = game;
        const { players, scores, to_move, start, plies, result } = game;
        const counts = /^(dots|dotdot|xo):/.test(start);
        const side = (/** @type {0 | 1} */ seat) => {
            const seatName = seat === 0 ? "first" : "second";
            const isMover = (result ?? to_move) === seatName;
            const name = html("span", { class: isMover ? "name mover" : "name", title: players[seat] }, players[seat]);
            const note = html("span", { class: "turn" }, result === seatName ? "wins" : "");
            return html("div", {}, inlineGlyph(seat), name, note, ...(counts ? [html("strong", {}, String(scores[seat]))] : []));
        };
        this.#names.replaceChildren(html("span", { class: "note" }, eventWords(start, plies)), side(0), side(1));
        void this.#draw();
    }

    async #draw() {
        if (this.#drawing || this.#drawn === this.game.moves.length) return;
        this.#drawing = true;
        const { start, moves, players } = this.game;
        try {
            const { now } = await Round.open(start, moves);
            const { width, height, below, above } = pictureOf(now.layout, now.plies);
            const label = `${players[0]} against ${players[1]}, after ${moves.length} moves: look closer`;
            this.#picture.href = `./${written({ start, moves, players: [PERSON, PERSON] })}`;
            this.#picture.setAttribute("aria-label", label);
            this.#picture.replaceChildren(svg("svg", { viewBox: `8 8 ${width - 16} ${height - 16}`, "aria-hidden": "true" }, ...below, ...above));
            this.#drawn = moves.length;
        } catch {
            this.#picture.replaceChildren("This board cannot be shown.");
            this.#drawn = moves.length;
        }
        setTimeout(() => {
            this.#drawing = false;
            void this.#draw();
        }, PAUSE);
    }
}

export class Boards {
    /** @type {Map<number, LiveBoard>} */
    #boards = new Map();

    /** @param {HTMLElement} host */
    constructor(host) {
        this.host = host;
    }

    /**
     * Shows the first of the games that are played, and those a while longer that are over.
     * @param {Map<number, HallGame>} games
     * @param {HallGame[]} over
     */
    show(games, over) {
        for (const [number, board] of this.#boards) {
            const game = games.get(number) ?? over.find((each) => each.game === number);
            if (game) board.show(game);
            if (!games.has(number) && Date.now() - board.since > LEAST) this.#takeDown(number, board);
        }
        for (const game of games.values()) {
            if (this.#boards.size === MOST) return;
            if (!this.#boards.has(game.game)) this.#hang(game);
        }
    }

    /**
     * @param {number} number
     * @param {LiveBoard} board
     */
    #takeDown(number, board) {
        board.element.remove();
        this.#boards.delete(number);
    }

    /** @param {HallGame} game */
    #hang(game) {
        const board = new LiveBoard(game);
        this.#boards.set(game.game, board);
        this.host.append(board.element);
    }
}
