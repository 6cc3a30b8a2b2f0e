//! The games that the laws are checked on: those of the catalogue, and definitions of pieces that none
//! of them has.

/// One game.
pub(crate) struct Sample {
    pub(crate) name: &'static str,
    pub(crate) text: &'static str,
    /// A FEN says everything and left and right are alike, so that swapping the colours and turning the
    /// ranks over gives an equal position.
    pub(crate) mirrored: bool,
    /// A FEN says everything: no man's move depends on whether it has ever moved, the castlings apart.
    pub(crate) fen_is_whole: bool,
}

macro_rules! built_in {
    ($name:literal) => {
        sample($name, include_str!(concat!("../../src/games/diagram/definitions/", $name, ".txt")))
    };
}

const fn sample(name: &'static str, text: &'static str) -> Sample {
    Sample { name, text, mirrored: true, fen_is_whole: true }
}

pub(crate) const CHESS: Sample = built_in!("chess");
pub(crate) const AVATAR: Sample = built_in!("avatar");
pub(crate) const CAPABLANCA: Sample = built_in!("capablanca");
pub(crate) const GOTHIC: Sample = built_in!("gothic");
pub(crate) const EMBASSY: Sample = built_in!("embassy");
pub(crate) const JANUS: Sample = built_in!("janus");
pub(crate) const GRAND: Sample = built_in!("grand");
pub(crate) const SHAKO: Sample = built_in!("shako");

/// Rides of limited range, straight, diagonal and oblique.
pub(crate) const LIMITED: Sample = sample(
    "limited",
    "files=9 ranks=9 royal=K promoChoice=RBNQ
     pawn:P:fmWfceFifmnD:pawn:a2-i2
     short rook:R:R4:rook:a1,i1
     short bishop:B:B2:bishop:c1,g1
     two knights:N:N2:knight:b1,h1
     short queen:Q:K3ZZ:queen:d1
     dabbaba rider:D:DDA2:rook:f1
     king:K:KisO2:king:e1",
);

/// Leaps that need an empty path.
pub(crate) const LAME: Sample = sample(
    "lame",
    "files=9 ranks=10 royal=K promoChoice=NAD
     pawn:P:fmWfcF:pawn:a4,c4,e4,g4,i4
     horse:N:nN:horse:b1,h1
     elephant:A:nA:elephant:c1,g1
     dabbaba:D:nDW:tower:d1,f1
     long:H:nHnGF:long:a1,i1
     quiet horse:M:mnNcN:horse:b3,h3
     rook:R:R:rook:e3
     king:K:K:king:e1",
);

/// Men that need a mount.
pub(crate) const HOPPERS: Sample = sample(
    "hoppers",
    "royal=K promoChoice=GVCQ
     pawn:P:ifmnDfmWfceF:pawn:a2-h2
     grasshopper:G:gQ:grasshopper:b1,g1
     bishop hopper:V:pB:vao:c1
     vao:U:mBcpB:vao:f1
     cannon:C:mRcpR:cannon:a1,h1
     rook and hopper:Q:RpR4:queen:d1
     neighbour:N:gWgFN:neighbour:b3
     king:K:KisO2:king:e1",
);

/// Men that capture in another way than they move.
pub(crate) const DIVERGENT: Sample = sample(
    "divergent",
    "files=10 ranks=8 royal=K promoChoice=XYZTQ maxPromote=2 promoZone=2
     pawn:P:ifmnDfmWfceF:pawn:a2-j2
     soldier:S:fmFfcWfsW:soldier:b3,i3
     bishop rook:X:mBcR:x:a1,j1
     rook knight:Y:mRcN:y:b1,i1
     nightrider bishop:Z:mNNcB:z:c1,h1
     knight king:T:mNcK:t:d1,g1
     camel rider:Q:mRcCCmZcF:q:e1
     king:K:KisO3:king:f1",
);

/// Pawns that go diagonally and take straight ahead.
pub(crate) const BEROLINA: Sample = sample(
    "berolina",
    "royal=K promoChoice=QRBN
     pawn:P:mfFcefWimfnA:pawn:a2-h2
     knight:N:N:knight:b1,g1
     bishop:B:B:bishop:c1,f1
     rook:R:R:rook:a1,h1
     queen:Q:Q:queen:d1
     king:K:KisO2:king:e1",
);

/// Pawns whose double steps cross on a low board, so that often two can have passed a square.
pub(crate) const CROSSING: Sample = sample(
    "crossing",
    "files=6 ranks=6 royal=K promoChoice=NR
     pawn:P:mfFcefWimfnA:pawn:a2-f2
     knight:N:N:knight:b1
     rook:R:R:rook:a1
     king:K:K:king:d1",
);

/// Pawns whose double steps end in a deep zone, and are taken en passant in the taker's own.
pub(crate) const ZONES: Sample = sample(
    "zones",
    "files=6 ranks=6 royal=K promoZone=4 promoChoice=!PN*R holdingsType=1
     pawn:P:fmWfceFifmnD:pawn:a2-f2
     knight:N:N:knight:b1
     rook:R:R:rook:a1
     king:K:K:king:d1",
);

/// Pawns of three steps, sliding pawns, first moves that reach where other moves lead too, and double
/// steps at any time that may be taken en passant.
pub(crate) const PUSHES: Sample = sample(
    "pushes",
    "files=8 ranks=10 royal=K promoChoice=QN promoZone=2
     pawn:P:fmWfceFifmnDifmnH:pawn:a2-h2
     slider:S:fmWfceFifmnW4:pawn:b3,d3,e3,g3
     runner:R:fmWfcFnnfmD:runner:a3,h3
     knight:N:N:knight:b1,g1
     queen:Q:Q:queen:d1
     king:K:KisO2:king:e1",
);

/// First moves of men that can come back to where they, or others of their kind, started.
pub(crate) const MEMORY: Sample = Sample {
    mirrored: false,
    fen_is_whole: false,
    ..sample(
        "memory",
        "royal=K promoChoice=NQ
         pawn:P:fmWfceFifmnD:pawn:a2-h2
         stepping pawn:S:fmWfceFifmnD:pawn:c3,f4
         knight:N:NimDimA:knight:b1,g1
         rook:R:RimN:rook:a1,h1
         queen:Q:QinmH:queen:d1
         king:K:KimnNinmW2isO2:king:e1",
    )
};

/// Directions that differ to the left and to the right, a rotated start array, ranks from 0.
pub(crate) const ROTATED: Sample = Sample {
    mirrored: false,
    ..sample(
        "rotated",
        "files=8 ranks=10 firstRank=0 symmetry=rotate promoZone=3 promoChoice=PGN9Q1 royal=K
         pawn:P:fWfcF:pawn:a3-h3
         lance:L:fRbW:lance:a1,h1
         silver:S:FfW:silver:b1
         gold:G:WfF:gold:g1
         right knight:N:hrNlF:knight:c1
         left rider:M:hlNfrR3:knight:f1
         queen:Q:Q:queen:b0
         rook:R:R:rook:a0,h0
         king:K:KirO2ilO3:king:e0",
    )
};

/// Men that change on arrival, on a board with a barrier; bare kings and stalemate lose.
pub(crate) const MORPHS: Sample = Sample {
    mirrored: false,
    ..sample(
        "morphs",
        "files=8 ranks=9 royal=K stalemate=win baring=0 promoChoice=NR
         hole::::a5,c5,d5,e5,f5,h5
         pawn:P:ifmnDfmWfceF:pawn:a2-h2 morph=././N...././N,N,.,.,.,.,R,+R/N
         knight:N:NN:knight:b1,g1 morph=...R/RRN
         rook:R:R:rook:a1,h1 morph=/./.,.,+R
         great:+R:QZZ:great:d1 morph=././././PN.
         king:K:KisO2:king:e1",
    )
};

/// More than sixteen kinds on the largest board.
pub(crate) const GREAT: Sample = sample(
    "great",
    "files=16 ranks=16 royal=K promoZone=2 promoChoice=QARBNCZT
     hole::::h8,i8
     pawn:P:fmWfceFifmnDifmnH:pawn:a4-p4
     knight:N:N:knight:b2,o2
     bishop:B:B:bishop:c2,n2
     rook:R:R:rook:a2,p2
     queen:Q:Q:queen:h2
     amazon rider:A:QNN:amazon:i3
     camel:C:C:camel:d2,m2
     zebra rider:Z:ZZ:zebra:e2,l2
     tripper:T:GW:tripper:f2,k2
     giraffe:G:WXF:giraffe:g2,j2
     cannon:U:mRcpR:cannon:a1,p1
     vao:V:mBcpB:vao:b1,o1
     grasshopper:H:gQ:grasshopper:c1,n1
     horse:M:nN:horse:d1,m1
     elephant:E:nAF:elephant:e1,l1
     short:S:R5B3:short:f1,k1
     long leaper:L:NXDY:long:g1,j1
     split:X:mBcR:split:a3,p3
     commoner:O:K:commoner:b3,o3
     king:K:KisO3:king:i2",
);
