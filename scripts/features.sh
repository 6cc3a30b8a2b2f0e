#!/usr/bin/env bash
# What is each technique of the search worth? Caryatid plays against itself without one of them, in pairs of games
# from openings by chance, until a sequential test (elo0=0 elo1=20) is decided, and each ends with a line for
# docs/strength.md: Elo is what the technique gains, and `accepted` says that it gains. A stopped run goes on where
# it was; another build begins anew. The exit code is 1 where the referee finds a fault, 2 where a match is refused.
#
#   scripts/features.sh                           all techniques in chess and avatar at 1+0.01: days
#   scripts/features.sh --short                   one of them, 2 games each, only to see that it runs
#   scripts/features.sh --features "null-move futility"   some of them; --list names them all
#   scripts/features.sh --variants "avon avp"     other games
#   scripts/features.sh --games N                 no more than N games each (1000)
#   scripts/features.sh --tc CLOCK                another time control in seconds
#   scripts/features.sh --concurrency N           games at once (1)
#   scripts/features.sh --folder FOLDER           where the games are kept (target/features)
set -euo pipefail
cd "$(dirname "$0")/.."

games=1000 tc=1+0.01 features="" variants="chess avatar" concurrency=1 folder=target/features list=""
usage() { sed -n '2,/^set /{/^#/!d;s/^# \{0,1\}//;p}' "$0"; }
while [ $# -gt 0 ]; do
  case "$1" in
    --short) games=2 tc=0.2+0.01 features=${features:-null-move} ;;
    --list) list=yes ;;
    --features | --variants | --games | --tc | --concurrency | --folder)
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
engine=target/release/caryatid
[ -x "$engine" ] || { printf 'no %s: cargo build --release\n' "$engine" >&2; exit 2; }
# A name that is none is answered with all that are.
all="$({ "$engine" match --engine self without=? --engine self 2>&1 || true; } | sed -n 's/.*it has //p' | tr -d ,)"
[ -n "$all" ] || { printf 'no techniques are named by %s\n' "$engine" >&2; exit 2; }
if [ -n "$list" ]; then printf '%s\n' $all; exit 0; fi
mkdir -p "$folder"
build="$(cksum <"$engine" | cut -d' ' -f1)"

# row FEATURE VARIANT KEPT: what was found, in a row of a table.
row() {
  local text="$3.txt" pairs elo test ratio verdict
  pairs="$(sed -n 's/^\([0-9]*-[0-9]*-[0-9]*\) (.*/\1/p' "$text" | tail -n 1)"
  elo="$(sed -n 's/^Elo \(.*\), LOS.*, normalized.*/\1/p' "$text" | sed 's/+-/±/' | tail -n 1)"
  test="$(grep '^SPRT' "$text" | tail -n 1)"
  ratio="$(sed -n 's/.*: LLR \([-0-9.]*\) of.*/\1/p' <<<"$test")"
  case "$test" in
    *", elo1="*" is accepted") verdict=accepted ;;
    *", elo0="*" is accepted") verdict=rejected ;;
    *) verdict="undecided after $((${pairs//-/+}))" ;;
  esac
  printf '| %s | %s | %s | %s | %s | %s | %s |\n' \
    "$1" "$2" "$pairs" "${elo:-n/a}" "$ratio" "$verdict" "$(date -r "$3.jsonl" +%F)"
}

printf '| Technique | Game | Won-drawn-lost | Elo | LLR | Verdict | Date |\n|---|---|---|---|---|---|---|\n'
code=0
for feature in ${features:-$all}; do
  for variant in $variants; do
    kept="$folder/$variant-$feature-${tc//\//-}-$build"
    "$engine" match --variant "$variant" --engine self name=all --engine self "without=$feature" "name=$feature" \
      --tc "$tc" --games "$games" --random-plies 6 --sprt elo0=0 elo1=20 --concurrency "$concurrency" --interval 0 \
      --log-dir "$kept-faults" --resume "$kept.jsonl" --pgn "$kept.pgn" >"$kept.txt" 2>"$kept.err" || {
      [ $? = 1 ] || { tail -n 1 "$kept.err" >&2; exit 2; }
      grep '^fault:' "$kept.txt" >&2 || true
      code=1
    }
    row "$feature" "$variant" "$kept"
  done
done
exit "$code"
