// Moves for the sides that a player of the server's has.

import { choose } from "./api.js";
import { PERSON } from "./session.js";

/** How long a move of a player's takes at least, so that it can be followed with the eye. */
const PAUSE = 350;

/**
 * Asks the players for their moves whenever it is their turn.
 * @param {import("./session.js").Session} session
 * @param {(error: unknown) => void} trouble
 */
export function playAutomatically(session, trouble) {
    let turn = new AbortController();
    session.listen(() => {
        turn.abort();
        const { mover, round, held } = session;
        if (mover === null || mover === PERSON || held) return;
        turn = new AbortController();
        const { signal } = turn;
        const moves = round.moves.slice(0, round.at);
        Promise.all([choose(round.start, moves, mover, signal), new Promise((resolve) => setTimeout(resolve, PAUSE))])
            .then(([{ text }]) => {
                return signal.aborted || text === null ? undefined : session.play(text);
            })
            .catch((error) => {
                if (signal.aborted) return;
                session.hold(true);
                trouble(error);
            });
    });
}
