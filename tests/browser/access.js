// What axe finds wrong on a page.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";

const AXE = readFile(new URL(import.meta.resolve("axe-core/axe.min.js")), "utf8");
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/**
 * Sees that axe finds nothing.
 * @param {import("./browser.js").Page} page
 * @param {string} view its name
 */
export async function examine({ inner }, view) {
    await inner.evaluate(await AXE);
    const violations = await inner.evaluate(async (tags) => {
        const { violations } = await /** @type {any} */ (window).axe.run(document, { runOnly: tags });
        const told = (/** @type {any} */ node) => `${node.html.slice(0, 120)} ${node.failureSummary}`;
        return violations.map((/** @type {any} */ { id, nodes }) => `${id}: ${nodes.map(told).join("; ")}`);
    }, TAGS);
    assert.deepEqual(violations, [], view);
}
