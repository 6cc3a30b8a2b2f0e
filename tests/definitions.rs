//! The reader of definition texts: what is read, and what is refused by name.
#![allow(clippy::unwrap_used)]

use caryatid::game::Words;
use caryatid::games::diagram::{AnyDiagram, open};
use proptest::prelude::*;

const CHESS: &str =
    "Pawn::::a2-h2\nKnight:N:::b1,g1\nBishop::::c1,f1\nRook::::a1,h1\nQueen::::d1\nKing::::e1";

fn moves(text: &str) -> (String, u64) {
    fn of<G: Words>(game: &G) -> (String, u64) {
        (game.write_fen(&game.start()), game.count_actions(&game.start()))
    }
    match open("test", "test", text).unwrap_or_else(|errors| panic!("{text}: {errors:?}")) {
        AnyDiagram::Small(game) => of(&*game),
        AnyDiagram::Medium(game) => of(&*game),
        AnyDiagram::Large(game) => of(&*game),
    }
}

/// The first fault, as text.
fn fault(text: &str) -> String {
    match open("test", "test", text) {
        Ok(_) => panic!("accepted: {text}"),
        Err(errors) => errors[0].to_string(),
    }
}

#[test]
fn lines_and_flattened_text_give_the_same_game() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".to_owned();
    assert_eq!(moves(CHESS), (start.clone(), 20));
    assert_eq!(moves(&CHESS.replace('\n', " ")), (start.clone(), 20));
    assert_eq!(moves(&CHESS.replace('\n', "<br>ignored\n")), (start.clone(), 20));
    let explicit = format!("royal=K {}", CHESS.replace("e1", "e1,,e8"));
    assert_eq!(moves(&explicit), (start, 20));
}

#[test]
fn blanks_beside_separators_belong_to_a_piece() {
    let right = moves(CHESS);
    for (old, new) in [
        ("Rook::::a1,h1", "Rook::::a1, h1"),
        ("Rook::::a1,h1", "Rook::::a1 , h1"),
        ("Bishop::::c1,f1", "Bishop::::c1 ,f1"),
        ("Pawn::::a2-h2", "Pawn::::a2 - h2"),
        ("Pawn::::a2-h2", "Pawn::::a2- d2,e2 -h2"),
        ("Knight:N:::b1,g1", "knight :N: N :knight:b1,g1"),
        ("Knight:N:::b1,g1", "knight : N : N : knight : b1 , g1,, b8 , g8 : 0"),
        ("Queen::::d1", "Queen: :: :d1"),
        ("Queen::::d1", "Queen ::::d1 : 0"),
        ("Pawn::::a2-h2", "files = 8 ranks =8 firstRank=1 pawn::::a2-h2"),
        ("Pawn::::a2-h2", "\u{feff}files=8\npawn::::a2-h2"),
    ] {
        let text = CHESS.replace(old, new);
        assert_ne!(text, CHESS);
        assert_eq!(moves(&text), right, "{new}");
        assert_eq!(moves(&text.replace('\n', " ")), right, "flattened: {new}");
    }
    let parameters = "files = 8\nranks= 8\nfirstRank =1\n";
    assert_eq!(moves(&format!("{parameters}{CHESS}")), right);
    // A piece without squares ends in a colon; the next one does not belong to it.
    let text = CHESS.replace('\n', " ").replace("Queen", "Pawn (passed):F:fsW:pawn: Queen");
    assert_eq!(moves(&text), right);
}

#[test]
fn words_left_over_beside_items_are_errors_where_they_could_be_parts_of_them() {
    for (line, words) in [
        ("Ferz:F:F:ferz:a3 h3", "`h3`"),
        ("Ferz:F:F:ferz:a3 b3-c3", "`b3-c3`"),
        ("Ferz:F:F:ferz:a3:0 1", "`1`"),
        ("Ferz:F:F:ferz:a3 h3 mao rider:M:N:rider:", "`h3`"),
        ("Ferz:F:F:ferz: 1 mao rider:M:N:rider:", "`1`"),
        ("Ferz:F:F:ferz: 1,h3 mao rider:M:N:rider:", "`1,h3`"),
        ("Ferz:F:F:ferz:a3 4-c4", "`4-c4`"),
        ("hole::::a4 h4 Ferz:F:F:ferz:a3", "`h4`"),
        ("hole::::a4:h4", "`h4`"),
        ("files=8 h3 Ferz:F:F:ferz:a3", "`h3`"),
        ("files=8 ranks=8 h3", "`h3`"),
        ("ferz:F:F:a3,h3 files=8", "`ferz:F:F:a3,h3`"),
        ("Ferz:F:F:ferz:a3 wazir:W:W:h3", "`wazir:W:W:h3`"),
        ("ferz:F:F:h3 Wazir:W:W:wazir:a3", "`ferz:F:F:h3`"),
        ("Ferz:F:F:ferz:a3:0:1", "`Ferz:F:F:ferz:a3:0:1`"),
        ("Ferz:F:F:ferz:a3<br>Wazir:W:W:wazir:h3", "`Wazir:W:W:wazir:h3`"),
        ("files=8<br />files=10 and more", "`files=10`"),
        ("files= 8 ranks=8", "`8`"),
        ("files=8 9", "`files=8 9`"),
        ("=8", "`=8`"),
        ("Ferz:F:F:ferz:a3=", "`Ferz:F:F:ferz:a3=`"),
        ("royal=K Q", "`royal=K Q`"),
        ("symmetry=none at all", "`symmetry=none at all`"),
        ("stalemate=", "`stalemate=`"),
    ] {
        let texts: Vec<String> = match open("test", "test", &format!("x\n{line}\n{CHESS}")) {
            Ok(_) => panic!("accepted: {line}"),
            Err(errors) => errors.iter().map(ToString::to_string).collect(),
        };
        let found = |text: &String| text.starts_with("line 2,") && text.contains(words);
        // `royal=K Q` is at fault for what stands behind the K.
        let blank = |text: &String| text.starts_with("line 2, ` Q`");
        assert!(texts.iter().any(|text| found(text) || blank(text)), "{line}: {texts:?}");
    }
}

/// What is told about a text that can be played.
fn warnings(text: &str) -> Vec<String> {
    open("test", "test", text)
        .unwrap_or_else(|errors| panic!("{text}: {errors:?}"))
        .warnings()
        .to_vec()
}

#[test]
fn words_left_over_beside_items_are_told_where_they_are_prose() {
    for (line, word) in [
        ("The game: files=8 ranks=8", "The game:"),
        ("Ferz:F:F:ferz:a3 weak on both sides", "weak on both sides"),
        ("files=8 ranks=8 (as usual)", "(as usual)"),
        ("Men: Ferz:F:F:ferz:a3", "Men:"),
        ("see https://example.org files=8 ranks=8", "see https://example.org"),
        ("symmetry=mirorr", "symmetry=mirorr"),
        ("stalemate=drawn", "stalemate=drawn"),
        ("ferz:F:F:a3", "ferz:F:F:a3"),
        ("ferz : F : F : a3, h3", "ferz : F : F : a3, h3"),
        ("Ferz: a3,h3", "Ferz: a3,h3"),
        ("ferz:F", "ferz:F"),
        ("ranks: 8", "ranks: 8"),
        ("files 8", "files 8"),
    ] {
        // Black's men are listed, so that an array without symmetry is one too.
        let black = ["a2-h2", "b1,g1", "c1,f1", "a1,h1", "d1", "e1"].iter().fold(
            CHESS.to_owned(),
            |text, white| {
                let black = white.replace('2', "7").replace('1', "8");
                text.replace(white, &format!("{white},,{black}"))
            },
        );
        let found = warnings(&format!("x\n{line}\n{black}"));
        let start = format!("line 2, `{word}`: ");
        assert!(found.len() == 1 && found[0].starts_with(&start), "{line}: {found:?}");
    }
    for line in
        ["A comment.", "Note: by hand", "See https://example.org", "Files are eight.", "- -"]
    {
        assert_eq!(warnings(&format!("{line}\n{CHESS}")), Vec::<String>::new(), "{line}");
    }
}

#[test]
fn a_parameter_that_is_given_again_is_told() {
    let found = warnings(&format!("files=9\nranks=8 ranks=8 files=7\nfiles=8\n{CHESS}"));
    let told = [
        "line 1, `files=9`: skipped: line 3 says files=8",
        "line 2, `files=7`: skipped: line 3 says files=8",
    ];
    assert_eq!(found, told);
    let text = CHESS.replace("b1,g1", "b1,g1\nmorph=Q\nmorph=.");
    assert_eq!(warnings(&text), ["line 3, `morph`: skipped: line 4 gives N another morph"]);
    let lists = "royal=K royal=K baring=1 baring=2 squareSize=1 squareSize=2";
    assert_eq!(warnings(&format!("{lists}\n{CHESS}")), Vec::<String>::new());
}

#[test]
fn warnings_follow_the_faults_that_they_may_explain() {
    let said = |text: &str| -> Vec<String> {
        open("test", "test", text).unwrap_err().iter().map(ToString::to_string).collect()
    };
    let found = said(&format!("promoChoice=QN\n{}", CHESS.replace("Knight:N:::", "knight:N:N:")));
    assert_eq!(found[0], "line 1, `N`: is no ID of a piece");
    assert!(found[1].starts_with("line 3, `knight:N:N:b1,g1`: has too few"), "{found:?}");
    let found = said(&format!("symmetry=mirorr\n{}", CHESS.replace("King::::", "King:K:K::")));
    assert!(found[0].contains("Black has 0 royal pieces"), "{found:?}");
    assert!(found[1].starts_with("line 1, `symmetry=mirorr`: stands for"), "{found:?}");
}

#[test]
fn numbers_out_of_range_are_errors() {
    for line in [
        "promoChoice=Q999",
        "promoChoice=RQ256",
        "promoChoice=Q0",
        "promoChoice=Q9",
        "files=0",
        "ranks=256",
        "firstRank=10",
        "promoZone=9",
        "maxPromote=7",
        "promoOffset=-1",
        "extinction=4",
        "royal=0",
        "royal=7",
        "baring=7",
        "castleFlip=2",
        "holdingsType=99999",
        "Ferz:F:F:ferz:a3:256",
        "Ferz:F:F:ferz:a3:-1",
    ] {
        let found = fault(&format!("x\n{line}\n{CHESS}"));
        assert!(found.starts_with("line 2, `"), "{line}: {found}");
    }
    let found = fault(&format!("promoChoice=!Q999R\n{CHESS}"));
    assert!(found.starts_with("line 1, `!Q999`: must be"), "{found}");
    moves(&format!("promoChoice=Q8R1\n{CHESS}"));
}

#[test]
fn every_fault_names_the_line_and_the_word_that_say_it() {
    let king = |betza: &str| CHESS.replace("King::::e1", &format!("\nKing:K:{betza}:king:e1"));
    for (text, start) in [
        (format!("x\nroyal=KQ promoChoice=R\n{CHESS}"), "line 2, `royal=KQ`: White has 2 royal"),
        (CHESS.replace("e1", "e1,d3"), "line 6, `K`: White has 2 royal"),
        (CHESS.replace("e1", ""), "line 6, `K`: White has 0 royal"),
        (king("KisO5"), "line 7, `KisO5`: the king would castle past"),
        (king("KisO2isjO2"), "line 7, `KisO2isjO2`: two partners"),
        (king("KsO2"), "line 7, `KsO2`: castling of a piece that has moved"),
        (CHESS.replace("Knight:N:::", "\nKnight:N:NicF::"), "line 3, `NicF`: a capture that only"),
        (CHESS.replace("b1,g1", "b1,g1\n\nmorph=K"), "line 4, `morph of N`: a morph between"),
        (
            CHESS.replace("Queen::", "Wazir:W:W").replace("King", "Queen"),
            "line 6, `Q`: promotion to a",
        ),
        (format!("x\npromoChoice=NK\n{CHESS}"), "line 2, `promoChoice=NK`: promotion to a"),
        ("x\nWazir::W::a2\nKing::::e1".to_owned(), "line 2, `W`: there is nothing that"),
        (format!("x\npromoChoice=*N\n{CHESS}"), "line 2, `promoChoice=*N`: `*` needs"),
    ] {
        let found = fault(&text);
        assert!(found.starts_with(start), "{start}: {found}");
    }
}

#[test]
fn a_start_array_that_no_program_could_send_back_is_refused() {
    let text = "symmetry=none royal=K\nQueen:Q:Q:queen:a1,,\nKing:K:K:king:e1,,a8";
    let found = fault(text);
    assert!(found.starts_with("line 1, `royal=K`: the start array `k7/"), "{found}");
    assert!(found.ends_with("in check"), "{found}");
    // White may begin in check.
    let text = text.replace("queen:a1,,", "queen:,e8");
    moves(&text);
}

#[test]
fn rectangles_go_from_the_lower_left_to_the_upper_right() {
    let placed = |squares: &str| {
        let text =
            format!("promoZone=0 symmetry=none Ferz:F:F:ferz:{squares} King:K:K:king:e1,,e8");
        moves(&text).0.split(' ').next().unwrap().to_owned()
    };
    assert_eq!(placed("a2-c3"), "4k3/8/8/8/8/FFF5/FFF5/4K3");
    assert_eq!(placed("b2-b4,h7"), "4k3/7F/8/8/1F6/1F6/1F6/4K3");
    assert_eq!(placed("a2-a2"), "4k3/8/8/8/8/8/F7/4K3");
    assert_eq!(placed("a2-b2,,a7-b7"), "4k3/ff6/8/8/8/8/FF6/4K3");
    for wrong in ["c2-a2", "a3-a2", "a2-", "-a2", "a2-b3-c4", "a2-i2", "a0-a2", "a2--b2", "a2b2"] {
        let found = fault(&format!("Ferz:F:F:ferz:{wrong}\n{CHESS}"));
        assert_eq!(found, format!("line 1, `{wrong}`: is no square of the board"));
    }
}

#[test]
fn defaults_follow_the_size_of_the_board() {
    let text = "files=10 promoChoice=QNRBAC Pawn::::a2-j2 Knight:N:::b1,i1 Bishop::::d1,g1 Rook::::a1,j1 \
                Archbishop:A:::c1 Chancellor:C:::h1 Queen::::e1 King::::f1";
    assert_eq!(moves(text).1, 28);
}

#[test]
fn the_definition_of_avatar_is_the_inventors_text() {
    let text = include_str!("../src/games/diagram/definitions/avatar.txt");
    assert_eq!(text.lines().count(), 1);
    assert!(text.starts_with("files=11 ranks=11 promoZone=1 promoChoice=AMCDZ graphicsDir="));
    assert!(text.contains("hole::::a6,b6,c6,d6,e6,f6,g6,h6,i6,j6,k6 pawn:P:fWfDfmF:pawn:a1,b1"));
    assert!(text.contains("zecari:Z:ZZCC:zebrawazir:d2,h2,,d10,h10 morph=DACZM.MZCAD/"));
    assert!(text.trim_end().ends_with("king:K:KisO4:king:f2,,f10"));
}

#[test]
fn what_is_not_supported_is_an_error_that_names_line_and_word() {
    for (line, words) in [
        ("captureMatrix=/=.!!", "capturematrix"),
        ("shuffle=BNRQK", "shuffle"),
        ("promoOffset=6", "shogi"),
        ("holdingsType=-1", "dropping"),
        ("burnZone=K", "burnzone"),
        ("zonal=1", "zonal"),
        ("files=17", "files=17"),
        ("promoChoice=QX", "`X`"),
        ("promoChoice=*Q", "holdingsType"),
        ("royal=X", "`X`"),
        ("royal=KQ", "royal"),
        ("Mao::mafsW::c3", "legs"),
        ("Horse::::c3", "legs"),
        ("Wobbler::::c3", "no default move"),
        ("Odd::N?:x:c3", "`?`"),
        ("Ferz::::c9", "`c9`"),
        ("Queer:Q:N:x:c3", "taken"),
        ("hole::::d1", "hole"),
    ] {
        let found = fault(&format!("{line}\n{CHESS}"));
        assert!(found.contains(words), "{line}: {found}");
    }
    assert!(fault("files=8").contains("piece"));
    assert!(fault("").contains("piece"));
    let morph = CHESS.replace("b1,g1", "b1,g1\nmorph=Q=");
    assert!(fault(&morph).starts_with("line 3, `=`"), "{}", fault(&morph));
}

#[test]
fn looks_are_skipped_and_unknown_parameters_are_told() {
    let text = format!("graphicsDir=/x/ squareSize=50 newFangled=3\n{CHESS}");
    let game = open("test", "test", &text).unwrap();
    assert_eq!(game.warnings().len(), 1, "{:?}", game.warnings());
    assert!(game.warnings()[0].contains("newFangled=3") && game.warnings()[0].contains("line 1"));
}

proptest! {
    #[test]
    fn no_text_makes_the_reader_panic(text in "[a-hA-Z0-9:=,/.!*+ \n'-]{0,120}") {
        let _ = open("test", "test", &text);
        let _ = open("test", "test", &format!("{text}\n{CHESS}"));
    }

    #[test]
    fn no_move_makes_the_compiler_panic(betza in "[a-zA-Z0-9*@'\\[\\]()]{1,12}") {
        let _ = open("test", "test", &format!("Odd:X:{betza}:x:c3\n{CHESS}"));
    }
}
