//! Conversations about large tables and ends that something stands in the way of.

#![allow(clippy::unwrap_used)]

mod driver;

use driver::{Engine, keeps, ms};
use std::time::Instant;

#[test]
fn a_large_table_stands_as_soon_as_readiness_is_told() {
    let mut engine = Engine::uci();
    for change in ["setoption name Hash value 4096", "ucinewgame", "setoption name Clear Hash"] {
        keeps(ms(300), change, || {
            if change.contains("value") {
                // The table must be another one each time.
                engine.ask("setoption name Hash value 1");
            }
            engine.ask(change);
            let begun = Instant::now();
            engine.send("go movetime 50");
            engine.best_move();
            begun.elapsed()
        });
    }
    engine.quit();
}

#[test]
fn an_engine_with_a_large_table_ends_at_once() {
    for last in
        ["isready", "go infinite", "go infinite\nucinewgame\ngo movetime 9000", "ucinewgame"]
    {
        for by_quit in [true, false] {
            let mut engine = Engine::uci();
            engine.send("setoption name Threads value 2\nsetoption name Hash value 4096");
            engine.send(last);
            if by_quit {
                engine.send("quit");
            }
            engine.close_input();
            assert!(engine.ended().success(), "{last}");
        }
    }
}

#[test]
fn an_engine_that_cannot_get_its_words_out_ends_all_the_same() {
    for first in ["uci", "xboard"] {
        for by_quit in [true, false] {
            let mut engine = Engine::unheard();
            let request = if first == "uci" { "uci" } else { "protover 2" };
            engine.send(&format!("{first}{}", format!("\n{request}").repeat(500)));
            engine.during(ms(300));
            if by_quit {
                engine.send("quit");
            }
            engine.close_input();
            assert!(engine.ended().success(), "{first}");
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_table_that_cannot_be_had_is_said_and_the_old_one_stays() {
    let mut engine = Engine::with_little_memory(700);
    engine.send("setoption name Hash value 96\ngo depth 1");
    engine.best_move();
    engine.send("setoption name Hash value 1000\ngo depth 5");
    let (best, heard) = engine.best_move();
    assert_eq!(best.len(), 4);
    let notes: Vec<&String> = heard.iter().filter(|line| line.starts_with("info string")).collect();
    assert!(notes.len() == 1 && notes[0].contains("1000 MiB"), "{notes:?}");
    engine.quit();
}

#[cfg(target_os = "linux")]
#[test]
fn a_sane_share_of_the_memory_is_taken_however_much_is_allowed() {
    let meminfo = std::fs::read_to_string("/proc/meminfo").unwrap();
    let line = meminfo.lines().find(|line| line.starts_with("MemTotal:")).unwrap();
    let total = line.split_ascii_whitespace().nth(1).unwrap().parse::<u64>().unwrap() / 1024;
    let mut engine = Engine::xboard();
    let heard = engine.tell("memory 999999999999");
    let used = |note: &str| {
        let words: Vec<&str> = note.split(' ').collect();
        words[words.len() - 3].parse::<u64>().unwrap()
    };
    let [note] = heard.as_slice() else { panic!("{heard:?}") };
    assert!(note.starts_with("# ") && note.ends_with(" is used"), "{note}");
    assert!(used(note) <= total / 2, "{note}, of {total}");
    engine.send("st 0.1\ngo");
    engine.line("move ");
    engine.quit();
    let mut engine = Engine::uci();
    let most = total / 4 * 3;
    let heard = engine.ask(&format!("setoption name Hash value {most}"));
    assert!(heard.len() == 1 && used(&heard[0]) <= total / 2, "{heard:?}");
    engine.send("go depth 3");
    engine.best_move();
    engine.quit();
}

#[test]
fn sequences_that_no_count_could_finish_are_refused() {
    for variant in ["chess", "avatar"] {
        let mut engine = Engine::playing(variant);
        for depth in [101_u32, 4000, u32::MAX] {
            engine.send(&format!("go perft {depth}"));
            let (_, heard) = engine.best_move();
            let note = &heard[0];
            assert!(note.starts_with("info string perft: ") && note.contains("100"), "{note}");
        }
        for threads in [1, 2] {
            engine.ask(&format!("setoption name Threads value {threads}"));
            keeps(ms(300), "stop", || {
                engine.send("go perft 100");
                assert!(engine.during(ms(300)).is_empty());
                let begun = Instant::now();
                engine.send("stop");
                assert_eq!(engine.line("info string perft"), "info string perft was stopped");
                begun.elapsed()
            });
        }
        engine.send("go perft 100");
        engine.during(ms(100));
        engine.quit();
    }
}
