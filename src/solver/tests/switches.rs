//! A game with parts of its knowledge switched off, so that each is tried with and without the others.

use super::tree::shuffle;
use crate::game::{Bounds, Forced, Game, Step, Survey, Value};
use crate::memory::Key;
use hashbrown::DefaultHashBuilder;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use std::fmt::Debug;
use std::hash::{BuildHasher, Hash, Hasher};

/// What is switched on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Switches {
    /// Forced play.
    pub(super) reduce: bool,
    /// Limits that hold without search.
    pub(super) limits: bool,
    /// Leaving moves out that are not needed.
    pub(super) pruning: bool,
    /// Keys that equal positions share; otherwise each position is its own key.
    pub(super) sharing: bool,
    /// Moves in an order drawn from this seed in place of the game's.
    pub(super) shuffle: Option<u64>,
}

impl Switches {
    pub(super) const ALL: Self = Self { reduce: true, limits: true, pruning: true, sharing: true, shuffle: None };

    /// Every combination.
    pub(super) fn every() -> impl Iterator<Item = Self> {
        (0..32u64).map(|bits| Self {
            reduce: bits & 1 == 0,
            limits: bits & 2 == 0,
            pruning: bits & 4 == 0,
            sharing: bits & 8 == 0,
            shuffle: (bits & 16 != 0).then_some(bits),
        })
    }
}

/// A game without what is switched off.
pub(super) struct Switched<'g, G> {
    pub(super) game: &'g G,
    pub(super) switches: Switches,
    pub(super) hasher: DefaultHashBuilder,
}

impl<'g, G: Game> Switched<'g, G> {
    pub(super) fn new(game: &'g G, switches: Switches) -> Self {
        Self { game, switches, hasher: DefaultHashBuilder::default() }
    }

    fn is_settled(&self, position: &G::Position) -> bool {
        self.switches.reduce || self.game.reduce(position) == Forced::nothing(*position)
    }
}

/// A key that remembers the position it was made of, for who wants to check what is stored under it.
/// Two are equal if the names are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Named<K, P> {
    name: Name<K, P>,
    pub(super) position: P,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Name<K, P> {
    Shared(K),
    Own(P),
}

impl<K: Eq, P: Eq> PartialEq for Named<K, P> {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl<K: Eq, P: Eq> Eq for Named<K, P> {}

impl<K: Hash, P: Hash> Hash for Named<K, P> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name.hash(state);
    }
}

impl<K: Key, P: Copy + Eq + Hash + Debug + Send + Sync> Key for Named<K, P> {
    fn to_bits(self) -> u128 {
        match self.name {
            Name::Shared(key) => key.to_bits(),
            Name::Own(_) => unreachable!("a position of its own has no bits"),
        }
    }
}

impl<G: Game> Game for Switched<'_, G> {
    type Position = G::Position;
    type Move = G::Move;
    type Key = Named<G::Key, G::Position>;
    type Notes = Option<G::Notes>;

    fn moves(&self, position: &G::Position, moves: &mut Vec<G::Move>) {
        self.game.moves(position, moves);
    }

    fn play(&self, position: &G::Position, mv: G::Move) -> Step<G::Position> {
        self.game.play(position, mv)
    }

    fn final_value(&self, position: &G::Position) -> Value {
        self.game.final_value(position)
    }

    fn bound(&self, position: &G::Position) -> Value {
        self.game.bound(position)
    }

    fn weight(&self, position: &G::Position) -> u8 {
        self.game.weight(position)
    }

    fn reduce(&self, position: &G::Position) -> Forced<G::Position> {
        if self.switches.reduce { self.game.reduce(position) } else { Forced::nothing(*position) }
    }

    /// The game may only be asked where its forced play has ended; elsewhere the rules must do.
    fn survey(&self, &position: &G::Position) -> Survey<Self::Key, Self::Notes> {
        let mut moves = Vec::new();
        self.game.moves(&position, &mut moves);
        let mut survey = Survey {
            key: Named { name: Name::Own(position), position },
            bounds: Bounds::within(self.game.bound(&position)),
            notes: None,
        };
        if moves.is_empty() {
            survey.bounds = Bounds::exactly(self.game.final_value(&position));
        }
        if self.is_settled(&position) {
            let known = self.game.survey(&position);
            survey.notes = self.switches.pruning.then_some(known.notes);
            // Where its limits leave one value, the game need not say which move achieves it.
            if self.switches.limits {
                survey.bounds = known.bounds;
            } else if known.bounds.exact().is_some() {
                survey.notes = None;
            }
            if self.switches.sharing {
                survey.key.name = Name::Shared(known.key);
            }
        }
        survey
    }

    fn candidates(&self, position: &G::Position, notes: &Self::Notes, moves: &mut Vec<G::Move>) {
        let first = moves.len();
        match notes {
            Some(notes) => self.game.candidates(position, notes, moves),
            None => self.game.moves(position, moves),
        }
        if let Some(seed) = self.switches.shuffle {
            let seed = seed ^ self.hasher.hash_one(position);
            shuffle(&mut moves[first..], &mut ChaCha8Rng::seed_from_u64(seed));
        }
    }

    fn key_bits(&self) -> u32 {
        if self.switches.reduce && self.switches.sharing { self.game.key_bits() } else { 0 }
    }
}
