// The exact value over the game: in what margin it would have ended from each place on with best play, and where that changed, which
// only a mistake does.

import { byId, svg } from "./dom.js";
import { counted, signed } from "./words.js";

/** @typedef {import("./round.js").Moment} Moment */
/** @typedef {import("./round.js").Ply} Ply */

const WIDTH = 320;
const HEIGHT = 132;
const LEFT = 30;
const RIGHT = 10;
const TOP = 12;
const BOTTOM = 20;

/**
 * A move that lost something, and how much.
 * @typedef {{ at: number, ply: Ply, loss: number }} Mistake
 */

/**
 * The moves after which the side that made them is worse off than before.
 * @param {Ply[]} plies
 * @param {(number | undefined)[]} outlooks of every place, for the first side
 * @returns {Mistake[]}
 */
export function mistakes(plies, outlooks) {
    return plies.flatMap((ply, at) => {
        const [before, after] = [outlooks[at], outlooks[at + 1]];
        if (before === undefined || after === undefined) return [];
        const loss = ply.by === 0 ? before - after : after - before;
        return loss > 0 ? [{ at, ply, loss }] : [];
    });
}

/**
 * What a mistake cost.
 * @param {import("./round.js").Round} round
 * @param {Mistake} mistake
 */
export function costWords(round, { loss }) {
    return round.game.counts === null ? "lost the win" : `worse by ${loss}`;
}

/**
 * @param {import("./round.js").Round} round
 * @param {(number | undefined)[]} outlooks
 * @param {Mistake[]} wrong
 * @param {(at: number) => void} goTo
 */
export function drawGraph(round, outlooks, wrong, goTo) {
    const known = outlooks.filter((value) => value !== undefined);
    const host = byId("graph", HTMLElement);
    if (known.length === 0) return host.replaceChildren();
    const most = Math.max(1, ...known.map(Math.abs));
    const places = Math.max(1, outlooks.length - 1);
    const x = (/** @type {number} */ at) => LEFT + (at / places) * (WIDTH - LEFT - RIGHT);
    const y = (/** @type {number} */ value) => TOP + ((most - value) / (2 * most)) * (HEIGHT - TOP - BOTTOM);
    const summary = `${round.sideName(0)} from ${known.length} of ${outlooks.length} places on: ${outlooks
        .map((value) => (value === undefined ? "unknown" : signed(value)))
        .join(", ")}. ${counted(wrong.length, "mistakes")}.`;
    const root = svg(
        "svg",
        { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": summary, class: "graph" },
        svg("line", { x1: x(round.at), x2: x(round.at), y1: TOP - 6, y2: HEIGHT - BOTTOM + 6, class: "here" }),
        ...[most, 0, -most].flatMap((value) => [
            svg("line", { x1: LEFT, x2: WIDTH - RIGHT, y1: y(value), y2: y(value), class: value === 0 ? "axis" : "grid" }),
            svg("text", { x: LEFT - 8, y: y(value) + 4, "text-anchor": "end" }, value === 0 ? "0" : signed(value)),
        ]),
        svg("text", { x: LEFT, y: HEIGHT - 4 }, `above 0 ${round.sideName(0)} is ahead, below ${round.sideName(1)}`),
        svg("path", { d: steps(outlooks, x, y), class: "course" }),
        ...outlooks.flatMap((value, at) => (value === undefined ? [] : [svg("circle", { cx: x(at), cy: y(value), r: 2.6 })])),
        ...wrong.map((mistake) => cross(x(mistake.at + 1), y(outlooks[mistake.at + 1] ?? 0), mistake, round)),
    );
    root.addEventListener("click", (event) => {
        const frame = root.getBoundingClientRect();
        const at = (((event.clientX - frame.left) / frame.width) * WIDTH - LEFT) / (WIDTH - LEFT - RIGHT);
        goTo(Math.round(at * places));
    });
    host.replaceChildren(root);
}

/**
 * A line that goes across and then up or down, broken where nothing is known.
 * @param {(number | undefined)[]} outlooks
 * @param {(at: number) => number} x
 * @param {(value: number) => number} y
 */
function steps(outlooks, x, y) {
    return outlooks
        .map((value, at) => {
            if (value === undefined) return "";
            return outlooks[at - 1] === undefined ? `M${x(at)} ${y(value)}` : `H${x(at)}V${y(value)}`;
        })
        .join("");
}

/**
 * @param {number} x
 * @param {number} y
 * @param {Mistake} mistake
 * @param {import("./round.js").Round} round
 */
function cross(x, y, mistake, round) {
    const title = svg("title", {}, `Move ${mistake.at + 1}, ${mistake.ply.move}: ${costWords(round, mistake)}`);
    return svg("path", { d: `M${x - 5} ${y - 5}l10 10m0 -10l-10 10`, class: "mistake" }, title);
}
