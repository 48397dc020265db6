//! From options to the canonical form: dominated options go, reversible ones are bypassed.
//!
//! ```text
//! repeat: drop a left option that is at most another one (right: at least);
//!         replace a left option l that has a right option r <= G by the left options of r (right: mirrored)
//! until nothing changes.
//! ```

use super::Dyadic;
use super::forms::{Form, Forms, Halted, Stops};

/// Options of a game that is not simplified yet.
struct Raw {
    left: Vec<Form>,
    right: Vec<Form>,
    stops: Stops,
}

impl Forms<'_> {
    /// The canonical form of the game with these options.
    ///
    /// # Errors
    /// [`Halted`] where there is no room or no time.
    pub fn canonical(&mut self, left: Vec<Form>, right: Vec<Form>) -> Result<Form, Halted> {
        self.check()?;
        let stops = match self.number_or_stops(&left, &right) {
            Ok(number) => return self.number(number),
            Err(stops) => stops,
        };
        let mut raw = Raw { left, right, stops };
        loop {
            self.drop_dominated(&mut raw.left, true);
            self.drop_dominated(&mut raw.right, false);
            if !self.bypass_left(&mut raw) && !self.bypass_right(&mut raw) {
                break;
            }
        }
        // A game can turn out to be a number in spite of options like {*|*}.
        if raw.left.is_empty() && raw.right.is_empty() {
            return Ok(Form::ZERO);
        }
        match self.number_or_stops(&raw.left, &raw.right) {
            Ok(number) => self.number(number),
            Err(stops) => Ok(self.keep(raw.left, raw.right, None, stops)),
        }
    }

    /// The number that the options make, or the stops of a game that need not be one.
    fn number_or_stops(&mut self, left: &[Form], right: &[Form]) -> Result<Dyadic, Stops> {
        let low = left.iter().map(|&option| self.shape(option).stops.right).max();
        let high = right.iter().map(|&option| self.shape(option).stops.left).min();
        if let (Some(low), Some(high)) = (low, high)
            && low >= high
        {
            return Err(Stops { left: low, right: high });
        }
        // A number is allowed where no left option is at least it and no right option at most it.
        let touches_low = low.is_some_and(|low| self.leaves_room(left, low, true));
        let touches_high = high.is_some_and(|high| self.leaves_room(right, high, false));
        Ok(Dyadic::simplest_between(low, high, (touches_low, touches_high)))
    }

    /// Whether every option that stops at `number` is confused with it or on its own side of it.
    fn leaves_room(&mut self, options: &[Form], number: Dyadic, left: bool) -> bool {
        options.iter().all(|&option| !self.reaches(option, number, left))
    }

    /// Whether a left option is at least `number`, or a right option at most.
    fn reaches(&self, option: Form, number: Dyadic, left: bool) -> bool {
        // `x >= number` iff Left, moving second, does not lose `x - number`: nothing but the moves of x
        // matters, unless x is a number itself.
        let shape = self.shape(option);
        if let Some(own) = shape.number {
            return if left { own >= number } else { own <= number };
        }
        if left {
            shape.stops.right >= number && shape.right.iter().all(|&next| self.wins_from(next, number, true))
        } else {
            shape.stops.left <= number && shape.left.iter().all(|&next| self.wins_from(next, number, false))
        }
    }

    /// Whether Left, to move, wins `form - number` (or Right, where `left` is false).
    fn wins_from(&self, form: Form, number: Dyadic, left: bool) -> bool {
        let shape = self.shape(form);
        if let Some(own) = shape.number {
            return if left { own > number } else { own < number };
        }
        let options = if left { &shape.left } else { &shape.right };
        options.iter().any(|&next| self.reaches(next, number, left))
    }

    fn drop_dominated(&mut self, options: &mut Vec<Form>, left: bool) {
        options.sort_unstable();
        options.dedup();
        let mut index = 0;
        while index < options.len() {
            let own = options[index];
            let dominated = (0..options.len()).any(|other| {
                let other = options[other];
                other != own && if left { self.is_at_most(own, other) } else { self.is_at_most(other, own) }
            });
            if dominated {
                options.swap_remove(index);
            } else {
                index += 1;
            }
        }
    }

    /// Replaces the first reversible left option; whether there was one.
    fn bypass_left(&mut self, raw: &mut Raw) -> bool {
        for index in 0..raw.left.len() {
            let replies = self.right(raw.left[index]).to_vec();
            if let Some(&reply) = replies.iter().find(|&&reply| self.is_at_most_raw(reply, raw)) {
                raw.left.swap_remove(index);
                raw.left.extend_from_slice(self.left(reply));
                return true;
            }
        }
        false
    }

    /// Replaces the first reversible right option; whether there was one.
    fn bypass_right(&mut self, raw: &mut Raw) -> bool {
        for index in 0..raw.right.len() {
            let replies = self.left(raw.right[index]).to_vec();
            if let Some(&reply) = replies.iter().find(|&&reply| self.is_at_least_raw(reply, raw)) {
                raw.right.swap_remove(index);
                raw.right.extend_from_slice(self.right(reply));
                return true;
            }
        }
        false
    }

    /// Whether `form <= raw`.
    fn is_at_most_raw(&mut self, form: Form, raw: &Raw) -> bool {
        if let Some(decided) = self.shape(form).stops.is_at_most(raw.stops) {
            return decided;
        }
        !raw.right.iter().any(|&option| self.is_at_most(option, form))
            && !(0..self.left(form).len()).any(|i| self.is_at_least_raw(self.left(form)[i], raw))
    }

    /// Whether `form >= raw`.
    fn is_at_least_raw(&mut self, form: Form, raw: &Raw) -> bool {
        if let Some(decided) = raw.stops.is_at_most(self.shape(form).stops) {
            return decided;
        }
        !raw.left.iter().any(|&option| self.is_at_most(form, option))
            && !(0..self.right(form).len()).any(|i| self.is_at_most_raw(self.right(form)[i], raw))
    }
}
