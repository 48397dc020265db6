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

describe("a tie of xo", () => {
    test("is played again, and chance decides who begins", () =>
        withPage(browser, server, DESK, "#xo:2x2&first=person&second=random", async (page) => {
            const { inner } = page;
            const again = inner.getByRole("button", { name: "Rematch" });
            const players = () => inner.$$eval(".seat select", (seats) => seats.map((seat) => /** @type {HTMLSelectElement} */ (seat).value));
            const [first] = await players();
            const seen = new Set();
            for (let round = 0; seen.size < 2; round++) {
                assert.ok(round < 40, "chance has let the same one begin forty times");
                if ((await players())[0] === "person") await page.spot(["0,0-0,1", "1,0-1,1"][round % 2]).click();
                else {
                    await page.made(1);
                    await page.inner.locator("#board .spot .area").first().click();
                }
                await page.made(2);
                assert.equal(await page.headline(), "A tie, 1 to 1.");
                await again.click();
                await inner.waitForFunction(() => /^Rematch, sides/.test(document.querySelector("#headline")?.textContent ?? "") || document.querySelectorAll("#moves li").length === 2);
                assert.ok(await again.isHidden());
                const [begins] = await players();
                seen.add(begins);
            }
            assert.ok(seen.has(first));
        }));

    test("is offered again for no other game, and not where somebody has won", () =>
        withPage(browser, server, DESK, "#xo:1x2", async (page) => {
            await page.spot("0,0-0,1").click();
            await page.made(1);
            assert.match(await page.headline(), /^X wins 1 to 0/);
            assert.ok(await page.inner.locator("#rematch").isHidden());
            await page.open("#dots:1x2/h0,0/h0,1/h1,0/v0,0/v0,1/h1,1/v0,2");
            await page.inner.waitForFunction(() => / to /.test(document.querySelector("#headline")?.textContent ?? ""));
            assert.ok(await page.inner.locator("#rematch").isHidden());
        }));
});
