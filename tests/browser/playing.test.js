// Whole games of every game, by mouse, by keyboard and by touch on a small screen. After every move the page shows what the rules say.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { DESK, PHONE, startBrowser, withPage } from "./browser.js";
import { chance, STARTS } from "./games.js";
import { startServer } from "./server.js";

/** @typedef {import("./browser.js").Page} Page */

/** @type {import("./server.js").Server} */
let server;
/** @type {import("playwright-core").Browser} */
let browser;
before(async () => {
    [server, browser] = await Promise.all([startServer(), startBrowser()]);
});
after(async () => {
    await browser?.close();
    server?.stop();
});

/** What the headline says of a finished game. @param {any} game */
function ending({ start, outcome, scores }) {
    const names = start.startsWith("domineering") ? ["Vertical", "Horizontal"] : ["X", "O"];
    if (outcome === "tie") return `A tie, ${scores[0]} to ${scores[1]}.`;
    const [winner, loser] = outcome === "first" ? [0, 1] : [1, 0];
    if (/^(dots|dotdot|xo)/.test(start)) return `${names[winner]} wins ${scores[winner]} to ${scores[loser]}.`;
    return `${names[winner]} wins: ${names[loser]} cannot move.`;
}

/**
 * Plays to the end and compares every place with the server's rules.
 * @param {Page} page
 * @param {string} start
 * @param {(moves: string[]) => Promise<string>} choose makes a move and says which
 */
async function playOut(page, start, choose) {
    /** @type {string[]} */
    const made = [];
    for (;;) {
        const game = await server.game(start, made);
        const legal = game.legal.map((/** @type {any} */ each) => each.text);
        assert.deepEqual((await page.spots()).sort(), legal.sort(), `after ${made.join(" ")}`);
        assert.deepEqual(await page.moves(), made);
        if (game.over) {
            assert.equal(await page.headline(), ending(game));
            return assert.ok(made.length > 1);
        }
        made.push(await choose(legal));
        await page.made(made.length);
    }
}

for (const [seed, start] of STARTS.entries()) {
    const name = start.split(":")[0];
    describe(name, () => {
        test("by mouse", () =>
            withPage(browser, server, DESK, `#${start}`, async (page) => {
                const random = chance(seed + 1);
                await playOut(page, start, async (moves) => {
                    const move = moves[random(moves.length)];
                    await page.spot(move).click();
                    return move;
                });
            }));

        test("by keyboard alone", () =>
            withPage(browser, server, DESK, `#${start}`, async (page) => {
                const random = chance(seed + 11);
                const { keyboard } = page.inner;
                await keyboard.press("Tab");
                assert.equal(await page.inner.evaluate(() => document.activeElement?.id), "skip");
                await keyboard.press("Enter");
                const focused = () => page.inner.evaluate(() => document.activeElement?.getAttribute("data-name") ?? "");
                await playOut(page, start, async (moves) => {
                    const arrows = ["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp", "Home", "End"];
                    for (let step = random(6); step >= 0; step--) await keyboard.press(arrows[random(arrows.length)]);
                    const move = await focused();
                    assert.ok(moves.includes(move), `the keyboard is on “${move}”, which is no open move`);
                    await keyboard.press(random(2) === 0 ? "Enter" : "Space");
                    return move;
                });
            }));

        test("by touch at 360 pixels", () =>
            withPage(browser, server, PHONE, `#${start}`, async (page) => {
                const random = chance(seed + 21);
                await playOut(page, start, async (moves) => {
                    const move = moves[random(moves.length)];
                    await page.spot(move).tap();
                    return move;
                });
                const isWide = await page.inner.evaluate(() => document.documentElement.scrollWidth > 360);
                assert.ok(!isWide, "the page is wider than the screen");
            }));
    });
}
