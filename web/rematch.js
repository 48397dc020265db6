// A tied game of XO is played again, from where it began: chance decides who moves first.

import { button } from "./dom.js";
import { Round } from "./round.js";

/**
 * Offers another game where XO ended in a tie.
 * @param {import("./session.js").Session} session
 * @param {import("./board/board.js").BoardView} board
 * @param {(act: () => unknown) => unknown} trying
 */
export function offerRematch(session, board, trying) {
    const again = button("rematch");
    session.listen(() => {
        const { game, now } = session.round;
        again.hidden = game.name !== "xo" || now.winner !== null;
    });
    again.addEventListener("click", () =>
        trying(async () => {
            const [first, second] = session.players;
            const turned = Math.random() < 0.5;
            const round = await Round.open(session.round.start);
            session.begin(round, turned ? [second, first] : [first, second], false, turned ? "Rematch, sides changed" : "Rematch, sides as before");
            board.focus();
        }),
    );
}
