// The two sides above the board: what they are called, what they have won, whose turn it is, and who plays them.

import { inlineGlyph } from "./board/glyphs.js";
import { byId, html } from "./dom.js";
import { GAMES } from "./games.js";
import { PERSON } from "./session.js";

/** @typedef {import("./api.js").Listed} Listed */
/** @typedef {import("./round.js").Seat} Seat */
/** @typedef {{ show: () => void }} View */

/** The options that say how far a player looks ahead. */
const DEPTHS = ["depth", "limit"];
const USUAL_DEPTH = "2";

/** @param {Listed | undefined} player */
const depthOption = (player) => DEPTHS.find((depth) => player?.options?.some(({ name }) => name === depth));

/**
 * Players that somebody named, people in the place of those that there are not, and the first of these.
 * @param {[string, string]} named
 * @param {Listed[] | null} listed what players there are, where that is known
 * @returns {{ players: [string, string], stranger: string | undefined }}
 */
export function known(named, listed) {
    const isKnown = (/** @type {string} */ player) =>
        player === PERSON || listed === null || listed.some(({ name }) => name === player.split(":")[0]);
    const [first, second] = named.map((player) => (isKnown(player) ? player : PERSON));
    return { players: [first, second], stranger: named.find((player) => !isKnown(player)) };
}

/**
 * @param {import("./session.js").Session} session
 * @param {Listed[]} players
 */
export function showSeats(session, players) {
    const views = [seatView(session, 0, players), seatView(session, 1, players)];
    session.listen(() => views.forEach((view) => view.show()));
}

/**
 * @param {import("./session.js").Session} session
 * @param {Seat} seat
 * @param {Listed[]} players
 * @returns {View}
 */
function seatView(session, seat, players) {
    const host = byId(`seat-${seat}`, HTMLElement);
    const name = html("strong", { id: `seat-${seat}-name` });
    const score = html("span", { class: "score" });
    const turn = html("span", { class: "turn" });
    const select = html("select", { id: `player-${seat}` });
    const depth = html("input", { type: "number", id: `depth-${seat}`, min: 1, max: 99, value: USUAL_DEPTH });
    host.setAttribute("aria-labelledby", `seat-${seat}-name`);
    host.replaceChildren(
        html("div", { class: "who" }, inlineGlyph(seat), name, turn, score),
        html("div", { class: "player" }, select, depth),
    );
    const chosen = () => {
        const option = depthOption(players.find((player) => player.name === select.value));
        const player = option ? `${select.value}:${option}=${depth.value || USUAL_DEPTH}` : select.value;
        session.seat(seat === 0 ? [player, session.players[1]] : [session.players[0], player]);
    };
    select.addEventListener("change", chosen);
    depth.addEventListener("change", chosen);
    return { show: () => show(session, seat, { host, name, score, turn, select, depth }, players) };
}

/**
 * @param {import("./session.js").Session} session
 * @param {Seat} seat
 * @param {{ host: HTMLElement, name: HTMLElement, score: HTMLElement, turn: HTMLElement, select: HTMLSelectElement, depth: HTMLInputElement }} parts
 * @param {Listed[]} players
 */
function show(session, seat, { host, name, score, turn, select, depth }, players) {
    const { round, now } = session;
    const mine = !now.over && now.toMove === seat;
    name.textContent = round.sideName(seat);
    score.textContent = round.game.counts ? String(now.scores[seat]) : "";
    score.title = round.game.counts ?? "";
    turn.textContent = mine ? "to move" : now.winner === seat ? "wins" : "";
    host.classList.toggle("turning", mine);
    host.classList.toggle("won", now.winner === seat);
    const player = session.players[seat];
    const [kind] = player.split(":");
    const listed = players.find((each) => each.name === kind && optionsShown(each, player));
    const fitting = players.filter((each) => each === listed || plays(each, round.game.name));
    offer(select, [
        [PERSON, "Person", "somebody here"],
        ...fitting.map((each) => [each.name, each.name, each.about ?? ""]),
        ...(listed || player === PERSON ? [] : [[player, player, ""]]),
    ]);
    select.value = listed ? kind : player;
    select.setAttribute("aria-label", `${round.sideName(seat)}: player`);
    const option = depthOption(listed);
    depth.hidden = option === undefined;
    depth.setAttribute("aria-label", `${round.sideName(seat)}: moves to look ahead`);
    if (option && depth !== document.activeElement) depth.value = player.split(`${option}=`)[1] ?? USUAL_DEPTH;
}

/**
 * Gives a list these entries, and leaves it alone where it has them: somebody may have it open.
 * @param {HTMLSelectElement} select
 * @param {string[][]} entries each a value, what is shown, and what is said of it
 */
function offer(select, entries) {
    if (entries.map(([value]) => value).join("\n") === [...select.options].map(({ value }) => value).join("\n")) return;
    select.replaceChildren(...entries.map(([value, text, title]) => html("option", { value, title }, text)));
}

/**
 * Whether all options that a player is given can be shown: its depth alone.
 * @param {Listed} listed
 * @param {string} player
 */
function optionsShown(listed, player) {
    const options = player.split(":")[1];
    return options === undefined || new RegExp(`^${depthOption(listed)}=\\d+$`).test(options);
}

/**
 * Whether a player is for this game: what is said of one that is not for all begins with the games' names and a colon.
 * @param {Listed} player
 * @param {import("./games.js").GameName} game
 */
function plays({ about = "" }, game) {
    const names = about.split(":")[0].split(", ");
    return !names.every((name) => GAMES.some((each) => each.name === name)) || names.includes(game);
}
