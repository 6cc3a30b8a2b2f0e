//! Conversations in UCI with the real binary, each named after a kind of fault that engines have had.

#![allow(clippy::unwrap_used)]

mod driver;

use driver::{Engine, after, keeps, ms, scored};
use std::time::Instant;

const FOOLS_MATE: &str = "position startpos moves f2f3 e7e5 g2g4 d8h4";
const FEW_MOVES: &str = "position fen 8/5kR1/8/3K4/8/8/8/8 b - - 0 143";

#[test]
fn nonsense_after_position_fen_changes_nothing() {
    let mut engine = Engine::uci();
    engine.send("position startpos moves e2e4");
    let before = engine.fen();
    for nonsense in ["position fen startpos", "position fen blah", "position", "position fen"] {
        let heard = engine.ask(nonsense);
        assert!(heard.iter().any(|line| line.starts_with("info string")), "{nonsense}: {heard:?}");
        assert_eq!(engine.fen(), before);
        engine.send("go depth 1");
        let best = engine.best_move().0;
        assert!(engine.legal_moves().contains(&best));
    }
    engine.quit();
}

#[test]
fn an_empty_move_list_is_no_moves() {
    let mut engine = Engine::uci();
    engine.send("position startpos moves\ngo depth 2");
    assert_eq!(engine.best_move().0.len(), 4);
    engine.quit();
}

#[test]
fn a_move_list_is_followed_up_to_its_first_illegal_move() {
    let mut engine = Engine::uci();
    let heard = engine.ask("position startpos moves e2e4 e7e5 a8a1 g1f3");
    let [note] = heard.as_slice() else { panic!("{heard:?}") };
    assert!(note.starts_with("info string") && note.contains("a8a1"), "{note}");
    assert!(engine.fen().starts_with("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w"));
    engine.send("go depth 3");
    let best = engine.best_move().0;
    assert!(engine.legal_moves().contains(&best));
    engine.quit();
}

#[test]
fn unknown_words_and_empty_lines_are_borne() {
    let mut engine = Engine::uci();
    let heard = engine.ask("joho debug on\nfoobar\n\n   \n\t");
    assert!(heard.iter().all(|line| line.starts_with("info string")), "{heard:?}");
    assert!(heard.iter().any(|line| line.contains("foobar")));
    engine.quit();
}

#[test]
fn option_names_are_matched_without_case_and_with_blanks() {
    let mut engine = Engine::uci();
    let heard = engine.ask(
        "setoption name hASH value 32\nsetoption name Move Overhead value 50\n\
         setoption name Clear Hash\nsetoption name ponder value true",
    );
    assert_eq!(heard, Vec::<String>::new());
    let heard = engine.ask("setoption name Nonsense value 3\nsetoption name Hash value abc");
    assert_eq!(heard.len(), 2, "{heard:?}");
    engine.quit();
}

#[test]
fn unknown_go_words_do_not_swallow_the_next() {
    let mut engine = Engine::uci();
    engine.ask("");
    let begun = Instant::now();
    engine.send("go foo movetime 100");
    engine.best_move();
    assert!(begun.elapsed() < ms(250), "{:?}", begun.elapsed());
    engine.send("go ponder wtime 1000 btime 1000");
    engine.during(ms(100));
    let hit = Instant::now();
    engine.send("ponderhit");
    engine.best_move();
    assert!(hit.elapsed() < ms(900), "{:?}", hit.elapsed());
    engine.quit();
}

#[test]
fn no_time_still_gives_a_move_at_once() {
    let mut engine = Engine::uci();
    engine.ask("");
    engine.during(ms(100));
    for go in [
        "go movetime 0",
        "go movetime -1",
        "go wtime 0 btime 0",
        "go wtime -500 btime 1000",
        "go btime 1000",
        "go wtime",
        "go wtime x btime y",
        "go movetime",
        "go movestogo 5",
    ] {
        let begun = Instant::now();
        engine.send(go);
        let (best, lines) = engine.best_move();
        assert!(begun.elapsed() < ms(100), "{go}: {:?}", begun.elapsed());
        assert!(best.len() == 4 && !scored(&lines).is_empty(), "{go}: {lines:?}");
    }
    engine.quit();
}

#[test]
fn any_blanks_and_line_ends_separate_words() {
    let mut engine = Engine::silent();
    engine.send_bytes(b"uci\r\n isready\r\nposition   startpos\t \r\n\tgo depth  2 \r\n");
    engine.until("uciok");
    engine.until("readyok");
    assert_eq!(engine.best_move().0.len(), 4);
    engine.quit();
}

#[test]
fn long_games_are_followed_to_their_end() {
    let mut engine = Engine::uci();
    let shuffle = " g1f3 g8f6 f3g1 f6g8".repeat(150);
    engine.send(&format!("position startpos moves{shuffle} e2e4"));
    assert!(engine.fen().contains(" b KQkq "), "the list runs past repetitions and counts");
    engine.send("go movetime 50");
    let best = engine.best_move().0;
    assert!(engine.legal_moves().contains(&best));
    engine.quit();
}

#[test]
fn text_that_is_not_ascii_is_refused_and_bytes_that_are_no_text_ignored() {
    let mut engine = Engine::uci();
    let heard = engine.ask("position startpos moves é2e4\nposition fen ♔7/8/8/8/8/8/8/8 w - - 0 1");
    assert_eq!(heard.len(), 2, "{heard:?}");
    engine.send_bytes(b"\xff\xfe\0go\n");
    engine.send("isready\ngo depth 1");
    engine.until("readyok");
    engine.best_move();
    engine.quit();
}

#[test]
fn searchmoves_without_a_legal_move_lapses() {
    let mut engine = Engine::uci();
    engine.send("position startpos\ngo depth 3 searchmoves e2e5");
    let (best, lines) = engine.best_move();
    assert!(lines.iter().any(|line| line.starts_with("info string") && line.contains("e2e5")));
    assert!(engine.legal_moves().contains(&best));
    engine.quit();
}

#[test]
fn searchmoves_takes_the_legal_ones_and_ends_at_a_keyword() {
    let mut engine = Engine::uci();
    engine.send("go nodes 2000 searchmoves a1a2 a2a3 a3a4");
    assert_eq!(engine.best_move().0, "a2a3");
    engine.send("go searchmoves a2a3 depth 2");
    let (best, lines) = engine.best_move();
    assert_eq!(best, "a2a3");
    assert!(scored(&lines).iter().all(|line| after(line, "depth")[0] <= "2"), "{lines:?}");
    engine.quit();
}

#[test]
fn options_are_declared_whole() {
    let mut engine = Engine::silent();
    assert_eq!(engine.during(ms(300)), Vec::<String>::new(), "nothing before the first line");
    engine.send("uci");
    let heard = engine.until("uciok");
    for line in &heard {
        let known = ["id name ", "id author ", "option name ", "uciok"];
        assert!(known.iter().any(|beginning| line.starts_with(beginning)), "{line}");
        if line.contains(" type spin ") {
            let number = |word| after(line, word)[0].parse::<i64>().unwrap();
            assert!(number("min") <= number("default") && number("default") <= number("max"));
            assert!(number("min") < number("max"), "{line}");
        }
        if line.contains(" type combo ") {
            let default = after(line, "default")[0];
            assert!(line.contains(&format!(" var {default}")), "{line}");
        }
    }
    for name in ["UCI_Variant", "Hash", "Threads", "MultiPV", "Ponder", "Move Overhead"] {
        let option = format!("option name {name} type");
        assert!(heard.iter().any(|line| line.starts_with(&option)), "{name}");
    }
    engine.quit();
}

#[test]
fn readiness_is_told_while_searching() {
    let mut engine = Engine::uci();
    engine.send("go infinite");
    engine.during(ms(200));
    let begun = Instant::now();
    engine.send("isready");
    engine.until("readyok");
    assert!(begun.elapsed() < ms(100), "{:?}", begun.elapsed());
    let heard = engine.during(ms(200));
    assert!(heard.iter().all(|line| !line.starts_with("bestmove")));
    engine.send("stop");
    engine.best_move();
    assert!(engine.during(ms(100)).is_empty(), "one answer, and nothing after it");
    engine.quit();
}

#[test]
fn quit_and_the_end_of_input_end_the_process_whatever_runs() {
    for go in ["go infinite", "go movetime 60000", "go ponder", "go perft 9", ""] {
        for by_quit in [true, false] {
            let mut engine = Engine::uci();
            engine.send("setoption name Threads value 4");
            engine.send(go);
            engine.during(ms(100));
            if by_quit {
                engine.send("quit");
            }
            engine.close_input();
            assert!(engine.ended().success(), "{go}");
        }
    }
}

#[test]
fn quit_right_after_go_is_obeyed() {
    let mut engine = Engine::silent();
    engine.send("position startpos\ngo depth 30\nquit");
    assert!(engine.ended().success());
    let answers = engine.during(ms(50)).into_iter().filter(|line| line.starts_with("bestmove"));
    assert!(answers.count() <= 1);
}

#[test]
fn changes_while_searching_stop_first_and_then_apply() {
    for change in [
        "ucinewgame",
        "setoption name Hash value 8",
        "setoption name Threads value 3",
        "setoption name UCI_Variant value avatar",
        "position startpos moves e2e4",
    ] {
        let mut engine = Engine::uci();
        engine.send("go infinite");
        engine.during(ms(150));
        let heard = engine.ask(change);
        let answers = heard.iter().filter(|line| line.starts_with("bestmove")).count();
        assert_eq!(answers, 1, "{change}: {heard:?}");
        engine.send("stop\ngo infinite");
        engine.during(ms(100));
        engine.send("stop");
        engine.best_move();
        engine.quit();
    }
}

#[test]
fn a_stop_while_idle_is_nothing() {
    let mut engine = Engine::uci();
    engine.send("stop\nponderhit\nstop\ngo infinite");
    let heard = engine.during(ms(600));
    assert!(heard.iter().all(|line| !line.starts_with("bestmove")));
    engine.send("stop");
    engine.best_move();
    assert!(engine.ask("stop").is_empty());
    engine.quit();
}

#[test]
fn infinite_and_ponder_wait_even_where_nothing_is_left_to_search() {
    let mated = "position fen 8/8/kQ6/3P4/8/8/1K3B2/3R4 b - - 5 54";
    let mate_in_one = "position fen 8/8/8/8/8/2k5/2q5/K7 b - - 0 1";
    for position in [FEW_MOVES, mated, mate_in_one, FOOLS_MATE] {
        for (go, end) in
            [("go infinite", "stop"), ("go ponder", "ponderhit"), ("go ponder", "stop")]
        {
            let mut engine = Engine::uci();
            engine.send(position);
            engine.send(go);
            let heard = engine.during(ms(300));
            assert!(heard.iter().all(|line| !line.starts_with("bestmove")), "{position} {go}");
            engine.send(end);
            let begun = Instant::now();
            if end == "ponderhit" && position == FEW_MOVES {
                engine.send("stop");
            }
            engine.best_move();
            assert!(begun.elapsed() < ms(1000));
            engine.quit();
        }
    }
}

#[test]
fn nothing_burns_where_nothing_is_left_to_search() {
    let mut engine = Engine::uci();
    engine.send(&format!("{FOOLS_MATE}\ngo infinite"));
    engine.during(ms(200));
    let before = engine.processor_ticks();
    let lines = engine.during(ms(500));
    assert!(engine.processor_ticks() - before <= 5, "a finished game takes no time");
    assert!(lines.len() < 100, "{}", lines.len());
    engine.quit();
}

#[test]
fn pondering_does_not_use_the_clock() {
    let mut engine = Engine::uci();
    engine.send("go ponder wtime 300 btime 300");
    let heard = engine.during(ms(1000));
    assert!(heard.iter().all(|line| !line.starts_with("bestmove")));
    let begun = Instant::now();
    engine.send("ponderhit");
    engine.best_move();
    assert!(begun.elapsed() < ms(300));
    engine.quit();
}

#[test]
fn a_ponder_hit_after_the_search_has_ended_answers_once() {
    let mut engine = Engine::uci();
    engine.send("go ponder depth 3");
    engine.during(ms(500));
    let begun = Instant::now();
    engine.send("ponderhit");
    engine.best_move();
    assert!(begun.elapsed() < ms(100));
    assert!(engine.ask("ponderhit\nstop").is_empty());
    engine.quit();
}

#[test]
fn a_finished_game_has_no_best_move() {
    let stalemate = "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
    for (position, score) in [(FOOLS_MATE, "mate 0"), (stalemate, "cp 0")] {
        let mut engine = Engine::uci();
        engine.send(&format!("{position}\ngo depth 5"));
        let heard = engine.until("bestmove");
        assert_eq!(heard, [format!("info depth 0 score {score}"), "bestmove (none)".to_owned()]);
        engine.quit();
    }
}

#[test]
fn resources_out_of_range_are_clamped_and_that_is_said() {
    let mut engine = Engine::uci();
    for (name, value) in [("Hash", "-1"), ("Hash", "0"), ("Threads", "0"), ("Threads", "999999")] {
        let heard = engine.ask(&format!("setoption name {name} value {value}"));
        let [note] = heard.as_slice() else { panic!("{name} {value}: {heard:?}") };
        assert!(note.starts_with("info string") && note.contains(value), "{note}");
    }
    for value in ["33554433", "18446744073709551616"] {
        let command = format!("setoption name Hash value {value}\nsetoption name Hash value 4");
        assert_eq!(engine.ask(&command).len(), 1);
    }
    engine.send("setoption name Threads value 1\ngo depth 3");
    engine.best_move();
    engine.quit();
}

#[test]
fn more_threads_than_cores_answer_in_time_and_go_again() {
    let mut engine = Engine::uci();
    engine.ask("setoption name Threads value 64\nsetoption name Hash value 4");
    engine.during(ms(200));
    let begun = Instant::now();
    engine.send("go movetime 200");
    engine.best_move();
    assert!(begun.elapsed() < ms(500), "{:?}", begun.elapsed());
    engine.send("setoption name Threads value 1\ngo depth 4");
    engine.best_move();
    engine.during(ms(50));
    let base = engine.threads();
    for _ in 0..30 {
        engine.send("setoption name Threads value 8\ngo nodes 500");
        engine.best_move();
        engine.send("setoption name Threads value 1\ngo nodes 500");
        engine.best_move();
    }
    engine.during(ms(100));
    assert_eq!(engine.threads(), base, "no thread is left behind");
    engine.quit();
}

#[test]
fn tiny_limits_give_a_legal_move_with_a_scored_line() {
    let mut engine = Engine::uci();
    let legal = engine.legal_moves();
    for go in ["go nodes 1", "go nodes 10", "go movetime 1", "go depth 1", "go depth 0"] {
        engine.send(go);
        let (best, lines) = engine.best_move();
        assert!(legal.contains(&best), "{go}: {best}");
        let lines = scored(&lines);
        assert!(!lines.is_empty() && lines.iter().all(|line| line.contains(" pv ")), "{go}");
    }
    engine.quit();
}

#[test]
fn clocks_of_any_value_give_a_move_in_time() {
    let mut engine = Engine::uci();
    engine.ask("");
    let begun = Instant::now();
    engine.send("go wtime 1000 btime 1000 movestogo 1");
    engine.best_move();
    assert!(begun.elapsed() < ms(990), "{:?}", begun.elapsed());
    engine.send("go wtime 1656 btime -170671 winc 20 binc 2000");
    engine.best_move();
    let begun = Instant::now();
    engine.send("go movetime 1000");
    engine.best_move();
    assert!((ms(850)..ms(1050)).contains(&begun.elapsed()), "{:?}", begun.elapsed());
    engine.quit();
}

#[test]
fn movetime_is_kept_at_the_pipe() {
    let mut engine = Engine::uci();
    engine.ask("");
    let mut worst = ms(0);
    for _ in 0..20 {
        let begun = Instant::now();
        engine.send("go movetime 100");
        engine.best_move();
        worst = worst.max(begun.elapsed());
    }
    assert!(worst < ms(150), "{worst:?}");
    engine.quit();
}

#[test]
fn nothing_is_said_or_done_after_the_answer() {
    let mut engine = Engine::uci();
    engine.send("setoption name Threads value 4\ngo movetime 200");
    engine.best_move();
    let before = engine.processor_ticks();
    assert_eq!(engine.during(ms(300)), Vec::<String>::new());
    assert!(engine.processor_ticks() - before <= 3);
    for _ in 0..20 {
        engine.send("position startpos\ngo nodes 100");
        engine.best_move();
    }
    engine.quit();
}

#[test]
fn every_line_of_thinking_is_whole_and_its_moves_legal() {
    let mut engine = Engine::playing("avatar");
    engine.send("setoption name MultiPV value 3\ngo depth 5");
    let (_, lines) = engine.best_move();
    let mut depth = 0;
    for line in scored(&lines) {
        assert!(["cp", "mate"].contains(&after(line, "score")[0]), "{line}");
        let here: u32 = after(line, "depth")[0].parse().unwrap();
        assert!(here == depth || here == depth + 1, "{line}");
        depth = here;
        let pv = after(line, "pv").join(" ");
        let heard = engine.ask(&format!("position startpos moves {pv}"));
        assert_eq!(heard, Vec::<String>::new(), "{pv}");
    }
    assert_eq!(depth, 5);
    engine.quit();
}

#[test]
fn no_more_lines_are_shown_than_there_are_moves() {
    let mut engine = Engine::uci();
    engine.send(&format!("setoption name MultiPV value 10\n{FEW_MOVES}\ngo depth 4"));
    let (_, lines) = engine.best_move();
    let last: Vec<&str> = scored(&lines)
        .into_iter()
        .filter(|line| after(line, "depth")[0] == "4" && !line.contains("bound"))
        .map(|line| after(line, "pv")[0])
        .collect();
    let mut distinct = last.clone();
    distinct.sort_unstable();
    distinct.dedup();
    assert_eq!((last.len(), distinct.len()), (4, 4), "{lines:?}");
    engine.quit();
}

#[test]
fn output_is_not_a_flood() {
    let mut engine = Engine::uci();
    engine.send("position fen 8/8/8/8/8/2k5/2q5/K7 b - - 0 1\ngo infinite");
    let lines = engine.during(ms(1000));
    assert!(lines.len() <= 300, "{}", lines.len());
    engine.send("stop");
    engine.best_move();
    engine.quit();
}

#[test]
fn another_variant_begins_at_its_own_start() {
    let mut engine = Engine::uci();
    engine.send("setoption name UCI_Variant value Riff-Riders\ngo depth 1");
    let note = engine.line("info string variant");
    assert!(
        note.starts_with("info string variant avatar files 11 ranks 11 startpos ppp"),
        "{note}"
    );
    engine.best_move();
    assert_eq!(engine.legal_moves().len(), 122);
    let heard = engine.ask("setoption name UCI_Variant value nosuch");
    assert!(heard[0].starts_with("info string") && heard[0].contains("nosuch"));
    assert_eq!(engine.legal_moves().len(), 122, "the old variant stays");
    engine.quit();
}

#[test]
fn a_definition_file_becomes_a_game() {
    let folder = std::env::temp_dir().join(format!("caryatid talk {}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let good = folder.join("tiny.txt");
    std::fs::write(&good, "files=5 ranks=5 royal=K\nking:K:K:king:c1,,c5\nrook:R:R:rook:a1,,e5\n")
        .unwrap();
    let bad = folder.join("bad.txt");
    std::fs::write(&bad, "files=5 ranks=5 royal=K\nking:K:K:king:c1,,c5\nodd:O:Q??:odd:a1,,e5\n")
        .unwrap();
    let mut engine = Engine::uci();
    let heard = engine.ask(&format!("setoption name VariantPath value {}", bad.display()));
    assert!(heard.iter().all(|line| line.starts_with("info string")));
    assert!(heard.iter().any(|line| line.contains("line 3") && line.contains("Q??")), "{heard:?}");
    assert_eq!(engine.legal_moves().len(), 20, "the old game stays");
    let heard = engine.ask(&format!("setoption name VariantPath value {}", good.display()));
    assert!(heard.iter().any(|line| line.starts_with("info string variant tiny files 5")));
    engine.send("go depth 3");
    engine.best_move();
    engine.ask("setoption name UCI_Variant value chess");
    assert_eq!(engine.legal_moves().len(), 20);
    engine.ask("setoption name UCI_Variant value tiny");
    assert_eq!(engine.legal_moves().len(), 10);
    engine.quit();
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn board_evaluation_and_counts_can_be_asked_for() {
    let mut engine = Engine::uci();
    engine.send("d");
    let heard = engine.until("Key: ");
    assert!(heard.iter().any(|line| line.starts_with("Fen: rnbqkbnr/")));
    assert!(!engine.ask("eval").is_empty());
    engine.send("go perft 3");
    let heard = engine.until("Nodes searched: 8902");
    assert_eq!(heard[heard.len() - 2], "");
    assert_eq!(heard.len(), 22);
    keeps(ms(300), "stop", || {
        engine.send("go perft 9");
        engine.during(ms(100));
        let begun = Instant::now();
        engine.send("stop\nisready");
        engine.until("readyok");
        engine.send("go depth 1");
        engine.best_move();
        begun.elapsed()
    });
    engine.quit();
}
