//! Answers as pictures in SVG.
//!
//! Optimal moves are told by their shape, a diamond, and every move has a title, so nothing hangs on
//! colour alone.

use super::words::{title, value_sentence};
use crate::answer::Answer;
use crate::board::{Grid, Mark};
use crate::games::domineering::Turn;
use crate::games::dots::{Direction, DotsPosition, Line};
use crate::games::{Move, Position};
use std::fmt::Write;

/// The side of a box or square.
const UNIT: usize = 48;
/// Around the board, with room for the numbers of rows and columns.
const MARGIN: usize = 32;

/// The board in SVG, and where there is an answer its moves: optimal ones as diamonds, others, where
/// their values are known, as values alone.
pub fn svg(position: &Position, answer: Option<&Answer>) -> String {
    let size = position.size();
    let (width, height) = (size.cols() * UNIT + 2 * MARGIN, size.rows() * UNIT + 2 * MARGIN);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" role=\"img\" aria-labelledby=\"title description\" font-family=\"sans-serif\" \
         font-size=\"13\" text-anchor=\"middle\">\n<title id=\"title\">{}</title>\n<desc id=\"description\">{}</desc>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
        title(position),
        answer.map_or_else(|| position.to_string(), |answer| description(position, answer))
    );
    match position {
        Position::Dots(position) => draw_dots(&mut svg, position),
        Position::Domineering(position) => draw_squares(&mut svg, position.grid()),
        Position::Cram(board) | Position::Xo(board) => draw_squares(&mut svg, board.grid()),
        Position::Kings(position) => draw_squares(&mut svg, position.grid()),
    }
    for (mv, value, optimal) in answer.map(marked_moves).unwrap_or_default() {
        draw_move(&mut svg, position, mv, value, optimal);
    }
    svg.push_str("</svg>\n");
    svg
}

fn description(position: &Position, answer: &Answer) -> String {
    let mut text = value_sentence(position, answer);
    if !answer.best.is_empty() {
        let best: Vec<String> = answer.best.iter().map(Move::to_string).collect();
        let _ = write!(text, " Optimal moves: {}.", best.join(" "));
    }
    text
}

/// The moves to show, each with its value where it is known and whether it is optimal.
fn marked_moves(answer: &Answer) -> Vec<(Move, Option<i16>, bool)> {
    match &answer.moves {
        Some(moves) => {
            moves.iter().map(|entry| (entry.mv, Some(entry.value), answer.best.contains(&entry.mv))).collect()
        }
        None => answer.best.iter().map(|&mv| (mv, None, true)).collect(),
    }
}

fn draw_dots(svg: &mut String, position: &DotsPosition) {
    let size = position.size();
    draw_numbers(svg, size.rows() + 1, size.cols() + 1, 0);
    for (class, lines) in [
        ("stroke=\"#ccc\" stroke-width=\"1\" stroke-dasharray=\"3 3\"", position.free_lines().collect::<Vec<Line>>()),
        ("stroke=\"#111\" stroke-width=\"4\" stroke-linecap=\"round\"", position.drawn_lines().collect()),
    ] {
        let _ = writeln!(svg, "<g {class}>");
        for line in lines {
            let [(y1, x1), (y2, x2)] = line.dots().map(|(row, col)| (MARGIN + row * UNIT, MARGIN + col * UNIT));
            let _ = writeln!(svg, "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\"/>");
        }
        svg.push_str("</g>\n");
    }
    for row in 0..=size.rows() {
        for col in 0..=size.cols() {
            let (x, y) = (MARGIN + col * UNIT, MARGIN + row * UNIT);
            let _ = writeln!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"4\" fill=\"#111\"/>");
        }
    }
}

fn draw_squares(svg: &mut String, grid: &Grid) {
    draw_numbers(svg, grid.size().rows(), grid.size().cols(), UNIT / 2);
    for square in grid.squares() {
        let mark = grid.mark(square).unwrap_or_default();
        let (x, y) = (MARGIN + usize::from(square.col) * UNIT, MARGIN + usize::from(square.row) * UNIT);
        let fill = match mark {
            Mark::Free => "#fff",
            Mark::Filled => "#555",
            Mark::Blocked => "#ddd",
            Mark::X | Mark::O => "#eee",
        };
        let _ = writeln!(
            svg,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{UNIT}\" height=\"{UNIT}\" fill=\"{fill}\" stroke=\"#111\"/>"
        );
        if matches!(mark, Mark::Blocked | Mark::X | Mark::O) {
            let (x, y) = (x + UNIT / 2, y + UNIT / 2 + 7);
            let _ = writeln!(svg, "<text x=\"{x}\" y=\"{y}\" font-size=\"20\">{}</text>", mark.to_char());
        }
    }
}

/// The numbers of rows and columns, `shift` from the lines of the grid.
fn draw_numbers(svg: &mut String, rows: usize, cols: usize, shift: usize) {
    svg.push_str("<g fill=\"#666\" font-size=\"11\">\n");
    for col in 0..cols {
        let _ = writeln!(svg, "<text x=\"{}\" y=\"14\">{col}</text>", MARGIN + shift + col * UNIT);
    }
    for row in 0..rows {
        let _ = writeln!(svg, "<text x=\"12\" y=\"{}\">{row}</text>", MARGIN + shift + row * UNIT + 4);
    }
    svg.push_str("</g>\n");
}

fn draw_move(svg: &mut String, position: &Position, mv: Move, value: Option<i16>, optimal: bool) {
    let (x, y) = middle(position, mv);
    let shown = value.map_or(String::new(), |value| value.to_string());
    let about = match (value, optimal) {
        (Some(value), true) => format!("{value}, optimal"),
        (Some(value), false) => value.to_string(),
        (None, _) => "optimal".to_owned(),
    };
    let _ = writeln!(svg, "<g><title>{mv}: {about}</title>");
    if optimal {
        let (left, right, top, bottom) = (x - 15, x + 15, y - 15, y + 15);
        let _ = writeln!(
            svg,
            "<polygon points=\"{x},{top} {right},{y} {x},{bottom} {left},{y}\" fill=\"#fff\" stroke=\"#06632b\" \
             stroke-width=\"2.5\"/>"
        );
    } else {
        let _ = writeln!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"10\" fill=\"#fff\"/>");
    }
    let _ = writeln!(svg, "<text x=\"{x}\" y=\"{}\">{shown}</text>\n</g>", y + 5);
}

/// Where a move is drawn: the middle of a line, a domino or a square.
fn middle(position: &Position, mv: Move) -> (usize, usize) {
    let half = UNIT / 2;
    let corner = |row: u16, col: u16| (MARGIN + usize::from(col) * UNIT, MARGIN + usize::from(row) * UNIT);
    match mv {
        Move::Line(Line { direction, row, col }) => match (direction, corner(row, col)) {
            (Direction::Horizontal, (x, y)) => (x + half, y),
            (Direction::Vertical, (x, y)) => (x, y + half),
        },
        Move::Pair(first, second) => {
            let ((x, y), (x2, y2)) = (corner(first.row, first.col), corner(second.row, second.col));
            (half + (x + x2) / 2, half + (y + y2) / 2)
        }
        Move::Square(square) => {
            let (x, y) = corner(square.row, square.col);
            match position {
                Position::Domineering(board) if board.turn() == Some(Turn::Horizontal) => (x + UNIT, y + half),
                Position::Domineering(_) => (x + half, y + UNIT),
                _ => (x + half, y + half),
            }
        }
    }
}
