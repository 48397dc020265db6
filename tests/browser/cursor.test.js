// Arrow keys reach every move of every board.

import assert from "node:assert/strict";
import { test } from "node:test";
import { ARROWS, nearestPlace, nextPlace } from "../../web/board/cursor.js";
import { chance } from "./games.js";

/** @typedef {import("../../web/board/cursor.js").Point} Point */

/** @param {Point[]} places */
function reached(places) {
    const seen = new Set([places[0]]);
    for (const from of seen) {
        for (const direction of Object.values(ARROWS)) {
            const next = nextPlace(places, from, direction);
            if (next) seen.add(next);
        }
    }
    return seen.size;
}

test("an arrow key leads to the nearest place ahead", () => {
    const places = [{ x: 0, y: 0 }, { x: 1, y: 0 }, { x: 2, y: 0 }, { x: 0, y: 1 }, { x: 5, y: 4 }];
    assert.equal(nextPlace(places, places[0], ARROWS.ArrowRight), places[1]);
    assert.equal(nextPlace(places, places[0], ARROWS.ArrowDown), places[3]);
    assert.equal(nextPlace(places, places[0], ARROWS.ArrowLeft), undefined);
    assert.equal(nextPlace(places, places[3], ARROWS.ArrowDown), places[4]);
    assert.equal(nearestPlace(places, { x: 4, y: 4 }), places[4]);
    assert.equal(nearestPlace([], { x: 4, y: 4 }), undefined);
});

test("every place can be reached from the first, however few are left", () => {
    for (let seed = 1; seed <= 300; seed++) {
        const random = chance(seed);
        const places = [];
        for (let row = 0; row < 6; row++) {
            for (let col = 0; col < 6; col++) {
                if (random(10) < 1 + (seed % 9)) places.push({ x: 24 * col + 12 * (row % 2), y: 24 * row });
            }
        }
        if (places.length > 0) assert.equal(reached(places), places.length, `seed ${seed}`);
    }
});
