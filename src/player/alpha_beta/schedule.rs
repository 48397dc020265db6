//! Which evaluation is used at which depth, as it is written: `boxes@1-3+chains@4-`.
//!
//! Parts are joined by `+`. A part is the name of an evaluation, and the depths at which it is used:
//! `NAME@FROM-TO`, `NAME@FROM-`, `NAME@DEPTH`, or `NAME` alone for every depth. A depth is that of a whole
//! search: one that looks four plies ahead evaluates all its leaves by the evaluation of depth 4. No depth
//! has two evaluations, and every depth has one.

use crate::game::Evaluate;
use crate::games::cram::Cram;
use crate::games::domineering::Field;
use crate::games::dots::Coins;
use crate::games::impartial::Board;
use crate::player::{Options, SpecError};

/// The deepest search that there is.
pub(super) const MOST_DEPTH: u8 = 100;

/// Names of evaluations by depth; where there is none at all, each game has its own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Schedule {
    parts: Vec<Part>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Part {
    name: &'static str,
    from: u8,
    to: u8,
}

/// The evaluations of every game.
fn names() -> Vec<(&'static str, &'static str)> {
    fn of<G: Evaluate>() -> impl Iterator<Item = (&'static str, &'static str)> {
        G::EVALUATIONS.iter().map(|&(name, _)| (name, name))
    }
    of::<Coins<u64>>().chain(of::<Field<u64>>()).chain(of::<Board<Cram, u64>>()).collect()
}

impl Schedule {
    /// The option `eval`.
    pub(super) fn of(options: &Options<'_>) -> Result<Self, SpecError> {
        let Some(text) = options.text("eval") else { return Ok(Self::default()) };
        let mut parts = text.split('+').map(|part| Part::of(part, options)).collect::<Result<Vec<_>, _>>()?;
        parts.sort_by_key(|part| part.from);
        let mut next = 1;
        for part in &parts {
            if part.from != next {
                let why = if part.from < next { "two evaluations" } else { "no evaluation" };
                let depth = next.min(part.from);
                let message = format!("eval={text}: depth {depth} has {why}; such as eval=boxes@1-3+chains@4-");
                return Err(options.wrong(message));
            }
            next = part.to + 1;
        }
        if next <= MOST_DEPTH {
            let message = format!(
                "eval={text}: depth {next} has no evaluation; leave the last part open, as in boxes@1-3+chains@4-"
            );
            return Err(options.wrong(message));
        }
        Ok(Self { parts })
    }

    /// The evaluation of searches `depth` plies deep.
    ///
    /// # Errors
    /// The name that the game does not know.
    pub(super) fn at<G: Evaluate>(&self, depth: u8) -> Result<G::Evaluation, &'static str> {
        let Some(part) = self.parts.iter().find(|part| (part.from..=part.to).contains(&depth)) else {
            return Ok(G::EVALUATIONS[0].1);
        };
        G::EVALUATIONS.iter().find(|&&(name, _)| name == part.name).map(|&(_, way)| way).ok_or(part.name)
    }
}

impl Part {
    fn of(text: &str, options: &Options<'_>) -> Result<Self, SpecError> {
        let (name, depths) = text.split_once('@').unwrap_or((text, "1-"));
        let name = options.named("eval", name, &names())?;
        let depth = |digits: &str| {
            let is_plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
            digits.parse::<u8>().ok().filter(|depth| is_plain && (1..=MOST_DEPTH).contains(depth))
        };
        let range = match depths.split_once('-') {
            None => depth(depths).map(|at| (at, at)),
            Some((from, "")) => depth(from).map(|from| (from, MOST_DEPTH)),
            Some((from, to)) => depth(from).zip(depth(to)).filter(|(from, to)| from <= to),
        };
        let wrong = || {
            let message = format!("eval={text}: write the depths as 1-3, 4- or 4, from 1 to {MOST_DEPTH}");
            options.wrong(message)
        };
        range.map(|(from, to)| Self { name, from, to }).ok_or_else(wrong)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::dots::Evaluation;
    use crate::player::PlayerSpec;

    fn read(eval: &str) -> Result<Schedule, String> {
        let spec: PlayerSpec = format!("alphabeta:eval={eval}").parse().unwrap();
        Schedule::of(&Options::of(&spec, &["eval"]).unwrap()).map_err(|error| error.to_string())
    }

    #[test]
    fn evaluations_by_depth() {
        let at = |eval: &str, depth| read(eval).unwrap().at::<Coins<u64>>(depth).unwrap();
        assert_eq!(Schedule::default().at::<Coins<u64>>(7), Ok(Evaluation::Chains));
        assert_eq!([at("boxes", 1), at("boxes", 100)], [Evaluation::Boxes; 2]);
        for eval in ["boxes@1-3+chains@4-", "chains@4-+boxes@1-3", "boxes@1+boxes@2-3+chains@4-100"] {
            assert_eq!([at(eval, 3), at(eval, 4)], [Evaluation::Boxes, Evaluation::Chains], "{eval}");
        }
        assert_eq!(read("safe").unwrap().at::<Coins<u64>>(1), Err("safe"));
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (eval, part) in [
            ("chians", "did you mean \"chains\"?"),
            ("chess", "write one of chains, boxes, safe, moves, parts, parity"),
            ("boxes@1-3", "depth 4 has no evaluation"),
            ("boxes@2-", "depth 1 has no evaluation"),
            ("boxes@1-3+chains@5-", "depth 4 has no evaluation"),
            ("boxes@1-4+chains@4-", "depth 4 has two evaluations"),
            ("boxes+chains", "depth 1 has two evaluations"),
            ("boxes@", "write the depths"),
            ("boxes@0-", "write the depths"),
            ("boxes@3-1", "write the depths"),
            ("boxes@1-101", "write the depths"),
            ("boxes@1-3-5", "write the depths"),
            ("boxes@+1-", "write the depths"),
            ("+", "write one of"),
        ] {
            let error = read(eval).expect_err(eval);
            assert!(error.contains(part), "{eval}: {error}");
        }
    }
}
