// Puts the page together.

import * as address from "./address.js";
import { Analysis } from "./analysis.js";
import { announce, trouble } from "./announce.js";
import { choose, hasHall, pictureAddress, players } from "./api.js";
import { playAutomatically } from "./automatic.js";
import { BoardView } from "./board/board.js";
import { showCourse } from "./course.js";
import { button, byId, html } from "./dom.js";
import { editor } from "./editor.js";
import { GAMES } from "./games.js";
import { listenForKeys } from "./keys.js";
import { download, readRecord, recordOf } from "./record.js";
import { offerRematch } from "./rematch.js";
import { Round } from "./round.js";
import { sceneOfGame } from "./scene.js";
import { known, showSeats } from "./seats.js";
import { PERSON, Session } from "./session.js";
import { setup } from "./setup.js";
import { showStatus } from "./status.js";
import { themed } from "./theme.js";
import { hint, showValues } from "./values.js";
import { playerWords } from "./words.js";
import { workFor } from "./working.js";

/** @typedef {import("./api.js").Listed} Listed */

const session = new Session();
const analysis = new Analysis(session);
const board = new BoardView(byId("board", HTMLElement), (move) => play(move));

/**
 * Does something that may fail, and says so if it does.
 * @param {() => unknown} act
 */
async function trying(act) {
    try {
        await act();
    } catch (error) {
        trouble(error);
    }
}

/** A move of a person's. @param {string} move */
function play(move) {
    if (!session.isOpen) return announce("It is not your turn.");
    return trying(() => session.play(move));
}

/** A move that a player would make, for the person whose turn it is. @param {string} player */
function playAs(player) {
    if (!session.isOpen) return;
    const { start, moves, at } = session.round;
    return trying(() =>
        workFor(`asking ${playerWords(player)} for a move`, session.passing, async (signal) => {
            const { text } = await choose(start, moves.slice(0, at), player, signal);
            signal.throwIfAborted();
            if (text !== null) await session.play(text);
        }),
    );
}

const undo = () => trying(() => session.goTo(session.undoPlace));
const redo = () => trying(() => session.goTo(session.redoPlace));
const help = () => trying(() => hint(session, analysis, board));
const switchValues = () => analysis.turn(!analysis.on);

/** What is played where the address names no game. @type {address.Place} */
const FIRST = { start: "dots:3x3", moves: [], players: [PERSON, PERSON] };

/**
 * Shows a game, or another place of the one that is shown.
 * @param {address.Place} place
 * @param {boolean} held
 */
async function showPlace({ start, moves, players }, held) {
    const current = session.hasBegun ? session.round : null;
    const isSame = current !== null && address.shortened(current.start) === address.shortened(start);
    if (!isSame || !moves.every((move, at) => move === current.plies[at]?.move)) {
        return session.begin(await Round.open(start, moves), players, held);
    }
    const isAsked = address.isAsked();
    await session.goTo(moves.length);
    if (session.round === current && isAsked && players.join() !== session.players.join()) session.seat(players);
}

/**
 * Shows the game that the address names; where it names none that there is, the first.
 * @param {Listed[] | null} listed
 * @param {boolean} held
 */
function follow(listed, held) {
    return trying(async () => {
        const place = address.read(location.hash) ?? FIRST;
        const { players, stranger } = known(place.players, listed);
        try {
            await showPlace({ ...place, players }, held);
        } catch (error) {
            if (!session.hasBegun) await showPlace(FIRST, held);
            throw error;
        }
        if (stranger !== undefined) throw new RangeError(`There is no player “${stranger}” here: a person plays in its place.`);
    });
}

function showBoard() {
    board.show(sceneOfGame(session));
    document.title = `${session.round.game.title} – gridsolve`;
    const { rules, written } = session.round.game;
    byId("rules", HTMLElement).textContent = rules;
    byId("written", HTMLElement).textContent = written;
    byId("move", HTMLInputElement).placeholder = session.now.legal[0] ?? "";
    for (const link of document.querySelectorAll("#games a")) {
        const isCurrent = link.getAttribute("href")?.startsWith(`#${session.round.game.name}:`);
        link.toggleAttribute("aria-current", isCurrent);
        if (isCurrent) link.setAttribute("aria-current", "page");
    }
}

function showPicture() {
    const { position } = session.now;
    const link = byId("picture", HTMLAnchorElement);
    link.href = pictureAddress(position, analysis.stage.state === "known");
    link.download = `${position.split(":")[0]}.svg`;
}

/** @param {File | undefined} file */
function openRecord(file) {
    return trying(async () => {
        if (!file) return;
        const { start, moves, games } = readRecord(await file.text());
        const round = await Round.open(start, moves);
        session.begin(round, [PERSON, PERSON]);
        if (games > 1) announce(`The record holds ${games} games. This is the first.`);
    });
}

/** @param {Listed[] | null} listed */
function wire(listed) {
    const openSetup = setup(session);
    const openEditor = editor(session);
    const file = byId("file", HTMLInputElement);
    const click = (/** @type {string} */ id, /** @type {() => unknown} */ act) => button(id).addEventListener("click", act);
    click("undo", undo);
    click("redo", redo);
    click("hint", help);
    click("values", switchValues);
    click("hold", () => session.hold(!session.held));
    click("new", openSetup);
    click("edit", openEditor);
    click("save", () => download(`${session.round.game.name}.jsonl`, recordOf(session)));
    click("load", () => file.click());
    click("link", () => trying(copyLink));
    file.addEventListener("change", () => {
        void openRecord(file.files?.[0]);
        file.value = "";
    });
    byId("typed", HTMLFormElement).addEventListener("submit", (event) => {
        event.preventDefault();
        const field = byId("move", HTMLInputElement);
        void play(field.value.trim());
        field.value = "";
    });
    byId("skip", HTMLAnchorElement).addEventListener("click", (event) => {
        event.preventDefault();
        board.focus();
    });
    const keys = { r: () => playAs("random"), u: undo, y: redo, h: help, v: switchValues, n: openSetup, e: openEditor };
    listenForKeys(keys, (depth) => playAs(session.round.game.depthPlayer + depth), byId("keys", HTMLInputElement));
    byId("games", HTMLElement).append(...GAMES.map(({ name, title, size: [rows, cols] }) => html("a", { href: `#${name}:${rows}x${cols}` }, title)));
    addEventListener("popstate", () => follow(listed, true));
}

async function copyLink() {
    // Browsers give the clipboard only to pages that nobody between can have changed.
    if (!navigator.clipboard) throw new Error("The browser does not let the page copy: copy the address above instead.");
    await navigator.clipboard.writeText(location.href);
    announce("The link is copied.");
    const link = button("link");
    link.textContent = "Copied";
    setTimeout(() => (link.textContent = "Copy link"), 2000);
}

async function begin() {
    themed(button("theme"));
    session.listen(showBoard);
    session.listen((change) => analysis.follow(change));
    session.listen(showPicture);
    analysis.addEventListener("stage", showPicture);
    showStatus(session);
    offerRematch(session, board, trying);
    showValues(session, analysis, board);
    showCourse(session, analysis, (at) => void trying(() => session.goTo(at)));
    const listed = await players().catch(() => null);
    showSeats(session, listed ?? [{ name: "random" }]);
    playAutomatically(session, trouble);
    address.keepAddress(session);
    wire(listed);
    await follow(listed, false);
    if (await hasHall().catch(() => false)) byId("games", HTMLElement).append(html("a", { href: "hall.html" }, "The hall"));
}

void begin();
