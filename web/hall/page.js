// The page of the hall: who plays whom, and who stands where.

import { written } from "../address.js";
import { calm, trouble } from "../announce.js";
import { byId, button, html } from "../dom.js";
import { PERSON } from "../session.js";
import { themed } from "../theme.js";
import { counted } from "../words.js";
import { Boards } from "./boards.js";
import { eventWords, Hall } from "./hall.js";

const hall = new Hall();
const boards = new Boards(byId("live-games", HTMLElement));

/**
 * @param {string[]} heads
 * @param {(string | number | Node)[][]} rows
 * @param {string} caption
 */
function table(heads, rows, caption) {
    const head = html("tr", {}, ...heads.map((each) => html("th", { scope: "col" }, each)));
    const cell = (/** @type {string | number | Node} */ each) => html("td", {}, each instanceof Node ? each : String(each));
    const body = rows.map((row) => html("tr", {}, ...row.map(cell)));
    return html("table", {}, html("caption", {}, caption), html("thead", {}, head), html("tbody", {}, ...body));
}

/** @param {string} name @param {boolean} here */
const player = (name, here) => html("span", { class: here ? "" : "away" }, here ? name : `${name} (away)`);

/** @param {import("./hall.js").Tournament} tournament */
function standings({ position, plies, over, games, standings }) {
    const caption = `${eventWords(position, plies)}${over ? ", over" : ""}: ${counted(games, "games")}`;
    const rows = standings.map(({ rank, name, here, wins, ties, losses, points }) => [rank ?? "–", player(name, here), wins, ties, losses, points]);
    if (rows.length === 0) return html("p", { class: "note" }, `${caption}. Nobody has come yet.`);
    return table(["Rank", "Player", "Won", "Tied", "Lost", "Points"], rows, caption);
}

/** @param {import("./hall.js").HallGame} game */
function result({ players, start, plies, moves, scores, result, reason, again }) {
    const winner = result === "first" ? players[0] : result === "second" ? players[1] : null;
    const how = reason === undefined || reason === "rules" ? "" : ` (${reason})`;
    const score = /^(dots|dotdot|xo):/.test(start) ? ` ${scores[0]}–${scores[1]}` : "";
    const text = `${players[0]} – ${players[1]}${score}: ${winner === null ? (again ? "a tie, played again" : "a tie") : `${winner} wins`}${how}`;
    const link = html("a", { href: `./${written({ start, moves, players: [PERSON, PERSON] })}` }, text);
    return html("li", {}, link, " ", html("span", { class: "note" }, eventWords(start, plies)));
}

function show() {
    const clock = hall.clock ? `, a game ${hall.clock[0]} for each side and ${hall.clock[1]} more a move` : "";
    byId("hall-state", HTMLElement).textContent =
        `${counted(hall.here.size, "programs")} here, ${counted(hall.games.size, "games")} now; a move may take ${hall.seconds} seconds${clock}.`;
    boards.show(hall.games, hall.recent);
    byId("no-games", HTMLElement).hidden = hall.games.size > 0;
    const tournaments = [...hall.tournaments.values()].sort((a, b) => a.tournament - b.tournament);
    const totals = hall.totals.map(({ rank, name, games, points }) => [rank, player(name, hall.here.has(name)), games, points]);
    byId("standings", HTMLElement).replaceChildren(
        ...(totals.length > 0 ? [table(["Rank", "Player", "Games", "Points"], totals, "All tournaments together")] : []),
        ...tournaments.map(standings),
    );
    byId("recent", HTMLElement).replaceChildren(...hall.recent.map(result));
}

/** Shows the hall at most once a frame, however much happens. */
function watch() {
    let asked = false;
    const events = new EventSource("/api/v1/hall/events");
    events.addEventListener("message", ({ data }) => {
        hall.happen(JSON.parse(data));
        calm();
        if (asked) return;
        asked = true;
        requestAnimationFrame(() => {
            asked = false;
            show();
        });
    });
    events.addEventListener("error", () => {
        if (events.readyState === EventSource.CONNECTING) trouble("The connection is broken: trying again.");
        else void refused();
    });
}

/** Milliseconds until somebody who was not let in tries again. */
const AGAIN = 3000;

/** Says why the hall is not to be seen, which events that are refused do not tell, and tries again where that may help. */
async function refused() {
    const status = await fetch("/api/v1/hall").then(
        ({ status }) => status,
        () => null,
    );
    if (status === 404) return trouble("There is no hall here: it is opened by “gridsolve serve --hall”.");
    trouble(status === null ? "The server does not answer: trying again." : "The hall is busy: trying again.");
    setTimeout(watch, AGAIN);
}

themed(button("theme"));
watch();
// Boards of games that are over make room after a while, whether anything happens or not.
setInterval(() => boards.show(hall.games, hall.recent), 1000);
