// The exact value of every open move, on the board and in words, and hints.

import { announce } from "./announce.js";
import { choose, moveText } from "./api.js";
import { button, byId, html } from "./dom.js";
import { boundsWords, playerWords, short, signed, valueWords } from "./words.js";
import { showWork, workFor } from "./working.js";

/** @typedef {import("./analysis.js").Analysis} Analysis */
/** @typedef {import("./analysis.js").Stage} Stage */
/** @typedef {import("./api.js").Answer} Answer */
/** @typedef {import("./board/board.js").Tag} Tag */
/** @typedef {import("./session.js").Session} Session */

/** Seconds that a hint is searched for. */
const HINT = 8;
/** How far the player looks ahead that guesses where nothing is proved. */
const GUESS = 4;

/**
 * What to write on the moves: the value of each.
 * @param {Answer} answer
 * @returns {Map<string, Tag>}
 */
export function valueTags({ moves, best }) {
    const optimal = new Set(best.map(moveText));
    return new Map(
        (moves ?? []).map(({ move, value, grundy }) => {
            const isBest = optimal.has(moveText(move));
            const number = grundy === null ? "" : `, leaves Grundy value ${grundy}`;
            const kind = !isBest ? "plain" : value < 0 ? "best losing" : "best";
            return [moveText(move), { text: signed(value), kind, words: `value ${signed(value)}${isBest ? ", best" : ""}${number}` }];
        }),
    );
}

/**
 * Shows values where they are wanted.
 * @param {Session} session
 * @param {Analysis} analysis
 * @param {import("./board/board.js").BoardView} board
 */
export function showValues(session, analysis, board) {
    const host = byId("value", HTMLElement);
    const tag = () => {
        const { stage } = analysis;
        board.tag(stage.state === "known" || stage.state === "limit" ? valueTags(stage.answer) : new Map());
    };
    session.listen(tag);
    let before = "";
    let done = () => {};
    analysis.addEventListener("stage", () => {
        const { stage } = analysis;
        if (stage.state !== "solving") done();
        else if (stage.state !== before) done = showWork({ kind: "values", words: "working out every value", stop: () => analysis.stop() });
        button("values").setAttribute("aria-checked", String(analysis.on));
        // A hint stays on the board while the search goes on.
        if (stage.state !== before) tag();
        before = stage.state;
        redraw(host, described(session, analysis));
        if (stage.state === "known") announce(`Value ${signed(stage.answer.value ?? 0)}. ${valueWords(session.round, stage.answer.value ?? 0)}`);
    });
}

/**
 * Replaces what a place holds, but keeps a button in it that has the keyboard.
 * @param {HTMLElement} host
 * @param {Node[]} nodes
 */
function redraw(host, nodes) {
    const focused = document.activeElement instanceof HTMLElement && host.contains(document.activeElement);
    host.replaceChildren(...nodes);
    if (focused) host.querySelector("button")?.focus();
}

/**
 * @param {Session} session
 * @param {Analysis} analysis
 * @returns {Node[]}
 */
function described({ round }, analysis) {
    const { stage } = analysis;
    switch (stage.state) {
        case "off":
            return [note("Off. Turn the values on to see what every open move is worth.")];
        case "over":
            return [note("The game is over: nothing is left to win.")];
        case "solving":
            return [
                html("progress", { "aria-label": "Solving" }),
                html("p", { class: "note" }, `Solving: ${short(stage.nodes)} positions in ${stage.seconds.toFixed(0)} s`),
                action("Stop", () => analysis.stop()),
            ];
        case "stopped":
            return [note("Stopped before the value was proved."), action("Solve again", () => analysis.again())];
        case "failed":
            return [note(stage.message), action("Try again", () => analysis.again())];
        case "limit":
            return [
                html("p", { class: "big" }, stage.answer.value === null ? "?" : signed(stage.answer.value)),
                note(`Not solved in ${stage.seconds} seconds. ${boundsWords(stage.answer)}`),
                action("Search for 10 minutes", () => analysis.again(true)),
            ];
        case "known":
            return known(round, stage.answer);
    }
}

/**
 * @param {import("./round.js").Round} round
 * @param {Answer} answer
 */
function known(round, answer) {
    const value = answer.value ?? 0;
    const { best, grundy, moves } = answer;
    const grundyWords = grundy === null ? "" : ` Grundy value ${grundy}.`;
    const count = moves?.length ?? 0;
    const some = best.length === 1 ? `One of ${count} moves is best: the diamond.` : `${best.length} of ${count} moves are best: the diamonds.`;
    const legend = best.length === count ? "All moves are equally good." : some;
    return [
        html("p", { class: "big" }, signed(value), html("span", {}, `for ${round.sideName(round.now.toMove)}`)),
        html("p", {}, `${valueWords(round, value)}${grundyWords}`),
        note(legend),
    ];
}

/** @param {string} text */
const note = (text) => html("p", { class: "note" }, text);

/**
 * @param {string} name
 * @param {() => void} act
 */
function action(name, act) {
    const element = html("button", { type: "button" }, name);
    element.addEventListener("click", act);
    return element;
}

/**
 * Shows the best moves here, without their values; where they cannot be proved soon, a guess that is called one.
 * @param {Session} session
 * @param {Analysis} analysis
 * @param {import("./board/board.js").BoardView} board
 */
export async function hint(session, analysis, board) {
    const { round, now } = session;
    if (now.over) return;
    await workFor("looking for the best move", session.passing, async (signal) => {
        // A search that is going on is not to be waited for: it has what there is of the machine.
        const answer = analysis.stage.state === "solving" ? null : await analysis.best(HINT, signal);
        signal.throwIfAborted();
        if (answer?.exact) return showBest(answer, analysis, board);
        const player = `${round.game.depthPlayer}${GUESS}`;
        const { text } = await choose(round.start, round.moves.slice(0, round.at), player, signal);
        signal.throwIfAborted();
        if (text === null) return;
        board.tag(new Map([[text, { text: "?", kind: "best losing", words: "a guess" }]]));
        announce(`The best move is not proved yet. ${playerWords(player)} would play ${text}: a guess.`);
    });
}

/**
 * @param {Answer} answer
 * @param {Analysis} analysis
 * @param {import("./board/board.js").BoardView} board
 */
function showBest({ best }, analysis, board) {
    const moves = best.map(moveText);
    if (analysis.stage.state !== "known") board.tag(new Map(moves.map((move) => [move, { text: "★", kind: "best", words: "best" }])));
    announce(moves.length === 1 ? `Best is ${moves[0]}.` : `Best are ${moves.join(" and ")}.`);
}
