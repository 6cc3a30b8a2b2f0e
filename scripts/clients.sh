#!/usr/bin/env bash
# Lets strict programs of others judge the engine: fastchess's compliance run, and matches under cutechess-cli,
# which checks each move, each line that the engine shows and each clock.
#
#   scripts/clients.sh [OPTIONS] CUTECHESS_CLI [FASTCHESS]
#
#   --engine PATH         the engine (target/release/caryatid)
#   --opponent COMMAND    a UCI engine that plays the same games, or `self` (fairy-stockfish, Debian's package
#                         of that name, or `self` where it is not installed)
#   --variants "A B"      games by cutechess-cli's names (standard capablanca gothic janus grand)
#   --protocols "A B"     how the engine is spoken to (uci xboard); `both` lets it play itself, one side each
#   --games N             games of each (10); the first moves are all of the game's, by chance, each played twice
#   --seed N              for the choice of the first moves (1)
#   --tc CLOCK            seconds+increment (1+0.05)
#   --debug               keep everything that was said, too
#   --keep FOLDER         where logs and games are left (target/clients)
#
# The opponent's clock is forgiven a second; the engine's own, nothing.
# The programs: https://github.com/cutechess/cutechess and https://github.com/Disservin/fastchess. A fault is what
# the judge holds against this engine: an illegal move, a loss on time, an end or a stall of the program, a
# warning (of an illegal move in a line shown, of an option, ...). The exit code is 1 where there are faults, 2
# where the matches could not be played.
set -euo pipefail
cd "$(dirname "$0")/.."
export PATH="$PATH:/usr/games"

engine=target/release/caryatid opponent="" variants="standard capablanca gothic janus grand" protocols="uci xboard"
games=10 clock=1+0.05 seed=1 debug="" folder=target/clients

usage() { sed -n '2,/^set /{/^#/!d;s/^# \{0,1\}//;p}' "$0"; }

while [[ "${1-}" == -* ]]; do
  case "$1" in
    --engine) engine=$2 ;;
    --opponent) opponent=$2 ;;
    --variants) variants=$2 ;;
    --protocols) protocols=$2 ;;
    --games) games=$2 ;;
    --tc) clock=$2 ;;
    --seed) seed=$2 ;;
    --keep) folder=$2 ;;
    --debug) debug="-debug all"; shift; continue ;;
    -h | --help) usage; exit 0 ;;
    *) usage >&2; exit 2 ;;
  esac
  shift 2 || { usage >&2; exit 2; }
done
[ $# -ge 1 ] || { usage >&2; exit 2; }
cutechess=$1 fastchess=${2-}
for program in "$cutechess" ${fastchess:+"$fastchess"} "$engine"; do
  command -v "$program" >/dev/null || { printf 'not to be run: %s\n' "$program" >&2; exit 2; }
done
if [ -z "$opponent" ]; then
  opponent=self
  command -v fairy-stockfish >/dev/null && opponent=fairy-stockfish
fi
mkdir -p "$folder"
folder=$(cd "$folder" && pwd) engine=$(realpath "$engine") faults=0

compliance() {
  [ -n "$fastchess" ] || return 0
  local last
  last=$("$fastchess" --compliance "$engine" 2>&1 | tee "$folder/compliance.txt" | tail -n 1)
  printf 'fastchess --compliance: %s\n' "$last"
  [ "$last" = "Engine passed all compliance checks." ] || faults=$((faults + 1))
}

# Every position after a first move of the game.
openings() { # openings VARIANT
  local move
  "$engine" perft --variant "$1" --depth 1 --divide | sed -n 's/^\([a-z0-9]*\): 1$/\1/p' | while read -r move; do
    printf 'position startpos moves %s\nd\n' "$move"
  done | { printf 'setoption name UCI_Variant value %s\n' "$1"; cat; echo quit; } | "$engine" |
    sed -n 's/^Fen: //p'
}

# One line on a match: what was played, and what the judge held against the engine. Ends with `faults N`.
judge() { # judge LOG
  awk '
    /^Finished game/ {
      played++
      players = $0; sub(/^[^(]*\(/, "", players); sub(/\): .*/, "", players); split(players, player, " vs ")
      reason = $0; sub(/.*\{/, "", reason); sub(/\}.*/, "", reason)
      loser = reason ~ /^White/ ? player[1] : reason ~ /^Black/ ? player[2] : ""
      bad = reason ~ /illegal move|invalid|on time|disconnect|stalls|No result/
      if (bad && (loser ~ /^Caryatid/ || loser == "")) { faults++; told = told "\n    " $0 }
      else if (bad) others++
    }
    /^Score of/ { score = $0; sub(/^[^:]*: /, "", score); sub(/ *\[.*/, "", score) }
    /^Warning: .*Caryatid|^Warning: PV/ { faults++; told = told "\n    " $0 }
    /^Warning: / && !/Caryatid|PV/ { others++ }
    END {
      printf "%d games, score %s, the opponent'\''s faults %d, faults %d%s\n", played, score ? score : "none", others, faults, told
    }' "$1"
}

match() { # match VARIANT PROTOCOL
  local name="$1-$2" adversary=(name=Opponent cmd="$opponent" proto=uci timemargin=1000) log verdict number
  local protocol="$2" against="$opponent"
  if [ "$2" = both ]; then
    protocol=uci against="itself by xboard" adversary=(name="Caryatid again" cmd="$engine" proto=xboard)
  elif [ "$opponent" = self ]; then
    adversary=(name="Caryatid again" cmd="$engine" proto="$2")
  fi
  log="$folder/$name.log"
  openings "$1" >"$folder/$1.epd"
  rm -f "$folder/$name.pgn"
  "$cutechess" -variant "$1" -engine name=Caryatid cmd="$engine" proto="$protocol" -engine "${adversary[@]}" \
    -each tc="$clock" -openings file="$folder/$1.epd" format=epd order=random -srand "$seed" -repeat -recover \
    -games "$games" -concurrency 1 -pgnout "$folder/$name.pgn" $debug >"$log" 2>&1 </dev/null || true
  verdict=$(judge "$log")
  printf '%s %s against %s at %s: %s\n' "$1" "$2" "$against" "$clock" "$verdict"
  number=$(printf '%s\n' "$verdict" | sed -n '1s/.*faults \([0-9]*\)$/\1/p')
  # A match that was not played to its end is a fault, too.
  [ "$(grep -c '^Finished game' "$log" || true)" = "$games" ] || number=$((number + 1))
  faults=$((faults + number))
}

compliance
for variant in $variants; do
  for protocol in $protocols; do
    match "$variant" "$protocol"
  done
done
printf 'faults: %d\n' "$faults"
[ "$faults" = 0 ]
