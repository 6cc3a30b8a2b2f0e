#!/usr/bin/env bash
# The soak: Caryatid against itself at 10 ms a move with Hash 1 and Threads 2, 200 games each of Avatar
# Riff Riders, chess and Avon from openings of six random moves, refereed by the rules of the games. Any
# illegal move, illegal PV, crash or loss on time ends it with exit code 1.
#
#   scripts/selfplay.sh            200 games of each
#   scripts/selfplay.sh --short    4 games of each
#   scripts/selfplay.sh --games N  N games of each
set -euo pipefail
cd "$(dirname "$0")/.."

games=200
while [ $# -gt 0 ]; do
  case "$1" in
    --short) games=4 ;;
    --games)
      games="${2:?--games needs a number}"
      shift
      ;;
    *)
      sed -n '2,8s/^# \{0,1\}//p' "$0" >&2
      exit 2
      ;;
  esac
  shift
done

engine=target/release/caryatid
[ -x "$engine" ] || { printf 'no %s: cargo build --release\n' "$engine" >&2; exit 2; }
for variant in avatar chess avon; do
  printf '== %s games of %s\n' "$games" "$variant"
  "$engine" match --variant "$variant" --engine self:threads=2,hash=1 --engine self:threads=2,hash=1 \
    --movetime 10 --games "$games" --random-plies 6
done
