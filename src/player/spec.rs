//! The names of players, as they are written everywhere: `alphabeta:depth=5,eval=chains`.

use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// The name of a player and its options, in the order they were written.
///
/// ```
/// use gridsolve::player::PlayerSpec;
/// let spec: PlayerSpec = "alphabeta:depth=5,eval=chains".parse()?;
/// assert_eq!((spec.name(), spec.option("depth")), ("alphabeta", Some("5")));
/// # Ok::<(), gridsolve::player::SpecError>(())
/// ```
///
/// What follows `exec:` is the command to run as it stands.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PlayerSpec {
    name: String,
    options: Vec<(String, String)>,
    command: Option<String>,
}

/// Why a text names no player.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SpecError {
    /// There is no player of this name.
    #[error("there is no player \"{name}\"{hint}: the players are {known}", hint = near.map(|near| format!(" (did you mean \"{near}\"?)")).unwrap_or_default())]
    Unknown {
        /// What was asked for.
        name: String,
        /// The name most like it.
        near: Option<&'static str>,
        /// All names.
        known: String,
    },
    /// An option is not `KEY=VALUE`, or given twice.
    #[error("\"{option}\" is no option of a player: write NAME:KEY=VALUE,KEY=VALUE, each key once")]
    Malformed {
        /// What was found.
        option: String,
    },
    /// The player is known, but cannot play here.
    #[error("{player}: {message}")]
    Elsewhere {
        /// The player's name.
        player: &'static str,
        /// Why not, or where it can.
        message: String,
    },
    /// The player has no such option, or the option no such value.
    #[error("{player}: {message}")]
    Option {
        /// The player's name.
        player: String,
        /// What is wrong and what would be right.
        message: String,
    },
}

impl SpecError {
    /// `player` cannot play here; `message` says where it can.
    pub(crate) fn elsewhere(player: &'static str, message: impl Into<String>) -> Self {
        Self::Elsewhere { player, message: message.into() }
    }
}

impl PlayerSpec {
    /// A player without options.
    pub fn named(name: impl Into<String>) -> Self {
        Self { name: name.into(), options: Vec::new(), command: None }
    }

    /// The player's name, before the colon.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The options, in the order they were written.
    pub fn options(&self) -> impl Iterator<Item = (&str, &str)> {
        self.options.iter().map(|(key, value)| (key.as_str(), value.as_str()))
    }

    /// The value of an option, if it is given.
    pub fn option(&self, key: &str) -> Option<&str> {
        self.options().find(|&(given, _)| given == key).map(|(_, value)| value)
    }

    /// The same player with an option set to a value.
    pub fn with_option(&self, key: &str, value: impl fmt::Display) -> Self {
        let mut spec = self.clone();
        match spec.options.iter_mut().find(|(given, _)| given == key) {
            Some((_, given)) => *given = value.to_string(),
            None => spec.options.push((key.to_owned(), value.to_string())),
        }
        spec
    }

    /// The command of an `exec:` player.
    pub fn command(&self) -> Option<&str> {
        self.command.as_deref()
    }
}

impl FromStr for PlayerSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let (name, rest) = text.split_once(':').unwrap_or((text, ""));
        let mut spec = Self { name: name.trim().to_owned(), options: Vec::new(), command: None };
        if spec.name == "exec" {
            spec.command = Some(rest.trim().to_owned());
            return Ok(spec);
        }
        for option in rest.split(',').map(str::trim).filter(|_| !rest.trim().is_empty()) {
            let malformed = || SpecError::Malformed { option: option.to_owned() };
            let (key, value) = option.split_once('=').ok_or_else(malformed)?;
            if key.is_empty() || value.is_empty() || spec.option(key).is_some() {
                return Err(malformed());
            }
            spec.options.push((key.to_owned(), value.to_owned()));
        }
        Ok(spec)
    }
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        if let Some(command) = &self.command {
            return write!(f, ":{command}");
        }
        for (i, (key, value)) in self.options().enumerate() {
            write!(f, "{}{key}={value}", if i == 0 { ':' } else { ',' })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_and_written() {
        for text in ["random", "alphabeta:depth=5,eval=chains", "exec:python3 bot.py --fast=1,2"] {
            assert_eq!(text.parse::<PlayerSpec>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn what_is_no_option_is_refused() {
        for text in ["alphabeta:depth", "alphabeta:depth=", "alphabeta:=5", "alphabeta:depth=5,depth=6", "random:,"] {
            assert!(matches!(text.parse::<PlayerSpec>(), Err(SpecError::Malformed { .. })), "{text}");
        }
    }
}
