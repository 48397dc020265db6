// The one game that the page shows, and who plays it. Everybody else on the page listens here.

import { Round, other } from "./round.js";

/** @typedef {"begun" | "moved" | "jumped" | "players" | "held"} Change what has changed: the game, its place, or who plays */

export const PERSON = "person";

export class Session extends EventTarget {
    /** @type {Round | null} */
    #round = null;
    /** @type {[string, string]} for each side `person`, or a player of the server's */
    players = [PERSON, PERSON];
    /** Whether the players of the server's wait, since somebody is looking at another place of the game. */
    held = false;
    /** What is to be said of how the game began. */
    remark = "";
    #passing = new AbortController();

    get round() {
        if (!this.#round) throw new Error("no game has begun");
        return this.#round;
    }

    get hasBegun() {
        return this.#round !== null;
    }

    get now() {
        return this.round.now;
    }

    /** Is aborted when another place is shown: what is asked for this one is of no use then. */
    get passing() {
        return this.#passing.signal;
    }

    /** Who is to make the next move: `person` or a player; null where the game is over. */
    get mover() {
        return this.now.over ? null : this.players[this.now.toMove];
    }

    /** Whether a person may move now. */
    get isOpen() {
        return this.mover === PERSON || (this.mover !== null && this.held);
    }

    /**
     * @param {(change: Change) => void} hear
     */
    listen(hear) {
        this.addEventListener("change", (event) => hear(/** @type {CustomEvent<Change>} */ (event).detail));
    }

    /** @param {Change} change */
    #tell(change) {
        if (change === "begun" || change === "moved" || change === "jumped") {
            this.#passing.abort();
            this.#passing = new AbortController();
        }
        this.dispatchEvent(new CustomEvent("change", { detail: change }));
    }

    /**
     * Another game.
     * @param {Round} round
     * @param {[string, string]} [players]
     * @param {boolean} [held]
     * @param {string} [remark] what is to be said of how it begins
     */
    begin(round, players = this.players, held = false, remark = "") {
        this.remark = remark;
        this.#round = round;
        this.players = players;
        this.held = held;
        this.#tell("begun");
    }

    /**
     * Makes a move for whoever is to move.
     * @param {string} move
     */
    async play(move) {
        const round = this.round;
        if (!(await round.play(move)) || round !== this.#round) return;
        if (this.mover === PERSON || this.players[other(this.now.toMove)] === PERSON) this.held = false;
        this.#tell("moved");
    }

    /**
     * Shows another place of the game. Players wait there until somebody moves or lets them go on.
     * @param {number} at
     */
    async goTo(at) {
        const round = this.round;
        if (!(await round.goTo(at)) || round !== this.#round) return;
        this.held = this.mover !== null && this.mover !== PERSON;
        this.#tell("jumped");
    }

    /** Where undoing leads: before the last move that a person made, or one back where none did. */
    get undoPlace() {
        const { plies } = this.now;
        const own = plies.findLastIndex(({ by }) => this.players[by] === PERSON);
        return own >= 0 ? own : plies.length - 1;
    }

    /** Where redoing leads: to the next place where a person moves, or the end of what is known. */
    get redoPlace() {
        const { plies, at } = this.round;
        const isOwn = (/** @type {number} */ place) => this.players[plies[place].by] === PERSON;
        let place = at + 1;
        while (place < plies.length && this.players.includes(PERSON) && !isOwn(place)) place += 1;
        return place;
    }

    /** @param {[string, string]} players */
    seat(players) {
        this.players = players;
        this.held = false;
        this.#tell("players");
    }

    /**
     * Lets the players of the server's wait, or go on.
     * @param {boolean} held
     */
    hold(held) {
        this.held = held;
        this.#tell("held");
    }
}
