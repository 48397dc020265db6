// Games as addresses, and back.

import assert from "node:assert/strict";
import { test } from "node:test";
import { read, shortened, written } from "../../web/address.js";

/** @type {[string, string][]} */
const PEOPLE = [
    ["person", "person"],
    ["person", "alphabeta:depth=5,eval=chains"],
    ["random", "a&b=c/d"],
];

test("a game that is written is read again", () => {
    for (const start of ["dots:3x3", "dots:1x2:1010100", "domineering:..#|...:h", "kings:X.*|...", "cram:2x3"]) {
        for (const moves of [[], ["h0,0"], ["0,0-0,1", "1,0-1,1"]]) {
            for (const players of PEOPLE) {
                const place = { start, moves, players };
                assert.deepEqual(read(written(place)), place);
            }
        }
    }
});

test("an address is as short as it can be", () => {
    assert.equal(written({ start: "dots:3x3", moves: ["h0,0", "v1,2"], players: ["person", "random"] }), "#dots:3x3/h0,0/v1,2&second=random");
    assert.equal(shortened("domineering:...|...:h"), "domineering:2x3:h");
    assert.equal(shortened("cram:..|.#"), "cram:..|.#");
    assert.equal(shortened("dots:2x2:101010101010"), "dots:2x2:101010101010");
});

test("no address names no game, and a broken one is taken as it stands", () => {
    assert.equal(read(""), null);
    assert.equal(read("#"), null);
    assert.deepEqual(read("#dots:%E0%A4/h0,0"), { start: "dots:%E0%A4", moves: ["h0,0"], players: ["person", "person"] });
});
