// What a screen reader is told without being asked.

import { byId } from "./dom.js";

/**
 * @param {string} words
 */
export function announce(words) {
    const live = byId("live", HTMLElement);
    // The same words twice in a row are only heard twice if they are not the same to the browser.
    live.textContent = live.textContent === words ? `${words} ` : words;
}

/**
 * Says what went wrong, to be seen and heard, until the next thing happens.
 * @param {unknown} error
 */
export function trouble(error) {
    byId("trouble", HTMLElement).textContent = error instanceof Error ? error.message : String(error);
}

/** Nothing is wrong any more. */
export function calm() {
    byId("trouble", HTMLElement).textContent = "";
}
