// What is going on, above the board, and the buttons below it.

import { announce, calm } from "./announce.js";
import { button, byId } from "./dom.js";
import { PERSON } from "./session.js";
import { ending, happened, playerWords, whoMoves } from "./words.js";

/** @param {import("./session.js").Session} session */
export function showStatus(session) {
    const headline = byId("headline", HTMLElement);
    session.listen((change) => {
        const { round, now, mover, held } = session;
        const state = now.over ? ending(round) : mover === PERSON || held ? whoMoves(round) : thinking(session);
        const remark = round.at === 0 && session.remark ? `${session.remark}: ` : "";
        headline.textContent = remark + state;
        button("undo").disabled = round.at === 0;
        button("redo").disabled = round.at === round.moves.length;
        showHold(session);
        calm();
        if (change === "begun" || change === "moved" || change === "jumped") announce(remark + happened(round));
    });
}

/** @param {import("./session.js").Session} session */
function thinking({ round, now, players }) {
    return `${round.sideName(now.toMove)} is thinking: ${playerWords(players[now.toMove])}`;
}

/**
 * Two players can be paused; one that waits can be let go on.
 * @param {import("./session.js").Session} session
 */
function showHold({ mover, held, players }) {
    const hold = button("hold");
    hold.hidden = mover === null || mover === PERSON || !(held || !players.includes(PERSON));
    hold.textContent = held ? "Let it play" : "Pause";
}
