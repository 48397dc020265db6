//! The players by name: one entry each, and nothing else knows which there are.

use super::{
    AlphaBeta, Careful, Finisher, Greedy, MaxBlock, Options, Perfect, Player, PlayerSpec, Random, Resources, SpecError,
    Symmetry, TextbookPlayer,
};
use crate::notation::nearest;
use std::fmt::Write;

/// A player as it is made.
pub type Made = Result<Box<dyn Player>, SpecError>;

/// What the register says of a player.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Its name.
    pub name: &'static str,
    /// What it does, in a line.
    pub about: &'static str,
    /// Its options, each with its values and what they mean, in a line.
    pub options: &'static [(&'static str, &'static str)],
    make: fn(Options<'_>, &dyn Outside) -> Made,
}

/// What is around the players. It makes those that are not part of this library, programs and people: where there is
/// nobody to make them, their names are known all the same, and the error says where they can play. And it says
/// what the others may use.
pub trait Outside {
    /// A program that is spoken to; `exec:COMMAND`.
    ///
    /// # Errors
    /// [`SpecError`] where it cannot be started. The default is that nothing can be.
    fn program(&self, command: &str) -> Made {
        let _ = command;
        Err(SpecError::elsewhere("exec", "no program can be started here"))
    }

    /// A person who is asked; `human`.
    ///
    /// # Errors
    /// [`SpecError`] where nobody can be asked, which is the default.
    fn human(&self) -> Made {
        Err(SpecError::elsewhere("human", "a person can be asked only by \"gridsolve play\" and \"gridsolve serve\""))
    }

    /// What a player may use where its options do not say.
    fn resources(&self) -> Resources {
        Resources::default()
    }
}

/// Nobody is there to make other players.
#[derive(Clone, Copy, Debug, Default)]
pub struct Alone;

impl Outside for Alone {}

/// Every player.
pub const PLAYERS: &[Entry] = &[
    Entry {
        name: "random",
        about: "any legal move, each with equal chance",
        options: &[],
        make: |_, _| Ok(Box::new(Random::new(0))),
    },
    Entry {
        name: "maxblock",
        about: "kings: a square that blocks the most free squares, one of the best by chance",
        options: &[],
        make: |_, _| Ok(Box::new(MaxBlock::new(0))),
    },
    Entry {
        name: "finisher",
        about: "kings: a square that blocks all that is left, else any by chance",
        options: &[],
        make: |_, _| Ok(Box::new(Finisher::new(0))),
    },
    Entry {
        name: "symmetry",
        about: "kings: as first player on odd x odd squares the centre, then the mirror image; else random",
        options: &[],
        make: |_, _| Ok(Box::new(Symmetry::new(0))),
    },
    Entry {
        name: "greedy",
        about: "dots, dotdot: takes a box, two at once rather than one; else any line by chance",
        options: &[],
        make: |_, _| Ok(Box::new(Greedy::new(0))),
    },
    Entry {
        name: "careful",
        about: "dots, dotdot: takes a box; else draws no third side; else gives as few boxes as it can",
        options: &[],
        make: |_, _| Ok(Box::new(Careful::new(0))),
    },
    Entry {
        name: "alphabeta",
        about: "every game: looks some plies ahead, deeper and deeper, extra turns counted",
        options: AlphaBeta::OPTIONS,
        make: |options, outside| Ok(Box::new(AlphaBeta::of(&options, &outside.resources())?)),
    },
    Entry {
        name: "perfect",
        about: "every game: the exact solver under a clock, whatever the limit of plies; says so when it had to guess",
        options: Perfect::OPTIONS,
        make: |options, outside| Ok(Box::new(Perfect::of(&options, &outside.resources())?)),
    },
    Entry {
        name: "textbook",
        about: "domineering: the depth-limited alpha-beta of a coursework, to the last leaf",
        options: &[("limit", "moves to look ahead, 0 to 1000; 2 if not given")],
        make: |options, _| {
            let limit = options.number("limit", 0..=1000)?.unwrap_or(2);
            Ok(Box::new(TextbookPlayer::new(limit as u32)))
        },
    },
    Entry {
        name: "exec",
        about: "exec:COMMAND, a program that speaks the protocol of \"gridsolve engine\"",
        options: &[],
        make: |options, outside| outside.program(options.command()?),
    },
    Entry {
        name: "human",
        about: "a person, in \"gridsolve play\" and \"gridsolve serve\"",
        options: &[],
        make: |_, outside| outside.human(),
    },
];

/// Makes the player that `spec` names, where there are none but those of this library.
///
/// # Errors
/// [`SpecError`] where there is no such player, or it has no such option.
pub fn make(spec: &PlayerSpec) -> Made {
    make_with(spec, &Alone)
}

/// Makes the player that `spec` names; `outside` makes programs and people.
///
/// # Errors
/// [`SpecError`] where there is no such player, or it has no such option.
pub fn make_with(spec: &PlayerSpec, outside: &dyn Outside) -> Made {
    let Some(entry) = PLAYERS.iter().find(|entry| entry.name == spec.name()) else {
        let names: Vec<&'static str> = PLAYERS.iter().map(|entry| entry.name).collect();
        let near = nearest(spec.name(), &names);
        return Err(SpecError::Unknown { name: spec.name().to_owned(), near, known: names.join(", ") });
    };
    let known: Vec<&'static str> = entry.options.iter().map(|&(key, _)| key).collect();
    (entry.make)(Options::of(spec, &known)?, outside)
}

/// All players with their options, a line each, for a help text.
pub fn describe() -> String {
    let mut text = String::new();
    for entry in PLAYERS {
        let _ = writeln!(text, "  {:<9} {}", entry.name, entry.about);
        for (key, about) in entry.options {
            let _ = writeln!(text, "            {key}={about}");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(spec: &str) -> String {
        let spec = spec.parse::<PlayerSpec>().unwrap();
        make(&spec).err().unwrap_or_else(|| panic!("{spec} is a player")).to_string()
    }

    #[test]
    fn what_is_wrong_is_said_with_the_nearest_name() {
        for (spec, part) in [
            ("radnom", "did you mean \"random\"?"),
            ("chess", "the players are random, maxblock"),
            ("", "the players are random, maxblock"),
            ("random:depth=3", "random: it has no options, so no \"depth\""),
            ("textbook:limt=3", "there is no option \"limt\": did you mean \"limit\"?"),
            ("textbook:speed=3", "the options are limit"),
            ("textbook:limit=-1", "limit=-1: write a whole number from 0 to 1000"),
            ("textbook:limit=1001", "write a whole number from 0 to 1000"),
            ("textbook:limit=99999999999999999999", "write a whole number"),
            ("textbook:limit=+1", "write a whole number"),
            ("exec:", "write the command"),
            ("exec", "write the command"),
            ("exec:./bot", "no program can be started here"),
            ("human", "gridsolve play"),
        ] {
            let error = error(spec);
            assert!(error.contains(part), "{spec}: {error}");
        }
    }

    #[test]
    fn every_player_is_described_and_made() {
        let text = describe();
        for entry in PLAYERS {
            assert!(text.contains(&format!("  {} ", entry.name)), "{text}");
            let made = make(&entry.name.parse().unwrap());
            assert_eq!(made.is_ok(), !["exec", "human"].contains(&entry.name), "{}", entry.name);
        }
    }
}
