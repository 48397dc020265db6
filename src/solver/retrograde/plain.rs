//! The sweep over a small board, one position at a time, from the rules as [`super::plan`] words them.

use super::plan::{Odometer, Plan};
use crate::games::dots::Rule;

/// The value at every index.
pub(super) fn sweep(plan: &Plan) -> Vec<i8> {
    let mut values: Vec<i8> = Vec::with_capacity(plan.positions as usize);
    let mut odometer = Odometer::new(plan.groups.iter().map(|group| group.most()));
    for index in 0..plan.positions {
        let value = value(plan, index, &odometer.digits, |child| values[child as usize]);
        values.push(value);
        odometer.advance();
    }
    values
}

/// The value at an index, from those of the positions that it leads to.
pub(super) fn value(plan: &Plan, index: u64, digits: &[u8], known: impl Fn(u64) -> i8) -> i8 {
    let free = |of: &usize| -> u8 {
        let groups = plan.groups_of_box[*of];
        (0..digits.len()).filter(|at| groups >> at & 1 == 1).map(|at| digits[at]).sum()
    };
    let drawn = digits.iter().enumerate().filter(|(_, digit)| **digit == 0).fold(0, |set, (at, _)| set | 1u64 << at);
    let mut best = None;
    for (group, &digit) in plan.groups.iter().zip(digits) {
        let apart = plan.rule == Rule::Connected && drawn != 0 && group.beside & drawn == 0;
        if digit == 0 || apart {
            continue;
        }
        let gain = group.boxes.iter().filter(|of| free(of) == 1).count() as i8;
        let child = known(index - group.weight);
        best = best.max(Some(if gain > 0 { gain + child } else { -child }));
    }
    best.unwrap_or(0)
}
