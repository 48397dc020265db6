// What the page says of values is what the solver says.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { examine } from "./access.js";
import { DESK, PHONE, startBrowser, withPage } from "./browser.js";
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

/** Places in a game of each kind, some won and some lost. */
const PLACES = [
    ["dots:2x3", "h0,1 h1,0 h1,1 v0,1 v1,3"],
    ["dots:2x3", "h0,1 h1,0 h1,1 v0,1 v1,3 v0,2"],
    ["dotdot:2x2", "h0,0 h0,1"],
    ["domineering:4x5:v", "0,1 0,2"],
    ["domineering:4x5:h", "0,0"],
    ["cram:4x4", "0,0-0,1 2,1-3,1"],
    ["xo:5x5", "0,0-0,1 2,1-3,1 3,4-4,4"],
    ["kings:5x6", "1,1 3,4"],
    ["kings:5x6", "1,1"],
];

/** @param {any} move as JSON */
const text = (move) =>
    Array.isArray(move[0]) ? move.map(String).join("-") : move.length === 3 ? `${move[0]}${move[1]},${move[2]}` : String(move);

/** @param {number} value */
const signed = (value) => (value > 0 ? `+${value}` : String(value).replace("-", "−"));

for (const [start, moves] of PLACES) {
    test(`every value on the board of ${start} ${moves}`, () =>
        withPage(browser, server, DESK, `#${start}/${moves.replaceAll(" ", "/")}`, async (page) => {
            await page.inner.getByRole("switch", { name: "Values" }).click();
            const shown = await page.values();
            const { position } = await server.game(start, moves.split(" "));
            const answer = await server.moves(position);
            const best = answer.best.map(text);
            const expected = answer.moves.map((/** @type {any} */ each) => [text(each.move), signed(each.value), best.includes(text(each.move))]);
            const order = (/** @type {any[]} */ list) => list.map((each) => each.join(" ")).sort();
            assert.deepEqual(order(shown.map(({ move, text: value, best }) => [move, value, best])), order(expected));
            for (const { label, text: value, best } of shown) {
                assert.ok(label.includes(`value ${value}`), label);
                assert.equal(label.includes("best"), best, label);
            }
            assert.ok((await page.inner.innerText("#value .big")).startsWith(signed(answer.value)));
            if (answer.grundy !== null) assert.match(await page.inner.innerText("#value"), new RegExp(`Grundy value ${answer.grundy}\\.`));
        }));
}

test("the graph has the outlook of every place, and the moves that changed it are the mistakes", async () => {
    const moves = "h0,0 v0,0 h1,0 v0,1 h0,1 v0,2 h1,1 v1,0 h2,0 v1,1 v1,2 h2,1".split(" ");
    await withPage(browser, server, DESK, `#dots:2x2/${moves.join("/")}`, async (page) => {
        await page.inner.getByRole("switch", { name: "Values" }).click();
        /** @type {number[]} */
        const outlooks = [];
        for (let at = 0; at <= moves.length; at++) {
            const { position, scores, to_move } = await server.game("dots:2x2", moves.slice(0, at));
            const { value } = await server.moves(position);
            outlooks.push(scores[0] - scores[1] + (to_move === "first" ? value : -value));
        }
        await page.inner.waitForFunction(
            (count) => document.querySelectorAll("#moves .outlook:not(:empty)").length === count,
            moves.length,
        );
        assert.deepEqual(await page.inner.$$eval("#moves .outlook", (all) => all.map((each) => each.textContent)), outlooks.slice(1).map(signed));
        const { plies } = await server.game("dots:2x2", moves);
        const losses = plies.map((/** @type {any} */ ply, /** @type {number} */ at) =>
            Math.max(0, ply.by === "first" ? outlooks[at] - outlooks[at + 1] : outlooks[at + 1] - outlooks[at]),
        );
        assert.ok(losses.some((/** @type {number} */ loss) => loss > 0), "the game should have mistakes in it");
        const costs = await page.inner.$$eval("#moves .step[id]:not(#step-0)", (all) => all.map((each) => each.querySelector(".cost")?.textContent ?? ""));
        assert.deepEqual(costs, losses.map((/** @type {number} */ loss) => (loss > 0 ? `✗ worse by ${loss}` : "")));
        const crosses = losses.filter((/** @type {number} */ loss) => loss > 0).length;
        assert.equal(await page.inner.locator("#graph .mistake").count(), crosses);
        const summary = await page.inner.getAttribute("#graph svg", "aria-label");
        assert.ok(summary?.includes(outlooks.map(signed).join(", ")), `${summary}`);
    });
});

test("a hint marks every best move and no other", () =>
    withPage(browser, server, DESK, "#cram:4x4/0,0-0,1/2,1-3,1", async (page) => {
        await page.press("Hint");
        await page.inner.waitForSelector("#board .tag");
        const { position } = await server.game("cram:4x4", ["0,0-0,1", "2,1-3,1"]);
        const best = (await server.moves(position)).best.map(text);
        const labels = await page.inner.$$eval("#board .spot", (spots) => spots.map((spot) => [spot.getAttribute("data-name"), spot.getAttribute("aria-label")]));
        assert.deepEqual(labels.flatMap(([move, label]) => (label?.endsWith(", best") ? [move] : [])).sort(), best.sort());
        assert.equal(await page.inner.locator("#board .tag").count(), best.length);
    }));

test("a hint that is not proved is called a guess, and stays while the search goes on", () =>
    withPage(browser, server, DESK, "#dots:5x5", async (page) => {
        await page.inner.getByRole("switch", { name: "Values" }).click();
        await page.inner.waitForSelector("#value progress");
        await page.press("Hint");
        await page.inner.waitForSelector("#board .tag");
        assert.match(await page.inner.innerText("#live"), /^The best move is not proved yet\. alphabeta 4 would play [hv]\d,\d: a guess\.$/);
        await page.inner.waitForTimeout(600);
        assert.equal(await page.inner.locator("#board .tag").count(), 1);
        assert.equal(await page.inner.locator("#board .tag").textContent(), "?");
    }));

test("a long solve shows how far it is, and can be stopped and begun again", () =>
    withPage(browser, server, DESK, "#dots:5x5", async (page) => {
        await page.inner.getByRole("switch", { name: "Values" }).click();
        await page.inner.waitForFunction(() => /Solving: [1-9]/.test(document.querySelector("#value")?.textContent ?? ""));
        await page.press("Stop");
        assert.match(await page.inner.innerText("#value"), /^Stopped before the value was proved\./);
        assert.equal(await page.inner.locator("#board .tag").count(), 0);
        await page.press("Solve again");
        await page.inner.waitForSelector("#value progress");
        await page.spot("h0,0").click();
        await page.made(1);
        await page.inner.waitForSelector("#value progress");
    }));

test("a limit that is reached is said, with what is proved", () =>
    withPage(browser, server, DESK, "#dots:5x5", async (page) => {
        await page.inner.route("**/api/v1/jobs", (route) =>
            route.continue({ postData: JSON.stringify({ ...route.request().postDataJSON(), time: 0.3 }) }),
        );
        await page.inner.getByRole("switch", { name: "Values" }).click();
        await page.inner.waitForSelector("#value .big");
        assert.equal(await page.inner.innerText("#value .big"), "?");
        assert.match(await page.inner.innerText("#value"), /Not solved in \d+ seconds\. It is proved to lie between −\d+ and \+\d+\./);
        assert.equal(await page.inner.locator("#board .tag").count(), 0);
    }));

test("work that takes longer than a glance is seen, and ends by hand or with the place it is for", () =>
    withPage(browser, server, DESK, "#dots:7x7", async (page) => {
        const { inner } = page;
        page.forgiven = /net::ERR_ABORTED/;
        /** @type {string[]} */
        const ended = [];
        inner.on("requestfailed", (request) => ended.push(new URL(request.url()).pathname));
        const work = inner.locator("#work");
        for (const end of [() => page.press("Stop looking for the best move"), () => page.spot("h0,0").click(), () => page.press("Undo")]) {
            ended.length = 0;
            await page.press("Hint");
            await work.locator(".spinner").waitFor();
            assert.match(await work.innerText(), /^Looking for the best move …/);
            await end();
            await work.locator(".spinner").waitFor({ state: "detached" });
            for (let tries = 0; !ended.includes("/api/v1/solve"); tries++) {
                assert.ok(tries < 100, "the question was not taken back");
                await inner.waitForTimeout(50);
            }
        }
        assert.equal(await inner.locator("#board .tag").count(), 0);
        assert.equal(await inner.innerText("#trouble"), "");
        // A digit asks a player, and another digit another player instead.
        await inner.route("**/api/v1/move", (route) => setTimeout(() => route.abort().catch(() => null), 5000));
        for (const depth of ["8", "9"]) {
            await inner.keyboard.press(depth);
            await inner.waitForFunction((depth) => document.querySelector("#work")?.textContent?.startsWith(`Asking alphabeta ${depth} for a move`), depth);
            assert.equal(await inner.innerText("#live"), `Asking alphabeta ${depth} for a move.`);
        }
        assert.equal(ended.filter((path) => path === "/api/v1/move").length, 1);
    }));

test("values that are worked out do not hide how a hint is given up", () =>
    withPage(browser, server, DESK, "#dots:7x7", async (page) => {
        const { inner } = page;
        page.forgiven = /net::ERR_ABORTED/;
        // The hint is not answered while somebody looks.
        await inner.route("**/api/v1/solve", (route) => setTimeout(() => route.abort().catch(() => null), 20_000));
        await page.press("Hint");
        assert.equal(await inner.innerText("#live"), "Looking for the best move.");
        await inner.getByRole("button", { name: "Stop looking for the best move" }).waitFor();
        await inner.getByRole("switch", { name: "Values" }).click();
        await inner.waitForFunction(() => document.querySelector("#value")?.textContent?.startsWith("Solving"));
        await inner.waitForTimeout(600);
        await page.press("Stop looking for the best move");
        // What is left is seen beside the board.
        await inner.waitForFunction(() => document.querySelector("#work")?.getAttribute("data-kind") === "values");
        assert.match(await inner.innerText("#value"), /^Solving/);
        assert.equal(await inner.locator("#work").isVisible(), false);
    }));

test("what is soon done is not shown as work", () =>
    withPage(browser, server, DESK, "#dots:1x2", async (page) => {
        await page.inner.evaluate(() => {
            const seen = (/** @type {any} */ (window).seen = /** @type {string[]} */ ([]));
            const host = /** @type {Element} */ (document.querySelector("#work"));
            new MutationObserver(() => seen.push(host.textContent ?? "")).observe(host, { childList: true });
        });
        // However busy the machine is, the page sees no time go by until the hint is there.
        await page.inner.clock.install();
        await page.inner.clock.pauseAt(Date.now() + 1000);
        await page.press("Hint");
        await page.inner.waitForSelector("#board .tag");
        await page.inner.clock.runFor(1000);
        assert.deepEqual(await page.inner.evaluate(() => /** @type {any} */ (window).seen), []);
    }));

test("a small screen shows beside the board that values are worked out", () =>
    withPage(browser, server, PHONE, "#dots:5x5", async (page) => {
        const { inner } = page;
        await inner.getByRole("switch", { name: "Values" }).click();
        await inner.locator("#work .spinner").waitFor();
        assert.match(await inner.innerText("#work"), /^Working out every value …/);
        await examine(page, "at work");
        await page.press("Stop working out every value");
        await inner.locator("#work .spinner").waitFor({ state: "detached" });
        assert.match(await inner.innerText("#value"), /^Stopped before the value was proved\./);
    }));
