// The editor: any position, by pointing or as text.

import { game } from "./api.js";
import { BoardView } from "./board/board.js";
import { button, byId, html } from "./dom.js";
import { Round } from "./round.js";
import { sceneOfEditor } from "./scene.js";
import { editWords } from "./words.js";

/** @typedef {import("./round.js").Layout} Layout */

/** What can be put on a square: its mark and what that is called. */
const MARKS = [
    ["#", "Filled"],
    ["X", "X"],
    ["O", "O"],
];

/**
 * The position as the server reads it.
 * @param {Layout} layout
 * @returns {import("./api.js").Board}
 */
export function boardOf({ game: { name, family }, rows, cols, taken, turn }) {
    if (family === "lines") return { game: name, rows, cols, drawn: [...taken.keys()].map(jsonLine) };
    const row = (/** @type {number} */ r) => Array.from({ length: cols }, (_, c) => taken.get(`${r},${c}`) ?? ".").join("");
    const board = Array.from({ length: rows }, (_, r) => row(r));
    return turn ? { game: name, board, turn } : { game: name, board };
}

/** @param {string} line @returns {["h" | "v", number, number]} */
function jsonLine(line) {
    const [row, col] = line.slice(1).split(",").map(Number);
    return [line[0] === "v" ? "v" : "h", row, col];
}

class Editor {
    /** @type {Layout | null} */
    #layout = null;
    /** What the field for text was last given; anything else in it somebody has typed. */
    #written = "";
    /** What is put on squares. */
    #mark = "#";
    #view = new BoardView(byId("editor-board", HTMLElement), (name) => this.#toggle(name));
    #dialog = byId("editor", HTMLDialogElement);
    #text = byId("editor-text", HTMLInputElement);
    #fault = byId("editor-fault", HTMLElement);
    #tools = byId("editor-tools", HTMLElement);
    #tells = byId("editor-tells", HTMLElement);
    /** The place that the pointer or the keyboard is on. */
    #place = "";
    #asked = new AbortController();

    /** @param {import("./session.js").Session} session */
    constructor(session) {
        this.session = session;
        this.#text.addEventListener("change", () => void this.#read(this.#text.value));
        button("editor-cancel").addEventListener("click", () => this.#dialog.close());
        this.#dialog.addEventListener("close", () => this.#asked.abort());
        for (const event of ["pointerover", "pointerleave", "focusin"]) {
            this.#view.host.addEventListener(event, ({ target }) => this.#tell(event === "pointerleave" ? null : target));
        }
        button("editor-empty").addEventListener("click", () => this.#change((layout) => ({ ...layout, taken: new Map() })));
        byId("editor-form", HTMLFormElement).addEventListener("submit", (event) => {
            event.preventDefault();
            void this.#finish();
        });
    }

    open() {
        this.#layout = this.session.now.layout;
        this.#asked = new AbortController();
        this.#fault.textContent = "";
        this.#place = "";
        this.#showTools();
        this.#draw();
        this.#write(this.session.now.position);
        this.#dialog.showModal();
    }

    #draw() {
        if (!this.#layout) return;
        this.#view.show(sceneOfEditor(this.#layout, this.#brush));
        this.#tells.textContent = editWords(this.#layout, this.#place, this.#brush);
    }

    /** Says what a click does at a place. @param {EventTarget | null} target */
    #tell(target) {
        this.#place = (target instanceof Element && target.closest("[data-name]")?.getAttribute("data-name")) || "";
        if (this.#layout) this.#tells.textContent = editWords(this.#layout, this.#place, this.#brush);
    }

    /** What a click puts on the board. */
    get #brush() {
        return this.#layout?.game.family === "lines" ? "1" : this.#mark;
    }

    /** @param {string} name */
    #toggle(name) {
        const mark = this.#brush;
        this.#place = name;
        this.#change((layout) => {
            const taken = new Map(layout.taken);
            if (taken.get(name) === mark) taken.delete(name);
            else taken.set(name, mark);
            return { ...layout, taken };
        });
    }

    /** @param {(layout: Layout) => Layout} change */
    #change(change) {
        if (!this.#layout) return;
        this.#layout = change(this.#layout);
        void this.#show();
    }

    /** Draws the position, and has it written by the server. */
    async #show() {
        const layout = this.#layout;
        if (!layout) return;
        this.#draw();
        await this.#trying(async () => {
            const { position } = await game(boardOf(layout), [], this.#asked.signal);
            if (layout === this.#layout && this.#text.value === this.#written) this.#write(position);
        });
    }

    /** @param {string} text */
    #read(text) {
        return this.#trying(async () => {
            const { now } = await Round.open(text, [], this.#asked.signal);
            this.#layout = now.layout;
            this.#place = "";
            this.#showTools();
            this.#draw();
            this.#write(now.position);
        });
    }

    /** @param {string} text */
    #write(text) {
        this.#written = text;
        this.#text.value = text;
    }

    /** Plays from what was typed, if anything was, else from the board. */
    #finish() {
        return this.#trying(async () => {
            const isTyped = this.#text.value !== this.#written;
            const round = await Round.open(isTyped || !this.#layout ? this.#text.value : boardOf(this.#layout), [], this.#asked.signal);
            this.#dialog.close();
            this.session.begin(round);
        });
    }

    /** @param {() => Promise<void>} act */
    async #trying(act) {
        const { signal } = this.#asked;
        try {
            this.#fault.textContent = "";
            await act();
        } catch (error) {
            if (signal.aborted) return;
            this.#fault.textContent = error instanceof Error ? error.message : String(error);
        }
    }

    /** What is put on squares from now on. @param {string} mark */
    #take(mark) {
        this.#mark = mark;
        this.#draw();
    }

    #showTools() {
        const { game, turn } = /** @type {Layout} */ (this.#layout);
        const marks = game.family === "lines" ? [] : game.name === "domineering" ? MARKS.slice(0, 1) : MARKS;
        if (marks.length === 1) this.#mark = "#";
        this.#tools.replaceChildren(
            ...(marks.length > 1 ? [this.#choice("Put", marks, this.#mark, (mark) => this.#take(mark))] : []),
            ...(turn ? [this.#choice("To move", SIDES, turn, (side) => this.#change((layout) => ({ ...layout, turn: sideNamed(side) })))] : []),
        );
    }

    /**
     * @param {string} title
     * @param {string[][]} entries
     * @param {string} current
     * @param {(value: string) => void} choose
     */
    #choice(title, entries, current, choose) {
        const select = html("select", {}, ...entries.map(([value, name]) => html("option", { value }, name)));
        select.value = current;
        select.addEventListener("change", () => choose(select.value));
        return html("label", {}, `${title} `, select);
    }
}

const SIDES = [
    ["vertical", "Vertical"],
    ["horizontal", "Horizontal"],
];

/** @param {string} side */
const sideNamed = (side) => (side === "horizontal" ? "horizontal" : "vertical");

/**
 * The editor; the answer opens it.
 * @param {import("./session.js").Session} session
 * @returns {() => void}
 */
export function editor(session) {
    const open = new Editor(session);
    return () => open.open();
}
