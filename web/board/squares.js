// Boards of squares: how Domineering, Cram, XO and Blocking are drawn. A domino of Cram and XO is named `0,0-0,1`, its smaller
// square first; everything else by one square, which is the upper or left one of a domino in Domineering.

import { svg } from "../dom.js";
import { glyph } from "./glyphs.js";

/** @typedef {import("../round.js").Layout} Layout */
/** @typedef {import("../round.js").Ply} Ply */
/** @typedef {import("./board.js").Spot} Spot */
/** @typedef {import("./board.js").Picture} Picture */

const UNIT = 48;
const MARGIN = 22;
/** Between a domino and the edge of its squares. */
const INSET = 5;

/** What a square is by its mark. @type {Record<string, string>} */
const KINDS = { "#": "filled", "*": "blocked", X: "marked", O: "marked" };

/** @param {string} name @returns {[number, number]} */
function squareNamed(name) {
    const [row, col] = name.split(",").map(Number);
    return [row, col];
}

/**
 * Every square of a board, row by row.
 * @param {Layout} layout
 */
export function everySquare({ rows, cols }) {
    return Array.from({ length: rows * cols }, (_, at) => `${Math.floor(at / cols)},${at % cols}`);
}

/**
 * The squares that a move covers.
 * @param {Layout} layout of the position before it
 * @param {string} move
 * @returns {string[]}
 */
export function squaresOf({ game, turn }, move) {
    if (game.name !== "domineering") return move.split("-");
    const [row, col] = squareNamed(move);
    return [move, turn === "vertical" ? `${row + 1},${col}` : `${row},${col + 1}`];
}

/**
 * The squares of each move of a game, whose position now is known.
 * @param {Layout} layout
 * @param {Ply[]} plies
 */
function placings(layout, plies) {
    const other = layout.turn === "vertical" ? "horizontal" : "vertical";
    return plies.map(({ move, by }, at) => {
        const turn = layout.turn && ((plies.length - at) % 2 === 0 ? layout.turn : other);
        return { squares: squaresOf({ ...layout, turn }, move), by, last: at === plies.length - 1 };
    });
}

/**
 * The rectangle around some squares.
 * @param {string[]} names
 * @param {number} inset
 */
function frame(names, inset) {
    const [[top, left], [bottom, right]] = [squareNamed(names[0]), squareNamed(names[names.length - 1])];
    return {
        x: MARGIN + left * UNIT + inset,
        y: MARGIN + top * UNIT + inset,
        width: (right - left + 1) * UNIT - 2 * inset,
        height: (bottom - top + 1) * UNIT - 2 * inset,
    };
}

/** @param {{ x: number, y: number, width: number, height: number }} frame */
const middle = ({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 });

/**
 * @param {Layout} layout
 * @param {Ply[]} plies
 * @returns {Picture}
 */
export function pictureOfSquares(layout, plies) {
    const { rows, cols, taken } = layout;
    const moved = placings(layout, plies);
    const covered = new Set(moved.flatMap(({ squares }) => squares));
    const cells = everySquare(layout).map((name) => {
        const mark = taken.get(name);
        const kind = mark === undefined || covered.has(name) ? "free" : KINDS[mark];
        return svg("rect", { ...frame([name], 0), class: `cell ${kind}` });
    });
    const written = everySquare(layout)
        .filter((name) => !covered.has(name))
        .flatMap((name) => standing(name, taken.get(name)));
    const pieces = moved.map(({ squares, by, last }) => {
        const edge = frame(squares, INSET);
        const { x, y } = middle(edge);
        const stone = svg("rect", { ...edge, rx: 9, class: `stone side-${by}${last ? " last" : ""}` });
        return svg("g", {}, stone, glyph(by, x, y, 9));
    });
    const halfway = (/** @type {number} */ at) => MARGIN + at * UNIT + UNIT / 2;
    return {
        width: cols * UNIT + 2 * MARGIN,
        height: rows * UNIT + 2 * MARGIN,
        margin: MARGIN - 1,
        least: (["cram", "xo"].includes(layout.game.name) ? 34 : 26) / UNIT,
        below: [...cells, ...written, ...pieces],
        above: [],
        rows: Array.from({ length: rows }, (_, row) => halfway(row)),
        cols: Array.from({ length: cols }, (_, col) => halfway(col)),
    };
}

/**
 * What stands on a square that no move of this game covers.
 * @param {string} name
 * @param {string | undefined} mark
 * @returns {SVGElement[]}
 */
function standing(name, mark) {
    const { x, y } = middle(frame([name], 0));
    if (mark === "X" || mark === "O") return [glyph(mark === "X" ? 0 : 1, x, y, 9)];
    if (mark === "*") return [svg("circle", { cx: x, cy: y, r: 2.5, class: "blocked-dot" })];
    return [];
}

/**
 * Where a move is, to be pointed at: the square that names it, or for a domino of Cram and XO the diamond between the middles of
 * its squares.
 * @param {Layout} layout
 * @param {string} move
 * @returns {Spot}
 */
export function squareSpot(layout, move) {
    const squares = squaresOf(layout, move);
    const ghost = svg("rect", { ...frame(squares, INSET), rx: 9, class: "stone" });
    const named = frame([squares[0]], 0);
    const at = middle(move.includes("-") ? frame(squares, 0) : named);
    const half = UNIT / 2;
    const area = move.includes("-")
        ? `M${at.x - half} ${at.y}L${at.x} ${at.y - half}L${at.x + half} ${at.y}L${at.x} ${at.y + half}Z`
        : `M${named.x} ${named.y}h${UNIT}v${UNIT}h${-UNIT}Z`;
    return { name: move, ...at, area, ghost };
}

/**
 * A whole square, to be pointed at in the editor.
 * @param {string} name
 * @returns {Spot}
 */
export function cellSpot(name) {
    const edge = frame([name], 0);
    const area = `M${edge.x} ${edge.y}h${UNIT}v${UNIT}h${-UNIT}Z`;
    return { name, ...middle(edge), area, ghost: svg("rect", { ...frame([name], INSET), rx: 9, class: "stone" }) };
}
