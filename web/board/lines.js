// Boards of lines: how Dots and Boxes and DotDot are drawn. A line is named `h0,1` (to the right of dot 0,1) or `v0,1` (below it).

import { svg } from "../dom.js";
import { glyph } from "./glyphs.js";

/** @typedef {import("../round.js").Layout} Layout */
/** @typedef {import("../round.js").Ply} Ply */
/** @typedef {import("../round.js").Seat} Seat */
/** @typedef {import("./board.js").Spot} Spot */
/** @typedef {import("./board.js").Picture} Picture */

const UNIT = 48;
const MARGIN = 22;
/** The radius of a dot. */
const DOT = 4.2;

/** @param {string} name */
export function lineNamed(name) {
    const [row, col] = name.slice(1).split(",").map(Number);
    return { down: name[0] === "v", row, col };
}

/**
 * The two dots of a line.
 * @param {string} name
 * @returns {[[number, number], [number, number]]}
 */
export function dotsOf(name) {
    const { down, row, col } = lineNamed(name);
    return [
        [row, col],
        down ? [row + 1, col] : [row, col + 1],
    ];
}

/**
 * Every line of a board: the horizontal ones row by row, then the vertical ones.
 * @param {Layout} layout
 * @returns {string[]}
 */
export function everyLine({ rows, cols }) {
    const names = [];
    for (let row = 0; row <= rows; row++) for (let col = 0; col < cols; col++) names.push(`h${row},${col}`);
    for (let row = 0; row < rows; row++) for (let col = 0; col <= cols; col++) names.push(`v${row},${col}`);
    return names;
}

/** @param {number} row @param {number} col */
const sidesOf = (row, col) => [`h${row},${col}`, `h${row + 1},${col}`, `v${row},${col}`, `v${row},${col + 1}`];

/**
 * The complete boxes, each with who closed it; null where it was complete at the start.
 * @param {Layout} layout
 * @param {Ply[]} plies
 * @returns {[number, number, Seat | null][]}
 */
function boxes({ rows, cols, taken }, plies) {
    const when = new Map(plies.map(({ move }, at) => [move, at]));
    /** @type {[number, number, Seat | null][]} */
    const complete = [];
    for (let row = 0; row < rows; row++) {
        for (let col = 0; col < cols; col++) {
            const sides = sidesOf(row, col);
            if (!sides.every((side) => taken.has(side))) continue;
            const closing = Math.max(...sides.map((side) => when.get(side) ?? -1));
            complete.push([row, col, plies[closing]?.by ?? null]);
        }
    }
    return complete;
}

/** @param {number} row @param {number} col @returns {[number, number]} */
const dotAt = (row, col) => [MARGIN + col * UNIT, MARGIN + row * UNIT];

/** @param {string} name */
function pathOf(name) {
    const [[x1, y1], [x2, y2]] = dotsOf(name).map(([row, col]) => dotAt(row, col));
    return `M${x1} ${y1}L${x2} ${y2}`;
}

/**
 * @param {Layout} layout
 * @param {Ply[]} plies
 * @returns {Picture}
 */
export function pictureOfLines(layout, plies) {
    const { rows, cols, taken } = layout;
    const last = plies.at(-1)?.move;
    const claimed = boxes(layout, plies).map(([row, col, by]) => {
        const [x, y] = dotAt(row, col);
        const area = svg("rect", { x: x + 4, y: y + 4, width: UNIT - 8, height: UNIT - 8, rx: 5, class: `area side-${by}` });
        return svg("g", {}, area, ...(by === null ? [] : [glyph(by, x + UNIT / 2, y + UNIT / 2, 9)]));
    });
    const line = (/** @type {string} */ name, /** @type {string} */ kind) => svg("path", { d: pathOf(name), class: kind });
    const names = everyLine(layout);
    const dots = Array.from({ length: (rows + 1) * (cols + 1) }, (_, at) => {
        const [cx, cy] = dotAt(Math.floor(at / (cols + 1)), at % (cols + 1));
        return svg("circle", { cx, cy, r: DOT, class: "dot" });
    });
    return {
        width: cols * UNIT + 2 * MARGIN,
        height: rows * UNIT + 2 * MARGIN,
        margin: MARGIN - DOT - 1,
        least: 34 / UNIT,
        below: [
            ...claimed,
            ...names.filter((name) => !taken.has(name)).map((name) => line(name, "line free")),
            ...(last ? [line(last, "line last")] : []),
            ...names.filter((name) => taken.has(name)).map((name) => line(name, "line drawn")),
        ],
        above: dots,
        rows: Array.from({ length: rows + 1 }, (_, row) => dotAt(row, 0)[1]),
        cols: Array.from({ length: cols + 1 }, (_, col) => dotAt(0, col)[0]),
    };
}

/**
 * Where a line is, to be pointed at: the diamond between its dots and the middles of the boxes beside it.
 * @param {string} name
 * @returns {Spot}
 */
export function lineSpot(name) {
    const [[x1, y1], [x2, y2]] = dotsOf(name).map(([row, col]) => dotAt(row, col));
    const [x, y] = [(x1 + x2) / 2, (y1 + y2) / 2];
    const [dx, dy] = [(y2 - y1) / 2, (x2 - x1) / 2];
    return {
        name,
        x,
        y,
        area: `M${x1} ${y1}L${x + dx} ${y + dy}L${x2} ${y2}L${x - dx} ${y - dy}Z`,
        ghost: svg("path", { d: pathOf(name), class: "line" }),
    };
}
