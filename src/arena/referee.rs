//! One game between two players: the referee asks, measures, checks and decides.

use super::clock::{Clock, TimeControl};
use super::verdict::{Forfeit, ForfeitKind, Verdict};
use crate::games::{Move, Ply, Position, Round, Seat};
use crate::player::{Choice, Player, PlayerError, Turn};
use crate::solver::{StopSwitch, Stopped};
use std::time::{Duration, Instant};

/// Under which conditions a game is played.
#[derive(Clone, Debug, Default)]
pub struct Referee {
    /// The clocks.
    pub time: TimeControl,
    /// How many plies the players may look ahead. It is announced; nobody can see from outside whether a
    /// player keeps to it.
    pub plies: Option<u32>,
    /// Gives the game up.
    pub switch: StopSwitch,
}

/// A move that was made in a game.
#[derive(Clone, Copy, Debug)]
pub struct Made<'g> {
    /// The game after the move.
    pub round: &'g Round,
    /// The move.
    pub ply: Ply,
    /// What its player said of it.
    pub choice: &'g Choice,
    /// How long it took.
    pub time: Duration,
}

/// A game that is over.
#[derive(Clone, Debug, PartialEq)]
pub struct Finished {
    /// The moves.
    pub round: Round,
    /// How it ended.
    pub verdict: Verdict,
}

impl Referee {
    /// Plays a game from `start`, the first player moving first. Each begins with a seed of its own;
    /// `watch` sees every move as it is made.
    ///
    /// A player that panics, breaks off, is late or answers with something else than a legal move has
    /// lost; no move is ever replaced. A player without a time limit is waited for as long as it takes,
    /// which the switch, which it must heed, ends; programs are given a minute.
    ///
    /// # Errors
    /// [`Stopped`] where the switch was thrown: the game then has no result.
    pub fn play(
        &self,
        start: Position,
        players: [&mut dyn Player; 2],
        seeds: [u64; 2],
        watch: &mut dyn FnMut(&Made<'_>),
    ) -> Result<Finished, Stopped> {
        let mut round = Round::new(start);
        for (seat, seed) in [Seat::First, Seat::Second].into_iter().zip(seeds) {
            if let Err(forfeit) = self.begin(players[seat.index()], seed) {
                return Ok(Finished { round, verdict: Verdict::against(seat, forfeit) });
            }
        }
        let mut clocks = [Clock::new(self.time), Clock::new(self.time)];
        loop {
            if let Some(outcome) = round.outcome() {
                return Ok(Finished { round, verdict: Verdict::by_rules(outcome) });
            }
            let seat = round.to_move();
            let (answer, time) = self.ask(&round, players[seat.index()], &clocks[seat.index()]);
            if self.switch.is_stopped() {
                return Err(Stopped::Interrupted);
            }
            match accept(&mut round, answer, time, &mut clocks[seat.index()]) {
                Ok((ply, choice)) => watch(&Made { round: &round, ply, choice: &choice, time }),
                Err(forfeit) => return Ok(Finished { round, verdict: Verdict::against(seat, forfeit) }),
            }
        }
    }

    /// Tells a player that a game begins.
    ///
    /// # Errors
    /// [`Forfeit`] where it panics.
    pub fn begin(&self, player: &mut dyn Player, seed: u64) -> Result<(), Forfeit> {
        guarded(|| player.begin(seed))
    }

    /// Asks a player for a move and measures the time, by a clock that only goes forward.
    pub fn ask(&self, round: &Round, player: &mut dyn Player, clock: &Clock) -> (Result<Choice, Answerless>, Duration) {
        let started = Instant::now();
        let turn = Turn {
            round,
            deadline: clock.allowed().and_then(|allowed| started.checked_add(allowed)),
            clock: clock.shown(),
            plies: self.plies,
            switch: self.switch.clone(),
        };
        let answer = guarded(|| player.choose(&turn));
        let time = started.elapsed();
        let answer = match answer {
            Ok(answer) => answer.map_err(Answerless::Said),
            Err(forfeit) => Err(Answerless::Panicked(forfeit)),
        };
        (answer, time)
    }
}

/// Why there is no choice.
#[derive(Clone, Debug)]
pub enum Answerless {
    /// The player says why.
    Said(PlayerError),
    /// The player panicked.
    Panicked(Forfeit),
}

/// Takes the answer of the side to move, which took `time`: makes its move, or says how the side has lost.
///
/// The verdicts come in the order of [`ForfeitKind`]. Nothing has changed in the game where there is no
/// move. That the answer was stopped is no verdict: look at the switch before.
///
/// # Errors
/// [`Forfeit`] where the side has lost.
pub fn accept(
    round: &mut Round,
    answer: Result<Choice, Answerless>,
    time: Duration,
    clock: &mut Clock,
) -> Result<(Ply, Choice), Forfeit> {
    if let Err(Answerless::Panicked(forfeit)) = answer {
        return Err(forfeit);
    }
    if let Err(Answerless::Said(PlayerError::Gone(message))) = answer {
        return Err(Forfeit::new(ForfeitKind::Crash, message));
    }
    let spent = clock.spend(time);
    if let Err(Answerless::Said(PlayerError::Late)) = answer {
        let message = format!("no answer after {:.3} s", time.as_secs_f64());
        return Err(Forfeit::new(ForfeitKind::Silent, message));
    }
    if let Err(overrun) = spent {
        return Err(Forfeit::new(ForfeitKind::Late, overrun.to_string()));
    }
    let protocol = |message: String| Forfeit::new(ForfeitKind::Protocol, message);
    let choice = match answer {
        Ok(choice) => choice,
        Err(Answerless::Said(PlayerError::Protocol(message))) => return Err(protocol(message)),
        Err(Answerless::Said(error)) => return Err(protocol(error.to_string())),
        Err(Answerless::Panicked(forfeit)) => return Err(forfeit),
    };
    let Some(mv) = choice.mv else {
        return Err(protocol("it names no move, where there is one".to_owned()));
    };
    match round.play(mv) {
        Ok(ply) => Ok((ply, choice)),
        Err(error) => Err(illegal(round, mv, &error.to_string())),
    }
}

/// A move that cannot be made, with the position and what could have been played.
fn illegal(round: &Round, mv: Move, error: &str) -> Forfeit {
    const MOST: usize = 12;
    let legal = round.position().legal_moves();
    let shown: Vec<String> = legal.iter().take(MOST).map(Move::to_string).collect();
    let more = if legal.len() > MOST { format!(" and {} more", legal.len() - MOST) } else { String::new() };
    let message = format!("{mv} in {}: {error}; legal are {}{more}", round.position(), shown.join(" "));
    Forfeit::new(ForfeitKind::Illegal, message)
}

/// Does something that a player does; a panic is its crash.
fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, Forfeit> {
    crate::player::guarded(work).map_err(|message| Forfeit::new(ForfeitKind::Crash, message))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Outcome;
    use crate::player::Random;

    /// Answers as it is told, one answer a move, then as chance has it.
    struct Told<F>(F, Random);

    impl<F: FnMut(&Turn<'_>) -> Option<Result<Choice, PlayerError>> + Send> Player for Told<F> {
        fn choose(&mut self, turn: &Turn<'_>) -> Result<Choice, PlayerError> {
            (self.0)(turn).unwrap_or_else(|| self.1.choose(turn))
        }
    }

    /// A game of one box against chance in which the first player does as told.
    fn verdict(
        time: TimeControl,
        told: impl FnMut(&Turn<'_>) -> Option<Result<Choice, PlayerError>> + Send,
    ) -> Verdict {
        let referee = Referee { time, ..Referee::default() };
        let (mut told, mut other) = (Told(told, Random::new(1)), Random::new(2));
        let start = Position::parse("dots:1x1").unwrap();
        let mut moves = 0;
        let finished =
            referee.play(start, [&mut told, &mut other], [1, 2], &mut |made| moves += made.round.plies().len().min(1));
        let finished = finished.unwrap();
        assert_eq!(finished.round.plies().len(), moves);
        finished.verdict
    }

    fn told(time: TimeControl, answer: Result<Choice, PlayerError>) -> (Outcome, &'static str) {
        let verdict = verdict(time, move |_| Some(answer.clone()));
        (verdict.outcome, verdict.reason())
    }

    const LOST: Outcome = Outcome::Won(Seat::Second);

    #[test]
    fn every_way_to_break_off_is_a_loss_of_its_kind() {
        let free = TimeControl::default();
        let mv = |text: &str| Ok(Choice::of(Position::parse("dots:2x2").unwrap().parse_move(text).unwrap()));
        assert_eq!(told(free, mv("h2,1")), (LOST, "illegal"));
        assert_eq!(told(free, Ok(Choice::default())), (LOST, "protocol"));
        for (error, reason) in [
            (PlayerError::Gone("exit status 1".to_owned()), "crash"),
            (PlayerError::Late, "silent"),
            (PlayerError::Protocol("hello".to_owned()), "protocol"),
            (PlayerError::CannotPlay("no".to_owned()), "protocol"),
        ] {
            assert_eq!(told(free, Err(error)), (LOST, reason));
        }
        let verdict = verdict(free, |_| panic!("as planned"));
        assert_eq!((verdict.outcome, verdict.reason()), (LOST, "crash"));
        assert_eq!(verdict.forfeit.unwrap().message, "it panicked: as planned");
    }

    #[test]
    fn late_comes_before_wrong_and_gone_before_late() {
        let none = TimeControl { per_move: Some(Duration::ZERO), clock: None };
        assert_eq!(told(none, Ok(Choice::default())), (LOST, "late"));
        assert_eq!(told(none, Err(PlayerError::Protocol(String::new()))), (LOST, "late"));
        assert_eq!(told(none, Err(PlayerError::Late)), (LOST, "silent"));
        assert_eq!(told(none, Err(PlayerError::Gone(String::new()))), (LOST, "crash"));
        let none = TimeControl { per_move: None, clock: Some((Duration::ZERO, Duration::from_secs(1))) };
        assert_eq!(told(none, Ok(Choice::default())), (LOST, "late"));
    }

    #[test]
    fn a_game_of_one_box_ends_by_its_rules() {
        assert_eq!(verdict(TimeControl::default(), |_| None), Verdict::by_rules(Outcome::Won(Seat::Second)));
    }

    #[test]
    fn an_illegal_move_says_what_was_legal() {
        let played = verdict(TimeControl::default(), |turn| {
            Some(Ok(Choice::of(turn.round.plies().last().map_or(turn.round.position().legal_moves()[0], |ply| ply.mv))))
        });
        let message = played.forfeit.unwrap().message;
        assert!(message.contains("drawn already; legal are "), "{message}");
    }

    #[test]
    fn a_game_that_is_stopped_has_no_result() {
        let referee = Referee::default();
        referee.switch.stop();
        let start = Position::parse("dots:1x1").unwrap();
        let (mut first, mut second) = (Random::new(1), Random::new(2));
        assert!(referee.play(start, [&mut first, &mut second], [1, 2], &mut |_| ()).is_err());
    }
}
