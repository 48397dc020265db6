//! Who meets whom.

/// One round of an event: each player plays at most once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairs {
    /// The pairs, who moves first before the other.
    pub pairs: Vec<[usize; 2]>,
    /// Who has no opponent.
    pub bye: Option<usize>,
}

/// The rounds of an event in which `players` meet each other once: of an odd number each sits out once,
/// and no one moves first more than one time more or less often than second.
///
/// The players stand in a circle but for the last one, who stays: with every round the circle turns by
/// one place, and those opposite each other meet.
pub fn round_robin(players: usize) -> Vec<Pairs> {
    if players < 2 {
        return Vec::new();
    }
    let places = players.next_multiple_of(2);
    let circle = places - 1;
    let round = |turned: usize| {
        let mut pairs = Pairs { pairs: Vec::new(), bye: None };
        for place in 0..places / 2 {
            let (one, other) = match place {
                0 => (turned, circle),
                _ => ((turned + place) % circle, (turned + circle - place) % circle),
            };
            if one.max(other) >= players {
                pairs.bye = Some(one);
                continue;
            }
            // In the circle everybody moves first against the next half of it; against the last player
            // every second one does.
            let ahead = (other + circle - one) % circle;
            let one_first = if place == 0 { turned.is_multiple_of(2) } else { ahead <= circle / 2 };
            pairs.pairs.push(if one_first { [one, other] } else { [other, one] });
        }
        pairs
    };
    (0..circle).map(round).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_meet_once_and_starts_are_balanced() {
        for players in 2..=33 {
            let rounds = round_robin(players);
            let mut met = vec![vec![0; players]; players];
            let (mut firsts, mut byes) = (vec![0i32; players], vec![0; players]);
            for round in &rounds {
                let mut busy = vec![false; players];
                for &[first, second] in &round.pairs {
                    assert!(!busy[first] && !busy[second] && first != second);
                    (busy[first], busy[second]) = (true, true);
                    met[first.min(second)][first.max(second)] += 1;
                    firsts[first] += 1;
                    firsts[second] -= 1;
                }
                round.bye.iter().for_each(|&player| byes[player] += 1);
            }
            for one in 0..players {
                assert_eq!(byes[one], players % 2, "{players} players");
                assert!(firsts[one].abs() <= 1, "{players} players: {firsts:?}");
                assert!((one + 1..players).all(|other| met[one][other] == 1), "{players} players");
            }
        }
    }
}
