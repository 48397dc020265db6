// What is kept and taken back: undo and redo, the address, records, pictures, the editor, new games, and the keys.

import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { DESK, PHONE, startBrowser, withPage } from "./browser.js";
import { run, startServer } from "./server.js";

/** @typedef {import("./browser.js").Page} Page */

/** @type {import("./server.js").Server} */
let server;
/** @type {import("playwright-core").Browser} */
let browser;
/** What the browser notes where the server refuses something. */
const REFUSED = /the server responded with a status of 4\d\d/;
const folder = mkdtempSync(join(tmpdir(), "gridsolve-page-"));
before(async () => {
    [server, browser] = await Promise.all([startServer(), startBrowser()]);
});
after(async () => {
    await browser?.close();
    server?.stop();
    rmSync(folder, { recursive: true });
});

/** What the player `player` does; one without chance. @param {string} start @param {string[]} moves @param {string} player */
async function choice(start, moves, player) {
    return (await server.post("move", { position: start, moves, player })).text;
}

test("undo and redo walk through the game, and a new move forgets the rest", () =>
    withPage(browser, server, DESK, "#dots:2x2/h0,0/v0,0/h1,0/v0,1", async (page) => {
        assert.ok(await page.inner.getByRole("button", { name: "Redo" }).isDisabled());
        await page.press("Undo");
        await page.made(3);
        await page.inner.keyboard.press("u");
        await page.made(2);
        assert.deepEqual(await page.moves(), ["h0,0", "v0,0"]);
        await page.inner.keyboard.press("y");
        await page.made(3);
        await page.press("Redo");
        await page.made(4);
        await page.inner.click("#step-1");
        await page.made(1);
        await page.spot("h2,1").click();
        await page.made(2);
        assert.deepEqual(await page.moves(), ["h0,0", "h2,1"]);
        assert.ok(await page.inner.getByRole("button", { name: "Redo" }).isDisabled());
    }));

test("the address restores the game, and the browser's buttons walk through it", () =>
    withPage(browser, server, DESK, "#kings:4x4", async (page) => {
        for (const [at, move] of ["0,0", "3,3", "0,3"].entries()) {
            await page.spot(move).click();
            await page.made(at + 1);
        }
        await page.inner.reload();
        await page.made(3);
        assert.deepEqual(await page.moves(), ["0,0", "3,3", "0,3"]);
        await page.inner.goBack();
        await page.made(2);
        await page.inner.goBack();
        await page.made(1);
        await page.inner.goForward();
        await page.made(2);
        assert.deepEqual(await page.spots(), (await server.game("kings:4x4", ["0,0", "3,3"])).legal.map((/** @type {any} */ { text }) => text));
    }));

test("who came by a link goes back in the game with the opponent that was chosen since", () =>
    withPage(browser, server, DESK, "#kings:4x4", async (page) => {
        await page.spot("0,0").click();
        await page.made(1);
        await page.inner.getByLabel("O: player").selectOption("random");
        await page.made(2);
        await page.inner.goBack();
        await page.made(0);
        await page.inner.waitForFunction(() => location.hash === "#kings:4x4&second=random");
        assert.equal(await page.inner.inputValue("#player-1"), "random");
        // A link that somebody follows names its players.
        await page.inner.evaluate(() => (location.hash = "#kings:4x4"));
        await page.inner.waitForFunction(() => /** @type {HTMLSelectElement} */ (document.querySelector("#player-1")).value === "person");
    }));

test("the players of an address play the game of that address only", () =>
    withPage(browser, server, DESK, "#dots:2x2/h0,0/v0,0", async (page) => {
        const { inner } = page;
        /** @type {(go: null) => void} */
        let release = () => {};
        const held = new Promise((resolve) => (release = resolve));
        let asked = 0;
        await inner.route("**/api/v1/play", async (route) => {
            if (asked++ === 0) await held;
            await route.continue();
        });
        const first = inner.waitForRequest("**/api/v1/play");
        await inner.evaluate(() => (location.hash = "#dots:2x2/h0,0&second=random"));
        const answered = (await first).response();
        await inner.evaluate(() => (location.hash = "#cram:3x3"));
        await inner.waitForFunction(() => document.title.startsWith("Cram"));
        release(null);
        await answered;
        await inner.waitForTimeout(200);
        assert.equal(await inner.inputValue("#player-1"), "person");
        assert.equal(new URL(inner.url()).hash, "#cram:3x3");
    }));

test("a shared address with filled squares opens as it is", () =>
    withPage(browser, server, DESK, "#domineering:..%23|...:h/1,0", async (page) => {
        const game = await server.game("domineering:..#|...:h", ["1,0"]);
        assert.deepEqual(await page.spots(), game.legal.map((/** @type {any} */ { text }) => text));
        assert.match(await page.headline(), /^Horizontal wins|^Vertical to move$/);
        assert.equal(await page.inner.locator("#board .cell.filled").count(), 1);
    }));

test("an address that is wrong is answered in words", () =>
    withPage(browser, server, DESK, "#dots:2x2", async (page) => {
        page.forgiven = REFUSED;
        for (const [hash, words] of [
            ["#dtos:2x2", /did you mean "dots"/],
            ["#dots:2x2/h0,0/h0,0", /move 2/],
            ["#dots:1000x1000", /too large/],
            ["#dots:1x401", /1 × 401 is too large: the page shows at most 400 boxes/],
        ]) {
            await page.inner.evaluate((hash) => (location.hash = hash), String(hash));
            await page.inner.waitForFunction(() => document.querySelector("#trouble")?.textContent !== "");
            assert.match(await page.inner.innerText("#trouble"), /** @type {RegExp} */ (words));
            await page.inner.evaluate(() => (location.hash = "#dots:2x2"));
            await page.inner.waitForFunction(() => document.querySelector("#trouble")?.textContent === "");
        }
    }));

test("a page that is opened at a wrong address says so, and shows a game all the same", () =>
    withPage(browser, server, DESK, "#chess", async (page) => {
        page.forgiven = REFUSED;
        assert.match(await page.inner.innerText("#trouble"), /the games are dots, dotdot/);
        assert.equal((await page.spots()).length, 24);
    }));

test("dark and light are kept", () =>
    withPage(browser, server, { ...DESK, colorScheme: "light" }, "#dots:2x2", async (page) => {
        const paper = () => page.inner.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
        const light = await paper();
        await page.press("Dark colours");
        assert.notEqual(await paper(), light);
        await page.inner.reload();
        await page.inner.waitForSelector("#board svg");
        assert.notEqual(await paper(), light);
        await page.press("Dark colours");
        assert.equal(await paper(), light);
    }));

test("a record goes out and comes back in", () =>
    withPage(browser, server, DESK, "#cram:3x3/0,0-0,1/1,0-2,0/1,1-1,2/2,1-2,2", async (page) => {
        assert.equal(await page.headline(), "O wins: X cannot move.");
        const [download] = await Promise.all([page.inner.waitForEvent("download"), page.press("Save record")]);
        const file = join(folder, download.suggestedFilename());
        await download.saveAs(file);
        const lines = (await readFile(file, "utf8")).trim().split("\n").map((line) => JSON.parse(line));
        assert.equal(lines[0].schema, "gridsolve-record/1");
        assert.deepEqual(lines[2], { game: 0, ply: 1, by: "first", move: [[0, 0], [0, 1]] });
        assert.deepEqual(lines.at(-1), { game: 0, result: "second", reason: "rules", scores: [0, 0] });
        assert.match(run(["replay", file]), /human first, human second/);

        await page.open("#kings:3x3");
        const [chooser] = await Promise.all([page.inner.waitForEvent("filechooser"), page.press("Open record…")]);
        await chooser.setFiles(file);
        await page.made(4);
        assert.equal(new URL(page.inner.url()).hash, "#cram:3x3/0,0-0,1/1,0-2,0/1,1-1,2/2,1-2,2");

        // In a hall's, other things have a start too.
        const hall = join(folder, "hall.jsonl");
        const head = { schema: "gridsolve-record/1", event: "hall", players: [], plan: null };
        const round = { round: 1, start: "dots:1x1", plies: null };
        const begun = { game: 0, start: "dots:1x1", seats: [0, 1], plies: null, attempt: 0 };
        const made = { game: 0, ply: 1, by: "first", move: ["h", 0, 0], seconds: 0 };
        const happened = [head, round, { joins: "Alan" }, { joins: "Jane" }, { joins: "Bertha" }, { ...round, round: undefined, bye: 2 }, begun, made];
        await writeFile(hall, happened.map((line) => `${JSON.stringify(line)}\n`).join(""));
        const [other] = await Promise.all([page.inner.waitForEvent("filechooser"), page.press("Open record…")]);
        await other.setFiles(hall);
        await page.made(1);
        assert.equal(new URL(page.inner.url()).hash, "#dots:1x1/h0,0");

        const wrong = join(folder, "wrong.jsonl");
        await writeFile(wrong, "{}\n");
        const [again] = await Promise.all([page.inner.waitForEvent("filechooser"), page.press("Open record…")]);
        await again.setFiles(wrong);
        await page.inner.waitForFunction(() => /This is no record/.test(document.querySelector("#trouble")?.textContent ?? ""));
    }));

test("the picture is the position in SVG", () =>
    withPage(browser, server, DESK, "#dots:1x2/h0,0", async (page) => {
        const [download] = await Promise.all([page.inner.waitForEvent("download"), page.inner.getByRole("link", { name: "Picture (SVG)" }).click()]);
        const file = join(folder, "picture.svg");
        await download.saveAs(file);
        const picture = await readFile(file, "utf8");
        assert.match(picture, /^<svg xmlns/);
        assert.equal(download.suggestedFilename(), "dots.svg");
        assert.match(picture, /dots, 1x2 boxes/);
    }));

test("the editor makes any position, by pointing and as text", () =>
    withPage(browser, server, DESK, "#domineering:3x3:v", async (page) => {
        const { inner } = page;
        await page.press("Edit board…");
        const square = (/** @type {string} */ name) => inner.locator(`#editor-board .spot[data-name="${name}"]`);
        await square("0,0").click();
        await square("1,1").focus();
        await inner.keyboard.press("Enter");
        await square("0,0").click();
        await inner.locator("#editor-tools").getByLabel("To move").selectOption("horizontal");
        await inner.waitForFunction(() => document.querySelector("#editor-text") instanceof HTMLInputElement && /** @type {HTMLInputElement} */ (document.querySelector("#editor-text")).value.endsWith(":h"));
        assert.equal(await inner.inputValue("#editor-text"), "domineering:...|.#.|...:h");
        assert.equal(await square("1,1").getAttribute("aria-pressed"), "true");
        assert.equal(await square("0,0").getAttribute("aria-pressed"), "false");
        await page.press("Play from here");
        await inner.waitForFunction(() => location.hash === "#domineering:...|.%23.|...:h");
        assert.equal(await page.headline(), "Horizontal to move");
        const legal = (await server.game("domineering:...|.#.|...:h", [])).legal;
        assert.deepEqual(await page.spots(), legal.map((/** @type {any} */ { text }) => text));

        await page.press("Edit board…");
        await inner.fill("#editor-text", "dots:1x2:1010100");
        await page.press("Play from here");
        await inner.waitForFunction(() => location.hash === "#dots:1x2:1010100");
        assert.deepEqual(await page.spots(), ["h0,1", "h1,1", "v0,1", "v0,2"]);

        await page.press("Edit board…");
        const line = inner.locator('#editor-board .spot[data-name="v0,1"]');
        assert.equal(await line.getAttribute("aria-pressed"), "false");
        await line.locator(".area").click();
        await inner.waitForFunction(() => /** @type {HTMLInputElement} */ (document.querySelector("#editor-text")).value === "dots:1x2:1010110");
        await page.press("Cancel");
        assert.equal(new URL(inner.url()).hash, "#dots:1x2:1010100");
    }));

test("a position that is none cannot be played from", () =>
    withPage(browser, server, DESK, "#cram:2x2", async (page) => {
        page.forgiven = REFUSED;
        await page.press("Edit board…");
        await page.inner.fill("#editor-text", "cram:..|...");
        await page.press("Play from here");
        await page.inner.waitForFunction(() => document.querySelector("#editor-fault")?.textContent !== "");
        assert.ok(await page.inner.locator("#editor").isVisible());
    }));

test("new games begin as they are asked to", () =>
    withPage(browser, server, PHONE, "#kings:3x3", async (page) => {
        const { inner } = page;
        for (const [start, spots] of /** @type {[string, number][]} */ ([["american", 17], ["swedish", 7], ["icelandic", 12], ["opening", 5]])) {
            await inner.getByRole("button", { name: "New game…" }).tap();
            await inner.locator("#setup-game").selectOption("dots");
            await inner.getByLabel("Rows").fill("2");
            await inner.getByLabel("Columns").fill("3");
            await inner.locator("#setup-start").selectOption(start);
            if (start === "opening") await inner.getByLabel("Lines left").fill("5");
            await inner.getByRole("button", { name: "Start", exact: true }).last().tap();
            await inner.waitForFunction((count) => document.querySelectorAll("#board .spot").length === count, spots);
        }
        await inner.getByRole("button", { name: "New game…" }).tap();
        await inner.getByLabel("Rows").fill("21");
        await inner.getByLabel("Columns").fill("20");
        await inner.getByRole("button", { name: "Start", exact: true }).last().tap();
        await inner.waitForFunction(() => /21 × 20 is too large: the page shows at most 400 boxes/.test(document.querySelector("#setup-fault")?.textContent ?? ""));
        await inner.locator("#setup-game").selectOption("domineering");
        await inner.locator("#setup-start").selectOption("horizontal");
        await inner.getByRole("button", { name: "Start", exact: true }).last().tap();
        await inner.waitForFunction(() => location.hash === "#domineering:6x6:h");
        await inner.getByLabel("Horizontal: player").selectOption("random");
        await inner.getByRole("button", { name: "New game…" }).tap();
        await inner.getByLabel("The players change sides").check();
        await inner.getByRole("button", { name: "Start", exact: true }).last().tap();
        await inner.waitForFunction(() => location.hash.endsWith("&second=random"));
    }));

test("`r` plays a random move, and a digit the best at that depth", () =>
    withPage(browser, server, DESK, "#domineering:5x5:v", async (page) => {
        const { keyboard } = page.inner;
        await keyboard.press("r");
        await page.made(1);
        const [first] = await page.moves();
        const { legal } = await server.game("domineering:5x5:v", []);
        assert.ok(legal.some((/** @type {any} */ { text }) => text === first));
        for (const [at, depth] of [2, 1, 3].entries()) {
            const made = await page.moves();
            const expected = await choice("domineering:5x5:v", made, `textbook:limit=${depth}`);
            await keyboard.press(String(depth));
            await page.made(at + 2);
            assert.equal((await page.moves()).at(-1), expected, `depth ${depth}`);
        }
        await page.inner.fill("#move", "r1");
        assert.equal((await page.moves()).length, 4);
    }));

test("digits ask a player that looks ahead in every game", () =>
    withPage(browser, server, DESK, "#dots:2x2", async (page) => {
        for (const start of ["dots:2x2", "dotdot:2x2", "cram:3x3", "xo:3x3", "kings:4x4"]) {
            await page.open(`#${start}`);
            const expected = await choice(start, [], "alphabeta:depth=3");
            await page.inner.keyboard.press("3");
            await page.made(1);
            assert.deepEqual(await page.moves(), [expected]);
        }
    }));

test("a player of the server's answers, and undo leads back to the person's move", () =>
    withPage(browser, server, DESK, "#domineering:5x5:v", async (page) => {
        await page.inner.getByLabel("Horizontal: player").selectOption("textbook");
        await page.inner.getByLabel("Horizontal: moves to look ahead").fill("3");
        await page.inner.keyboard.press("Tab");
        await page.spot("0,0").click();
        await page.made(2);
        const expected = await choice("domineering:5x5:v", ["0,0"], "textbook:limit=3");
        assert.deepEqual(await page.moves(), ["0,0", expected]);
        assert.ok(page.inner.url().endsWith("&second=textbook:limit=3"));
        await page.press("Undo");
        await page.made(0);
        await page.press("Redo");
        await page.made(2);
    }));

test("two players of the server's play by themselves, and can be paused", () =>
    withPage(browser, server, DESK, "#kings:6x6", async (page) => {
        await page.inner.getByLabel("O: player").selectOption("random");
        await page.inner.getByLabel("X: player").selectOption("random");
        await page.made(2);
        await page.press("Pause");
        const { length } = await page.moves();
        await page.inner.waitForTimeout(800);
        assert.equal((await page.moves()).length, length);
        await page.press("Let it play");
        await page.inner.waitForFunction(() => / wins: /.test(document.querySelector("#headline")?.textContent ?? ""), null, { timeout: 20_000 });
    }));

test("a move can be typed", () =>
    withPage(browser, server, DESK, "#dots:2x2", async (page) => {
        await page.inner.getByLabel("Move", { exact: true }).fill("h 0 1");
        await page.inner.keyboard.press("Enter");
        await page.made(1);
        assert.deepEqual(await page.moves(), ["h0,1"]);
    }));

test("a player that there is none of is named, and a person plays in its place", () =>
    withPage(browser, server, DESK, "#dots:2x2&second=exec:", async (page) => {
        const { inner } = page;
        const trouble = () => inner.innerText("#trouble");
        await inner.waitForFunction(() => document.querySelector("#trouble")?.textContent !== "");
        assert.equal(await trouble(), "There is no player “exec:” here: a person plays in its place.");
        assert.equal(await inner.inputValue("#player-1"), "person");
        assert.equal(new URL(inner.url()).hash, "#dots:2x2");
        // So it is when somebody changes the address of the page that is open.
        await inner.evaluate(() => (location.hash = "#dots:2x2&first=nobody:depth=3"));
        await inner.waitForFunction(() => document.querySelector("#trouble")?.textContent?.includes("“nobody:depth=3”"));
        await inner.evaluate(() => (location.hash = "#dots:2x2&second=random"));
        await inner.waitForFunction(() => /** @type {HTMLSelectElement} */ (document.querySelector("#player-1")).value === "random");
        await inner.waitForFunction(() => document.querySelector("#trouble")?.textContent === "");
    }));

test("a place that cannot be shown is no place that is shown, and says why", () =>
    withPage(browser, server, DESK, "#dots:2x2/h0,0/v0,0/h1,0", async (page) => {
        page.forgiven = /net::ERR_FAILED/;
        await page.inner.route("**/api/v1/play", (route) => route.abort());
        await page.inner.click("#step-1");
        await page.inner.waitForFunction(() => document.querySelector("#trouble")?.textContent !== "");
        assert.match(await page.inner.innerText("#trouble"), /^The server does not answer\./);
        await page.made(3);
        await page.inner.unroute("**/api/v1/play");
        await page.inner.click("#step-1");
        await page.made(1);
        assert.equal(await page.inner.innerText("#trouble"), "");
    }));

test("the editor says whether a click draws or erases", () =>
    withPage(browser, server, DESK, "#dots:1x2/h0,0", async (page) => {
        const { inner } = page;
        const tells = () => inner.innerText("#editor-tells");
        const spot = (/** @type {string} */ name) => inner.locator(`#editor-board .spot[data-name="${name}"] .area`);
        await page.press("Edit board…");
        assert.equal(await tells(), "A click draws a line, or erases one that is drawn.");
        await spot("h0,0").hover();
        assert.equal(await tells(), "h0,0 is drawn: a click erases it.");
        await spot("h0,0").click();
        await inner.waitForFunction(() => document.querySelector("#editor-tells")?.textContent === "h0,0 is open: a click draws it.");
        assert.equal(await spot("h0,0").locator("..").getAttribute("aria-label"), "h0,0 is open: a click draws it.");
        await page.press("Cancel");
        await page.open("#cram:X.");
        await page.press("Edit board…");
        assert.equal(await tells(), "A click makes a free square filled, and one that is filled free again.");
        await spot("0,0").hover();
        assert.equal(await tells(), "Row 0, column 0 is X: a click makes it filled.");
        await inner.locator("#editor-tools").getByLabel("Put").selectOption("X");
        assert.equal(await tells(), "Row 0, column 0 is X: a click frees it.");
    }));

test("a new game that is not waited for does not begin", () =>
    withPage(browser, server, DESK, "#dots:2x2/h0,0", async (page) => {
        const { inner } = page;
        page.forgiven = /net::ERR_ABORTED/;
        await inner.route("**/api/v1/play", (route) => setTimeout(() => route.continue().catch(() => null), 600));
        await page.press("New game…");
        const asked = inner.waitForEvent("requestfailed");
        await inner.locator("#setup").getByRole("button", { name: "Start" }).click();
        await page.press("Cancel");
        assert.match((await asked).url(), /\/api\/v1\/play$/);
        await inner.waitForTimeout(700);
        assert.equal(new URL(inner.url()).hash, "#dots:2x2/h0,0");
    }));

test("moves can be typed as every game writes them", () =>
    withPage(browser, server, DESK, "#dots:2x2", async (page) => {
        const { inner } = page;
        for (const start of ["dots:2x2", "domineering:3x3:h", "cram:3x3", "xo:3x3", "kings:3x3"]) {
            await page.open(`#${start}`);
            const example = (await inner.getAttribute("#move", "placeholder")) ?? "";
            await inner.fill("#move", example);
            await page.press("Play it");
            await page.made(1);
            assert.deepEqual(await page.moves(), [example]);
        }
        await page.open("#cram:3x3");
        await inner.fill("#move", "00 01");
        await page.press("Play it");
        await page.made(1);
        assert.deepEqual(await page.moves(), ["0,0-0,1"]);
        // The terminal counts otherwise, which is said where they are read about.
        await page.open("#kings:3x3");
        await inner.click("summary");
        assert.match(await inner.innerText("#written"), /column and row, from 1/);
    }));
