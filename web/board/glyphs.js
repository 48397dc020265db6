// The signs of the two sides: a cross for who moves first, a ring for the other.

import { svg } from "../dom.js";

/**
 * @param {import("../round.js").Seat} seat
 * @param {number} x of its middle
 * @param {number} y
 * @param {number} radius
 */
export function glyph(seat, x, y, radius) {
    if (seat === 1) return svg("circle", { cx: x, cy: y, r: radius, class: "glyph side-1" });
    const r = radius * 0.9;
    const d = `M${x - r} ${y - r}L${x + r} ${y + r}M${x + r} ${y - r}L${x - r} ${y + r}`;
    return svg("path", { d, class: "glyph side-0" });
}

/**
 * A sign that stands in a line of text.
 * @param {import("../round.js").Seat} seat
 */
export function inlineGlyph(seat) {
    return svg("svg", { viewBox: "0 0 20 20", class: "sign", "aria-hidden": "true" }, glyph(seat, 10, 10, 7));
}
