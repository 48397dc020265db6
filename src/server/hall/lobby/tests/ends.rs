//! Whoever is in several tournaments hears of the end of each, once.

use super::*;

/// A hall with tournaments under limits of 2 and 5 plies.
fn hall(meetings: u32, record: Option<&Path>) -> Hall {
    let starts = vec!["dots:1x1".parse().unwrap()];
    let (plies, record) = (vec![Some(2), Some(5)], record.map(Path::to_owned));
    Hall::of(HallSettings { starts, plies, meetings: Some(meetings), record, ..HallSettings::default() })
}

fn games(hall: &Hall) -> Vec<usize> {
    hall.lobby.tournaments.iter().map(|(_, tournament)| tournament.games()).collect()
}

#[test]
fn each_hears_once_of_each_tournament_that_is_over() {
    let mut hall = hall(2, None);
    ["Alan", "Jane"].iter().zip(0..).for_each(|(name, id)| drop(hall.hello(id, name)));
    hall.play(usize::MAX);
    assert_eq!((hall.finished(), games(&hall)), (vec![(0, 2), (0, 5), (1, 2), (1, 5)], vec![2, 2]));
    // Who comes back hears it again, and nobody else does.
    hall.leave(0);
    hall.hello(2, "Alan");
    hall.play(usize::MAX);
    assert_eq!(hall.finished(), [(2, 2), (2, 5)]);
    // Who is new makes it go on, for those who play on.
    hall.come(3, json!({"type": "hello", "name": "Bertha", "plies": 5}));
    hall.play(usize::MAX);
    assert_eq!((hall.finished(), games(&hall)), (vec![(1, 5), (2, 5), (3, 5)], vec![2, 6]));
}

#[test]
fn who_has_played_all_that_it_wanted_is_waited_for_in_no_tournament() {
    for goes in [false, true] {
        let mut hall = hall(2, None);
        hall.come(0, json!({"type": "hello", "name": "Alan", "games": 2}));
        hall.hello(1, "Jane");
        hall.play(2);
        if goes {
            hall.leave(0);
        }
        // He has never played in the other tournament, and does not want to any more.
        let told = hall.finished();
        let hers: Vec<u64> = told.into_iter().filter(|&(id, _)| id == 1).map(|(_, plies)| plies).collect();
        assert_eq!((hers, games(&hall)), (vec![2, 5], vec![2, 0]), "{goes}");
        assert!(hall.shown()["tournaments"].as_array().unwrap().iter().all(|each| each["over"] == true));
    }
}

#[test]
fn who_goes_with_games_left_is_waited_for_and_then_is_not() {
    let mut hall = hall(1, None);
    hall.come(0, json!({"type": "hello", "name": "Alan", "games": 9}));
    hall.hello(1, "Jane");
    hall.play(0);
    hall.leave(0);
    assert_eq!(hall.finished().iter().filter(|told| **told == (1, 5)).count(), 0);
    hall.lobby.wake(Instant::now() + Duration::from_secs(61)).unwrap();
    assert_eq!(hall.finished(), [(1, 5)]);
}

#[test]
fn who_comes_back_with_another_wish_is_not_waited_for_where_it_was() {
    let mut hall = hall(2, None);
    ["Alan", "Jane"].iter().zip(0..).for_each(|(name, id)| drop(hall.hello(id, name)));
    hall.play(0);
    hall.leave(0);
    hall.finished();
    hall.come(2, json!({"type": "hello", "name": "Alan", "plies": 5}));
    assert_eq!(hall.finished(), [(1, 2)]);
    hall.play(usize::MAX);
    assert_eq!(hall.finished(), [(1, 5), (2, 5)]);
}

#[test]
fn who_is_alone_waits_for_others() {
    let mut hall = hall(1, None);
    hall.hello(0, "Alan");
    hall.play(1);
    // Somebody who looks in, and is gone before a round could begin, is not an opponent.
    hall.hello(1, "Jane");
    hall.leave(1);
    hall.play(1);
    assert!(hall.finished().is_empty() && hall.shown()["tournaments"][0]["over"] == false);
}

#[test]
fn who_only_looks_on_has_no_rank_and_changes_nobodys_points() {
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("hall.jsonl");
    let mut hall = hall(1, Some(&record));
    ["Alan", "Jane"].iter().zip(0..).for_each(|(name, id)| drop(hall.hello(id, name)));
    for id in 2..9 {
        hall.come(id, json!({"type": "hello", "name": format!("idle {id}"), "games": 0}));
    }
    hall.play(usize::MAX);
    hall.hear_all();
    let standing = |message: &Value| ["rank", "points", "players"].map(|field| message[field].clone());
    let finished: Vec<_> = hall.finished.iter().filter(|(id, _)| *id > 1).map(|(_, told)| standing(told)).collect();
    assert_eq!(finished, vec![[Value::Null, json!(0), json!(2)]; 14]);
    let ranked = |hall: &Hall| {
        let shown = hall.shown();
        let rows = |all: &Value| {
            let rows = all["standings"].as_array().unwrap().iter().filter(|row| !row["rank"].is_null());
            rows.map(|row| ["name", "rank", "points"].map(|field| row[field].clone())).collect::<Vec<_>>()
        };
        let tournaments: Vec<_> = shown["tournaments"].as_array().unwrap().iter().map(rows).collect();
        (tournaments, shown["totals"].clone())
    };
    let before = ranked(&hall);
    assert!(before.0.iter().all(|rows| rows.iter().map(|row| row[2].as_u64()).eq([Some(1), Some(0)])), "{before:?}");
    drop(hall);
    assert_eq!(ranked(&self::hall(1, Some(&record))), before);
}
