#!/usr/bin/env bash
# The endurance test: Caryatid against itself at 1+0.01 seconds, 200 games each of avon, avatar and avp and
# 40 of awarichess, from balanced openings by chance, refereed by the rules. Any illegal move, illegal
# line, crash or loss on time makes the exit code 1. It takes hours; a stopped run goes on where it was,
# and `caryatid check` replays all games at the end.
#
#   scripts/self_matches.sh                       everything
#   scripts/self_matches.sh --short               4 games of each
#   scripts/self_matches.sh --variants "avatar"   some of the games
#   scripts/self_matches.sh --folder FOLDER       where the games are kept (target/self-matches)
#   scripts/self_matches.sh --concurrency N       games at once (1)
set -euo pipefail
cd "$(dirname "$0")/.."

short="" variants="avon avatar avp awarichess" folder=target/self-matches concurrency=1
while [ $# -gt 0 ]; do
  case "$1" in
    --short) short=4 ;;
    --variants | --folder | --concurrency)
      declare "${1#--}=${2:?$1 needs a value}"
      shift
      ;;
    *)
      sed -n '2,12s/^# \{0,1\}//p' "$0" >&2
      exit 2
      ;;
  esac
  shift
done

engine=target/release/caryatid
[ -x "$engine" ] || { printf 'no %s: cargo build --release\n' "$engine" >&2; exit 2; }
mkdir -p "$folder"
code=0
for variant in $variants; do
  case "$variant" in awarichess) games=40 ;; *) games=200 ;; esac
  games="${short:-$games}"
  printf '== %s games of %s\n' "$games" "$variant"
  "$engine" match --variant "$variant" --engine self hash=16 --engine self hash=16 --tc 1+0.01 --margin 0 \
    --games "$games" --random-plies 6 --concurrency "$concurrency" --log-dir "$folder/$variant-faults" \
    --resume "$folder/$variant.jsonl" --pgn "$folder/$variant.pgn" | tee "$folder/$variant.txt" || code=1
  "$engine" check "$folder/$variant.pgn" || code=1
done
exit "$code"
