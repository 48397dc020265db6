// What the board shows of a place in a game, or of a position that is edited.

import { everyLine, lineSpot, pictureOfLines } from "./board/lines.js";
import { cellSpot, everySquare, pictureOfSquares, squareSpot } from "./board/squares.js";
import { editWords, moveWords, sizeWords } from "./words.js";

/** @typedef {import("./board/board.js").Scene} Scene */
/** @typedef {import("./round.js").Layout} Layout */

/**
 * What is drawn of a position that some moves led to.
 * @param {Layout} layout
 * @param {import("./round.js").Ply[]} plies
 */
export function pictureOf(layout, plies) {
    return layout.game.family === "lines" ? pictureOfLines(layout, plies) : pictureOfSquares(layout, plies);
}

/**
 * The place that is shown of a game.
 * @param {import("./session.js").Session} session
 * @returns {Scene}
 */
export function sceneOfGame({ now, isOpen }) {
    const { layout, plies, legal, toMove } = now;
    const spot = (/** @type {string} */ move) => (layout.game.family === "lines" ? lineSpot(move) : squareSpot(layout, move));
    return {
        picture: pictureOf(layout, plies),
        spots: legal.map(spot),
        label: `${layout.game.title}, ${sizeWords(layout)}. Arrow keys go from one open move to the next, Enter plays it.`,
        say: (move) => moveWords(layout, move),
        mover: isOpen ? toMove : null,
    };
}

/**
 * A position that is edited: every line or square is a switch.
 * @param {Layout} layout
 * @param {string} brush the mark that is put on squares
 * @returns {Scene}
 */
export function sceneOfEditor(layout, brush) {
    const { game, taken } = layout;
    const isLines = game.family === "lines";
    const say = (/** @type {string} */ name) => editWords(layout, name, brush);
    return {
        picture: pictureOf(layout, []),
        spots: isLines ? everyLine(layout).map(lineSpot) : everySquare(layout).map(cellSpot),
        label: `${game.title}, ${sizeWords(layout)}, being edited. Arrow keys go from place to place, Enter changes one.`,
        say,
        mover: 0,
        pressed: new Set(taken.keys()),
    };
}
