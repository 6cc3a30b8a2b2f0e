//! The numbers of the evaluation, in centipawns where nothing else is said.
//!
//! The values of White's men, and of the recruits as far as there were enough of them, are those that fit
//! the results of games best: 1,300 games of the engine against itself at 700 to 6,000 nodes an action,
//! from arrays out of which up to seven men of ten were taken by chance, so that about as many games were
//! won by White as by Black; a logistic regression over 53,000 quiet positions of them with the terms of
//! the evaluation and the men's numbers as variables, the queen set to 950.

use super::position::man;
use crate::game::{RowMut, WeightTable};
use std::slice::from_mut;

/// Every number of the evaluation.
#[derive(Clone, Debug)]
pub(super) struct Numbers {
    /// White's men by kind: P N B R Q K U A C H L.
    pub(super) white: [i32; man::KINDS],
    /// Black's men by kind.
    pub(super) black: [i32; man::KINDS],
    /// For a White pawn by its rank.
    pub(super) pawn_places: [i32; 10],
    /// For Black's Aliens by their number, unplaced ones included.
    pub(super) aliens: [i32; 5],
    /// For an empty square of Black's home that White does not attack.
    pub(super) refuge: i32,
    /// For the room of an Alien, by the number of safe squares.
    pub(super) room: [i32; 9],
    /// For each of White's men that can go where it attacks two Aliens.
    pub(super) fork: i32,
    /// For having such a man, on Black's move and on White's.
    pub(super) forking: [i32; 2],
    /// For a battery, on Black's move and on White's.
    pub(super) battery: [i32; 2],
    /// For a loose man: a fixed part, and a part of its value in 64ths.
    pub(super) loose: [i32; 2],
    /// For each square of an open line to White's king, for each Alien, in quarters.
    pub(super) exposed: i32,
    /// For an attack on a square next to White's king.
    pub(super) besieged: i32,
    /// For a White pawn by its rank, where it may become something and its way is free.
    pub(super) runner: [i32; 10],
    /// For being on move.
    pub(super) tempo: i32,
}

impl Numbers {
    /// What holds where nothing else is said.
    pub(super) const STANDARD: Numbers = Numbers {
        white: [100, 400, 320, 560, 950, 0, 450, 600, 1000, 350, 0],
        black: [60, 380, 290, 640, 900, 0, 250, 600, 950, 450, 0],
        pawn_places: [0, 0, 0, -30, -35, -20, -40, -110, -100, 0],
        aliens: [0, 2_900, 3_780, 4_270, 4_600],
        refuge: 20,
        room: [-420, -420, -250, -70, -40, -25, -15, -8, 0],
        fork: 25,
        forking: [80, 180],
        battery: [10, 45],
        loose: [60, 1],
        exposed: 3,
        besieged: 15,
        runner: [0, 0, 0, 0, 0, 5, 25, 150, 190, 0],
        tempo: 10,
    };
}

impl WeightTable for Numbers {
    fn rows_mut(&mut self) -> Vec<RowMut<'_>> {
        vec![
            RowMut::new("worth of White's men", &mut self.white),
            RowMut::new("worth of Black's men", &mut self.black),
            RowMut::new("pawns by rank", &mut self.pawn_places),
            RowMut::new("Aliens by number", &mut self.aliens),
            RowMut::new("refuges", from_mut(&mut self.refuge)),
            RowMut::new("room of Aliens", &mut self.room),
            RowMut::new("forks", from_mut(&mut self.fork)),
            RowMut::new("fork at hand", &mut self.forking),
            RowMut::new("batteries", &mut self.battery),
            RowMut::new("loose men", &mut self.loose),
            RowMut::new("exposed king", from_mut(&mut self.exposed)),
            RowMut::new("besieged king", from_mut(&mut self.besieged)),
            RowMut::new("runners by rank", &mut self.runner),
            RowMut::new("move", from_mut(&mut self.tempo)),
        ]
    }
}
