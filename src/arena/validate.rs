//! A player against the truth: how many of its moves are optimal, and what the others cost.

use super::clock::{Clock, TimeControl};
use super::parallel::{Count, share_out};
use super::question::Question;
use super::rating::Share;
use super::referee::{Answerless, Referee, accept};
use super::roster::Entrant;
use super::truth::{Exact, Truth};
use super::verdict::Forfeit;
use crate::chance::Chance;
use crate::game::Value;
use crate::games::{Move, Position};
use crate::player::{Choice, Player};
use crate::solver::{SolveError, StopSwitch};
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::Arc;
use thiserror::Error;

/// How a player is validated.
#[derive(Debug)]
pub struct Validator<'v> {
    /// The player.
    pub entrant: &'v Entrant,
    /// The limit of plies that is announced to it.
    pub plies: Option<u32>,
    /// How long it has for a move.
    pub time: TimeControl,
    /// Every position is asked with a seed of its own that hangs on this one.
    pub seed: u64,
    /// How many positions are asked at once. What a player does that looks at no clock does not depend on it.
    pub threads: usize,
    /// How many of the worst blunders are kept.
    pub worst: usize,
    /// Gives it up.
    pub switch: StopSwitch,
}

/// Why a player could not be validated.
#[derive(Debug, Error)]
pub enum ValidateError {
    /// Somebody stopped it.
    #[error("stopped")]
    Stopped,
    /// The solver had no room.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// The player cannot be made any more.
    #[error("{0}")]
    Player(String),
}

/// How a player compares with the truth.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Validation {
    /// The limit of plies that was announced.
    pub depth: Option<u32>,
    /// How many of its moves are optimal, of all positions that could be solved.
    pub optimal: Share,
    /// The same of those positions only in which a move can be wrong.
    pub decisions: Share,
    /// Positions that could not be solved within the limits; nothing else here counts them.
    pub unsolved: u64,
    /// What its moves give away in all, in the units of the game.
    pub lost: i64,
    /// The same a move.
    pub lost_a_move: f64,
    /// Answers that were no legal move, by kind. They count as not optimal; what a move gives away is said
    /// of the others.
    pub failures: BTreeMap<&'static str, u64>,
    /// The same by phase of the game, the opening first.
    pub phases: Vec<Phase>,
    /// The worst of its moves, the worst first.
    pub blunders: Vec<Blunder>,
    /// The values that it claims.
    pub claims: Claims,
    /// How long it took a move on average, in seconds.
    pub seconds_a_move: f64,
}

/// How a player fares while so many lines or squares are open.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Phase {
    /// The fewest lines or squares that are open, and the most.
    pub open: [usize; 2],
    /// How many moves are optimal.
    pub optimal: Share,
    /// What the others give away in all.
    pub lost: i64,
    /// The same a move.
    pub lost_a_move: f64,
}

/// A move that gives something away.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Blunder {
    /// Where, in text form.
    #[serde(serialize_with = "as_text")]
    pub position: Position,
    /// What was played.
    #[serde(rename = "move")]
    pub mv: Move,
    /// Every move that would have been optimal.
    pub best: Vec<Move>,
    /// What the position is worth.
    pub value: Value,
    /// What the move gives away.
    pub loss: Value,
}

/// What a player says that positions are worth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Claims {
    /// How often it said a value.
    pub values: u64,
    /// How often that was the true one.
    pub true_values: u64,
    /// How often it had the sign of the true one: win, loss or neither.
    pub true_signs: u64,
    /// How far off it was on average, in the units of the game if the player counts in them.
    pub mean_error: f64,
    /// How often it called its value exact.
    pub exact: u64,
    /// How often that was false. It should be never.
    pub exact_false: u64,
}

/// Writes a position as its text form.
fn as_text<S: serde::Serializer>(position: &Position, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(position)
}

/// What came of one question.
struct Answered {
    open: usize,
    exact: Option<Arc<Exact>>,
    played: Result<Choice, Forfeit>,
    seconds: f64,
}

impl Validator<'_> {
    /// Asks the player every question and judges what it answers. `count` tells meanwhile how far it is.
    ///
    /// # Errors
    /// [`ValidateError`] where it was stopped, the solver had no room or the player cannot be made.
    pub fn run(&self, questions: &[Question], truth: &Truth, count: &Count) -> Result<Validation, ValidateError> {
        let numbered: Vec<(usize, &Question)> = questions.iter().enumerate().collect();
        let state = || self.entrant.make();
        let ask = |player: &mut Result<Box<dyn Player>, String>, &(number, question): &(usize, &Question)| {
            let player = player.as_mut().map_err(|error| ValidateError::Player(error.clone()))?;
            self.ask(player.as_mut(), number, question, truth)
        };
        let answers = share_out(&numbered, self.threads, &self.switch, count, state, ask);
        let answers: Result<Vec<Answered>, _> = answers.map_err(|_| ValidateError::Stopped)?.into_iter().collect();
        Ok(self.judge(questions, &answers?))
    }

    fn ask(
        &self,
        player: &mut dyn Player,
        number: usize,
        question: &Question,
        truth: &Truth,
    ) -> Result<Answered, ValidateError> {
        let mut round = question.round();
        let exact = truth.look(round.position())?;
        let open = round.position().open_count();
        let referee = Referee { time: self.time, plies: self.plies, switch: self.switch.clone() };
        let mut clock = Clock::new(self.time);
        let seed = Chance::of(self.seed, number as u64).seed();
        let (answer, time) = match referee.begin(player, seed) {
            Ok(()) => referee.ask(&round, player, &clock),
            Err(forfeit) => (Err(Answerless::Panicked(forfeit)), std::time::Duration::ZERO),
        };
        let played = accept(&mut round, answer, time, &mut clock).map(|(_, choice)| choice);
        Ok(Answered { open, exact, played, seconds: time.as_secs_f64() })
    }

    fn judge(&self, questions: &[Question], answers: &[Answered]) -> Validation {
        let mut whole = Tally::default();
        let mut phases: BTreeMap<usize, Tally> = BTreeMap::new();
        let mut failures = BTreeMap::new();
        let mut claims = Claimed::default();
        let mut blunders = Vec::new();
        let (mut unsolved, mut seconds) = (0, 0.0);
        for (number, answer) in answers.iter().enumerate() {
            seconds += answer.seconds;
            let Some(exact) = &answer.exact else {
                unsolved += 1;
                continue;
            };
            let mv = answer.played.as_ref().ok().and_then(|choice| choice.mv);
            let loss = mv.and_then(|mv| exact.loss(mv));
            for tally in [&mut whole, phases.entry(answer.open).or_default()] {
                tally.add(exact, loss);
            }
            match &answer.played {
                Ok(choice) => claims.add(choice, exact.value),
                Err(forfeit) => *failures.entry(forfeit.kind.as_str()).or_default() += 1,
            }
            if let Some((mv, loss)) = mv.zip(loss).filter(|&(_, loss)| loss > 0) {
                blunders.push((loss, number, mv));
            }
        }
        // The greatest loss first, and of equals the one with the fewest moves to the end, which is
        // easiest to understand.
        blunders.sort_by_key(|&(loss, number, _)| (std::cmp::Reverse(loss), answers[number].open, number));
        blunders.truncate(self.worst);
        let blunder = |(loss, number, mv): (Value, usize, Move)| {
            let exact = answers[number].exact.as_ref()?;
            let position = questions[number].round().position().clone();
            Some(Blunder { position, mv, best: exact.best(), value: exact.value, loss })
        };
        Validation {
            depth: self.plies,
            optimal: Share::new(whole.optimal, whole.positions),
            decisions: Share::new(whole.right_decisions, whole.decisions),
            unsolved,
            lost: whole.lost,
            lost_a_move: whole.lost_a_move(),
            failures,
            phases: in_phases(phases),
            blunders: blunders.into_iter().filter_map(blunder).collect(),
            claims: claims.claims(),
            seconds_a_move: seconds / answers.len().max(1) as f64,
        }
    }
}

/// Moves counted.
#[derive(Clone, Copy, Default)]
struct Tally {
    positions: u64,
    /// Positions in which a legal move was made.
    moved: u64,
    optimal: u64,
    decisions: u64,
    right_decisions: u64,
    lost: i64,
}

impl Tally {
    fn add(&mut self, exact: &Exact, loss: Option<Value>) {
        let is_decision = exact.moves.iter().any(|&(_, value)| value < exact.value);
        let right = loss == Some(0);
        self.positions += 1;
        self.moved += u64::from(loss.is_some());
        self.optimal += u64::from(right);
        self.decisions += u64::from(is_decision);
        self.right_decisions += u64::from(is_decision && right);
        self.lost += i64::from(loss.unwrap_or(0));
    }

    fn join(&mut self, other: &Self) {
        self.positions += other.positions;
        self.moved += other.moved;
        self.optimal += other.optimal;
        self.lost += other.lost;
    }

    fn lost_a_move(&self) -> f64 {
        self.lost as f64 / self.moved.max(1) as f64
    }
}

/// The most phases that are told apart.
const PHASES: usize = 12;

/// Puts neighbouring numbers of open lines together until there are few enough; the most open come first.
fn in_phases(tallies: BTreeMap<usize, Tally>) -> Vec<Phase> {
    let (Some((&least, _)), Some((&most, _))) = (tallies.first_key_value(), tallies.last_key_value()) else {
        return Vec::new();
    };
    let width = (most - least + 1).div_ceil(PHASES);
    let mut phases: BTreeMap<usize, (usize, usize, Tally)> = BTreeMap::new();
    for (open, tally) in tallies {
        let phase = phases.entry((open - least) / width).or_insert((open, open, Tally::default()));
        phase.1 = open;
        phase.2.join(&tally);
    }
    let phase = |(from, to, tally): (usize, usize, Tally)| Phase {
        open: [from, to],
        optimal: Share::new(tally.optimal, tally.positions),
        lost: tally.lost,
        lost_a_move: tally.lost_a_move(),
    };
    phases.into_values().rev().map(phase).collect()
}

/// Claims counted.
#[derive(Default)]
struct Claimed {
    claims: Claims,
    off: f64,
}

impl Claimed {
    fn add(&mut self, choice: &Choice, value: Value) {
        let Some(claimed) = choice.value else { return };
        let (claims, value) = (&mut self.claims, i32::from(value));
        claims.values += 1;
        claims.true_values += u64::from(claimed == value);
        claims.true_signs += u64::from(claimed.signum() == value.signum());
        claims.exact += u64::from(choice.exact);
        claims.exact_false += u64::from(choice.exact && claimed != value);
        self.off += f64::from(claimed.abs_diff(value));
    }

    fn claims(self) -> Claims {
        Claims { mean_error: self.off / self.claims.values.max(1) as f64, ..self.claims }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::{PlayerError, Turn};
    use crate::solver::Solver;

    /// Plays the last legal move and claims that it wins everything.
    struct Boaster;

    impl Player for Boaster {
        fn choose(&mut self, turn: &Turn<'_>) -> Result<Choice, PlayerError> {
            let moves = turn.round.position().legal_moves();
            Ok(Choice { value: Some(1), exact: true, ..Choice::of(moves[moves.len() - 1]) })
        }
    }

    fn validation(start: &str, make: fn() -> Result<Box<dyn Player>, String>, threads: usize) -> Validation {
        let start = Position::parse(start).unwrap();
        let entrant = Entrant::new("test", make);
        let mut truth = Truth::new(Solver::new().threads(1));
        let questions: Vec<Question> = truth.sweep(&start, 10_000).unwrap().into_iter().map(Question::of).collect();
        let validator = Validator {
            entrant: &entrant,
            plies: None,
            time: TimeControl::default(),
            seed: 1,
            threads,
            worst: 3,
            switch: StopSwitch::default(),
        };
        validator.run(&questions, &truth, &Count::default()).unwrap()
    }

    #[test]
    fn every_position_of_a_board_is_judged_by_its_value() {
        let validation = validation("dots:1x2", || Ok(Box::new(Boaster)), 1);
        // By the plain recursion over the 127 positions with a free line.
        let (mut optimal, mut lost, mut most_lost, mut true_values) = (0, 0, 0, 0);
        for bits in 0..127u32 {
            let digits: String = (0..7).map(|line| if bits >> line & 1 == 1 { '1' } else { '0' }).collect();
            let position = Position::parse(&format!("dots:1x2:{digits}")).unwrap();
            let answer = Solver::new().threads(1).all_moves(true).solve(&position).unwrap();
            let last = *position.legal_moves().last().unwrap();
            let value = answer.moves.unwrap().iter().find(|entry| entry.mv == last).unwrap().value;
            optimal += u64::from(answer.best.contains(&last));
            lost += i64::from(answer.value.unwrap() - value);
            most_lost = most_lost.max(answer.value.unwrap() - value);
            true_values += u64::from(answer.value == Some(1));
        }
        assert_eq!((validation.optimal.of, validation.optimal.count, validation.lost), (127, optimal, lost));
        assert_eq!((validation.claims.values, validation.claims.true_values), (127, true_values));
        assert_eq!(validation.claims.exact_false, 127 - true_values);
        assert_eq!(
            validation.phases.iter().map(|phase| phase.optimal.of).collect::<Vec<_>>(),
            [1, 7, 21, 35, 35, 21, 7]
        );
        assert_eq!(validation.phases.iter().map(|phase| phase.lost).sum::<i64>(), lost);
        assert_eq!(validation.blunders.len(), 3);
        assert_eq!(validation.blunders[0].loss, most_lost);
        assert!(validation.blunders.is_sorted_by_key(|blunder| -blunder.loss));
        assert!(validation.blunders.iter().all(|blunder| !blunder.best.contains(&blunder.mv)));
    }

    #[test]
    fn chance_and_threads_change_nothing() {
        let random = || Ok(Box::new(crate::player::Random::new(0)) as Box<dyn Player>);
        let [one, three] = [1, 3].map(|threads| validation("kings:3x3", random, threads));
        assert_eq!(Validation { seconds_a_move: 0.0, ..one }, Validation { seconds_a_move: 0.0, ..three });
    }

    #[test]
    fn who_answers_nonsense_fails() {
        struct Silent;
        impl Player for Silent {
            fn choose(&mut self, _: &Turn<'_>) -> Result<Choice, PlayerError> {
                Ok(Choice::default())
            }
        }
        let validation = validation("dots:1x1", || Ok(Box::new(Silent)), 1);
        assert_eq!((validation.optimal.count, validation.failures.get("protocol")), (0, Some(&15)));
    }

    #[test]
    fn who_fails_looks_no_better_for_it() {
        /// Answers only while many lines are open, and then as badly as it can.
        struct Faint;
        impl Player for Faint {
            fn choose(&mut self, turn: &Turn<'_>) -> Result<Choice, PlayerError> {
                let moves = turn.round.position().legal_moves();
                Ok(if moves.len() < 5 { Choice::default() } else { Choice::of(moves[0]) })
            }
        }
        struct Whole;
        impl Player for Whole {
            fn choose(&mut self, turn: &Turn<'_>) -> Result<Choice, PlayerError> {
                let moves = turn.round.position().legal_moves();
                let losing = moves.len() >= 5;
                let best = Solver::new().threads(1).solve(turn.round.position()).map(|answer| answer.best);
                Ok(Choice::of(if losing { moves[0] } else { best.unwrap_or_default()[0] }))
            }
        }
        let faint = validation("dots:1x2", || Ok(Box::new(Faint)), 1);
        let whole = validation("dots:1x2", || Ok(Box::new(Whole)), 1);
        let failed = faint.failures["protocol"];
        assert_eq!((faint.lost, failed), (whole.lost, 98));
        assert_eq!(faint.lost_a_move, faint.lost as f64 / (127 - failed) as f64);
        assert!(faint.lost_a_move > whole.lost_a_move && faint.lost > 0);
    }
}
