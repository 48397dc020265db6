// A browser with the page in it. Nothing that it complains of, and nothing that it asks of anybody else, goes unnoticed.

import assert from "node:assert/strict";
import { chromium } from "playwright-core";

const PROGRAM = process.env.CHROMIUM ?? "/usr/bin/chromium";
const FLAGS =
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync";

export const DESK = { viewport: { width: 1280, height: 900 } };
export const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

export function startBrowser() {
    return chromium.launch({ executablePath: PROGRAM, args: FLAGS.split(" ") });
}

/**
 * Opens the page, lets it be used, and sees that it was content.
 * @param {import("playwright-core").Browser} browser
 * @param {import("./server.js").Server} server
 * @param {import("playwright-core").BrowserContextOptions} options
 * @param {string} hash
 * @param {(page: Page) => Promise<unknown>} use
 */
export async function withPage(browser, server, options, hash, use) {
    const context = await browser.newContext({ reducedMotion: "reduce", ...options });
    const inner = await context.newPage();
    inner.setDefaultTimeout(30_000);
    /** @type {string[]} */
    const wrong = [];
    inner.on("console", (message) => message.type() === "error" && wrong.push(message.text()));
    inner.on("pageerror", (error) => wrong.push(String(error)));
    inner.on("request", (request) => {
        if (!/^(blob|data):/.test(request.url()) && !request.url().startsWith(`${server.address}/`)) wrong.push(`asked ${request.url()}`);
    });
    const page = new Page(inner, server);
    try {
        await page.open(hash);
        await use(page);
        assert.deepEqual(wrong.filter((each) => !page.forgiven?.test(each)), []);
    } finally {
        await context.close();
    }
}

/** The page as somebody sees it who plays. */
export class Page {
    /** What the browser may complain of in this test: it notes answers of 4xx, which some tests ask for. @type {RegExp | null} */
    forgiven = null;

    /**
     * @param {import("playwright-core").Page} inner
     * @param {import("./server.js").Server} server
     */
    constructor(inner, server) {
        this.inner = inner;
        this.server = server;
    }

    /**
     * Loads the page anew at an address: where only what is behind the # changes it would not be loaded, and what
     * stood there before could be taken for it.
     * @param {string} hash
     */
    async open(hash) {
        await this.inner.goto("about:blank");
        await this.inner.goto(`${this.server.address}/${hash}`);
        await this.inner.waitForSelector("#board svg, #live-games", { state: "attached" });
    }

    /** The open moves on the board, in its order. */
    spots() {
        return this.inner.$$eval("#board .spot", (spots) => spots.map((spot) => spot.getAttribute("data-name") ?? ""));
    }

    /** @param {string} move */
    spot(move) {
        return this.inner.locator(`#board .spot[data-name="${move}"] .area`);
    }

    /** The moves that are shown as made, as the address has them. */
    async moves() {
        const hash = new URL(this.inner.url()).hash;
        return decodeURIComponent(hash.split("&")[0]).split("/").slice(1);
    }

    /**
     * Waits until so many moves are made.
     * @param {number} count
     */
    async made(count) {
        await this.inner.waitForFunction((count) => document.querySelector("#moves [aria-current]")?.id === `step-${count}`, count);
    }

    headline() {
        return this.inner.innerText("#headline");
    }

    /** @param {string} button its name */
    press(button) {
        return this.inner.getByRole("button", { name: button, exact: true }).click();
    }

    /** What is written on the moves, once it is: a list of the move, its value and its shape. */
    async values() {
        await this.inner.waitForSelector("#value .big");
        return this.inner.$$eval("#board .spot", (spots) => {
            const tags = [...document.querySelectorAll("#board .tag")];
            return spots.map((spot, at) => ({
                move: spot.getAttribute("data-name"),
                text: tags[at]?.textContent,
                best: tags[at]?.classList.contains("best"),
                label: spot.getAttribute("aria-label") ?? "",
            }));
        });
    }
}
