// The exact values of the game that is shown: of every move at the place that is shown, and of the places before it.

import { solve, solveMoves } from "./api.js";

/** @typedef {import("./api.js").Answer} Answer */
/** @typedef {import("./round.js").Moment} Moment */

/** Seconds that the moves are searched for: at first, and when somebody asks for more. */
const USUAL = 60;
const LONG = 600;
/** Seconds that each place of the graph is searched for, likewise. */
const GLANCE = 3;
const LONG_LOOK = 60;

/**
 * How far the values of the moves have come.
 * @typedef {{ state: "off" | "over" }
 *     | { state: "solving", nodes: number, seconds: number }
 *     | { state: "known" | "limit", answer: Answer, seconds: number }
 *     | { state: "stopped" }
 *     | { state: "failed", message: string }} Stage
 */

/** Tells of `stage`, how far the values of the moves have come, and of `known`, that an answer has come. */
export class Analysis extends EventTarget {
    /** Whether values are wanted. */
    on = false;
    /** @type {Stage} */
    stage = { state: "off" };
    /** The latest place of the graph that could not be solved in its time; -1 where there is none. */
    unsolved = -1;
    /** @type {Map<string, Answer>} exact answers by position */
    #answers = new Map();
    #work = new AbortController();

    /** @param {import("./session.js").Session} session */
    constructor(session) {
        super();
        this.session = session;
    }

    /**
     * Looks at what has changed.
     * @param {import("./session.js").Change} change
     */
    follow(change) {
        if (change === "begun") this.unsolved = -1;
        if (change !== "players" && change !== "held") this.#begin();
    }

    /** @param {boolean} on */
    turn(on) {
        this.on = on;
        this.#begin();
    }

    /** Gives the solve up that is going on. */
    stop() {
        this.#work.abort();
        this.#work = new AbortController();
        this.#set({ state: "stopped" });
    }

    /**
     * Begins again what was stopped, failed or took too long.
     * @param {boolean} [longer] whether to search for longer than usual
     */
    again(longer = false) {
        this.#begin(longer ? LONG : USUAL);
    }

    /** Searches the places of the graph that were not solved for longer. */
    lookLonger() {
        this.unsolved = -1;
        void this.#fill(this.#work.signal, LONG_LOOK);
    }

    /**
     * What is known of a position.
     * @param {string} position
     */
    answer(position) {
        return this.#answers.get(position);
    }

    /**
     * Asks for the value and the best moves here, whether values are wanted or not.
     * @param {number} seconds
     * @param {AbortSignal} signal
     * @returns {Promise<Answer>}
     */
    async best(seconds, signal) {
        const { position } = this.session.now;
        return this.#answers.get(position) ?? this.#keep(await solve(position, seconds, signal));
    }

    /**
     * The margin in which the first side ends with best play from a place on; ±1 where only winning counts. Undefined where it is
     * not known.
     * @param {Moment} moment
     * @returns {number | undefined}
     */
    outlook({ position, layout, over, winner, scores, toMove }) {
        const counts = layout.game.counts !== null;
        const ahead = counts ? scores[0] - scores[1] : 0;
        if (over) return counts ? ahead : winner === 0 ? 1 : -1;
        const value = this.#answers.get(position)?.value;
        if (value === undefined || value === null) return undefined;
        return ahead + (toMove === 0 ? value : -value);
    }

    /** @param {Answer} answer */
    #keep(answer) {
        const known = this.#answers.get(answer.position);
        if (answer.exact && (answer.moves || !known)) this.#answers.set(answer.position, answer);
        this.dispatchEvent(new Event("known"));
        return answer;
    }

    /** @param {Stage} stage */
    #set(stage) {
        this.stage = stage;
        this.dispatchEvent(new Event("stage"));
    }

    #begin(seconds = USUAL) {
        this.#work.abort();
        this.#work = new AbortController();
        if (!this.on) return this.#set({ state: "off" });
        void this.#solve(this.#work.signal, seconds);
    }

    /**
     * @param {AbortSignal} signal
     * @param {number} time
     */
    async #solve(signal, time) {
        const { position, over } = this.session.now;
        const known = this.#answers.get(position);
        if (over) this.#set({ state: "over" });
        else if (known?.moves) this.#set({ state: "known", answer: known, seconds: 0 });
        else {
            this.#set({ state: "solving", nodes: 0, seconds: 0 });
            try {
                const tell = (/** @type {import("./api.js").JobReport} */ { nodes, seconds }) =>
                    this.#set({ state: "solving", nodes, seconds });
                const answer = this.#keep(await solveMoves(position, time, tell, signal));
                this.#set({ state: answer.exact ? "known" : "limit", answer, seconds: time });
            } catch (error) {
                if (signal.aborted) return;
                this.#set({ state: "failed", message: error instanceof Error ? error.message : String(error) });
            }
        }
        await this.#fill(signal, GLANCE);
    }

    /**
     * Solves the places of the game that are not known yet, the last first, until one takes too long.
     * @param {AbortSignal} signal
     * @param {number} seconds
     */
    async #fill(signal, seconds) {
        const { round } = this.session;
        for (let at = round.moves.length; at > this.unsolved && at >= 0 && !signal.aborted; at--) {
            try {
                const moment = await round.moment(at, signal);
                if (this.outlook(moment) !== undefined) continue;
                const answer = this.#keep(await solve(moment.position, seconds, signal));
                if (!answer.exact) this.unsolved = at;
            } catch {
                return;
            }
        }
        this.dispatchEvent(new Event("known"));
    }
}
