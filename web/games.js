// The register of games: what the page says of each, and which drawing and rules it shares with others.

/** @typedef {"dots" | "dotdot" | "domineering" | "cram" | "xo" | "kings"} GameName */

/**
 * @typedef {object} Game
 * @property {GameName} name as in the text form of positions
 * @property {string} title for people
 * @property {"lines" | "squares"} family the board that it is played on
 * @property {"boxes" | "squares"} unit what a size counts
 * @property {"boxes" | "dominoes" | null} counts what is won during a game; null where the last move decides
 * @property {[number, number]} size of a new game
 * @property {string} rules in two sentences
 * @property {string} written how a move is written
 * @property {string} depthPlayer the player that a digit key asks, before its depth
 */

/** The largest board that the page draws, in boxes or squares. */
export const MOST_SQUARES = 400;

/** @type {Game[]} */
export const GAMES = [
    {
        name: "dots",
        title: "Dots and Boxes",
        family: "lines",
        unit: "boxes",
        counts: "boxes",
        size: [3, 3],
        rules: "Draw a line between two neighbouring dots. Who draws the fourth side of a box claims it and moves again; most boxes win.",
        written: "A line is h (to the right) or v (down), with row and column of the dot that it begins at, from 0: h0,1. Two dots do too: 0,1-0,2.",
        depthPlayer: "alphabeta:depth=",
    },
    {
        name: "dotdot",
        title: "DotDot",
        family: "lines",
        unit: "boxes",
        counts: "boxes",
        size: [3, 3],
        rules: "Dots and Boxes in which every new line, but the first, must touch a line that is drawn already.",
        written: "A line is h (to the right) or v (down), with row and column of the dot that it begins at, from 0: h0,1. Two dots do too: 0,1-0,2.",
        depthPlayer: "alphabeta:depth=",
    },
    {
        name: "domineering",
        title: "Domineering",
        family: "squares",
        unit: "squares",
        counts: null,
        size: [6, 6],
        rules: "Vertical places upright dominoes and Horizontal flat ones. Who cannot place loses.",
        written: "A domino is the row and column of its upper or left square, from 0: 0,1.",
        depthPlayer: "textbook:limit=",
    },
    {
        name: "cram",
        title: "Cram",
        family: "squares",
        unit: "squares",
        counts: null,
        size: [4, 5],
        rules: "Both place dominoes, upright or flat as they like. Who cannot place loses.",
        written: "A domino is two squares, each a row and a column from 0: 0,1-0,2, or 01 02.",
        depthPlayer: "alphabeta:depth=",
    },
    {
        name: "xo",
        title: "XO tiles",
        family: "squares",
        unit: "squares",
        counts: "dominoes",
        size: [5, 5],
        rules: "Both place dominoes, upright or flat as they like, until no room is left. Most dominoes win.",
        written: "A domino is two squares, each a row and a column from 0: 0,1-0,2, or 01 02.",
        depthPlayer: "alphabeta:depth=",
    },
    {
        name: "kings",
        title: "Blocking",
        family: "squares",
        unit: "squares",
        counts: null,
        size: [6, 6],
        rules: "Take a free square: it and all its neighbours are blocked. Who cannot move loses.",
        written: "A square is its row and column, from 0: 0,1. In the terminal, “gridsolve play” asks for column and row, from 1: that square is 2 1.",
        depthPlayer: "alphabeta:depth=",
    },
];

/**
 * The game with this name.
 * @param {string} name
 * @returns {Game}
 */
export function gameNamed(name) {
    const game = GAMES.find((each) => each.name === name);
    if (!game) {
        const names = GAMES.map((each) => each.name).join(", ");
        throw new RangeError(`There is no game “${name}”: the games are ${names}.`);
    }
    return game;
}
