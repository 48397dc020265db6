//! Things that come and go, each under a number that no other ever has.

use std::collections::BTreeMap;
use std::ops::{Index, IndexMut};

/// Things by their numbers, which follow the order of their coming.
#[derive(Debug)]
pub(super) struct Numbered<T> {
    things: BTreeMap<usize, T>,
    next: usize,
}

impl<T> Numbered<T> {
    /// Takes a thing in, and gives its number.
    pub(super) fn add(&mut self, thing: T) -> usize {
        let number = self.next;
        self.things.insert(number, thing);
        self.next += 1;
        number
    }

    /// Lets a thing go.
    pub(super) fn remove(&mut self, number: usize) {
        self.things.remove(&number);
    }

    /// Whether it is there.
    pub(super) fn contains(&self, number: usize) -> bool {
        self.things.contains_key(&number)
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.things.len()
    }

    /// The numbers of those that are there.
    pub(super) fn numbers(&self) -> Vec<usize> {
        self.things.keys().copied().collect()
    }

    /// Those that are there.
    pub(super) fn iter(&self) -> impl Iterator<Item = (usize, &T)> {
        self.things.iter().map(|(&number, thing)| (number, thing))
    }

    /// The number of the first that is as wanted.
    pub(super) fn find(&self, wanted: impl Fn(&T) -> bool) -> Option<usize> {
        self.iter().find(|(_, thing)| wanted(thing)).map(|(number, _)| number)
    }
}

impl<T> FromIterator<T> for Numbered<T> {
    /// Things that come one after another.
    fn from_iter<I: IntoIterator<Item = T>>(things: I) -> Self {
        let things: BTreeMap<usize, T> = things.into_iter().enumerate().collect();
        Self { next: things.len(), things }
    }
}

impl<T> Index<usize> for Numbered<T> {
    type Output = T;

    /// # Panics
    /// Where there is none of this number.
    fn index(&self, number: usize) -> &T {
        &self.things[&number]
    }
}

impl<T> IndexMut<usize> for Numbered<T> {
    /// # Panics
    /// Where there is none of this number.
    fn index_mut(&mut self, number: usize) -> &mut T {
        match self.things.get_mut(&number) {
            Some(thing) => thing,
            None => panic!("there is no number {number}"),
        }
    }
}
