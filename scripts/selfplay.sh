#!/usr/bin/env bash
# The soak: Caryatid against itself at a few milliseconds a move with Hash 1 and Threads 2, from openings of six
# moves by chance, refereed by the rules of the games: 200 games each of avatar and chess at 10 ms, 100 each of
# avon, avp and awarichess at 20 ms. Any illegal move, illegal PV, crash or loss on time ends it with exit code 1.
#
#   scripts/selfplay.sh                       everything
#   scripts/selfplay.sh --short               4 games of each
#   scripts/selfplay.sh --variants "avp"      some of the games, or all of them: --variants all
#   scripts/selfplay.sh --games N             N games of each
#   scripts/selfplay.sh --movetime MS         milliseconds a move
#   scripts/selfplay.sh --threads N           search threads of each engine (2)
#   scripts/selfplay.sh --hash MB             its table in MiB (1)
set -euo pipefail
cd "$(dirname "$0")/.."

variants="avatar chess avon avp awarichess" games="" movetime="" threads=2 hash=1
usage() { sed -n '2,/^set /{/^#/!d;s/^# \{0,1\}//;p}' "$0"; }
while [ $# -gt 0 ]; do
  case "$1" in
    --short) games=4 ;;
    --variants | --games | --movetime | --threads | --hash)
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
for variant in $variants; do
  case "$variant" in
    avon | avp | awarichess) count=100 time=20 ;;
    *) count=200 time=10 ;;
  esac
  count=${games:-$count} time=${movetime:-$time}
  printf '== %s games of %s at %s ms\n' "$count" "$variant" "$time"
  # However many threads are asked for: what is looked for here shows when they crowd.
  "$engine" match --variant "$variant" --engine "self:threads=$threads,hash=$hash" \
    --engine "self:threads=$threads,hash=$hash" --oversubscribe --movetime "$time" --games "$count" --random-plies 6
done
