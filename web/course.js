// The game so far: its graph, and the list of its moves, each of which leads back to where it was made.

import { inlineGlyph } from "./board/glyphs.js";
import { byId, html } from "./dom.js";
import { costWords, drawGraph, mistakes } from "./graph.js";
import { signed } from "./words.js";

/**
 * @param {import("./session.js").Session} session
 * @param {import("./analysis.js").Analysis} analysis
 * @param {(at: number) => void} goTo shows another place, or says why it cannot
 */
export function showCourse(session, analysis, goTo) {
    const list = byId("moves", HTMLElement);
    const show = () => {
        const { round } = session;
        const { plies } = round;
        const outlooks = outlooksOf(round, analysis);
        const wrong = mistakes(plies, outlooks);
        drawGraph(round, outlooks, wrong, goTo);
        showNote(analysis, outlooks);
        const entries = plies.map((ply, at) => {
            const mistake = wrong.find((each) => each.at === at);
            return entry(round, at + 1, outlooks[at + 1], mistake ? costWords(round, mistake) : "", ply, goTo);
        });
        const focused = list.contains(document.activeElement) ? document.activeElement?.id : undefined;
        list.replaceChildren(start(round, goTo), ...entries);
        if (focused) document.getElementById(focused)?.focus();
        showInList(list);
    };
    session.listen((change) => {
        if (change !== "players" && change !== "held") show();
    });
    analysis.addEventListener("known", show);
}

/**
 * Says what the graph cannot show, and offers to look longer.
 * @param {import("./analysis.js").Analysis} analysis
 * @param {(number | undefined)[]} outlooks
 */
function showNote(analysis, outlooks) {
    const note = byId("graph-note", HTMLElement);
    const unknown = outlooks.filter((outlook) => outlook === undefined).length;
    if (!analysis.on) note.replaceChildren("Turn the values on to see how the exact value went, and which moves were mistakes.");
    else if (unknown === 0) note.replaceChildren();
    else if (analysis.unsolved < 0) note.replaceChildren(`Not solved yet: ${unknown} of ${outlooks.length} places.`);
    else {
        const longer = html("button", { type: "button" }, "Look longer");
        longer.addEventListener("click", () => analysis.lookLonger());
        note.replaceChildren(`The places up to move ${analysis.unsolved} take longer to solve. `, longer);
    }
}

/**
 * What is known of every place of a game; nothing is asked for.
 * @param {import("./round.js").Round} round
 * @param {import("./analysis.js").Analysis} analysis
 */
function outlooksOf(round, analysis) {
    return Array.from({ length: round.plies.length + 1 }, (_, at) => {
        const moment = analysis.on ? round.seen(at) : undefined;
        return moment && analysis.outlook(moment);
    });
}

/**
 * @param {import("./round.js").Round} round
 * @param {(at: number) => void} goTo
 */
function start(round, goTo) {
    return html("li", {}, step(0, round, goTo, "Start"));
}

/**
 * @param {import("./round.js").Round} round
 * @param {number} at
 * @param {number | undefined} outlook
 * @param {string} cost of a mistake
 * @param {import("./round.js").Ply} ply
 * @param {(at: number) => void} goTo
 */
function entry(round, at, outlook, cost, ply, goTo) {
    const parts = [
        html("span", { class: "number" }, `${at}`),
        inlineGlyph(ply.by),
        html("span", { class: "unseen" }, round.sideName(ply.by)),
        html("span", {}, ply.move),
        html("span", { class: "outlook" }, outlook === undefined ? "" : signed(outlook)),
        ...(cost ? [html("span", { class: "cost" }, `✗ ${cost}`)] : []),
    ];
    return html("li", {}, step(at, round, goTo, ...parts));
}

/**
 * @param {number} at
 * @param {import("./round.js").Round} round
 * @param {(at: number) => void} goTo
 * @param {(Node | string)[]} parts
 */
function step(at, round, goTo, ...parts) {
    const button = html("button", { type: "button", id: `step-${at}`, class: "step", "data-at": at }, ...parts);
    if (at === round.at) button.setAttribute("aria-current", "step");
    button.addEventListener("click", () => goTo(at));
    return button;
}

/** Scrolls the list, and nothing else, to the move that is shown. @param {HTMLElement} list */
function showInList(list) {
    const current = list.querySelector("[aria-current]");
    if (!current) return;
    const [outer, inner] = [list.getBoundingClientRect(), current.getBoundingClientRect()];
    if (inner.top < outer.top) list.scrollTop -= outer.top - inner.top;
    else if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom;
}
