#!/usr/bin/env bash
# The endurance test: Caryatid against itself at 1+0.01 seconds, 200 games each of avon, avatar and avp and
# 40 of awarichess, from balanced openings by chance, refereed by the rules. Any illegal move, illegal
# line, crash or loss on time makes the exit code 1. It takes hours; a stopped run goes on where it was,
# and `caryatid check` replays all games at the end.
#
#   scripts/self_matches.sh                       everything
#   scripts/self_matches.sh --short               4 games of each
#   scripts/self_matches.sh --variants "avatar"   some of the games, or all of them: --variants all
#   scripts/self_matches.sh --games N             N games of each
#   scripts/self_matches.sh --tc CLOCK            another time control in seconds: 10+0
#   scripts/self_matches.sh --folder FOLDER       where the games are kept (target/self-matches)
#   scripts/self_matches.sh --concurrency N       games at once (1)
#
# Without an increment awarichess is left out: its games have some two thousand actions.
set -euo pipefail
cd "$(dirname "$0")/.."

standard=1+0.01
games="" variants="avon avatar avp awarichess" folder=target/self-matches concurrency=1 tc=$standard
usage() { sed -n '2,/^set /{/^#/!d;s/^# \{0,1\}//;p}' "$0"; }
while [ $# -gt 0 ]; do
  case "$1" in
    --short) games=4 ;;
    --games | --variants | --folder | --concurrency | --tc)
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
  "") ;;
  *[!0-9]* | 0*) printf 'no number of games to play: %s\n' "$games" >&2; exit 2 ;;
esac
engine=target/release/caryatid
[ -x "$engine" ] || { printf 'no %s: cargo build --release\n' "$engine" >&2; exit 2; }
[ "$variants" != all ] || variants=$("$engine" variants | sed -n 's/^\([a-z][^ ]*\) .*/\1/p')
case "$tc" in *+*[1-9]*) has_increment=yes ;; *) has_increment="" ;; esac
mkdir -p "$folder"
code=0
for variant in $variants; do
  if [ "$variant" = awarichess ] && [ -z "$has_increment" ]; then
    printf '== no games of awarichess without an increment\n'
    continue
  fi
  case "$variant" in awarichess) count=40 ;; *) count=200 ;; esac
  count=${games:-$count} kept="$folder/$variant"
  [ "$tc" = "$standard" ] || kept="$folder/$variant-${tc//\//-}"
  printf '== %s games of %s at %s\n' "$count" "$variant" "$tc"
  "$engine" match --variant "$variant" --engine self hash=16 --engine self hash=16 --tc "$tc" --margin 0 \
    --games "$count" --random-plies 6 --concurrency "$concurrency" --log-dir "$kept-faults" \
    --resume "$kept.jsonl" --pgn "$kept.pgn" | tee "$kept.txt" || code=1
  "$engine" check "$kept.pgn" || code=1
done
exit "$code"
