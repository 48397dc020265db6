// What somebody waits for stands above the board, once it takes longer than a glance, with a way to give it up.

import { announce } from "./announce.js";
import { button, byId, html } from "./dom.js";

/** Milliseconds of work that nobody need see. */
const GLANCE = 300;

/**
 * @typedef {object} Work
 * @property {"move" | "values"} kind values are seen beside the board too, where there is room
 * @property {string} words
 * @property {() => void} stop
 */

/** What is shown, or would be if it were the only one. @type {Work[]} */
let works = [];

/**
 * Shows some work until the answer is called.
 * @param {Work} work
 * @returns {() => void}
 */
export function showWork(work) {
    const timer = setTimeout(() => show([...works, work]), GLANCE);
    return () => {
        clearTimeout(timer);
        if (works.includes(work)) show(works.filter((each) => each !== work));
    };
}

/** @param {Work[]} now */
function show(now) {
    works = now;
    // What a move is waited for comes first: values are seen elsewhere too.
    const work = works.findLast(({ kind }) => kind === "move") ?? works.at(-1);
    const host = byId("work", HTMLElement);
    host.dataset.kind = work?.kind ?? "";
    if (!work) return host.replaceChildren();
    const stop = html("button", { type: "button", id: "work-stop", "aria-label": `Stop ${work.words}` }, "Stop");
    stop.addEventListener("click", work.stop);
    const hadFocus = document.activeElement?.id === stop.id;
    host.replaceChildren(html("span", { class: "spinner" }), `${sentence(work.words)} …`, stop);
    if (hadFocus) button(stop.id).focus();
}

/** @param {string} words */
const sentence = (words) => `${words[0].toUpperCase()}${words.slice(1)}`;

let latest = new AbortController();

/**
 * Does something for the place of a game that is shown. It ends when another is shown, when somebody gives it up, and when more
 * of the kind begins.
 * @param {string} words what it is doing
 * @param {AbortSignal} passing is aborted when another place is shown
 * @param {(signal: AbortSignal) => Promise<unknown>} act
 */
export async function workFor(words, passing, act) {
    latest.abort();
    const own = (latest = new AbortController());
    const signal = AbortSignal.any([passing, own.signal]);
    announce(`${sentence(words)}.`);
    const done = showWork({ kind: "move", words, stop: () => own.abort() });
    try {
        await act(signal);
    } catch (error) {
        if (!signal.aborted) throw error;
    } finally {
        done();
    }
}
