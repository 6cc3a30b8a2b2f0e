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
