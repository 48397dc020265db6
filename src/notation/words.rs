//! What a position is, and what an answer says, in a sentence.

use crate::answer::Answer;
use crate::board::Size;
use crate::games::Position;
use crate::games::domineering::Turn;

/// The game, the size in its units, and who moves.
pub fn title(position: &Position) -> String {
    let (game, size) = (position.game(), position.size());
    match position {
        Position::Dots(_) => format!("{game}, {}", boxes_and_dots(size)),
        Position::Domineering(board) => match board.turn() {
            Some(Turn::Vertical) => format!("{game}:v, {size} squares, vertical moves"),
            Some(Turn::Horizontal) => format!("{game}:h, {size} squares, horizontal moves"),
            None => format!("{game}, {size} squares"),
        },
        Position::Cram(_) | Position::Xo(_) | Position::Kings(_) => format!("{game}, {size} squares"),
    }
}

fn boxes_and_dots(size: Size) -> String {
    format!("{size} boxes ({}x{} dots)", size.rows() + 1, size.cols() + 1)
}

/// The value in a sentence that says its unit and who wins.
pub fn value_sentence(position: &Position, answer: &Answer) -> String {
    let Some(value) = answer.value else {
        if let Some(value) = answer.bounds.and_then(|bounds| bounds.exact()) {
            return format!("The value is {value}{}, but not every optimal move is known.", unit(position));
        }
        let bounds = answer.bounds.map_or(String::new(), |bounds| {
            format!(": it is proved to be from {} to {}{}", bounds.low, bounds.high, unit(position))
        });
        return format!("The value is not known{bounds}.");
    };
    let over = if answer.best.is_empty() { " The game is over." } else { "" };
    let sentence = match position {
        Position::Dots(dots) if !answer.best.is_empty() => {
            let open = dots.open_boxes() as i32;
            let (mover, other) = ((open + i32::from(value)) / 2, (open - i32::from(value)) / 2);
            format!("{}, taking {mover} of the {} still open to the other's {other}", result(value.into()), boxes(open))
        }
        Position::Dots(_) => "nothing is left to win".to_owned(),
        Position::Xo(_) if value > 0 => "from here the mover places one domino more than the other".to_owned(),
        Position::Xo(_) => "from here both place as many dominoes".to_owned(),
        Position::Domineering(board) => {
            let mover = if board.turn() == Some(Turn::Horizontal) { "horizontal" } else { "vertical" };
            format!("{mover}, to move, {}", if value > 0 { "wins" } else { "loses" })
        }
        Position::Cram(_) | Position::Kings(_) => {
            format!("the mover {}", if value > 0 { "wins" } else { "loses" })
        }
    };
    format!("Value {value}: {sentence}.{over}")
}

fn unit(position: &Position) -> &'static str {
    match position {
        Position::Dots(_) => " boxes",
        Position::Xo(_) => " dominoes",
        _ => " (1 is a win, -1 a loss)",
    }
}

fn boxes(count: i32) -> String {
    if count == 1 { "1 box".to_owned() } else { format!("{count} boxes") }
}

/// Who wins by a margin in boxes.
pub(crate) fn result(margin: i32) -> String {
    match margin {
        0 => "neither side wins".to_owned(),
        1.. => format!("the mover wins by {}", boxes(margin)),
        _ => format!("the mover loses by {}", boxes(-margin)),
    }
}
