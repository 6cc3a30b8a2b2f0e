#![allow(clippy::unwrap_used)]

use super::entry::packed_age;
use super::{Bound, Entry, LINE, SLOTS, SMALL, Table};
use crate::game::Action;
use proptest::prelude::{Strategy, any, prop_assert_eq, prop_oneof, proptest};
use std::time::{Duration, Instant};

fn bounds() -> impl Strategy<Value = Option<Bound>> {
    prop_oneof![
        proptest::strategy::Just(None),
        proptest::strategy::Just(Some(Bound::Exact)),
        proptest::strategy::Just(Some(Bound::Lower)),
        proptest::strategy::Just(Some(Bound::Upper)),
    ]
}

proptest! {
    #[test]
    fn an_entry_survives_packing(
        raw in any::<u32>(), value in any::<i16>(), depth in any::<u8>(), bound in bounds(),
        age in 0_u8..64,
    ) {
        let entry = Entry { action: Action::from_raw(raw), value, depth, bound };
        let data = entry.pack(age);
        prop_assert_eq!(Entry::unpack(data), entry);
        prop_assert_eq!(packed_age(data), age);
    }

    #[test]
    fn what_is_stored_is_found(key in any::<u64>(), raw in 1_u32.., value in any::<i16>()) {
        let table = Table::new(1).unwrap();
        let entry = Entry {
            action: Action::from_raw(raw), value, depth: 3, bound: Some(Bound::Lower),
        };
        table.store(key, entry);
        prop_assert_eq!(table.probe(key), Some(entry));
        prop_assert_eq!(table.probe(!key), None);
    }
}

fn entry(depth: u8, bound: Bound) -> Entry {
    Entry { action: Action::from_raw(u32::from(depth) + 1), value: 7, depth, bound: Some(bound) }
}

/// Keys of one bucket: the index comes from the high bits.
fn key(low: u64) -> u64 {
    1 << 60 | low
}

#[test]
fn a_full_bucket_gives_up_its_shallowest_entry() {
    let table = Table::new(1).unwrap();
    for depth in 1..=SLOTS as u8 + 1 {
        table.store(key(u64::from(depth)), entry(depth, Bound::Exact));
    }
    assert_eq!(table.probe(key(1)), None);
    for depth in 2..=SLOTS as u8 + 1 {
        assert!(table.probe(key(u64::from(depth))).is_some(), "depth {depth} is lost");
    }
}

#[test]
fn old_entries_go_before_shallow_ones() {
    let table = Table::new(1).unwrap();
    table.store(key(1), entry(6, Bound::Exact));
    table.new_search();
    table.new_search();
    for low in 2..=SLOTS as u64 + 1 {
        table.store(key(low), entry(2, Bound::Exact));
    }
    assert_eq!(table.probe(key(1)), None);
    assert!(table.probe(key(2)).is_some());
}

#[test]
fn a_shallow_bound_does_not_replace_a_deep_value_of_the_same_search() {
    let table = Table::new(1).unwrap();
    table.store(key(1), entry(9, Bound::Lower));
    table.store(key(1), entry(2, Bound::Upper));
    assert_eq!(table.probe(key(1)), Some(entry(9, Bound::Lower)));
    table.new_search();
    table.store(key(1), entry(2, Bound::Upper));
    assert_eq!(table.probe(key(1)), Some(entry(2, Bound::Upper)));
}

#[test]
fn an_action_outlives_an_entry_without_one() {
    let table = Table::new(1).unwrap();
    table.store(key(1), entry(2, Bound::Lower));
    table.store(key(1), Entry { action: Action::NONE, ..entry(5, Bound::Upper) });
    let found = table.probe(key(1)).unwrap();
    assert_eq!((found.action, found.depth), (Action::from_raw(3), 5));
}

#[test]
fn hashfull_counts_the_present_search_and_clear_empties() {
    let mut table = Table::new(3).unwrap();
    assert_eq!((table.megabytes(), table.hashfull()), (3, 0));
    for index in 0..200_000_u64 {
        table.store(index.wrapping_mul(0x9e37_79b9_7f4a_7c15), entry(1, Bound::Exact));
    }
    assert!(table.hashfull() > 800, "{}", table.hashfull());
    table.new_search();
    assert_eq!(table.hashfull(), 0);
    table.clear();
    assert_eq!(table.probe(0), None);
}

#[test]
fn a_table_of_any_size_stands_and_is_emptied_at_once() {
    // Not every machine promises so much.
    let Ok(mut table) = Table::new(4096) else { return };
    let begun = Instant::now();
    table.store(key(1), entry(3, Bound::Exact));
    table.clear();
    assert_eq!(table.probe(key(1)), None);
    drop(table);
    assert!(begun.elapsed() < Duration::from_millis(300), "{:?}", begun.elapsed());
}

#[test]
fn tables_on_both_sides_of_what_is_small_are_cleared_whole() {
    for megabytes in [1, SMALL, SMALL + 1] {
        let mut table = Table::new(megabytes).unwrap();
        let first = std::ptr::from_ref(table.bucket(0)).addr();
        assert_eq!(first % LINE, 0, "a bucket is one line of the cache");
        for key in [0, u64::MAX / 3, u64::MAX] {
            table.store(key, entry(3, Bound::Exact));
        }
        assert!(table.probe(u64::MAX).is_some());
        table.clear();
        assert_eq!((table.megabytes(), table.hashfull()), (megabytes, 0));
        for key in [0, u64::MAX / 3, u64::MAX] {
            assert_eq!(table.probe(key), None, "{key:x}");
        }
    }
}

#[test]
fn impossible_sizes_are_errors() {
    assert!(Table::new(usize::MAX).is_err());
    assert!(Table::new(usize::MAX >> 21).is_err());
}

#[test]
fn threads_never_read_what_nobody_wrote() {
    let table = Table::new(1).unwrap();
    let value = |key: u64, depth: u8| Entry {
        action: Action::from_raw(1 << 31 | (key as u32) << 8 | u32::from(depth)),
        value: (key as u16).cast_signed(),
        depth,
        bound: Some(Bound::Exact),
    };
    std::thread::scope(|scope| {
        for thread in 0..4_u8 {
            let table = &table;
            scope.spawn(move || {
                for step in 0..40_000_u64 {
                    let key = key(1 + step % 7);
                    table.store(key, value(key, thread));
                    if let Some(found) = table.probe(key) {
                        assert_eq!(found, value(key, found.depth));
                    }
                }
            });
        }
    });
}
