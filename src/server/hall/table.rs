//! One game in the hall: the clocks, and the judgement of what is said.

use super::messages::{Moves, ToProgram, texts};
use crate::arena::{
    Answerless, Clock, Effort, Fixture, Forfeit, ForfeitKind, GameResult, Playing, TimeControl, Verdict, accept,
};
use crate::games::{Ply, Round, Seat};
use crate::player::{Choice, PlayerError};
use std::time::{Duration, Instant};

/// How long an answer that is late is still waited for, to tell late from silent.
pub(super) const GRACE: Duration = Duration::from_secs(1);

/// A game that is played.
#[derive(Debug)]
pub(super) struct Table {
    /// The tournament that it belongs to.
    pub(super) tournament: usize,
    /// Its number, the players, where it starts.
    pub(super) fixture: Fixture,
    /// How often it was played before.
    pub(super) attempt: u32,
    /// The players, who moves first before the other: after a rematch, in this playing.
    pub(super) seats: [usize; 2],
    /// The game so far.
    pub(super) round: Round,
    /// The moves of all earlier playings, and the questions that a closed hall broke off: plies are counted on, so that each has a number of its own.
    earlier: usize,
    time: TimeControl,
    clocks: [Clock; 2],
    efforts: [Effort; 2],
    /// Since when the side to move has been asked.
    asked: Instant,
}

/// A move that was made at a table.
#[derive(Debug)]
pub(super) struct MadeHere {
    /// The move.
    pub(super) ply: Ply,
    /// What its player said of it.
    pub(super) choice: Choice,
    /// How long it took.
    pub(super) time: Duration,
}

/// What becomes of something that a player says.
#[derive(Debug)]
pub(super) enum Heard {
    /// The move is made.
    Made(MadeHere),
    /// It is the repetition of something that was heard before, by its number.
    Old,
    /// The side that said it has lost.
    Lost(Forfeit),
}

impl Table {
    /// A game that begins now.
    pub(super) fn new(tournament: usize, fixture: Fixture, time: TimeControl, now: Instant) -> Self {
        Self {
            tournament,
            attempt: 0,
            seats: fixture.seats,
            round: Round::new(fixture.start.clone()),
            earlier: 0,
            time,
            clocks: [Clock::new(time), Clock::new(time)],
            efforts: [Effort::default(); 2],
            asked: now,
            fixture,
        }
    }

    /// The same with this many plies before the first: who answers an older question again does no harm.
    pub(super) fn counted_on(self, earlier: usize) -> Self {
        Self { earlier, ..self }
    }

    /// The same game once more: chance decides who moves first.
    pub(super) fn rematch(self, now: Instant) -> Self {
        let attempt = self.attempt + 1;
        let (_, seats) = self.fixture.chance(attempt);
        let earlier = self.next_ply() - 1;
        Self { attempt, seats, earlier, ..Self::new(self.tournament, self.fixture, self.time, now) }
    }

    /// The playing, as a record tells of it.
    pub(super) fn playing(&self) -> Playing<'_> {
        Playing { fixture: &self.fixture, seats: self.seats, attempt: self.attempt }
    }

    /// The number of the next ply, rematches counted on.
    pub(super) fn next_ply(&self) -> usize {
        self.earlier + self.round.plies().len() + 1
    }

    /// The player who is to move.
    pub(super) fn to_move(&self) -> usize {
        self.seats[self.round.to_move().index()]
    }

    /// The side of a player.
    pub(super) fn seat_of(&self, player: usize) -> Option<Seat> {
        [Seat::First, Seat::Second].into_iter().find(|seat| self.seats[seat.index()] == player)
    }

    /// When the side to move is given up.
    pub(super) fn given_up_at(&self) -> Instant {
        self.asked + self.allowed() + GRACE
    }

    fn allowed(&self) -> Duration {
        self.clocks[self.round.to_move().index()].allowed().unwrap_or_default()
    }

    /// Asks the side to move; its time begins.
    pub(super) fn ask(&mut self, now: Instant) -> String {
        self.asked = now;
        let round = &self.round;
        let message = ToProgram::YourMove {
            game: self.fixture.number,
            attempt: self.attempt,
            ply: self.next_ply(),
            position: round.position().to_string(),
            start: round.start().to_string(),
            moves: texts(round.plies().iter().map(|ply| ply.mv)),
            you: round.to_move().as_str(),
            scores: round.scores(),
            plies: self.fixture.plies,
            seconds: self.allowed().as_secs_f64(),
            clock: self.clocks[round.to_move().index()].shown().map(in_seconds),
        };
        message.text()
    }

    /// Hears a move that a player of this table sent, at the time `at`; the games below `next_game` were begun in the
    /// hall, this or another time.
    pub(super) fn hear(&mut self, player: usize, moves: &Moves, next_game: usize, at: Instant) -> Heard {
        let (number, next) = (self.fixture.number as u64, self.next_ply() as u64);
        match (moves.game, moves.ply) {
            // Games that were broken off are played after games of higher numbers.
            (Some(game), _) if game != number && game < next_game as u64 => return Heard::Old,
            (Some(game), _) if game != number => {
                let why = format!("there is no game {game} yet: this is game {number}");
                return Heard::Lost(self.hear_noise(player, why, at));
            }
            (_, Some(ply)) if ply < next => return Heard::Old,
            (_, Some(ply)) if ply > next => {
                let why = format!("ply {ply} was answered, where ply {next} is to be played");
                return Heard::Lost(self.hear_noise(player, why, at));
            }
            _ => {}
        }
        if self.to_move() != player {
            return Heard::Lost(protocol("it moved out of turn".to_owned()));
        }
        let answer = moves.r#move.named(self.round.position()).map_err(PlayerError::Protocol);
        let answer = answer.map(|mv| Choice { value: moves.value, depth: moves.depth, ..Choice::of(mv) });
        self.judge(answer.map_err(Answerless::Said), at)
    }

    /// Takes the answer of the side to move.
    fn judge(&mut self, answer: Result<Choice, Answerless>, at: Instant) -> Heard {
        let seat = self.round.to_move();
        // What came before the question was flushed took no time.
        let time = at.saturating_duration_since(self.asked);
        match accept(&mut self.round, answer, time, &mut self.clocks[seat.index()]) {
            Ok((ply, choice)) => {
                let effort = &mut self.efforts[seat.index()];
                effort.moves += 1;
                effort.time = effort.time.saturating_add(time);
                effort.slowest = effort.slowest.max(time);
                Heard::Made(MadeHere { ply, choice, time })
            }
            Err(forfeit) => Heard::Lost(forfeit),
        }
    }

    /// Judges something that was no message at all, or no answer: whoever said it has lost by it, or by time if it is
    /// to move and too late.
    pub(super) fn hear_noise(&mut self, player: usize, why: String, at: Instant) -> Forfeit {
        if self.to_move() == player
            && let Heard::Lost(forfeit) = self.judge(Err(Answerless::Said(PlayerError::Protocol(why.clone()))), at)
        {
            return forfeit;
        }
        protocol(why)
    }

    /// The loss of the side to move, which has said nothing.
    pub(super) fn silent(&self, now: Instant) -> Forfeit {
        let waited = now.saturating_duration_since(self.asked);
        Forfeit::new(ForfeitKind::Silent, format!("no answer after {:.3} s", waited.as_secs_f64()))
    }

    /// The result, where a side has lost or the game is over by its rules.
    pub(super) fn result(&self, lost: Option<(Seat, Forfeit)>) -> Option<GameResult> {
        let verdict = match lost {
            Some((seat, forfeit)) => Verdict::against(seat, forfeit),
            None => Verdict::by_rules(self.round.outcome()?),
        };
        Some(GameResult {
            game: self.fixture.number,
            seats: self.seats,
            verdict,
            scores: self.round.scores().map(i32::from),
            efforts: self.efforts,
            rematches: self.attempt,
            moves: Vec::new(),
            course: GameResult::course_of(&self.round),
        })
    }
}

fn protocol(message: String) -> Forfeit {
    Forfeit::new(ForfeitKind::Protocol, message)
}

/// What a clock shows and what a move adds to it, in seconds.
pub(super) fn in_seconds((left, increment): (Duration, Duration)) -> [f64; 2] {
    [left, increment].map(|time| time.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::super::messages::{FromProgram, read};
    use super::*;
    use crate::games::Outcome;

    fn table(start: &str, now: Instant) -> Table {
        let fixture = Fixture { number: 3, seats: [4, 5], start: start.parse().unwrap(), plies: Some(2), seed: 0 };
        let time = TimeControl { per_move: Some(Duration::from_secs(15)), clock: None };
        Table::new(0, fixture, time, now)
    }

    fn hear(table: &mut Table, player: usize, fields: &str, at: Instant) -> Heard {
        match read(&format!("{{\"type\":\"move\",{fields}}}")).unwrap() {
            FromProgram::Move(moves) => table.hear(player, &moves, 6, at),
            other => panic!("{other:?}"),
        }
    }

    fn reason(heard: Heard) -> &'static str {
        match heard {
            Heard::Made(_) => "made",
            Heard::Old => "old",
            Heard::Lost(forfeit) => forfeit.kind.as_str(),
        }
    }

    #[test]
    fn whatever_is_said_has_one_verdict() {
        let now = Instant::now();
        let (soon, late) = (now + Duration::from_secs(1), now + Duration::from_millis(15_001));
        for (player, fields, at, want) in [
            (4, r#""move":"h0,0""#, soon, "made"),
            (4, r#""move":["h",0,0],"game":3,"ply":1"#, soon, "made"),
            (4, r#""move":"h0,0""#, now + Duration::from_millis(14_999), "made"),
            (4, r#""move":"h0,0""#, now + Duration::from_secs(15), "late"),
            (4, r#""move":"h9,9""#, late, "late"),
            (4, r#""move":{}"#, late, "late"),
            (4, r#""move":"h9,9""#, soon, "illegal"),
            (4, r#""move":"resign""#, soon, "protocol"),
            (5, r#""move":"h0,0""#, soon, "protocol"),
            (4, r#""move":"h0,0","game":2"#, soon, "old"),
            (4, r#""move":"h0,0","game":5"#, soon, "old"),
            (4, r#""move":"h0,0","game":6"#, soon, "protocol"),
            (4, r#""move":"h0,0","ply":0"#, soon, "old"),
            (4, r#""move":"h0,0","ply":2"#, soon, "protocol"),
        ] {
            let mut table = table("dots:1x2", now);
            table.ask(now);
            assert_eq!(reason(hear(&mut table, player, fields, at)), want, "{player} {fields}");
        }
    }

    #[test]
    fn two_moves_at_once_are_legal_only_after_closing_a_box() {
        let now = Instant::now();
        let mut closing = table("dots:1x2:1010100", now);
        assert_eq!(reason(hear(&mut closing, 4, r#""move":"v0,1""#, now)), "made");
        assert_eq!(reason(hear(&mut closing, 4, r#""move":"h0,1""#, now)), "made");
        assert_eq!(reason(hear(&mut closing, 4, r#""move":"h1,1""#, now)), "protocol");
    }

    #[test]
    fn what_was_said_before_a_rematch_counts_no_more() {
        let now = Instant::now();
        for (fields, want) in [
            (r#""move":"0,0-0,1""#, "made"),
            (r#""move":"0,0-0,1","game":3,"ply":3"#, "made"),
            (r#""move":"1,0-2,0","game":3,"ply":1"#, "old"),
            (r#""move":"1,0-2,0","game":3,"ply":2"#, "old"),
            (r#""move":"1,0-2,0","game":3,"ply":4"#, "protocol"),
        ] {
            let mut tied = table("xo:2x2", now);
            assert_eq!(reason(hear(&mut tied, 4, r#""move":"0,0-0,1""#, now)), "made");
            assert_eq!(reason(hear(&mut tied, 5, r#""move":"1,0-1,1""#, now)), "made");
            let result = tied.result(None).unwrap();
            assert!(result.is_played_again(&tied.fixture.start, 1) && !result.is_played_again(&tied.fixture.start, 0));
            let mut again = tied.rematch(now);
            assert_eq!((again.attempt, again.round.plies().len(), again.next_ply()), (1, 0, 3));
            let mover = again.to_move();
            assert_eq!(reason(hear(&mut again, mover, fields, now)), want, "{fields}");
        }
    }

    #[test]
    fn chance_lets_either_begin_a_rematch() {
        let now = Instant::now();
        let mut table = table("xo:2x2", now);
        let mut first = Vec::new();
        for _ in 0..20 {
            table = table.rematch(now);
            assert_eq!(table.seats.iter().sum::<usize>(), 9);
            first.push(table.to_move());
        }
        assert!(first.contains(&4) && first.contains(&5), "{first:?}");
    }

    #[test]
    fn a_clock_runs_down_and_gains_by_moves() {
        let now = Instant::now();
        let second = Duration::from_secs(1);
        let fixture = Fixture { number: 3, seats: [4, 5], start: "dots:1x1".parse().unwrap(), plies: None, seed: 0 };
        let mut table = Table::new(
            0,
            fixture,
            TimeControl { per_move: Some(2 * second), clock: Some((3 * second, second / 2)) },
            now,
        );
        assert!(table.ask(now).contains(r#""seconds":2.0,"clock":[3.0,0.5]"#));
        assert_eq!(reason(hear(&mut table, 4, r#""move":"h0,0""#, now + second * 19 / 10)), "made");
        assert!(table.ask(now).contains(r#""seconds":2.0,"clock":[3.0,0.5]"#), "the clocks are each side's own");
        assert_eq!(reason(hear(&mut table, 5, r#""move":"h1,0""#, now + second)), "made");
        assert!(table.ask(now).contains(r#""seconds":1.6,"clock":[1.6,0.5]"#));
        assert_eq!(reason(hear(&mut table, 4, r#""move":"v0,0""#, now + second * 16 / 10)), "late");
    }

    #[test]
    fn a_game_ends_by_its_rules() {
        let now = Instant::now();
        let mut table = table("dots:1x1:1110", now);
        assert!(table.result(None).is_none());
        assert_eq!(reason(hear(&mut table, 4, r#""move":"v0,1""#, now)), "made");
        let result = table.result(None).unwrap();
        assert_eq!(
            (result.verdict.outcome, result.scores, result.winner()),
            (Outcome::Won(Seat::First), [1, 0], Some(4))
        );
    }
}
