//! Conversations in XBoard with the real binary, each named after a kind of fault that engines have had.

#![allow(clippy::unwrap_used)]

mod driver;

use driver::{Engine, ms};
use std::time::Instant;

/// The start array of Avatar as XBoard sends it to the second engine of a match.
const AVATAR_ARRAY: &str = "setboard ppppppppppp/daczmkmzcad/11/11/11/***********/11/11/11/\
                            DACZMKMZCAD/PPPPPPPPPPP w - - 0 1";

/// The move of a `move` line.
fn moved(engine: &mut Engine) -> String {
    engine.line("move ")[5..].to_owned()
}

/// Time from a command to the move that follows.
fn time_to_move(engine: &mut Engine, command: &str) -> std::time::Duration {
    let begun = Instant::now();
    engine.send(command);
    moved(engine);
    begun.elapsed()
}

fn is_thinking(line: &str) -> bool {
    line.starts_with(|letter: char| letter.is_ascii_digit()) && line.contains('\t')
}

#[test]
fn features_begin_with_a_wait_and_end_when_done() {
    let mut engine = Engine::silent();
    assert!(engine.during(ms(200)).is_empty());
    engine.send("xboard\nprotover 3");
    let heard = engine.until_within("feature done=1", ms(2000));
    assert_eq!(heard[..2], [String::new(), "feature done=0".to_owned()]);
    let variants = heard.iter().find(|line| line.starts_with("feature variants=")).unwrap();
    for name in ["normal", "avatar", "capablanca", "grand"] {
        assert!(variants.contains(name), "{variants}");
    }
    for feature in ["ping=1", "setboard=1", "memory=1", "smp=1", "analyze=1", "sigint=0"] {
        assert!(heard.contains(&format!("feature {feature}")), "{feature}");
    }
    engine.quit();
}

#[test]
fn answers_to_features_are_borne_in_silence() {
    let mut engine = Engine::xboard();
    let heard = engine.tell(
        "accepted ping\nrejected setboard\naccept smp\nreject done\nprotover 2\nrandom\ncomputer\n\
         name Nobody\nrating 1 2\nics -\notim 100\nhover e4\negtpath nalimov /nowhere\n",
    );
    assert!(heard.iter().all(|line| line.starts_with("feature")), "{heard:?}");
    engine.send("st 0.05\nusermove e2e4");
    moved(&mut engine);
    engine.quit();
}

#[test]
fn level_counts_what_is_still_to_do_and_time_is_in_centiseconds() {
    let mut engine = Engine::xboard();
    engine.tell("level 40 0:30 0\ntime 3000");
    assert!(time_to_move(&mut engine, "go") < ms(2500));
    engine.tell("force\nnew\nlevel 0 0:02 0\ntime 200");
    assert!(time_to_move(&mut engine, "go") < ms(500));
    engine.tell("force\nnew\nlevel 1 0:01 0\ntime 100");
    assert!(time_to_move(&mut engine, "go") < ms(1000));
    engine.tell("force\nnew\nlevel 0 5 0\ntime 100\notim 30000");
    assert!(time_to_move(&mut engine, "go") < ms(500));
    engine.quit();
}

#[test]
fn st_and_level_replace_each_other() {
    let mut engine = Engine::xboard();
    engine.tell("st 10\nlevel 0 0:05 0\ntime 500");
    assert!(time_to_move(&mut engine, "go") < ms(1500));
    engine.tell("force\nnew\nlevel 0 5 0\nst 0.2");
    let time = time_to_move(&mut engine, "go");
    assert!((ms(100)..ms(300)).contains(&time), "{time:?}");
    engine.quit();
}

#[test]
fn memory_and_cores_bound_what_is_used_and_may_be_tiny() {
    let mut engine = Engine::xboard();
    let heard = engine.tell("memory 1\ncores 64\nmemory 0\ncores 2\nmemory 60");
    assert!(heard.iter().all(|line| line.starts_with('#')), "{heard:?}");
    engine.send("st 0.1\ngo");
    moved(&mut engine);
    engine.send("st 5\ngo");
    engine.during(ms(100));
    engine.send("cores 1");
    let begun = Instant::now();
    moved(&mut engine);
    assert!(begun.elapsed() < ms(200), "a change of resources in mid-search makes the move");
    engine.quit();
}

#[test]
fn a_ping_is_answered_after_the_own_move_else_at_once() {
    let mut engine = Engine::xboard();
    engine.send("st 0.5\ngo");
    engine.during(ms(50));
    engine.send("ping 7");
    let heard = engine.until("pong 7");
    let place = |beginning: &str| heard.iter().position(|line| line.starts_with(beginning));
    assert!(place("move ").unwrap() < place("pong 7").unwrap(), "{heard:?}");
    engine.send("force\nanalyze");
    let begun = Instant::now();
    engine.send("ping 8");
    engine.until("pong 8");
    assert!(begun.elapsed() < ms(100));
    engine.quit();
}

#[test]
fn a_ping_is_answered_when_the_own_move_is_called_off() {
    let mut engine = Engine::xboard();
    engine.send("st 20\ngo\nping 5\nforce\nping 6");
    assert_eq!(engine.until("pong 6"), ["pong 5", "pong 6"]);
    engine.quit();
}

#[test]
fn illegal_moves_and_unknown_commands_are_told_apart() {
    let mut engine = Engine::xboard();
    let heard = engine.tell("force\nusermove e2e5\ne7e5\nfoobar\nst abc\nlevel x y z\nexit");
    assert!(heard[0].starts_with("Illegal move (") && heard[0].ends_with("): e2e5"), "{heard:?}");
    assert!(heard[1].starts_with("Illegal move (") && heard[1].ends_with("): e7e5"), "{heard:?}");
    assert_eq!(heard[2], "Error (unknown command): foobar");
    assert_eq!(heard[3], "Error (bad argument): st abc");
    assert_eq!(heard[4], "Error (bad argument): level x y z");
    assert_eq!(heard[5], "Error (command not legal now): exit");
    assert!(engine.tell("usermove e2e4").is_empty(), "the position has not changed");
    engine.quit();
}

#[test]
fn nothing_is_taken_back_before_the_first_move() {
    let mut engine = Engine::xboard();
    for setting in [
        "setboard 8/8/8/4k3/8/8/4P3/4K3 w - - 0 1",
        "variant avatar\nsetboard p9p/4k6/11/11/11/***********/2D4A2M/6C4/11/Z10/K10 w - - 0 1",
        "variant grand",
        "new\nforce",
    ] {
        engine.tell(setting);
        let heard = engine.tell("undo\nremove");
        assert_eq!(
            heard,
            ["Error (command not legal now): undo", "Error (command not legal now): remove"]
        );
    }
    engine.quit();
}

#[test]
fn remove_takes_two_moves_back_and_keeps_the_side() {
    let mut engine = Engine::xboard();
    engine.send("st 0.05\nusermove e2e4");
    moved(&mut engine);
    assert!(engine.tell("remove").is_empty());
    engine.send("usermove d2d4");
    moved(&mut engine);
    engine.tell("force\nundo\nundo");
    assert_eq!(engine.tell("undo"), ["Error (command not legal now): undo"]);
    engine.quit();
}

#[test]
fn an_illegal_position_is_refused_with_every_move_until_a_good_one() {
    let mut engine = Engine::xboard();
    for fen in
        ["8/8/8/8/8/8/8/8 w - - 0 1", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1BNR w KQkq - 0 1"]
    {
        for end in ["new\nforce", "setboard 8/8/8/4k3/8/8/4P3/4K3 w - - 0 1"] {
            let heard = engine.tell(&format!("setboard {fen}"));
            assert_eq!(heard[0], "tellusererror Illegal position");
            let heard = engine.tell("usermove e2e4\ngo\nanalyze\nexit");
            assert!(heard[0].starts_with("Illegal move ("), "{heard:?}");
            assert!(heard.iter().all(|line| !line.starts_with("move")), "{heard:?}");
            assert!(engine.tell(end).is_empty());
            assert!(engine.tell("force\nusermove e2e4").is_empty());
        }
    }
    engine.quit();
}

#[test]
fn analysis_follows_the_position_and_never_moves() {
    let mut engine = Engine::xboard();
    engine.send("post\nanalyze");
    for change in ["usermove e2e4", "undo", "new", "setboard 8/8/8/4k3/8/8/4P3/4K3 w - - 0 1"] {
        engine.during(ms(100));
        engine.send(change);
        let heard = engine.during(ms(150));
        assert!(heard.iter().any(|line| is_thinking(line)), "{change}: {heard:?}");
        assert!(heard.iter().all(|line| is_thinking(line)), "{change}: {heard:?}");
    }
    engine.send(".");
    let status = engine.line("stat01: ");
    assert_eq!(status.split(' ').count(), 7, "{status}");
    let left = (0..100).any(|_| {
        engine.during(ms(20));
        engine.send(".");
        let status = engine.line("stat01: ");
        let number = |place| status.split(' ').nth(place).unwrap().parse::<u32>().unwrap();
        assert!(number(4) < number(5), "{status}");
        number(4) > 0
    });
    assert!(left, "some moves of an iteration are always left until it ends");
    assert!(engine.tell("exit").iter().all(|line| is_thinking(line)));
    assert!(engine.during(ms(150)).is_empty(), "the analysis has ended");
    engine.quit();
}

#[test]
fn moves_can_be_left_out_of_an_analysis() {
    let mut engine = Engine::xboard();
    engine.tell("setboard 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1");
    engine.send("analyze\nexclude a1a8");
    engine.during(ms(100));
    engine.send("post");
    engine.send("exclude a1a7");
    let heard = engine.during(ms(200));
    assert!(heard.iter().any(|line| is_thinking(line)), "{heard:?}");
    assert!(heard.iter().all(|line| !line.contains("\ta1a8") && !line.contains("\ta1a7")));
    engine.send("include all");
    let heard = engine.during(ms(200));
    assert!(heard.iter().any(|line| line.contains("\ta1a8")), "{heard:?}");
    engine.send("nopost\nexit");
    engine.quit();
}

#[test]
fn nothing_but_thinking_begins_with_a_digit_and_nopost_hides_it() {
    let mut engine = Engine::xboard();
    engine.send("nopost\nst 0.2\ngo\nping 1");
    let heard = engine.until("pong 1");
    assert_eq!(heard.len(), 2, "{heard:?}");
    engine.send("bk\nhint\nping 2");
    let heard = engine.until("pong 2");
    assert!(heard.iter().all(|line| !line.starts_with(|c: char| c.is_ascii_digit())), "{heard:?}");
    assert!(heard.iter().any(|line| line.starts_with("Hint: ")), "{heard:?}");
    assert!(heard.contains(&String::new()), "book lines end with an empty one");
    engine.quit();
}

#[test]
fn mates_are_a_hundred_thousand_and_the_moves_to_go() {
    let mut engine = Engine::xboard();
    engine.send("post\nsetboard 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1\nsd 4\ngo");
    let heard = engine.until("1-0 {");
    let last = heard.iter().rfind(|line| is_thinking(line)).unwrap();
    assert_eq!(last.split(' ').nth(1), Some("100001"), "{last}");
    assert!(heard.contains(&"move a1a8".to_owned()));
    engine.quit();
}

#[test]
fn boards_of_ten_ranks_count_from_nought() {
    let mut engine = Engine::xboard();
    assert!(engine.tell("variant grand\nforce\nusermove a2a4\nusermove a7a6").is_empty());
    let heard = engine.tell("usermove a10a9");
    assert!(heard[0].starts_with("Illegal move"), "{heard:?}");
    engine.send("st 0.05\ngo");
    let text = moved(&mut engine);
    assert!(!text.contains("10"), "{text}");
    engine.quit();
}

#[test]
fn an_unknown_variant_changes_nothing() {
    let mut engine = Engine::xboard();
    let heard = engine.tell("variant nosuchthing");
    assert!(heard.contains(&"Error (unsupported variant): nosuchthing".to_owned()), "{heard:?}");
    assert!(engine.tell("force\nusermove e2e4").is_empty());
    engine.quit();
}

#[test]
fn a_variant_that_xboard_does_not_know_is_described_each_time() {
    let mut engine = Engine::xboard();
    for _ in 0..2 {
        let heard = engine.tell("new\nvariant avatar");
        assert!(heard[0].starts_with("setup (") && heard[0].contains(" 11x11+0_lion "));
        assert_eq!(heard.iter().filter(|line| line.starts_with("piece ")).count(), 7);
    }
    assert!(engine.tell("new\nvariant capablanca").is_empty());
    assert!(engine.tell("new").is_empty());
    engine.quit();
}

#[test]
fn the_start_array_that_xboard_sends_is_the_start_with_its_rights() {
    let mut engine = Engine::xboard();
    engine.tell("variant avatar\nforce");
    assert!(engine.tell(AVATAR_ARRAY).is_empty());
    // The men between king and partner leave; castling shows that the right was kept.
    let opening = "g2g4 a11a9 h2k4 b11b9 i2h3 c11c9 j2i4 d11d9 f2j2";
    for text in opening.split(' ') {
        let heard = engine.tell(&format!("usermove {text}"));
        assert!(heard.is_empty(), "{text}: {heard:?}");
    }
    engine.quit();
}

#[test]
fn castling_is_the_kings_move_or_written_with_the_letter_o() {
    let fen = "setboard 11/d4k4d/11/11/11/***********/11/11/11/D4K4D/11 w KQkq - 0 1";
    let mut engine = Engine::xboard();
    engine.tell("variant avatar\nforce");
    for text in ["f2j2", "f2b2", "O-O", "O-O-O"] {
        engine.tell(fen);
        assert!(engine.tell(&format!("usermove {text}")).is_empty(), "{text}");
    }
    // The placement of the running game would be taken for its position.
    engine.tell("variant avatar");
    engine.tell(&fen.replace("KQkq", "-"));
    assert!(engine.tell("usermove f2j2")[0].starts_with("Illegal move"));
    engine.quit();
}

#[test]
fn a_result_is_told_once_and_nothing_after_it() {
    let mut engine = Engine::xboard();
    engine.tell("setboard 7k/5QQ1/8/8/8/8/8/K7 b - - 0 1");
    let heard = engine.tell("go\ngo");
    assert_eq!(heard.len(), 1, "{heard:?}");
    assert!(heard[0].starts_with("1-0 {"), "{heard:?}");
    assert!(engine.tell("result 1-0 {White mates}").is_empty());
    assert!(engine.during(ms(100)).is_empty());
    engine.quit();
}

#[test]
fn draws_by_count_and_repetition_end_the_game() {
    let mut engine = Engine::xboard();
    engine.tell("force\nnew\nforce\nusermove g1f3\nusermove g8f6\nusermove f3g1\nusermove f6g8");
    engine.tell("usermove g1f3\nusermove g8f6\nusermove f3g1\nplayother");
    let heard = engine.tell("force\nusermove f6g8\ngo");
    assert_eq!(heard.len(), 1, "{heard:?}");
    assert!(heard[0].starts_with("1/2-1/2 {") && heard[0].contains("repetition"), "{heard:?}");
    engine.tell("force\nsetboard 4k3/8/8/8/8/8/8/R3K2r w - - 100 80");
    let heard = engine.tell("go");
    assert!(heard[0].starts_with("1/2-1/2 {"), "{heard:?}");
    engine.quit();
}

#[test]
fn move_now_ends_the_search_and_is_nothing_while_idle() {
    let mut engine = Engine::xboard();
    assert!(engine.tell("?\nhard\neasy\n?").is_empty());
    engine.send("st 10\ngo");
    engine.during(ms(300));
    assert!(time_to_move(&mut engine, "?") < ms(100));
    engine.quit();
}

#[test]
fn pondering_takes_up_the_game_wherever_it_goes() {
    let mut engine = Engine::xboard();
    engine.send("hard\npost\nst 0.3\nusermove e2e4");
    moved(&mut engine);
    engine.send("hint");
    let expected = engine.line("Hint: ")[6..].to_owned();
    let begun = Instant::now();
    engine.send("ping 1");
    engine.until("pong 1");
    assert!(begun.elapsed() < ms(100), "while pondering a ping is answered at once");
    engine.send(&format!("usermove {expected}"));
    moved(&mut engine);
    engine.send("usermove h2h3\nping 2");
    let heard = engine.until("pong 2");
    assert!(heard.iter().any(|line| line.starts_with("move ")), "{heard:?}");
    assert!(engine.tell("easy\nusermove e1e8").iter().any(|line| line.starts_with("Illegal move")));
    engine.quit();
}

#[test]
fn a_draw_is_accepted_only_where_nothing_better_is_in_sight() {
    let mut engine = Engine::xboard();
    engine.tell("setboard 6k1/8/8/8/8/8/7Q/K7 w - - 0 1");
    engine.send("sd 3\ngo");
    moved(&mut engine);
    assert!(engine.tell("draw").is_empty(), "a queen ahead");
    engine.tell("force\nsetboard 6k1/q7/8/8/8/8/8/2K5 w - - 0 1");
    engine.send("go");
    moved(&mut engine);
    assert_eq!(engine.tell("draw"), ["offer draw"], "a queen behind");
    engine.quit();
}

#[test]
fn help_for_the_users_hand() {
    let mut engine = Engine::xboard();
    engine.tell("variant avatar\nforce");
    let heard = engine.tell("lift b2");
    assert!(heard[0].starts_with("highlight ") && heard[0].contains('Y'), "{heard:?}");
    assert_eq!(heard[0].matches('/').count(), 10, "{heard:?}");
    assert_eq!(engine.tell("put d3"), ["choice Z"], "the d-file makes a zecari");
    engine.tell("usermove b2d3z");
    assert!(engine.tell("put a1\nlift zz\nhover a1").is_empty());
    engine.quit();
}

#[test]
fn suffixes_of_morphs_are_printed_and_may_be_left_out() {
    let mut engine = Engine::xboard();
    engine.tell("variant avatar\nforce");
    for text in ["b2d3", "b10d9z"] {
        assert!(engine.tell(&format!("usermove {text}")).is_empty(), "{text}");
    }
    assert!(engine.tell("usermove d3e5z")[0].starts_with("Illegal move"));
    engine.send("sd 1\ngo");
    let text = moved(&mut engine);
    let is_king_or_f_file = text.starts_with("f2") || text.contains('f');
    assert!(is_king_or_f_file || text.ends_with(|last: char| "daczm".contains(last)), "{text}");
    engine.quit();
}

#[test]
fn pause_and_resume_take_work_up_again() {
    let mut engine = Engine::xboard();
    engine.send("st 0.3\ngo");
    engine.during(ms(100));
    engine.send("pause");
    assert!(engine.during(ms(500)).is_empty());
    engine.send("resume");
    moved(&mut engine);
    engine.quit();
}

#[test]
fn what_was_paused_does_not_come_back_when_the_game_has_gone_elsewhere() {
    for meanwhile in [
        "force",
        "result 1-0 {x}",
        "new",
        "undo",
        "usermove g1f3",
        "setboard 4k3/8/8/8/8/8/4P3/4K3 b - - 0 1",
        "edit\n#\nKe1\nc\nKe8\n.\nforce",
        "playother",
        "variant avatar\nforce",
        "black\nforce",
        "analyze\nexit",
    ] {
        let mut engine = Engine::xboard();
        engine.tell("st 0.4\nforce\nusermove e2e4\nusermove e7e5");
        engine.send("go");
        engine.during(ms(100));
        engine.send("pause");
        engine.tell(meanwhile);
        engine.send("resume");
        let heard = engine.during(ms(700));
        assert!(heard.iter().all(|line| !line.starts_with("move ")), "{meanwhile}: {heard:?}");
        engine.quit();
    }
    let mut engine = Engine::xboard();
    engine.send("post\nanalyze");
    engine.during(ms(100));
    assert!(engine.tell("pause\nexit\nresume").iter().all(|line| is_thinking(line)));
    assert!(engine.during(ms(200)).is_empty(), "the analysis has ended");
    engine.quit();
}

#[test]
fn a_pause_ends_with_what_is_called_for_then() {
    let mut engine = Engine::xboard();
    assert!(engine.tell("resume\nst 0.1\npause\nusermove e2e4").is_empty());
    assert!(engine.during(ms(300)).is_empty(), "no move in a pause");
    engine.send("resume");
    moved(&mut engine);
    engine.tell("pause\nusermove d2d4\npause\nsetboard 4k3/8/8/8/8/8/4P3/4K3 b - - 0 1");
    engine.send("resume");
    assert!(moved(&mut engine).starts_with("e8"), "the position is the new one");
    engine.tell("pause\nnew");
    engine.send("usermove e2e4");
    moved(&mut engine);
    engine.tell("pause\nforce\nplayother");
    engine.send("usermove d2d4");
    moved(&mut engine);
    engine.tell("post\nforce\nanalyze\npause\nundo");
    assert!(engine.during(ms(150)).is_empty(), "no analysis in a pause");
    engine.send("resume");
    assert!(engine.during(ms(150)).iter().any(|line| is_thinking(line)));
    engine.quit();
}

#[test]
fn a_move_that_ends_the_game_is_followed_by_the_result_once_in_force_mode_too() {
    let mut engine = Engine::xboard();
    engine.tell("force\nusermove f2f3\nusermove e7e5\nusermove g2g4");
    assert_eq!(engine.tell("usermove d8h4\ngo\ngo"), ["0-1 {checkmate}"]);
    engine.tell("force\nsetboard 7k/8/4Q1K1/8/8/8/8/8 w - - 0 1");
    assert!(engine.tell("usermove e6f7")[0].starts_with("1/2-1/2 {"), "stalemate");
    engine.tell("force\nsetboard 4k3/8/8/8/8/8/4P3/R3K3 w - - 99 90");
    assert_eq!(engine.tell("usermove a1b1").len(), 1, "a draw by count");
    assert!(engine.tell("usermove e8d8\nusermove b1a1").is_empty(), "it was told");
    assert!(engine.tell("usermove d8e8\nusermove e2e4").is_empty(), "the count begins anew");
    assert!(engine.tell("undo").is_empty());
    engine.quit();
}

#[test]
fn edit_mode_sets_a_position_up() {
    let mut engine = Engine::xboard();
    let heard = engine.tell("force\nedit\n#\nKe1\nPe2\nc\nKe8\n.");
    assert!(heard.iter().all(|line| line.starts_with("# ")), "rights are dropped: {heard:?}");
    assert!(engine.tell("usermove e2e4\nusermove e8e7").is_empty());
    assert!(engine.tell("edit\n#\nKe1\nKe3\n.")[0].contains("Illegal position"));
    engine.send("edit\nquit");
    assert!(engine.ended().success());
}

#[test]
fn force_and_playother_change_whose_moves_are_made() {
    let mut engine = Engine::xboard();
    engine.send("st 0.05\nforce\nusermove e2e4\nusermove e7e5\nplayother\nusermove g1f3");
    moved(&mut engine);
    assert!(engine.tell("force\nusermove b1c3").is_empty());
    assert!(engine.during(ms(200)).is_empty(), "in force mode nobody answers");
    engine.quit();
}

#[test]
fn quit_and_the_end_of_input_end_the_process_whatever_runs() {
    for busy in ["st 60\ngo", "analyze", "hard\nst 0.1\nusermove e2e4", "edit", ""] {
        for by_quit in [true, false] {
            let mut engine = Engine::xboard();
            engine.send(busy);
            engine.during(ms(200));
            if by_quit {
                engine.send("quit");
            }
            engine.close_input();
            assert!(engine.ended().success(), "{busy}");
        }
    }
}

#[test]
fn a_position_is_refused_with_the_squares_that_xboard_names() {
    let mut engine = Engine::xboard();
    let refusals = [
        ("grand", "Lb8", "`L` on b8 is no man of this game"),
        ("grand", "setboard 10/10/10/10/10/10/10/10/9/10 w", "rank 1 has 9 squares instead of 10"),
        ("avp", "Eb0", "`E` on b0 is no man of this game"),
        (
            "avp",
            "setboard 10/l9/10/10/10/10/10/10/R9/9K w",
            "White is to move, and attacks the Alien on a8",
        ),
        ("normal", "Lb8", "`L` on b8 is no man of this game"),
    ];
    for (variant, line, reason) in refusals {
        engine.tell(&format!("variant {variant}\nforce"));
        let lines =
            if line.starts_with("setboard") { line.to_owned() } else { format!("edit\n{line}\n.") };
        let heard = engine.tell(&lines);
        assert_eq!(heard, ["tellusererror Illegal position", &format!("# {reason}")], "{variant}");
    }
    engine.quit();
}
