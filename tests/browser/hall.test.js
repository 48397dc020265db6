// The page of the hall, with programs that play in it.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { examine } from "./access.js";
import { DESK, PHONE, startBrowser, withPage } from "./browser.js";
import { connect, startServer } from "./server.js";

/** @type {import("./server.js").Server} */
let server;
/** @type {import("playwright-core").Browser} */
let browser;
/** @type {(() => void)[]} */
const programs = [];
before(async () => {
    [server, browser] = await Promise.all([startServer(["--hall", "--game", "dotdot:3x3", "--plies", "2", "--gather", "0.2"]), startBrowser()]);
});
after(async () => {
    programs.forEach((end) => end());
    await browser?.close();
    server?.stop();
});

test("a server with a hall leads to it", () =>
    withPage(browser, server, DESK, "#dots:2x2", async (page) => {
        await page.inner.getByRole("link", { name: "The hall" }).click();
        await page.inner.waitForFunction(() => /^0 programs here, 0 games now/.test(document.querySelector("#hall-state")?.textContent ?? ""));
        assert.ok(await page.inner.locator("#no-games").isVisible());
    }));

test("boards are live, results and standings come in, and a game can be looked at closer", () =>
    withPage(browser, server, DESK, "hall.html", async (page) => {
        const { inner } = page;
        programs.push(connect(server, "slow-and-steady", "greedy", "dotdot:3x3"), connect(server, "any old program", "random", "dotdot:3x3"));
        await inner.waitForSelector(".live-board svg .line.drawn", { state: "attached" });
        const names = await inner.locator(".live").first().innerText();
        assert.match(names, /slow-and-steady/);
        assert.match(names, /any old program/);
        await inner.waitForSelector("#recent li");
        assert.match(await inner.locator("#recent li").first().innerText(), / dotdot:3x3, 2 plies$/);
        assert.match(names, /^dotdot:3x3, 2 plies$/m);
        const rows = await inner.locator("#standings table").last().locator("tbody tr").allInnerTexts();
        assert.equal(rows.length, 2);
        assert.ok(rows.some((row) => row.includes("slow-and-steady")));
        await examine(page, "hall");
        programs.splice(0).forEach((end) => end());
        await inner.waitForFunction(() => /^0 programs here, 0 games now/.test(document.querySelector("#hall-state")?.textContent ?? ""));
        // The last game was broken off, which its result says in brackets.
        const ended = inner.locator("#recent a").filter({ hasNotText: "(" }).first();
        const text = await ended.innerText();
        await ended.click();
        await inner.waitForSelector("#board svg");
        const [, first, second] = /(\d+)–(\d+)/.exec(text) ?? [];
        assert.match(await page.headline(), new RegExp(Number(first) > Number(second) ? `X wins ${first} to ${second}` : `O wins ${second} to ${first}`));
    }));

test("a tournament that a program asked for goes with it", () =>
    withPage(browser, server, DESK, "hall.html", async (page) => {
        const end = connect(server, "alone", "random", "kings:2x3");
        try {
            await page.inner.locator("#standings caption", { hasText: "kings:2x3" }).waitFor();
        } finally {
            end();
        }
        await page.inner.waitForFunction(() => !document.querySelector("#standings")?.textContent?.includes("kings:2x3"));
    }));

test("the hall fits a small screen, light and dark", async () => {
    for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
        await withPage(browser, server, { ...PHONE, colorScheme }, "hall.html", async (page) => {
            await page.inner.waitForSelector("#standings table");
            await examine(page, `hall, ${colorScheme}`);
            assert.ok(!(await page.inner.evaluate(() => document.documentElement.scrollWidth > 360)), "the page is wider than the screen");
        });
    }
});

test("ties of xo are played again under the eyes of all", async () => {
    const hall = await startServer(["--hall", "--game", "xo:3x3", "--plies", "0", "--gather", "0.2", "--clock", "60+0.5"]);
    const ends = ["one", "other"].map((name) => connect(hall, name, "random", "xo:3x3"));
    try {
        await withPage(browser, hall, DESK, "hall.html", async (page) => {
            await page.inner.locator("#recent li", { hasText: "a tie, played again" }).first().waitFor();
            assert.match(await page.inner.innerText("#hall-state"), /a game 60 for each side and 0.5 more a move/);
            await page.inner.waitForFunction(() => [...document.querySelectorAll("#recent a")].some((each) => / wins$/.test(each.textContent ?? "")));
            const ties = await page.inner.locator("#standings table").last().locator("tbody tr td:nth-child(4)").allInnerTexts();
            assert.ok(ties.every((count) => count === "0"), `${ties}: a tie that is played again counts for nobody`);
        });
    } finally {
        ends.forEach((end) => end());
        hall.stop();
    }
});

test("a hall that is busy is not called none, and is seen when it has time", () =>
    withPage(browser, server, DESK, "#dots:2x2", async (page) => {
        const { inner } = page;
        page.forgiven = /the server responded with a status of (503|404)/;
        const busy = { status: 503, contentType: "application/json", body: '{"error":{"code":"busy","message":"too many connections: come again"}}' };
        await inner.route("**/api/v1/hall{,/events}", (route) => route.fulfill(busy));
        await page.open("hall.html");
        const trouble = (/** @type {RegExp} */ words) =>
            inner.waitForFunction((words) => new RegExp(words).test(document.querySelector("#trouble")?.textContent ?? ""), words.source);
        await trouble(/^The hall is busy: trying again\.$/);
        await inner.unroute("**/api/v1/hall{,/events}");
        await inner.waitForFunction(() => /^\d+ programs? here/.test(document.querySelector("#hall-state")?.textContent ?? ""));
        await trouble(/^$/);
        const missing = { status: 404, contentType: "application/json", body: '{"error":{"code":"not_found","message":"none"}}' };
        await inner.route("**/api/v1/hall{,/events}", (route) => route.fulfill(missing));
        await page.open("hall.html");
        await trouble(/^There is no hall here/);
    }));
