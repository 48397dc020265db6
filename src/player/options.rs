//! What is written behind a player's name, read and checked.

use super::{PlayerSpec, SpecError};
use crate::notation::nearest;
use std::ops::RangeInclusive;
use std::time::Duration;

/// The options that were given to a player, of those it knows.
#[derive(Clone, Copy, Debug)]
pub struct Options<'s> {
    spec: &'s PlayerSpec,
}

impl<'s> Options<'s> {
    /// The options of `spec`, all of which are among `known`.
    ///
    /// # Errors
    /// [`SpecError::Option`] for one that is not, with the nearest that is.
    pub fn of(spec: &'s PlayerSpec, known: &[&'static str]) -> Result<Self, SpecError> {
        let options = Self { spec };
        match spec.options().find(|(key, _)| !known.contains(key)) {
            None => Ok(options),
            Some((key, _)) if known.is_empty() => Err(options.wrong(format!("it has no options, so no \"{key}\""))),
            Some((key, _)) => Err(options.wrong(match nearest(key, known) {
                Some(near) => format!("there is no option \"{key}\": did you mean \"{near}\"?"),
                None => format!("there is no option \"{key}\": the options are {}", known.join(", ")),
            })),
        }
    }

    /// An error about this player that says `message`.
    pub fn wrong(&self, message: String) -> SpecError {
        SpecError::Option { player: self.spec.name().to_owned(), message }
    }

    /// The value of an option as it was written, if it is given.
    pub fn text(&self, key: &str) -> Option<&'s str> {
        self.spec.option(key)
    }

    /// The command of an `exec:` player.
    ///
    /// # Errors
    /// [`SpecError::Option`] where it is empty.
    pub fn command(&self) -> Result<&'s str, SpecError> {
        let command = self.spec.command().filter(|command| !command.is_empty());
        command.ok_or_else(|| self.wrong("write the command that starts the program: exec:python3 bot.py".to_owned()))
    }

    /// A whole number, if it is given.
    ///
    /// # Errors
    /// [`SpecError::Option`] where it is none, or out of `range`.
    pub fn number(&self, key: &str, range: RangeInclusive<u64>) -> Result<Option<u64>, SpecError> {
        let Some(text) = self.text(key) else { return Ok(None) };
        let is_plain = text.bytes().all(|byte| byte.is_ascii_digit());
        let number = text.parse().ok().filter(|number| is_plain && range.contains(number));
        let wrong = || {
            let (low, high) = (range.start(), range.end());
            match *high {
                u64::MAX => format!("{key}={text}: write a whole number from {low} on"),
                _ => format!("{key}={text}: write a whole number from {low} to {high}"),
            }
        };
        Ok(Some(number.ok_or_else(|| self.wrong(wrong()))?))
    }

    /// A time in seconds, if it is given.
    ///
    /// # Errors
    /// [`SpecError::Option`] where it is none, or longer than a day.
    pub fn seconds(&self, key: &str) -> Result<Option<Duration>, SpecError> {
        const DAY: f64 = 86_400.0;
        let Some(text) = self.text(key) else { return Ok(None) };
        let number = text.strip_suffix('s').unwrap_or(text);
        let is_plain = number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
        let seconds = number.parse().ok().filter(|seconds| is_plain && *seconds <= DAY);
        let duration = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        let wrong = || self.wrong(format!("{key}={text}: write seconds, such as 2 or 0.5, a day (86400) at most"));
        Ok(Some(duration.ok_or_else(wrong)?))
    }

    /// One of some named things, if it is given.
    ///
    /// # Errors
    /// [`SpecError::Option`] where it has another name, with the nearest.
    pub fn one_of<T: Copy>(&self, key: &str, things: &[(&'static str, T)]) -> Result<Option<T>, SpecError> {
        self.text(key).map(|text| self.named(key, text, things)).transpose()
    }

    /// The thing of the name `text`, which is a value of `key` or part of one.
    ///
    /// # Errors
    /// [`SpecError::Option`] where there is none, with the nearest.
    pub fn named<T: Copy>(&self, key: &str, text: &str, things: &[(&'static str, T)]) -> Result<T, SpecError> {
        if let Some(&(_, thing)) = things.iter().find(|&&(name, _)| name == text) {
            return Ok(thing);
        }
        let names: Vec<&'static str> = things.iter().map(|&(name, _)| name).collect();
        Err(self.wrong(match nearest(text, &names) {
            Some(near) => format!("{key}={text}: did you mean \"{near}\"?"),
            None => format!("{key}={text}: write one of {}", names.join(", ")),
        }))
    }
}
