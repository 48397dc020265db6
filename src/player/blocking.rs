//! The strategies of a coursework on Blocking.

use super::{Choice, Player, PlayerError, Turn};
use crate::board::{Grid, Square};
use crate::chance::Chance;
use crate::games::{Move, Position, Seat};

/// The board of Blocking; the player `name` plays no other game.
fn board<'r>(name: &str, turn: &Turn<'r>) -> Result<&'r Grid, PlayerError> {
    match turn.round.position() {
        Position::Kings(position) => Ok(position.grid()),
        other => Err(PlayerError::wrong_game(name, "kings", other)),
    }
}

/// How many free squares a king takes out of play, its own among them.
fn blocked(grid: &Grid, king: Square) -> usize {
    1 + grid.king_steps(king).filter(|&square| grid.is_free(square)).count()
}

/// One of some squares by chance; nothing where there is none.
fn any(chance: &mut Chance, squares: &[Square]) -> Choice {
    if squares.is_empty() { Choice::default() } else { Choice::of(Move::Square(*chance.one_of(squares))) }
}

/// Takes a square that blocks the most free squares, one of the best by chance.
#[derive(Clone, Debug)]
pub struct MaxBlock {
    chance: Chance,
}

impl MaxBlock {
    /// A player whose choices `seed` determines.
    pub fn new(seed: u64) -> Self {
        Self { chance: Chance::new(seed) }
    }
}

impl Player for MaxBlock {
    fn begin(&mut self, seed: u64) {
        self.chance = Chance::new(seed);
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Choice, PlayerError> {
        let grid = board("maxblock", turn)?;
        let (mut most, mut best) = (0, Vec::new());
        for square in grid.free_squares() {
            let blocks = blocked(grid, square);
            if blocks > most {
                most = blocks;
                best.clear();
            }
            if blocks == most {
                best.push(square);
            }
        }
        Ok(any(&mut self.chance, &best))
    }
}

/// Takes a square that blocks all that is left where there is one, one of them by chance; else any.
#[derive(Clone, Debug)]
pub struct Finisher {
    chance: Chance,
}

impl Finisher {
    /// A player whose choices `seed` determines.
    pub fn new(seed: u64) -> Self {
        Self { chance: Chance::new(seed) }
    }
}

impl Player for Finisher {
    fn begin(&mut self, seed: u64) {
        self.chance = Chance::new(seed);
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Choice, PlayerError> {
        let grid = board("finisher", turn)?;
        let free: Vec<Square> = grid.free_squares().collect();
        let finishing: Vec<Square> = free.iter().copied().filter(|&king| blocked(grid, king) == free.len()).collect();
        Ok(any(&mut self.chance, if finishing.is_empty() { &free } else { &finishing }))
    }
}

/// On a board with both sides odd on which it begins: the centre, then the mirror image of the other's
/// move, which wins from the empty board. Else, and where that square is not free, any by chance.
#[derive(Clone, Debug)]
pub struct Symmetry {
    chance: Chance,
}

impl Symmetry {
    /// A player whose choices `seed` determines.
    pub fn new(seed: u64) -> Self {
        Self { chance: Chance::new(seed) }
    }
}

impl Player for Symmetry {
    fn begin(&mut self, seed: u64) {
        self.chance = Chance::new(seed);
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Choice, PlayerError> {
        let grid = board("symmetry", turn)?;
        let (rows, cols) = (grid.size().rows(), grid.size().cols());
        let image = match turn.round.plies().last().map(|ply| ply.mv) {
            None => Some(Square::new(rows / 2, cols / 2)),
            Some(Move::Square(Square { row, col })) => {
                Some(Square::new(rows - 1 - usize::from(row), cols - 1 - usize::from(col)))
            }
            Some(_) => None,
        };
        let begins = rows % 2 == 1 && cols % 2 == 1 && turn.round.to_move() == Seat::First;
        match image.filter(|&square| begins && grid.is_free(square)) {
            Some(square) => Ok(Choice::of(Move::Square(square))),
            None => Ok(any(&mut self.chance, &grid.free_squares().collect::<Vec<_>>())),
        }
    }
}
