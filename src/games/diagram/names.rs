//! Names to which the format of an Interactive Diagram gives a meaning: parameters, and men with a move
//! of their own.

/// Parameters that are rules which the reader knows.
pub(super) const KNOWN: [&str; 16] = [
    "files",
    "ranks",
    "firstrank",
    "symmetry",
    "promozone",
    "maxpromote",
    "promooffset",
    "promochoice",
    "royal",
    "extinction",
    "stalemate",
    "baring",
    "holdingstype",
    "morph",
    "castleflip",
    "burnzone",
];

/// Parameters about looks and the page: nothing that a rule depends on.
pub(super) const LOOKS: [&str; 23] = [
    "graphicsdir",
    "graphicstype",
    "squaresize",
    "lightshade",
    "darkshade",
    "startshade",
    "rimcolor",
    "coordcolor",
    "borders",
    "shady",
    "usemarkers",
    "whiteprefix",
    "blackprefix",
    "satellite",
    "enableai",
    "newclick",
    "border",
    "theme",
    "trackpieces",
    "holdingsrows",
    "title",
    "rim",
    "scale",
];

/// Parameters that are rules, known but not supported.
pub(super) const UNSUPPORTED: [&str; 9] = [
    "capturematrix",
    "shuffle",
    "zonal",
    "autogate",
    "iron",
    "counterstrike",
    "protected",
    "antitrade",
    "tradethreshold",
];

/// The move that the format gives to a name where none is written.
pub(super) fn default_move(name: &str, files: u8) -> Option<&'static str> {
    Some(match name {
        "pawn" => "ifmnDfmWfceF",
        "king" if files > 8 => "KisO3",
        "king" => "KisO2",
        "knight" => "N",
        "bishop" => "B",
        "rook" => "R",
        "queen" => "Q",
        "cardinal" | "archbishop" => "BN",
        "chancellor" | "marshall" => "RN",
        "amazon" => "QN",
        "man" | "commoner" => "K",
        "ferz" | "advisor" => "F",
        "camel" => "C",
        "zebra" => "Z",
        "nightrider" => "N0",
        "wizard" => "FC",
        "champion" => "WAD",
        "mao" | "horse" => "mafsW",
        "elephant" => "mafF",
        "cannon" | "pao" => "mRcpR",
        "lance" => "fR",
        "silver" | "silvergeneral" => "FfW",
        "gold" | "goldgeneral" => "WfF",
        "copper" => "vWfF",
        "grasshopper" => "gQ",
        "griffon" | "gryphon" => "yafsF",
        "lion" => "KNADcaKcabKmabK",
        _ => return None,
    })
}
