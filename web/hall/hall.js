// The hall as it is: one snapshot, and what has happened since.

import { shortened } from "../address.js";
import { counted } from "../words.js";

/** @typedef {import("../api.js").SeatName} SeatName */

/**
 * A place in the standings of a tournament.
 * @typedef {object} Standing
 * @property {string} name
 * @property {boolean} here
 * @property {number | null} rank
 * @property {number} wins
 * @property {number} ties
 * @property {number} losses
 * @property {number} points
 */

/**
 * @typedef {object} Tournament
 * @property {number} tournament
 * @property {string} position where its games start
 * @property {number | null} plies how far programs may look ahead
 * @property {boolean} over
 * @property {number} games
 * @property {Standing[]} standings
 */

/**
 * A game that is played, or is over.
 * @typedef {object} HallGame
 * @property {number} game its number
 * @property {number | null} plies
 * @property {[string, string]} players
 * @property {string} start
 * @property {string[]} moves
 * @property {SeatName} to_move
 * @property {[number, number]} scores
 * @property {SeatName | "tie"} [result]
 * @property {string} [reason]
 * @property {boolean} [again] whether it is played again
 */

/** @typedef {{ name: string, rank: number, points: number, games: number }} Total */

/**
 * @typedef {object} Snapshot
 * @property {number} seconds that a move may take
 * @property {[number, number] | null} clock seconds that a side has for a game, and what each move adds
 * @property {Tournament[]} tournaments
 * @property {Total[]} totals
 * @property {{ name: string }[]} players who are here
 * @property {HallGame[]} games
 * @property {HallGame[]} recent
 */

/**
 * The tournament that a game belongs to.
 * @param {string} position where its games start
 * @param {number | null} plies how far programs may look ahead
 */
export function eventWords(position, plies) {
    return `${shortened(position)}, ${plies === null ? "no limit of depth" : counted(plies, "plies")}`;
}

/** How many games that are over are kept. */
const RECENT = 20;

/**
 * What happens in the hall.
 * @typedef {{ type: "hall" } & Snapshot
 *     | { type: "came" | "left", name: string }
 *     | { type: "paired" | "over" } & HallGame
 *     | { type: "moved", game: number, ply: number, move: string, to_move: SeatName, scores: [number, number] }
 *     | { type: "standings", totals: Total[] } & Tournament
 *     | { type: "closed", tournament: number }} Happening
 */

export class Hall {
    seconds = 0;
    /** @type {[number, number] | null} */
    clock = null;
    /** @type {Map<number, Tournament>} */
    tournaments = new Map();
    /** @type {Total[]} */
    totals = [];
    /** @type {Set<string>} */
    here = new Set();
    /** @type {Map<number, HallGame>} games that are played now */
    games = new Map();
    /** @type {HallGame[]} games that are over, the last first */
    recent = [];

    /** @param {Happening} event */
    happen(event) {
        switch (event.type) {
            case "hall":
                this.seconds = event.seconds;
                this.clock = event.clock;
                this.tournaments = new Map(event.tournaments.map((each) => [each.tournament, each]));
                this.totals = event.totals;
                this.here = new Set(event.players.map(({ name }) => name));
                this.games = new Map(event.games.map((each) => [each.game, each]));
                this.recent = event.recent;
                break;
            case "came":
                this.here.add(event.name);
                break;
            case "left":
                this.here.delete(event.name);
                break;
            case "paired":
                this.games.set(event.game, event);
                break;
            case "moved":
                this.#moved(event);
                break;
            case "over":
                this.games.delete(event.game);
                this.recent = [event, ...this.recent].slice(0, RECENT);
                break;
            case "standings":
                this.tournaments.set(event.tournament, event);
                this.totals = event.totals;
                break;
            case "closed":
                this.tournaments.delete(event.tournament);
        }
    }

    /** @param {Extract<Happening, { type: "moved" }>} event */
    #moved({ game, ply, move, to_move, scores }) {
        const before = this.games.get(game);
        if (before) this.games.set(game, { ...before, moves: [...before.moves.slice(0, ply - 1), move], to_move, scores });
    }
}
