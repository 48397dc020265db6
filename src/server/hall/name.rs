//! The names of programs.

use std::ops::RangeInclusive;

/// The most letters of a name.
const MOST: usize = 64;

/// Letters that cannot be seen or that change how those beside them are shown, beside control characters: Unicode's
/// ignorable, format and bidirectional characters, separators of lines, blanks that count as letters, and what has no
/// meaning of its own.
const UNSEEN: [RangeInclusive<char>; 27] = [
    '\u{ad}'..='\u{ad}',
    '\u{34f}'..='\u{34f}',
    '\u{600}'..='\u{605}',
    '\u{61c}'..='\u{61c}',
    '\u{6dd}'..='\u{6dd}',
    '\u{70f}'..='\u{70f}',
    '\u{890}'..='\u{891}',
    '\u{8e2}'..='\u{8e2}',
    '\u{115f}'..='\u{1160}',
    '\u{17b4}'..='\u{17b5}',
    '\u{180b}'..='\u{180f}',
    '\u{200b}'..='\u{200f}',
    '\u{2028}'..='\u{202e}',
    '\u{2060}'..='\u{206f}',
    '\u{2800}'..='\u{2800}',
    '\u{3164}'..='\u{3164}',
    '\u{e000}'..='\u{f8ff}',
    '\u{fe00}'..='\u{fe0f}',
    '\u{feff}'..='\u{feff}',
    '\u{ffa0}'..='\u{ffa0}',
    '\u{fff0}'..='\u{fffb}',
    '\u{110bd}'..='\u{110bd}',
    '\u{110cd}'..='\u{110cd}',
    '\u{13430}'..='\u{1343f}',
    '\u{1bca0}'..='\u{1bca3}',
    '\u{1d173}'..='\u{1d17a}',
    '\u{e0000}'..='\u{10ffff}',
];

/// A name, which is the same as another that differs in nothing but case and the width of gaps.
#[derive(Clone, Debug)]
pub(super) struct Name {
    shown: String,
    key: String,
}

impl Name {
    /// The name that a program gives itself.
    ///
    /// # Errors
    /// What is wrong with it, in words.
    pub(super) fn read(text: &str) -> Result<Self, String> {
        let text = text.trim();
        if text.is_empty() || text.chars().count() > MOST {
            return Err(format!("a name has 1 to {MOST} letters"));
        }
        match text.chars().find(|&letter| is_unseen(letter)) {
            Some(letter) => Err(format!("a name has only letters that are seen, and not U+{:04X}", u32::from(letter))),
            None => Ok(Self::known(text.to_owned())),
        }
    }

    /// A name as it stands in a record.
    pub(super) fn known(shown: String) -> Self {
        let words: Vec<&str> = shown.split_whitespace().collect();
        let key = words.join(" ").chars().flat_map(char::to_uppercase).flat_map(char::to_lowercase).collect();
        Self { shown, key }
    }

    /// The name as it is shown.
    pub(super) fn as_str(&self) -> &str {
        &self.shown
    }
}

impl PartialEq for Name {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key
    }
}

fn is_unseen(letter: char) -> bool {
    letter.is_control() || UNSEEN.iter().any(|unseen| unseen.contains(&letter))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_look_alike_are_one() {
        for (one, other) in [
            ("DUP2", "dup2"),
            (" Alan  Turing ", "alan turing"),
            ("Straße", "STRASSE"),
            ("ΣΊΣΥΦΟΣ", "σίσυφος"),
            ("a\u{a0}b", "a b"),
        ] {
            assert_eq!(Name::read(one).unwrap(), Name::read(other).unwrap());
        }
        for (one, other) in [("dup2", "dup3"), ("ab", "a b"), ("é", "e")] {
            assert_ne!(Name::read(one).unwrap(), Name::read(other).unwrap());
        }
        assert_eq!(Name::read(" DUP2 ").unwrap().as_str(), "DUP2");
    }

    #[test]
    fn names_with_letters_that_are_not_seen_are_refused() {
        for letter in
            "\0\t\n\u{7f}\u{85}\u{ad}\u{61c}\u{200b}\u{200d}\u{200e}\u{2028}\u{202a}\u{202e}\u{2066}\u{2069}\u{3164}\u{fe0f}\u{feff}\u{e0041}"
                .chars()
        {
            let error = Name::read(&format!("a{letter}b")).unwrap_err();
            assert!(error.ends_with(&format!("U+{:04X}", u32::from(letter))), "{error}");
        }
        for name in ["a", "Jürgen", "林", "عادل", "x_1-2 (c) 3.0", "🙂", &"x".repeat(MOST)] {
            assert_eq!(Name::read(name).unwrap().as_str(), name);
        }
        for name in ["", " ", "\u{202e}", &"x".repeat(MOST + 1)] {
            assert!(Name::read(name).is_err(), "{name:?}");
        }
    }
}
