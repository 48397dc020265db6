//! What a match between two players has shown.

use super::event::{Effort, GameResult};
use super::fixture::Fixture;
use super::parallel::{Count, share_out};
use super::rating::{Rating, Share, Trials};
use super::standings::{Tally, won_by};
use super::truth::Truth;
use crate::games::{Move, Position, Round, Seat};
use crate::solver::{SolveError, StopSwitch};
use serde::Serialize;
use std::collections::{BTreeMap, HashSet};
use thiserror::Error;

/// What a match has shown.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// The number of games.
    pub games: usize,
    /// How many of them differ in more than their number: without chance and openings, games repeat.
    pub different: usize,
    /// What each player did, in the order they were named.
    pub players: [PlayerSummary; 2],
    /// How often whoever moved first won, of all games.
    pub first_wins: Share,
    /// How often the other won, of all games.
    pub second_wins: Share,
    /// Games that nobody won.
    pub ties: u32,
    /// How often games were played again after a tie.
    pub rematches: u32,
    /// How much stronger the first player named is.
    pub rating: Option<Rating>,
}

/// What one player of a match did.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct PlayerSummary {
    /// Its name.
    pub player: String,
    /// Its games.
    #[serde(flatten)]
    pub games: Tally,
    /// Those in which it moved first.
    pub as_first: Tally,
    /// The others.
    pub as_second: Tally,
    /// Its losses other than by the rules of the game, by kind.
    pub forfeits: BTreeMap<&'static str, u32>,
    /// How many moves it made.
    pub moves: u32,
    /// How long a move took on average, in seconds.
    pub seconds_a_move: f64,
    /// How long the slowest took, in seconds.
    pub slowest_seconds: f64,
    /// How its moves compare with the best ones, as far as that was looked at.
    pub exact: Option<Losses>,
}

/// Moves held against exact values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Losses {
    /// How many moves.
    pub moves: u32,
    /// How many of them were optimal.
    pub optimal: u32,
    /// What the others gave away in all, in the units of the game.
    pub lost: i64,
    /// The same a move.
    pub lost_a_move: f64,
}

impl Losses {
    fn add(&mut self, loss: i64) {
        self.moves += 1;
        self.optimal += u32::from(loss == 0);
        self.lost += loss;
        self.lost_a_move = self.lost as f64 / f64::from(self.moves);
    }
}

impl Summary {
    /// The summary of a match between `names`. Where `paired`, games 0 and 1, 2 and 3 and so on are the
    /// same opening from both sides, and count as one trial each for the error.
    pub fn of(names: [&str; 2], results: &[GameResult], paired: bool) -> Self {
        let mut players = names.map(|name| PlayerSummary { player: name.to_owned(), ..PlayerSummary::default() });
        let mut efforts = [Effort::default(); 2];
        for result in results {
            for (number, player) in players.iter_mut().enumerate() {
                let Some(seat) = result.seat_of(number) else { continue };
                let won = won_by(result, seat);
                player.games.add(won);
                if seat == Seat::First { &mut player.as_first } else { &mut player.as_second }.add(won);
                efforts[number].join(&result.efforts[seat.index()]);
                if let Some((loser, Some(kind))) = result.verdict.loser()
                    && loser == seat
                {
                    *player.forfeits.entry(kind.as_str()).or_default() += 1;
                }
            }
        }
        for (player, effort) in players.iter_mut().zip(efforts) {
            player.moves = effort.moves;
            player.seconds_a_move = effort.time.as_secs_f64() / f64::from(effort.moves.max(1));
            player.slowest_seconds = effort.slowest.as_secs_f64();
        }
        let wins = |seat| results.iter().filter(|result| won_by(result, seat) == Some(true)).count() as u64;
        Self {
            games: results.len(),
            different: trials(results, false).different,
            ties: players[0].games.ties,
            first_wins: Share::new(wins(Seat::First), results.len() as u64),
            second_wins: Share::new(wins(Seat::Second), results.len() as u64),
            rematches: results.iter().map(|result| result.rematches).sum(),
            rating: Rating::of(&trials(results, paired)),
            players,
        }
    }

    /// Adds what the exact values say of the moves.
    pub fn add_losses(&mut self, losses: [Losses; 2]) {
        for (player, losses) in self.players.iter_mut().zip(losses) {
            player.exact = (losses.moves > 0).then_some(losses);
        }
    }
}

/// The points of player 0, game by game, or pair by pair.
pub fn trials(results: &[GameResult], paired: bool) -> Trials {
    let point = |result: &GameResult| match result.winner() {
        Some(0) => 1.0,
        Some(_) => 0.0,
        None => 0.5,
    };
    let trials = results.chunks(if paired { 2 } else { 1 });
    let course = |trial: &[GameResult]| trial.iter().map(|result| (result.seats, result.course)).collect::<Vec<_>>();
    let different: HashSet<_> = trials.clone().map(course).collect();
    let points = trials.map(|trial| (trial.iter().map(point).sum(), trial.len() as u32)).collect();
    Trials { points, different: different.len() }
}

/// Which moves of a match are held against exact values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LossLimits {
    /// Only those in positions with at most so many lines or squares open.
    pub open: usize,
    /// At most so many, from the first game on.
    pub moves: usize,
    /// How many are looked at at once.
    pub threads: usize,
}

/// Why moves could not be held against exact values.
#[derive(Debug, Error)]
pub enum LossError {
    /// Somebody stopped it.
    #[error("stopped")]
    Stopped,
    /// The solver had no room.
    #[error(transparent)]
    Solve(#[from] SolveError),
}

/// Holds the moves that the results keep against exact values.
///
/// # Errors
/// [`LossError`] where it was stopped or the solver had no room.
pub fn losses(
    fixtures: &[Fixture],
    results: &[GameResult],
    limits: LossLimits,
    truth: &Truth,
    switch: &StopSwitch,
    count: &Count,
) -> Result<[Losses; 2], LossError> {
    let moves: Vec<(usize, Position, Move)> = results
        .iter()
        .flat_map(|result| moves_of(&fixtures[result.game], result, limits.open))
        .take(limits.moves)
        .collect();
    let loss = |(): &mut (), (_, position, mv): &(usize, Position, Move)| {
        truth.look(position).map(|exact| exact.and_then(|exact| exact.loss(*mv)))
    };
    let found = share_out(&moves, limits.threads, switch, count, || (), loss).map_err(|_| LossError::Stopped)?;
    let mut losses = [Losses::default(); 2];
    for ((player, ..), loss) in moves.iter().zip(found) {
        if let Some(loss) = loss? {
            losses[*player].add(loss.into());
        }
    }
    Ok(losses)
}

/// The moves of a game with their players and the positions they were made in.
fn moves_of(fixture: &Fixture, result: &GameResult, open: usize) -> impl Iterator<Item = (usize, Position, Move)> {
    let (mut round, seats) = (Round::new(fixture.start.clone()), result.seats);
    let made = result.moves.clone().into_iter().map(move |mv| {
        let before = (seats[round.to_move().index()], round.position().clone(), mv);
        // Moves of a result were made, so they can be made again.
        let _ = round.play(mv);
        before
    });
    made.filter(move |(_, position, _)| position.open_count() <= open)
}
