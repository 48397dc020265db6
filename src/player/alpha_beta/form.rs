//! Positions as people know them in the form that a search plays on, and moves back.

use crate::board::{Grid, MAX_AREA, Square, Wide, Word};
use crate::game::Evaluate;
use crate::games::cram::Cram;
use crate::games::domineering::{DomineeringPosition, Field, Layout, Turn};
use crate::games::dots::{Coins, DotsPosition};
use crate::games::impartial::{Board, Impartial, Scoring};
use crate::games::kings::Kings;
use crate::games::{Move, Position};
use crate::memory::{Key, KeyWord};

/// Something to do with a position, whatever its game and however wide its board.
pub(super) trait Visitor {
    /// What comes of it.
    type Output;

    /// Does it; `name` says what a move is called.
    fn visit<G: Evaluate>(self, game: &G, root: &G::Position, name: impl Fn(G::Move) -> Move) -> Self::Output;
}

/// Does something with a position in the narrowest word that holds it.
pub(super) fn with_form<V: Visitor>(position: &Position, visitor: V) -> V::Output {
    match position {
        Position::Dots(position) => with_lines(position, visitor),
        Position::Domineering(position) => with_field(position, visitor),
        // Who makes the last move in Cram wins XO, or does not lose it.
        Position::Cram(position) | Position::Xo(position) => with_squares::<Cram, V>(position.grid(), visitor),
        Position::Kings(position) => with_squares::<Kings, V>(position.grid(), visitor),
    }
}

fn with_lines<V: Visitor>(position: &DotsPosition, visitor: V) -> V::Output {
    fn visit<W: KeyWord, V: Visitor>(coins: &Coins<W>, visitor: V) -> V::Output {
        visitor.visit(coins, &coins.start(), |line| Move::Line(coins.name(line)))
    }
    if let Some(coins) = Coins::<u64>::new(position) {
        return visit(&coins, visitor);
    }
    if let Some(coins) = Coins::<u128>::new(position) {
        return visit(&coins, visitor);
    }
    if let Some(coins) = Coins::<Wide<8>>::new(position) {
        return visit(&coins, visitor);
    }
    match Coins::<Wide<49>>::new(position) {
        Some(coins) => visit(&coins, visitor),
        None => unreachable!("boards of up to 1,024 boxes have at most 3,073 lines"),
    }
}

fn with_field<V: Visitor>(position: &DomineeringPosition, visitor: V) -> V::Output {
    fn visit<W: KeyWord, V: Visitor>(field: &Field<W>, visitor: V) -> V::Output {
        visitor.visit(field, &field.start(), |mv| Move::Square(field.square(mv)))
    }
    let (layout, turn) = (Layout::new(position.grid()), position.turn().unwrap_or(Turn::Vertical));
    if let Some(field) = Field::<u64>::new(&layout, turn) {
        return visit(&field, visitor);
    }
    // The key of a board takes some bits more than it has squares.
    if let Some(field) = Field::<u128>::new(&layout, turn)
        && field.width() <= u128::BITS
    {
        return visit(&field, visitor);
    }
    if let Some(field) = Field::<Wide<4>>::new(&layout, turn) {
        return visit(&field, visitor);
    }
    match Field::<Wide<{ MAX_AREA / 64 }>>::new(&layout, turn) {
        Some(field) => visit(&field, visitor),
        None => unreachable!("a layout is no larger than its board, which has at most 1,024 squares"),
    }
}

fn with_squares<R: Impartial, V: Visitor>(grid: &Grid, visitor: V) -> V::Output {
    match grid.size().area() {
        0..=64 => with_squares_in::<R, u64, V>(grid, visitor),
        65..=128 => with_squares_in::<R, u128, V>(grid, visitor),
        129..=256 => with_squares_in::<R, Wide<4>, V>(grid, visitor),
        _ => with_squares_in::<R, Wide<{ MAX_AREA / 64 }>, V>(grid, visitor),
    }
}

/// The board with no more columns than rows: a wide one is turned.
fn with_squares_in<R: Impartial, W: Word + Key, V: Visitor>(grid: &Grid, visitor: V) -> V::Output {
    let size = grid.size();
    let turned = size.cols() > size.rows();
    let (rows, cols) = (size.rows().max(size.cols()), size.rows().min(size.cols()));
    let square = |at: usize| {
        if turned { Square::new(at % cols, at / cols) } else { Square::new(at / cols, at % cols) }
    };
    let free = (0..rows * cols).filter(|&at| grid.is_free(square(at)));
    let free = free.fold(W::EMPTY, |set, at| set | W::bit(at));
    let board = Board::<R, W>::new(rows, cols, Scoring::LastMove);
    visitor.visit(&board, &free, |number| {
        let (first, second) = R::placed(number, cols);
        let first = square(first);
        match second.map(square) {
            Some(second) => Move::Pair(first.min(second), first.max(second)),
            None => Move::Square(first),
        }
    })
}
