#!/usr/bin/env bash
# Does a sequential test find what is known? Caryatid against itself with half the time must end with elo1
# accepted, and with the engines swapped with elo0. The exit code is 1 where a test ends otherwise. A
# stopped run goes on where it was.
#
#   scripts/sprt_handicap.sh                    chess at 1+0.01 against 0.5+0.005
#   scripts/sprt_handicap.sh --short            10 games each, only to see that it runs
#   scripts/sprt_handicap.sh --variant avatar   another game
#   scripts/sprt_handicap.sh --folder FOLDER    where the games are kept (target/sprt)
#   scripts/sprt_handicap.sh --concurrency N    games at once (1)
set -euo pipefail
cd "$(dirname "$0")/.."

games=4000 variant=chess folder=target/sprt concurrency=1
while [ $# -gt 0 ]; do
  case "$1" in
    --short) games=10 ;;
    --variant | --folder | --concurrency)
      declare "${1#--}=${2:?$1 needs a value}"
      shift
      ;;
    *)
      sed -n '2,11s/^# \{0,1\}//p' "$0" >&2
      exit 2
      ;;
  esac
  shift
done

engine=target/release/caryatid
[ -x "$engine" ] || { printf 'no %s: cargo build --release\n' "$engine" >&2; exit 2; }
mkdir -p "$folder"

# expect NAME HYPOTHESIS FIRST SECOND: plays until the test is decided and compares.
expect() {
  local name="$1" hypothesis="$2" found
  "$engine" match --variant "$variant" --engine self name=first tc="$3" --engine self name=second tc="$4" \
    --games "$games" --random-plies 6 --sprt elo0=0 elo1=30 --concurrency "$concurrency" \
    --resume "$folder/$variant-$name.jsonl" --pgn "$folder/$variant-$name.pgn" | tee "$folder/$variant-$name.txt"
  found="$(grep '^SPRT' "$folder/$variant-$name.txt" | tail -n 1)"
  if [ "$games" = 10 ]; then
    printf '%s: %s (short: not judged)\n' "$name" "$found"
  elif [[ "$found" == *", $hypothesis="*" is accepted" ]]; then
    printf '%s: right, %s\n' "$name" "$found"
  else
    printf '%s: wrong, %s; %s was to be accepted\n' "$name" "$found" "$hypothesis" >&2
    exit 1
  fi
}

expect stronger elo1 1+0.01 0.5+0.005
expect weaker elo0 0.5+0.005 1+0.01
