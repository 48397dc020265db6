// The page for those who do not see it, or not well: what axe finds, what is said, and sizes of what is touched.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { examine } from "./access.js";
import { DESK, PHONE, startBrowser, withPage } from "./browser.js";
import { startServer } from "./server.js";

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

const VIEWS = [
    "dots:3x3/h0,0/v0,0/h1,0/v0,1",
    "dotdot:2x3/h0,0",
    "domineering:4x5:v/0,1/0,2",
    "cram:4x4/0,0-0,1/2,1-3,1",
    "xo:5x5/0,0-0,1",
    "kings:5x6/1,1/3,4",
    "dots:1x1/h0,0/h1,0/v0,0/v0,1",
];

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    for (const [size, options] of Object.entries({ desk: DESK, phone: PHONE })) {
        test(`axe finds nothing: ${colorScheme}, ${size}`, () =>
            withPage(browser, server, { ...options, colorScheme }, `#${VIEWS[0]}`, async (page) => {
                await examine(page, "without values");
                await page.inner.getByRole("switch", { name: "Values" }).click();
                await page.inner.click("summary");
                for (const view of VIEWS) {
                    await page.inner.evaluate((hash) => (location.hash = hash), `#${view}`);
                    await page.inner.waitForFunction((title) => document.title.startsWith(title), titleOf(view));
                    await page.inner.waitForFunction(() => document.querySelector("#value .big, #value > .note:only-child"));
                    await examine(page, view);
                }
                await page.press("New game…");
                await examine(page, "new game");
                await page.press("Cancel");
                await page.press("Edit board…");
                await examine(page, "editor");
            }));
    }
}

/** @param {string} view */
function titleOf(view) {
    const titles = { dots: "Dots and Boxes", dotdot: "DotDot", domineering: "Domineering", cram: "Cram", xo: "XO tiles", kings: "Blocking" };
    return titles[/** @type {keyof typeof titles} */ (view.split(":")[0])];
}

test("moves and results are announced", () =>
    withPage(browser, server, DESK, "#dots:1x1/h0,0/h1,0", async (page) => {
        const said = () => page.inner.innerText("#live");
        await page.spot("v0,0").click();
        await page.made(3);
        assert.equal(await said(), "X played v0,0. O to move. X 0, O 0.");
        await page.spot("v0,1").click();
        await page.made(4);
        assert.equal(await said(), "O played v0,1. It closes 1 box. O wins 1 to 0.");
        await page.press("Undo");
        await page.made(3);
        await page.press("Hint");
        await page.inner.waitForFunction(() => document.querySelector("#live")?.textContent === "Best is v0,1.");
        await page.inner.getByRole("switch", { name: "Values" }).click();
        await page.inner.waitForFunction(() => document.querySelector("#live")?.textContent === "Value +1. O wins by 1 with best play.");
    }));

test("every move has a name that says where it is", () =>
    withPage(browser, server, DESK, "#domineering:2x2:v", async (page) => {
        const names = async () => page.inner.$$eval("#board .spot", (spots) => spots.map((spot) => spot.getAttribute("aria-label")));
        assert.deepEqual(await names(), ["0,0, upright domino on 0,0 and 1,0", "0,1, upright domino on 0,1 and 1,1"]);
        await page.open("#dots:1x1");
        assert.equal((await names())[2], "v0,0, vertical line from dot 0,0 to dot 1,0");
        await page.open("#kings:1x2");
        assert.deepEqual(await names(), ["0,0, square in row 0, column 0", "0,1, square in row 0, column 1"]);
    }));

test("one move is a stop of the Tab key, and the keyboard keeps its place", () =>
    withPage(browser, server, DESK, "#kings:3x3", async (page) => {
        const stops = () => page.inner.locator('#board .spot[tabindex="0"]').count();
        assert.equal(await stops(), 1);
        await page.inner.locator('#board .spot[tabindex="0"]').focus();
        await page.inner.keyboard.press("End");
        await page.inner.locator("#values").evaluate((element) => /** @type {HTMLElement} */ (element).click());
        await page.values();
        assert.equal(await page.inner.evaluate(() => document.activeElement?.getAttribute("data-name")), "2,2");
        assert.equal(await stops(), 1);
    }));

test("what is touched is at least 24 pixels from the next, on the smallest screen and the largest board", () =>
    withPage(browser, server, PHONE, "#cram:20x20", async (page) => {
        for (const start of ["cram:20x20", "dots:20x20", "kings:20x20", "dots:3x3"]) {
            await page.open(`#${start}`);
            const least = await page.inner.$$eval("#board .spot .area", (areas) => {
                const middles = areas.map((area) => {
                    const { x, y, width, height } = area.getBoundingClientRect();
                    return [x + width / 2, y + height / 2];
                });
                const [[x, y]] = middles;
                return Math.min(...middles.slice(1).map(([x2, y2]) => Math.hypot(x - x2, y - y2)));
            });
            assert.ok(least >= 24, `${start}: ${least} pixels`);
        }
    }));

test("numbers of rows and columns can be read on a small screen, wherever the board is scrolled", () =>
    withPage(browser, server, PHONE, "#dots:10x10", async (page) => {
        for (const start of ["dots:10x10", "cram:12x12", "kings:10x10", "kings:20x20", "dots:20x20", "dots:1x1"]) {
            await page.open(`#${start}`);
            for (const end of [false, true]) {
                const seen = await page.inner.evaluate(async (end) => {
                    const board = /** @type {HTMLElement} */ (document.querySelector("#board"));
                    board.scrollLeft = end ? board.scrollWidth : 0;
                    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
                    const frame = board.getBoundingClientRect();
                    const root = /** @type {SVGSVGElement} */ (board.querySelector("svg"));
                    const begins = Math.max(frame.left, root.getBoundingClientRect().left);
                    const scale = root.getBoundingClientRect().width / root.viewBox.baseVal.width;
                    const boxes = [...board.querySelectorAll(".rows text")].map((text) => text.getBoundingClientRect());
                    const cols = [...board.querySelectorAll(".numbers:not(.rows) text")].map((text) => text.getBoundingClientRect());
                    const first = /** @type {Element} */ (board.querySelector(".numbers text"));
                    return {
                        pixels: parseFloat(getComputedStyle(first).fontSize) * scale,
                        inside: boxes.every(({ left, right }) => left >= begins - 1 && right <= begins + 3 + 22 * scale),
                        apart: cols.every(({ left }, at) => at === 0 || left > cols[at - 1].right),
                        above: cols.every(({ top }) => top >= frame.top - 1),
                        more: board.classList.contains("more"),
                        wide: board.scrollWidth > board.clientWidth + 1,
                    };
                }, end);
                assert.ok(seen.pixels >= 9.9 && seen.inside && seen.apart && seen.above, `${start}: ${JSON.stringify(seen)}`);
                assert.equal(seen.more, seen.wide && !end, `${start}: ${JSON.stringify(seen)}`);
            }
        }
    }));

test("a board and its buttons are seen at once on a desk", () =>
    withPage(browser, server, DESK, "#domineering:8x8:v", async (page) => {
        for (const start of ["domineering:8x8:v", "dots:10x10", "kings:3x3", "dots:1x1"]) {
            await page.open(`#${start}`);
            const bottom = await page.inner.$eval("#typed", (typed) => typed.getBoundingClientRect().bottom);
            assert.ok(bottom <= 900, `${start}: ${bottom}`);
        }
    }));
