//! The store of canonical forms: each is kept once, so that equal games have equal names.

use super::Dyadic;
use hashbrown::hash_table::Entry;
use hashbrown::{DefaultHashBuilder, HashMap, HashTable};
use std::hash::BuildHasher;
use thiserror::Error;

/// The name of a canonical form in the [`Forms`] that gave it: equal games have equal names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Form(u32);

impl Form {
    /// The game without moves, in every store.
    pub const ZERO: Self = Self(0);
}

/// Why a form could not be worked out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Halted {
    /// The store has taken all the room that it was given.
    #[error("no room is left for the values of games")]
    Full,
    /// It was told to stop.
    #[error("stopped before the value was known")]
    Stopped,
}

/// Forms that are worked out between two questions whether to go on.
const BETWEEN_QUESTIONS: u32 = 64;

/// A canonical form and what is worth knowing about it at once.
#[derive(Debug)]
pub(super) struct Shape {
    pub(super) left: Box<[Form]>,
    pub(super) right: Box<[Form]>,
    pub(super) number: Option<Dyadic>,
    pub(super) stops: Stops,
}

/// The numbers that play stops at, Left or Right moving first, as long as nobody moves in a number.
/// `G <= H` only if both stops of `G` are at most those of `H`; `G < H` where the left stop of `G` is
/// under the right stop of `H`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stops {
    pub(super) left: Dyadic,
    pub(super) right: Dyadic,
}

/// Canonical forms, with comparisons and sums remembered.
pub struct Forms<'f> {
    shapes: Vec<Shape>,
    names: HashTable<u32>,
    hasher: DefaultHashBuilder,
    numbers: HashMap<Dyadic, Form>,
    not_greater: HashMap<(Form, Form), bool>,
    sums: HashMap<(Form, Form), Form>,
    negatives: HashMap<Form, Form>,
    room: usize,
    go_on: &'f dyn Fn() -> bool,
    until_question: u32,
}

impl<'f> Forms<'f> {
    /// A store that takes about `bytes` bytes at most. `go_on` is asked now and then, and stops the work
    /// where it says no.
    pub fn new(bytes: u64, go_on: &'f dyn Fn() -> bool) -> Self {
        let mut forms = Self {
            shapes: Vec::new(),
            names: HashTable::new(),
            hasher: DefaultHashBuilder::default(),
            numbers: HashMap::new(),
            not_greater: HashMap::new(),
            sums: HashMap::new(),
            negatives: HashMap::new(),
            // Growing tables hold the old and the new one for a moment.
            room: usize::try_from(bytes / 2).unwrap_or(usize::MAX),
            go_on,
            until_question: 0,
        };
        let zero = forms.keep(Vec::new(), Vec::new(), Some(Dyadic::ZERO), Stops::at(Dyadic::ZERO));
        debug_assert_eq!(zero, Form::ZERO);
        forms
    }

    /// What Left can move to.
    pub fn left(&self, form: Form) -> &[Form] {
        &self.shape(form).left
    }

    /// What Right can move to.
    pub fn right(&self, form: Form) -> &[Form] {
        &self.shape(form).right
    }

    /// The number that the form is, if it is one.
    pub fn as_number(&self, form: Form) -> Option<Dyadic> {
        self.shape(form).number
    }

    /// How many forms are kept.
    pub fn len(&self) -> usize {
        self.shapes.len()
    }

    /// Whether nothing is kept: never the case, as zero always is.
    pub fn is_empty(&self) -> bool {
        self.shapes.is_empty()
    }

    /// The form of a number.
    ///
    /// # Errors
    /// [`Halted`] where there is no room or no time.
    pub fn number(&mut self, number: Dyadic) -> Result<Form, Halted> {
        if let Some(&known) = self.numbers.get(&number) {
            return Ok(known);
        }
        self.check()?;
        // As deep as a whole number is large: no board has over 512 moves.
        let left = number.left().map(|left| self.number(left)).transpose()?;
        let right = number.right().map(|right| self.number(right)).transpose()?;
        let (left, right) = (left.into_iter().collect(), right.into_iter().collect());
        Ok(self.keep(left, right, Some(number), Stops::at(number)))
    }

    /// Whether `a <= b`: Right, moving second, does not lose `a - b`.
    pub fn is_at_most(&mut self, a: Form, b: Form) -> bool {
        if a == b {
            return true;
        }
        let (of_a, of_b) = (self.shape(a), self.shape(b));
        if let (Some(x), Some(y)) = (of_a.number, of_b.number) {
            return x <= y;
        }
        if let Some(decided) = of_a.stops.is_at_most(of_b.stops) {
            return decided;
        }
        if let Some(&known) = self.not_greater.get(&(a, b)) {
            return known;
        }
        let beaten = (0..self.left(a).len()).any(|i| self.is_at_most(b, self.left(a)[i]))
            || (0..self.right(b).len()).any(|i| self.is_at_most(self.right(b)[i], a));
        self.not_greater.insert((a, b), !beaten);
        !beaten
    }

    /// The game with the sides exchanged.
    ///
    /// # Errors
    /// [`Halted`] where there is no room or no time.
    pub fn negative(&mut self, form: Form) -> Result<Form, Halted> {
        if let Some(number) = self.as_number(form) {
            return self.number(-number);
        }
        if let Some(&known) = self.negatives.get(&form) {
            return Ok(known);
        }
        self.check()?;
        let left: Vec<Form> = self.right(form).to_vec();
        let right: Vec<Form> = self.left(form).to_vec();
        let left = left.into_iter().map(|option| self.negative(option)).collect::<Result<_, _>>()?;
        let right = right.into_iter().map(|option| self.negative(option)).collect::<Result<_, _>>()?;
        let stops = self.shape(form).stops;
        let stops = Stops { left: -stops.right, right: -stops.left };
        let negative = self.keep(left, right, None, stops);
        self.negatives.insert(form, negative);
        self.negatives.insert(negative, form);
        Ok(negative)
    }

    /// The game of two games side by side.
    ///
    /// # Errors
    /// [`Halted`] where there is no room or no time.
    pub fn sum(&mut self, a: Form, b: Form) -> Result<Form, Halted> {
        if a == Form::ZERO || b == Form::ZERO {
            return Ok(a.max(b));
        }
        if let (Some(x), Some(y)) = (self.as_number(a), self.as_number(b)) {
            return self.number(x + y);
        }
        let pair = (a.min(b), a.max(b));
        if let Some(&known) = self.sums.get(&pair) {
            return Ok(known);
        }
        let left = self.options_of_sum(a, b, |forms, form| forms.left(form).to_vec())?;
        let right = self.options_of_sum(a, b, |forms, form| forms.right(form).to_vec())?;
        let shift = self.as_number(a).or(self.as_number(b));
        let sum = match shift {
            // Number translation: nothing to simplify where one part is a number and the other not.
            Some(number) => {
                let rest = if self.as_number(a).is_some() { b } else { a };
                let stops = self.shape(rest).stops;
                let stops = Stops { left: stops.left + number, right: stops.right + number };
                self.check()?;
                self.keep(left, right, None, stops)
            }
            None => self.canonical(left, right)?,
        };
        self.sums.insert(pair, sum);
        Ok(sum)
    }

    /// What one side can move to in a sum; a number is not moved in where the other part is none.
    fn options_of_sum(
        &mut self,
        a: Form,
        b: Form,
        options: impl Fn(&Self, Form) -> Vec<Form>,
    ) -> Result<Vec<Form>, Halted> {
        let mut result = Vec::new();
        for (moved, kept) in [(a, b), (b, a)] {
            if self.as_number(moved).is_none() {
                for option in options(self, moved) {
                    result.push(self.sum(option, kept)?);
                }
            }
        }
        Ok(result)
    }

    pub(super) fn shape(&self, form: Form) -> &Shape {
        &self.shapes[form.0 as usize]
    }

    /// Whether there is room and time for another form.
    pub(super) fn check(&mut self) -> Result<(), Halted> {
        if self.until_question == 0 {
            if !(self.go_on)() {
                return Err(Halted::Stopped);
            }
            self.until_question = BETWEEN_QUESTIONS;
        }
        self.until_question -= 1;
        let entries = self.not_greater.allocation_size() + self.sums.allocation_size();
        let used = entries + self.shapes.len() * (size_of::<Shape>() + 64);
        if used > self.room || self.shapes.len() >= u32::MAX as usize { Err(Halted::Full) } else { Ok(()) }
    }

    /// The name of a canonical form.
    pub(super) fn keep(
        &mut self,
        mut left: Vec<Form>,
        mut right: Vec<Form>,
        number: Option<Dyadic>,
        stops: Stops,
    ) -> Form {
        left.sort_unstable();
        right.sort_unstable();
        let Self { shapes, names, hasher, numbers, .. } = self;
        let hash = hasher.hash_one((&left[..], &right[..]));
        let same = |&name: &u32| {
            let shape = &shapes[name as usize];
            *shape.left == left[..] && *shape.right == right[..]
        };
        let hash_of = |&name: &u32| {
            let shape = &shapes[name as usize];
            hasher.hash_one((&shape.left[..], &shape.right[..]))
        };
        match names.entry(hash, same, hash_of) {
            Entry::Occupied(entry) => Form(*entry.get()),
            Entry::Vacant(entry) => {
                let name = shapes.len() as u32;
                entry.insert(name);
                shapes.push(Shape { left: left.into(), right: right.into(), number, stops });
                if let Some(number) = number {
                    numbers.insert(number, Form(name));
                }
                Form(name)
            }
        }
    }
}

impl Stops {
    /// The stops of a number.
    pub(super) fn at(number: Dyadic) -> Self {
        Self { left: number, right: number }
    }

    /// Whether a game with these stops is at most one with the others, where the stops tell.
    pub(super) fn is_at_most(self, other: Self) -> Option<bool> {
        if self.left > other.left || self.right > other.right {
            Some(false)
        } else if self.left < other.right {
            Some(true)
        } else {
            None
        }
    }
}
