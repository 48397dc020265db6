// A board to look at and to point at, by mouse, finger or keyboard. Both the game and the editor show one.

import { svg } from "../dom.js";
import { ARROWS, nearestPlace, nextPlace } from "./cursor.js";

/**
 * What is drawn of a position.
 * @typedef {object} Picture
 * @property {number} width
 * @property {number} height
 * @property {number} margin what is free around the board, for numbers
 * @property {number} least pixels that a unit of the drawing takes at least, so that every spot can be touched
 * @property {SVGElement[]} below the spots
 * @property {SVGElement[]} above them
 * @property {number[]} rows where the numbers of rows stand
 * @property {number[]} cols
 */

/**
 * Something to be pointed at.
 * @typedef {object} Spot
 * @property {string} name
 * @property {number} x of its middle
 * @property {number} y
 * @property {string} area as a path
 * @property {SVGElement} ghost what choosing it would draw
 */

/**
 * @typedef {object} Scene
 * @property {Picture} picture
 * @property {Spot[]} spots
 * @property {string} label of the whole board
 * @property {(name: string) => string} say what a spot is
 * @property {import("../round.js").Seat | null} mover whose colour the ghosts have; null where nobody can move now
 * @property {Set<string>} [pressed] spots that are on, where they are switches
 */

/**
 * What is written on a spot. The best moves have diamonds, empty ones where even they lose.
 * @typedef {{ text: string, kind: "best" | "best losing" | "plain", words: string }} Tag
 */

/** Pixels that a unit of the drawing takes at most. */
const MOST = 2.1;
/** How high numbers are: so many units, but so many pixels at least and at most. */
const NUMBERS = { units: 8, least: 10, most: 15 };

export class BoardView {
    /** @type {Scene | null} */
    #scene = null;
    /** @type {Map<string, SVGGElement>} */
    #groups = new Map();
    /** @type {Map<string, Tag>} */
    #tags = new Map();
    #tagLayer = svg("g", { class: "tags", "aria-hidden": "true" });
    /** The spot that the keyboard is on. */
    #current = "";

    /**
     * @param {HTMLElement} host
     * @param {(name: string) => void} choose
     */
    constructor(host, choose) {
        this.host = host;
        this.choose = choose;
        host.addEventListener("click", (event) => this.#chosen(event.target));
        host.addEventListener("scroll", () => this.#fit());
        new ResizeObserver(() => this.#fit()).observe(host);
        host.addEventListener("keydown", (event) => this.#key(event));
        host.addEventListener("focusin", (event) => {
            const name = nameOf(event.target);
            if (name) this.#rove(name);
        });
    }

    /**
     * Shows a board. The keyboard stays where it is, or as near as it can.
     * @param {Scene} scene
     */
    show(scene) {
        const had = this.#scene?.spots.find(({ name }) => name === this.#current);
        const focused = this.host.contains(document.activeElement);
        this.#scene = scene;
        this.#tags = new Map();
        this.#groups = new Map(scene.spots.map((spot) => [spot.name, this.#group(spot)]));
        this.host.replaceChildren(this.#draw(scene));
        this.#fit();
        if (!this.#groups.has(this.#current)) {
            this.#current = (had && nearestPlace(scene.spots, had)?.name) ?? scene.spots[0]?.name ?? "";
        }
        this.#rove(this.#current);
        this.tag(new Map());
        if (focused) this.focus();
    }

    /** Puts the keyboard on the board. */
    focus() {
        (this.#groups.get(this.#current) ?? this.host).focus({ preventScroll: true });
    }

    /**
     * Writes on spots, and says it with them. The spots themselves stay as they are, so that no click is lost.
     * @param {Map<string, Tag>} tags
     */
    tag(tags) {
        this.#tags = tags;
        const spots = this.#scene?.spots ?? [];
        this.#tagLayer.replaceChildren(...spots.flatMap((spot) => tagged(spot, tags.get(spot.name))));
        for (const { name } of spots) this.#groups.get(name)?.setAttribute("aria-label", this.#label(name));
    }

    /** Keeps numbers as large as they must be to be read, and those of rows in sight where the board is wider than the screen. */
    #fit() {
        const root = this.host.firstElementChild;
        const rows = root?.querySelector(".rows");
        if (!this.#scene || !(root instanceof SVGElement) || !rows) return;
        const scale = root.getBoundingClientRect().width / this.#scene.picture.width;
        if (scale === 0) return;
        const { units, least, most } = NUMBERS;
        root.style.setProperty("--number", `${Math.min(most, Math.max(least, units * scale)) / scale}px`);
        const { scrollLeft, scrollWidth, clientWidth } = this.host;
        rows.setAttribute("transform", `translate(${scrollLeft / scale} 0)`);
        rows.classList.toggle("moved", scrollLeft > 1);
        this.host.classList.toggle("more", scrollWidth - clientWidth - scrollLeft > 1);
    }

    /** @param {string} name */
    #label(name) {
        const words = this.#tags.get(name)?.words;
        return `${this.#scene?.say(name)}${words ? `, ${words}` : ""}`;
    }

    /** @param {Scene} scene */
    #draw({ picture, spots, label, mover, pressed }) {
        const { width, height, margin, least, below, above, rows, cols } = picture;
        const number = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ at) => svg("text", { x, y }, String(at));
        const strip = svg("rect", { x: -1, y: 0, width: margin + 1, height });
        const root = svg(
            "svg",
            { viewBox: `0 0 ${width} ${height}`, role: "application", "aria-label": label, class: pressed ? "editing" : mover === null ? "idle" : `mover-${mover}` },
            svg("g", { class: "numbers", "aria-hidden": "true" }, ...cols.map((x, at) => number(x, margin / 2, at))),
            svg("g", { "aria-hidden": "true" }, ...below),
            svg("g", { class: "spots" }, ...spots.map(({ name }) => /** @type {SVGGElement} */ (this.#groups.get(name)))),
            svg("g", { class: "above", "aria-hidden": "true" }, ...above),
            this.#tagLayer,
            svg("g", { class: "numbers rows", "aria-hidden": "true" }, strip, ...rows.map((y, at) => number(margin / 2, y, at))),
        );
        // Small enough to be seen whole, but never too small to be touched.
        root.style.minWidth = `${Math.round(width * least)}px`;
        root.style.maxWidth = `min(${Math.round(width * MOST)}px, var(--board-height) * ${width / height})`;
        return root;
    }

    /** @param {Spot} spot */
    #group({ name, area, ghost }) {
        ghost.classList.add("ghost");
        const pressed = this.#scene?.pressed;
        return svg(
            "g",
            {
                class: "spot",
                role: "button",
                tabindex: -1,
                "data-name": name,
                ...(this.#scene?.mover === null ? { "aria-disabled": "true" } : {}),
                ...(pressed ? { "aria-pressed": String(pressed.has(name)) } : {}),
            },
            svg("path", { d: area, class: "area" }),
            ghost,
        );
    }

    /** @param {string} name */
    #rove(name) {
        this.#groups.get(this.#current)?.setAttribute("tabindex", "-1");
        this.#current = name;
        this.#groups.get(name)?.setAttribute("tabindex", "0");
    }

    /** @param {EventTarget | null} target */
    #chosen(target) {
        const name = nameOf(target);
        if (!name) return;
        this.#rove(name);
        this.choose(name);
    }

    /** @param {KeyboardEvent} event */
    #key(event) {
        if (event.ctrlKey || event.altKey || event.metaKey) return;
        const spots = this.#scene?.spots ?? [];
        const from = spots.find(({ name }) => name === this.#current);
        if (!from) return;
        if (event.key === "Enter" || event.key === " ") this.#chosen(event.target);
        else if (event.key in ARROWS) this.#moveTo(nextPlace(spots, from, ARROWS[event.key]));
        else if (event.key === "Home") this.#moveTo(spots[0]);
        else if (event.key === "End") this.#moveTo(spots.at(-1));
        else return;
        event.preventDefault();
    }

    /** @param {Spot | undefined} spot */
    #moveTo(spot) {
        if (!spot) return;
        this.#rove(spot.name);
        this.focus();
        this.#groups.get(spot.name)?.scrollIntoView({ block: "nearest", inline: "nearest" });
    }
}

/** @param {EventTarget | null} target */
function nameOf(target) {
    const group = target instanceof Element ? target.closest("[data-name]") : null;
    return group?.getAttribute("data-name") ?? null;
}

/**
 * A value on a spot: a diamond where the move is best, a disc where it is not.
 * @param {Spot} spot
 * @param {Tag | undefined} tag
 */
function tagged({ x, y }, tag) {
    if (!tag) return [];
    const { text, kind } = tag;
    const shape =
        kind === "plain"
            ? svg("circle", { cx: x, cy: y, r: 11.5 })
            : svg("path", { d: `M${x} ${y - 16}L${x + 16} ${y}L${x} ${y + 16}L${x - 16} ${y}Z` });
    return [svg("g", { class: `tag ${kind}` }, shape, svg("text", { x, y: y + 4.5 }, text))];
}
