//! Alpha-beta to a depth, or as deep as the time allows.

mod form;
mod memory;
mod schedule;
mod search;
#[cfg(test)]
mod tests;

use super::{Choice, Options, Pick, Player, PlayerError, Resources, SpecError, Turn, clock};
use crate::chance::Chance;
use crate::game::{Evaluate, Step, Value};
use crate::games::{Move, Position};
use form::{Visitor, with_form};
use schedule::{MOST_DEPTH, Schedule};
use search::{Score, Search};
use std::cmp::Reverse;
use std::time::{Duration, Instant};

/// Looks a number of plies ahead in any game, and evaluates what it sees there.
///
/// A ply is a move, extra turns included. It looks one ply ahead, then two, and so on to its depth, so that
/// it has a move whenever the time is up. Under no limit of time the same position gives the same move.
/// Where all is seen to be lost, it makes the move that lost last.
#[derive(Clone, Debug)]
pub struct AlphaBeta {
    depth: Option<u8>,
    nodes: Option<u64>,
    time: Option<Duration>,
    schedule: Schedule,
    /// The most bytes that a search remembers.
    memory: u64,
    pick: Pick,
    chance: Chance,
}

/// Positions that are looked at where neither depth, time nor number is given: about a tenth of a second.
const NODES: u64 = 200_000;
/// The same on boards too large for a machine word, where they take longer.
const LARGE_NODES: u64 = 2000;
/// The most bytes that a search remembers, whatever there is.
const MOST_MEMORY: u64 = 32 << 20;

impl AlphaBeta {
    /// The most plies that it looks ahead, whatever it is asked for.
    pub const MOST_DEPTH: u8 = MOST_DEPTH;

    /// The options that [`AlphaBeta::of`] knows, and what they mean.
    pub const OPTIONS: &'static [(&'static str, &'static str)] = &[
        ("depth", "plies to look ahead, 1 to 100; if not given, what the time allows, without one 200,000 positions"),
        ("time", "seconds for a move; the depth is then open, if not given"),
        ("nodes", "positions to look at for a move, instead of a time"),
        (
            "eval",
            "how leaves are evaluated, by depth of the search: boxes@1-3+chains@4- or one name. dots: \
             chains boxes; domineering: safe moves; cram, xo, kings: parts parity",
        ),
        ("pick", "first or chance: which of equally good moves; first if not given"),
    ];

    /// A player as `options` say, within `resources`.
    ///
    /// # Errors
    /// [`SpecError`] where one has a value that makes no sense.
    pub fn of(options: &Options<'_>, resources: &Resources) -> Result<Self, SpecError> {
        Ok(Self {
            depth: options.number("depth", 1..=MOST_DEPTH.into())?.map(|depth| depth as u8),
            nodes: options.number("nodes", 1..=u64::MAX)?,
            time: options.seconds("time")?,
            schedule: Schedule::of(options)?,
            memory: resources.memory.min(MOST_MEMORY),
            pick: Pick::of(options)?,
            chance: Chance::new(0),
        })
    }
}

impl Player for AlphaBeta {
    fn begin(&mut self, seed: u64) {
        self.chance = Chance::new(seed);
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Choice, PlayerError> {
        let ends = clock::ends(turn, self.time);
        let is_open = self.depth.is_none() && turn.plies.is_none() && ends.is_none();
        let plies = turn.plies.map_or(MOST_DEPTH, |plies| plies.min(MOST_DEPTH.into()) as u8);
        let depth = self.depth.unwrap_or(MOST_DEPTH).min(plies);
        let nodes = self.nodes;
        let thinking = Thinking { player: self, turn, started: Instant::now(), ends, depth, nodes, is_open };
        with_form(turn.round.position(), thinking)
    }
}

/// The choice of a move, from the first ply to the last.
struct Thinking<'t, 'r> {
    player: &'t mut AlphaBeta,
    turn: &'t Turn<'r>,
    started: Instant,
    ends: Option<Instant>,
    depth: u8,
    nodes: Option<u64>,
    /// Nothing else says where to stop.
    is_open: bool,
}

/// A move at the root with what the last search said of it.
struct Candidate<G: Evaluate> {
    mv: Move,
    step: Step<G::Position>,
    points: Value,
}

/// What the search of one depth found.
#[derive(Clone)]
struct Found {
    /// Equally good moves.
    best: Vec<Move>,
    score: Score,
    /// Every move was searched that could matter.
    complete: bool,
    /// Plies that every move was searched.
    depth: u8,
}

impl Visitor for Thinking<'_, '_> {
    type Output = Result<Choice, PlayerError>;

    fn visit<G: Evaluate>(
        self,
        game: &G,
        root: &G::Position,
        name: impl Fn(G::Move) -> Move,
    ) -> Result<Choice, PlayerError> {
        let mut moves = Vec::new();
        game.moves(root, &mut moves);
        let candidate = |&mv: &G::Move| Candidate::<G> { mv: name(mv), step: game.play(root, mv), points: 0 };
        let mut candidates: Vec<Candidate<G>> = moves.iter().map(candidate).collect();
        candidates.sort_unstable_by_key(|candidate| candidate.mv);
        let most = game.bound(root) * G::POINTS;
        let evaluation = self.evaluation::<G>(1)?;
        if candidates.is_empty() || self.depth == 0 {
            return Ok(self.without_search(game, root, evaluation, candidates.first().map(|candidate| candidate.mv)));
        }
        let most_nodes = match self.nodes {
            Some(nodes) => nodes,
            None if !self.is_open => u64::MAX,
            None if game.key_bits() == 0 => LARGE_NODES,
            None => NODES,
        };
        let may_go_on = |nodes: u64| nodes <= most_nodes && self.is_in_time();
        let mut search = Search::new(game, evaluation, self.player.memory, &may_go_on);
        let mut best: Option<Found> = None;
        for depth in 1..=self.depth {
            search.deepen(self.evaluation::<G>(depth)?);
            let found = self.look(&mut search, &mut candidates, depth, most);
            let is_last = !found.complete || found.score.proved || self.has_little_time(candidates.len());
            let found = best.take().map_or(found.clone(), |before| before.followed_by(found, most));
            candidates.sort_by_key(|candidate| (!found.best.contains(&candidate.mv), Reverse(candidate.points)));
            best = Some(found);
            if is_last {
                break;
            }
        }
        if self.turn.switch.is_stopped() {
            return Err(PlayerError::Stopped);
        }
        let leaves = search.leaves;
        let Some(found) = best.filter(|found| !found.best.is_empty()) else {
            // There was not even time to look one ply ahead.
            let note = Some("there was no time to think: a guess".to_owned());
            return Ok(Choice { mv: candidates.first().map(|candidate| candidate.mv), note, ..Choice::default() });
        };
        let mv = self.player.pick.one_of(&found.best, &mut self.player.chance);
        let (value, exact) = (Some(self.value::<G>(found.score)), found.score.proved);
        Ok(Choice { mv, value, exact, depth: Some(found.depth.into()), leaves: Some(leaves), note: None })
    }
}

impl Found {
    /// What is left to say after the search of the next depth.
    fn followed_by(self, next: Self, most: Value) -> Self {
        match next {
            // It was cut short after it had begun with the best of the last one.
            Self { complete: false, best, .. } if best.is_empty() => self,
            Self { complete: false, best, .. } => Self { best, ..self },
            // All is lost: what looked best before that was seen makes the other side work for it.
            Self { score: Score { points, .. }, .. } if points == -most => Self { best: self.best, ..next },
            _ => next,
        }
    }
}

impl Thinking<'_, '_> {
    fn evaluation<G: Evaluate>(&self, depth: u8) -> Result<G::Evaluation, PlayerError> {
        self.player.schedule.at::<G>(depth).map_err(|name| {
            let known: Vec<&str> = G::EVALUATIONS.iter().map(|&(name, _)| name).collect();
            let game = self.turn.round.position().game();
            PlayerError::CannotPlay(format!("{game} has no evaluation \"{name}\", only {}", known.join(" and ")))
        })
    }

    fn is_in_time(&self) -> bool {
        !self.turn.switch.is_stopped() && self.ends.is_none_or(|end| Instant::now() < end)
    }

    /// Whether another depth would hardly be finished, or there is nothing to think about, under a clock.
    fn has_little_time(&self, moves: usize) -> bool {
        let used = self.started.elapsed();
        self.ends.is_some_and(|end| moves == 1 || used > end.saturating_duration_since(self.started) / 2)
    }

    /// The evaluation of the position as it stands.
    fn without_search<G: Evaluate>(
        &self,
        game: &G,
        root: &G::Position,
        evaluation: G::Evaluation,
        first: Option<Move>,
    ) -> Choice {
        let estimate = match first {
            Some(_) => game.estimate(root, evaluation),
            None => crate::game::Estimate { points: game.final_value(root) * G::POINTS, exact: true },
        };
        let score = Score { points: estimate.points, proved: estimate.exact };
        let value = Some(self.value::<G>(score));
        Choice { mv: first, value, exact: score.proved, depth: Some(0), leaves: Some(1), note: None }
    }

    /// Searches every move `depth` plies deep, that one among them.
    fn look<G: Evaluate>(
        &self,
        search: &mut Search<'_, G>,
        candidates: &mut [Candidate<G>],
        depth: u8,
        most: Value,
    ) -> Found {
        let mut best: Vec<Move> = Vec::new();
        let mut score = Score { points: -most, proved: false };
        let (mut all_proved, mut complete) = (true, true);
        for candidate in candidates.iter_mut() {
            // One that is as good counts where any may be picked, or where it comes first.
            let equals = self.player.pick == Pick::Chance || best.first().is_none_or(|&first| candidate.mv < first);
            let alpha = if equals { (score.points - 1).max(-most) } else { score.points };
            if alpha >= most {
                candidate.points = -most;
                continue;
            }
            // Most moves are no better than the best: that is asked first.
            let mut found =
                search.after(&candidate.step, depth - 1, alpha, if best.is_empty() { most } else { alpha + 1 });
            if !best.is_empty() && found.is_ok_and(|found| found.points > alpha && found.points < most) {
                found = search.after(&candidate.step, depth - 1, alpha, most);
            }
            let Ok(found) = found else {
                complete = false;
                break;
            };
            candidate.points = found.points;
            all_proved &= found.proved;
            // Of two that cannot be better, one that is proved is.
            let rank = |score: Score| (score.points, score.points == most && score.proved);
            if best.is_empty() || rank(found) > rank(score) {
                (score, best) = (found, vec![candidate.mv]);
            } else if equals && rank(found) == rank(score) {
                if self.player.pick == Pick::First {
                    best.clear();
                }
                best.push(candidate.mv);
            }
        }
        let won = score.points == most && score.proved;
        complete |= won;
        score.proved = won || complete && all_proved;
        Found { best, score, complete, depth: if complete { depth } else { depth - 1 } }
    }

    /// A score in the units of the game where it is proved; where it is not, too, if the value is counted
    /// in these, and else in whatever the evaluation counts.
    fn value<G: Evaluate>(&self, score: Score) -> i32 {
        let points = i32::from(score.points);
        let unit = i32::from(G::POINTS);
        match self.turn.round.position() {
            Position::Dots(_) => (points + points.signum() * unit / 2) / unit,
            Position::Xo(_) if score.proved => (points / unit).max(0),
            _ if score.proved => points / unit,
            _ => points,
        }
    }
}
