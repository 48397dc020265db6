// The dialog for a new game.

import { opening } from "./api.js";
import { button, byId, html } from "./dom.js";
import { GAMES, gameNamed, MOST_SQUARES } from "./games.js";
import { Round } from "./round.js";

/** @typedef {import("./games.js").Game} Game */

/**
 * How a game may start: a name, what it is called, and the position it starts at.
 * @typedef {{ name: string, title: string, from: (game: Game, rows: number, cols: number, free: number, signal: AbortSignal) => string | import("./api.js").Board | Promise<string> }} Start
 */

/** @type {Start[]} */
const LINES = [
    { name: "american", title: "American: empty", from: ({ name }, rows, cols) => `${name}:${rows}x${cols}` },
    { name: "swedish", title: "Swedish: the border is drawn", from: (game, rows, cols) => bordered(game, rows, cols, true) },
    { name: "icelandic", title: "Icelandic: top and left are drawn", from: (game, rows, cols) => bordered(game, rows, cols, false) },
    { name: "opening", title: "A position from play", from: fromPlay },
];

/** @type {Record<string, Start[]>} */
const OTHERS = {
    domineering: [
        { name: "vertical", title: "Vertical moves first", from: ({ name }, rows, cols) => `${name}:${rows}x${cols}:v` },
        { name: "horizontal", title: "Horizontal moves first", from: ({ name }, rows, cols) => `${name}:${rows}x${cols}:h` },
    ],
};

/** @type {Start[]} */
const EMPTY = [{ name: "empty", title: "Empty", from: ({ name }, rows, cols) => `${name}:${rows}x${cols}` }];

/** @param {Game} game */
const startsOf = (game) => (game.family === "lines" ? LINES : (OTHERS[game.name] ?? EMPTY));

/**
 * @param {Game} game
 * @param {number} rows
 * @param {number} cols
 * @param {boolean} whole the whole border, or its top and left
 * @returns {import("./api.js").Board}
 */
function bordered({ name }, rows, cols, whole) {
    /** @type {import("./api.js").JsonMove[]} */
    const drawn = [];
    for (let col = 0; col < cols; col++) drawn.push(["h", 0, col], ...(whole ? [/** @type {["h", number, number]} */ (["h", rows, col])] : []));
    for (let row = 0; row < rows; row++) drawn.push(["v", row, 0], ...(whole ? [/** @type {["v", number, number]} */ (["v", row, cols])] : []));
    return { game: name, rows, cols, drawn };
}

/**
 * @param {Game} game
 * @param {number} rows
 * @param {number} cols
 * @param {number} free lines that are left
 * @param {AbortSignal} signal
 */
async function fromPlay({ name }, rows, cols, free, signal) {
    return (await opening(rows, cols, free, signal)).replace(/^\w+/, name);
}

/**
 * The dialog; the answer opens it.
 * @param {import("./session.js").Session} session
 * @returns {() => void}
 */
export function setup(session) {
    const dialog = byId("setup", HTMLDialogElement);
    const form = byId("setup-form", HTMLFormElement);
    const [game, start] = [byId("setup-game", HTMLSelectElement), byId("setup-start", HTMLSelectElement)];
    const number = (/** @type {string} */ name) => byId(`setup-${name}`, HTMLInputElement);
    const fault = byId("setup-fault", HTMLElement);
    const chosen = () => ({ game: gameNamed(game.value), rows: number("rows").valueAsNumber, cols: number("cols").valueAsNumber });

    const showSize = () => {
        const { game: { family, unit }, rows, cols } = chosen();
        const dots = family === "lines" && rows && cols ? `, ${rows + 1} × ${cols + 1} dots` : "";
        byId("setup-size", HTMLElement).textContent = `In ${unit}${dots}; at most ${MOST_SQUARES} ${unit}.`;
    };
    const showGame = () => {
        start.replaceChildren(...startsOf(chosen().game).map(({ name, title }) => html("option", { value: name }, title)));
        showSize();
        showStart();
    };
    const showStart = () => {
        byId("setup-free-label", HTMLElement).hidden = start.value !== "opening";
    };
    game.append(...GAMES.map(({ name, title }) => html("option", { value: name }, title)));
    game.addEventListener("change", () => {
        [number("rows").valueAsNumber, number("cols").valueAsNumber] = chosen().game.size;
        showGame();
    });
    start.addEventListener("change", showStart);
    form.addEventListener("input", () => {
        fault.textContent = "";
        showSize();
    });
    // What was asked for and is not there yet is not wanted by somebody who goes away.
    let asked = new AbortController();
    dialog.addEventListener("close", () => asked.abort());
    button("setup-cancel").addEventListener("click", () => dialog.close());
    form.addEventListener("submit", async (event) => {
        event.preventDefault();
        const { game, rows, cols } = chosen();
        const { signal } = (asked = new AbortController());
        try {
            const way = startsOf(game).find(({ name }) => name === start.value) ?? startsOf(game)[0];
            const round = await Round.open(await way.from(game, rows, cols, number("free").valueAsNumber, signal), [], signal);
            const [first, second] = session.players;
            const swap = byId("setup-swap", HTMLInputElement);
            session.begin(round, swap.checked ? [second, first] : [first, second]);
            swap.checked = false;
            dialog.close();
        } catch (error) {
            if (signal.aborted) return;
            fault.textContent = error instanceof Error ? error.message : String(error);
        }
    });
    return () => {
        const { layout } = session.now;
        game.value = layout.game.name;
        number("rows").valueAsNumber = layout.rows;
        number("cols").valueAsNumber = layout.cols;
        fault.textContent = "";
        showGame();
        dialog.showModal();
    };
}
