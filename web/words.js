// What the page says of moves, values and games, in one place: what is shown and what a screen reader hears is the same.

import { dotsOf, lineNamed } from "./board/lines.js";
import { squaresOf } from "./board/squares.js";
import { other } from "./round.js";

/** @typedef {import("./round.js").Round} Round */
/** @typedef {import("./round.js").Moment} Moment */
/** @typedef {import("./round.js").Layout} Layout */

/**
 * A number with its sign, a real minus.
 * @param {number} value
 */
export function signed(value) {
    return value > 0 ? `+${value}` : String(value).replace("-", "−");
}

/**
 * @param {number} count
 * @param {string} unit in the plural
 */
export function counted(count, unit) {
    if (count !== 1) return `${count} ${unit}`;
    const odd = /** @type {Record<string, string>} */ ({ boxes: "box", dominoes: "domino", plies: "ply" });
    return `1 ${odd[unit] ?? unit.replace(/s$/, "")}`;
}

/**
 * The size of a board with its unit; for boxes the dots too.
 * @param {Layout} layout
 */
export function sizeWords({ game, rows, cols }) {
    const size = `${rows} × ${cols} ${game.unit}`;
    return game.family === "lines" ? `${size} (${rows + 1} × ${cols + 1} dots)` : size;
}

/**
 * A move for somebody who does not see the board.
 * @param {Layout} layout
 * @param {string} move
 */
export function moveWords(layout, move) {
    if (layout.game.family === "lines") {
        const [[row, col], [row2, col2]] = dotsOf(move);
        const way = lineNamed(move).down ? "vertical" : "horizontal";
        return `${move}, ${way} line from dot ${row},${col} to dot ${row2},${col2}`;
    }
    const [first, second] = squaresOf(layout, move);
    if (!second) return `${move}, square in row ${first.replace(",", ", column ")}`;
    const way = first.split(",")[0] === second.split(",")[0] ? "flat" : "upright";
    return `${move}, ${way} domino on ${first} and ${second}`;
}

/**
 * What a click does to a position that is edited: at a place, or anywhere where no place is named.
 * @param {Layout} layout
 * @param {string} place
 * @param {string} brush the mark that is put on squares
 */
export function editWords({ game, taken }, place, brush) {
    const marks = /** @type {Record<string, string>} */ ({ "#": "filled", "*": "blocked" });
    const called = (/** @type {string} */ mark) => marks[mark] ?? mark;
    const mark = taken.get(place);
    if (game.family === "lines") {
        if (!place) return "A click draws a line, or erases one that is drawn.";
        return mark ? `${place} is drawn: a click erases it.` : `${place} is open: a click draws it.`;
    }
    if (!place) return `A click makes a free square ${called(brush)}, and one that is ${called(brush)} free again.`;
    const square = `Row ${place.replace(",", ", column ")}`;
    if (mark === brush) return `${square} is ${called(mark)}: a click frees it.`;
    return `${square} is ${mark ? called(mark) : "free"}: a click makes it ${called(brush)}.`;
}

/**
 * What just happened: the last move, what it won, who moves now or how it ended.
 * @param {Round} round
 */
export function happened(round) {
    const { now } = round;
    const last = now.plies.at(-1);
    if (!last) return `New game. ${whoMoves(round)}.`;
    const won = last.gain > 0 && round.game.counts === "boxes" ? ` It closes ${counted(last.gain, "boxes")}.` : "";
    const moved = `${round.sideName(last.by)} played ${last.move}.${won}`;
    if (now.over) return `${moved} ${ending(round)}`;
    const again = last.by === now.toMove ? " again" : "";
    return `${moved} ${whoMoves(round)}${again}.${scoreWords(round)}`;
}

/** @param {Round} round */
export function whoMoves(round) {
    return `${round.sideName(round.now.toMove)} to move`;
}

/** @param {Round} round */
function scoreWords(round) {
    if (round.game.counts !== "boxes") return "";
    const [first, second] = round.now.scores;
    return ` X ${first}, O ${second}.`;
}

/**
 * How a game that is over ended.
 * @param {Round} round
 */
export function ending(round) {
    const { winner, scores } = round.now;
    if (winner === null || winner === undefined) return `A tie, ${scores[0]} to ${scores[1]}.`;
    const name = round.sideName(winner);
    if (round.game.counts === null) return `${name} wins: ${round.sideName(other(winner))} cannot move.`;
    return `${name} wins ${scores[winner]} to ${scores[other(winner)]}.`;
}

/**
 * What an exact value means for the game.
 * @param {Round} round
 * @param {number} value for the side to move
 */
export function valueWords(round, value) {
    const { toMove, scores } = round.now;
    const mover = round.sideName(toMove);
    if (round.game.counts === null) {
        return value > 0 ? `${mover} wins with best play.` : `${mover} loses against best play.`;
    }
    const margin = scores[toMove] - scores[other(toMove)] + value;
    if (margin === 0) return "A tie with best play.";
    return `${round.sideName(margin > 0 ? toMove : other(toMove))} wins by ${Math.abs(margin)} with best play.`;
}

/**
 * What is proved where an exact value is not.
 * @param {import("./api.js").Answer} answer
 */
export function boundsWords({ bounds }) {
    return bounds ? `It is proved to lie between ${signed(bounds[0])} and ${signed(bounds[1])}.` : "Nothing is proved yet.";
}

/**
 * A large number, short.
 * @param {number} count
 */
export function short(count) {
    return new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 }).format(count);
}

/**
 * A player by its name and options.
 * @param {string} player `person`, or as the server names it
 */
export function playerWords(player) {
    return player === "person" ? "Person" : player.replace(/:\w+=/, " ").replaceAll(/,\w+=/g, ", ");
}
