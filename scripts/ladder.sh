#!/usr/bin/env bash
# The ladder: how strong is Caryatid against engines that can be installed, in each game that they know, and in
# all others against an earlier build of itself and against a plain alpha-beta search three actions deep
# (tests/plain/engine.rs, which is built where there is cargo)? Pairs of games from openings by chance, one thread and
# 32 MiB each. A stopped run goes on where it was. The exit code is 1 where the referee finds a fault of Caryatid, 2
# where a rung is refused or none is played; a rung whose engine isn't installed is named and left out.
#
#   scripts/ladder.sh                          200 games a rung at 8+0.08: most of a day
#   scripts/ladder.sh --short                  10 games a rung at 1+0.01: minutes
#   scripts/ladder.sh --rungs "chess/gnuchess avon/before"   some of the rungs; --list names them all
#   scripts/ladder.sh --before BINARY          an earlier Caryatid for the rungs named GAME/before
#   scripts/ladder.sh --games N                N games a rung
#   scripts/ladder.sh --tc CLOCK               another time control in seconds
#   scripts/ladder.sh --concurrency N          games at once (1)
#   scripts/ladder.sh --folder FOLDER          where the games are kept (target/ladder)
#
# Debian's packages: gnuchess, phalanx, fairymax, sjaakii, fairy-stockfish.
set -euo pipefail
home="$(cd "$(dirname "$0")/.." && pwd)"
PATH="$PATH:/usr/games"

all="chess/gnuchess chess/phalanx chess/fairymax chess/sjaakii chess/fairy-stockfish
capablanca/fairymax capablanca/sjaakii capablanca/fairy-stockfish
gothic/fairymax gothic/sjaakii gothic/fairy-stockfish
embassy/sjaakii embassy/fairy-stockfish
janus/fairymax janus/fairy-stockfish
grand/sjaakii grand/fairy-stockfish
shako/fairy-stockfish
avatar/before avon/before avp/before awarichess/before
avatar/plain avon/plain avp/plain awarichess/plain"
games=200 tc=8+0.08 rungs="$all" before="" concurrency=1 folder="$home/target/ladder"
usage() { sed -n '2,/^set /{/^#/!d;s/^# \{0,1\}//;p}' "$0"; }
while [ $# -gt 0 ]; do
  case "$1" in
    --short) games=10 tc=1+0.01 ;;
    --list) printf '%s\n' $all; exit 0 ;;
    --rungs | --before | --games | --tc | --concurrency | --folder)
      [ -n "${2-}" ] || { printf '%s needs a value\n' "$1" >&2; exit 2; }
      declare "${1#--}=$2"
      shift
      ;;
    -h | --help) usage; exit 0 ;;
    *) usage >&2; exit 2 ;;
  esac
  shift
done

case "$games" in
  *[!0-9]* | 0*) printf 'no number of games to play: %s\n' "$games" >&2; exit 2 ;;
esac
engine="$home/target/release/caryatid"
[ -x "$engine" ] || { printf 'no %s: cargo build --release\n' "$engine" >&2; exit 2; }
if [ -n "$before" ]; then
  before="$(realpath "$before")"
  [ -x "$before" ] || { printf 'no program: %s\n' "$before" >&2; exit 2; }
fi
mkdir -p "$folder"
plain="$home/target/release/examples/plain"
case " $rungs " in
  */plain*) ! command -v cargo >/dev/null || (cd "$home" && cargo build --quiet --release --example plain) ;;
esac

# opponent NAME: the words that describe it to `caryatid match`, a line each; nothing where it can't be had.
opponent() {
  local program="$1" command
  [ "$1" != before ] || program="$before"
  [ "$1" != plain ] || program="$plain"
  [ -n "$program" ] && command -v "$program" >/dev/null || return 0
  command=$(command -v "$program")
  case "$1" in
    plain) printf '%s\n' "cmd='$command'" proto=uci depth=3 ;;
    gnuchess) printf '%s\n' "cmd='$command' --uci" proto=uci option.Hash=32 option.OwnBook=false ;;
    phalanx) printf '%s\n' "cmd='$command' -b-" proto=xboard ;;
    fairymax | sjaakii) printf '%s\n' "cmd='$command'" proto=xboard ;;
    *) printf '%s\n' "cmd='$command'" proto=uci option.Hash=32 ;;
  esac
}

# Games are kept by what the binaries are, so that another build begins anew.
sum_of() { cat "$@" | cksum | cut -d' ' -f1; }
faults=0 played=0 refused=0
for rung in $rungs; do
  variant=${rung%%/*} name=${rung#*/}
  mapfile -t words < <(opponent "$name")
  if [ "${#words[@]}" = 0 ]; then
    printf '== %s: %s\n' "$rung" "$([ "$name" = before ] && echo 'no earlier Caryatid (--before)' || echo 'not installed')"
    continue
  fi
  case "$name" in
    before) build="$(sum_of "$engine" "$before")" ;;
    plain) build="$(sum_of "$engine" "$plain")" ;;
    *) build="$(sum_of "$engine")" ;;
  esac
  kept="$folder/$variant-$name-${tc//\//-}-$build"
  printf '== %s: %s games at %s\n' "$rung" "$games" "$tc"
  "$engine" match --variant "$variant" --engine "cmd='$engine'" proto=uci option.Hash=32 name=Caryatid \
    --engine "${words[@]}" "name=$name" --tc "$tc" --games "$games" --random-plies 6 --concurrency "$concurrency" \
    --interval 0 --log-dir "$kept-faults" --resume "$kept.jsonl" --pgn "$kept.pgn" >"$kept.txt" 2>"$kept.err" || {
    [ $? = 1 ] || { tail -n 1 "$kept.err" >&2; refused=1; continue; }
  }
  played=$((played + 1))
  grep -E '^(rank|  +[0-9]+ )' "$kept.txt" | tail -n 3
  if grep -E '^fault:.* by Caryatid ' "$kept.txt"; then faults=1; fi
done
[ "$faults" = 0 ] || exit 1
[ "$refused" = 0 ] && [ "$played" -gt 0 ] || exit 2
