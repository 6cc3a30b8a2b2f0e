use super::{Budget, Lag, TimeControl};
use proptest::prelude::{Strategy, prop_assert, prop_assert_eq, proptest};
use std::time::Duration;

fn controls() -> impl Strategy<Value = TimeControl> {
    let left = proptest::option::of(0_u32..200);
    (-5_000_i64..10_000_000, -100_i64..100_000, left).prop_map(|(remaining, increment, left)| {
        TimeControl { remaining, increment, moves_to_go: left }
    })
}

proptest! {
    #[test]
    fn a_budget_leaves_the_overhead_on_the_clock(
        control in controls(), overhead in 0_u64..5_000, actions in 0_u32..3_000,
    ) {
        let budget = Budget::allot(&control, Duration::from_millis(overhead), Duration::ZERO, actions);
        let usable = (control.remaining - overhead.cast_signed()).max(0).unsigned_abs();
        prop_assert!(budget.hard <= Duration::from_millis(usable));
        prop_assert!(budget.soft <= budget.hard);
    }

    #[test]
    fn a_game_played_to_its_hard_limits_never_loses_on_time(
        start in 100_i64..600_000, increment in 0_i64..5_000, actions in 1_u32..2_000,
    ) {
        let overhead = 10;
        let mut control = TimeControl { remaining: start, increment, moves_to_go: None };
        for _ in 0..100 {
            let budget = Budget::allot(&control, Duration::from_millis(overhead), Duration::ZERO, actions);
            let used = i64::try_from(budget.hard.as_millis()).unwrap_or(i64::MAX);
            control.remaining -= used;
            prop_assert!(control.remaining >= 0);
            control.remaining += increment;
        }
    }

    #[test]
    fn a_fixed_time_is_kept_whatever_the_overhead(time in 0_u64..100_000, overhead in 0_u64..200_000) {
        let (time, overhead) = (Duration::from_millis(time), Duration::from_millis(overhead));
        let budget = Budget::within(time, overhead);
        prop_assert!(budget.hard <= time && budget.hard >= time / 2);
        prop_assert_eq!(budget.soft, budget.hard);
    }
}

#[test]
fn an_exhausted_clock_gives_nothing() {
    for remaining in [i64::MIN, -1, 0, 10] {
        let control = TimeControl { remaining, increment: 0, moves_to_go: None };
        let budget = Budget::allot(&control, Duration::from_millis(10), Duration::ZERO, 40);
        assert_eq!(budget, Budget::default(), "{remaining}");
    }
}

#[test]
fn the_more_actions_are_to_come_the_less_each_gets() {
    let of = |actions| {
        let control = TimeControl { remaining: 60_000, increment: 0, moves_to_go: None };
        Budget::allot(&control, Duration::ZERO, Duration::ZERO, actions).soft
    };
    assert!(of(20) > of(40) && of(40) > of(2_000) && of(2_000) > Duration::ZERO);
    // Fewer actions to a time control count, more do not.
    let left = |left| {
        let control = TimeControl { remaining: 60_000, increment: 0, moves_to_go: Some(left) };
        Budget::allot(&control, Duration::ZERO, Duration::ZERO, 40).soft
    };
    assert!(left(10) > of(40));
    assert_eq!(left(400), of(40));
}

#[test]
fn the_last_action_before_a_time_control_may_take_most_of_the_time() {
    let control = TimeControl { remaining: 1_000, increment: 0, moves_to_go: Some(1) };
    let budget = Budget::allot(&control, Duration::from_millis(10), Duration::ZERO, 40);
    assert_eq!(budget.hard, Duration::from_millis(891));
    assert_eq!(budget.soft, Duration::from_millis(495));
}

#[test]
fn a_stall_does_not_lose_a_game_that_lives_on_its_increment() {
    // Every action takes as long as it may; what is left when it is played is what a stall may cost.
    let mut remaining = 5_000_i64;
    for action in 0..300 {
        let control = TimeControl { remaining, increment: 50, moves_to_go: None };
        let budget = Budget::allot(&control, Duration::from_millis(10), Duration::ZERO, 40);
        let left = remaining - budget.hard.as_millis() as i64;
        assert!(left >= 100, "{left} ms left after action {action}");
        remaining = left + 50;
    }
}

#[test]
fn a_long_game_without_increment_is_played_to_its_end() {
    // A busy machine takes 1 ms for each action beside its search, and 10 where it searches.
    let mut remaining = 10_000_i64;
    for action in 0..330 {
        let control = TimeControl { remaining, increment: 0, moves_to_go: None };
        let budget = Budget::allot(&control, Duration::from_millis(10), Duration::ZERO, 40);
        let searched = budget.soft.as_millis() as i64;
        remaining -= searched + if searched > 0 { 10 } else { 1 };
        assert!(remaining > 0, "flag after action {action}");
    }
}

#[test]
fn a_long_game_on_an_overloaded_machine_is_played_to_its_end() {
    // Each action loses 15 ms beside its search, which is learnt; a search takes up to 10 more than it should.
    for (base, actions) in [(1_000_i64, 50), (10_000, 170), (60_000, 240)] {
        let mut lag = Lag::default();
        let mut control = TimeControl { remaining: base, increment: 0, moves_to_go: None };
        for action in 0..actions {
            lag.turn(&0, 2 * action, &control);
            let budget = Budget::allot(&control, Duration::from_millis(10), lag.mean(), 40);
            let late = Duration::from_millis(if budget.soft.is_zero() { 1 } else { 10 });
            let spent = budget.soft + late;
            lag.answered(0, 2 * action, &control, spent);
            control.remaining -= spent.as_millis() as i64 + 15;
            assert!(control.remaining > 0, "{base} ms: flag after action {action}");
        }
    }
}

#[test]
fn what_is_lost_is_made_up_by_the_increment_where_that_is_more() {
    let soft = |increment, lag| {
        let control = TimeControl { remaining: 10_000, increment, moves_to_go: None };
        Budget::allot(&control, Duration::from_millis(10), Duration::from_millis(lag), 40).soft
    };
    assert_eq!(soft(0, 0), soft(0, 4), "the least reserve covers it");
    assert!(soft(0, 15) < soft(0, 4));
    assert!(soft(5, 15) > soft(0, 15), "what the increment pays need not be kept back");
    assert!(soft(14, 15) >= soft(0, 4), "nearly all of it is paid");
    let gained = soft(100, 0).as_millis() - soft(100, 30).as_millis();
    assert!(
        (15..=16).contains(&gained),
        "three quarters of the 20 ms beyond the overhead: {gained}"
    );
}

#[test]
fn what_the_moves_up_to_a_time_control_will_lose_is_kept_back() {
    let soft = |lag, left| {
        let control = TimeControl { remaining: 10_000, increment: 0, moves_to_go: Some(left) };
        let budget =
            Budget::allot(&control, Duration::from_millis(10), Duration::from_millis(lag), 40);
        budget.soft.as_millis()
    };
    // 39 moves behind this one lose 100 ms each.
    assert!((130..=150).contains(&soft(100, 40)), "{}", soft(100, 40));
    assert!(soft(0, 40) > 230);
    assert!(soft(100, 2) > 4_000, "{}", soft(100, 2));
    // All of them to the control are played, with searches that come as late as they are lost.
    for (base, left, lost) in [(10_000_i64, 40_u32, 100_i64), (60_000, 80, 250), (2_000, 30, 40)] {
        let mut remaining = base;
        for done in 0..left {
            let to_go = Some(left - done);
            let control = TimeControl { remaining, increment: 0, moves_to_go: to_go };
            let lag = Duration::from_millis(lost.unsigned_abs());
            remaining -=
                Budget::allot(&control, Duration::from_millis(10), lag, 40).soft.as_millis() as i64
                    + lost;
            assert!(remaining > 0, "{base} ms: flag with {to_go:?} moves to go");
        }
    }
}

proptest! {
    #[test]
    fn no_clock_is_too_much(
        remaining in proptest::num::i64::ANY, increment in proptest::num::i64::ANY,
        left in proptest::option::of(proptest::num::u32::ANY),
        overhead in proptest::num::u64::ANY, lag in proptest::num::u64::ANY, actions in proptest::num::u32::ANY,
    ) {
        let control = TimeControl { remaining, increment, moves_to_go: left };
        let budget = Budget::allot(&control, Duration::from_millis(overhead), Duration::from_millis(lag), actions);
        prop_assert!(budget.soft <= budget.hard);
        prop_assert!(budget.hard <= Duration::from_millis(remaining.max(0).unsigned_abs()));
    }
}
