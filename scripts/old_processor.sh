#!/usr/bin/env bash
# Does the release binary run on an old processor? It is started under qemu as the plainest x86-64 processor
# (-cpu qemu64: no SSSE3, no popcnt, no AVX), and has to find a move in chess at depth 5 and in every other game
# at depth 2. The exit code is 1 where it doesn't, 2 where it can't be tried.
#
#   scripts/old_processor.sh             target/release/caryatid
#   scripts/old_processor.sh BINARY      another one
set -euo pipefail
cd "$(dirname "$0")/.."

case "${1-}" in -h | --help) sed -n '2,/^set /{/^#/!d;s/^# \{0,1\}//;p}' "$0"; exit 0 ;; esac
engine=${1:-target/release/caryatid}
[ -x "$engine" ] || { printf 'no %s: cargo build --release\n' "$engine" >&2; exit 2; }
command -v qemu-x86_64 >/dev/null || {
  printf 'not installed: qemu-x86_64 (apt-get install qemu-user)\n' >&2
  exit 2
}

coproc talk { exec qemu-x86_64 -cpu qemu64 "$engine"; }
id=$talk_PID input=${talk[1]} output=${talk[0]}

# await BEGINNING: the next line that begins so.
await() {
  local line
  while IFS= read -r -t 60 line <&"$output"; do
    case "$line" in "$1"*) printf '%s\n' "$line"; return ;; esac
  done
  printf 'no %s came from %s under qemu-x86_64 -cpu qemu64\n' "$1" "$engine" >&2
  exit 1
}

# A pipe that nobody reads any more is told by what doesn't come.
trap '' PIPE
say() { printf '%s\n' "$@" >&"$input" 2>/dev/null || true; }

say uci
await uciok >/dev/null
games=$("$engine" variants | sed -n 's/^\([a-z][^ ]*\) .*/\1/p')
for game in $games; do
  depth=2
  [ "$game" = chess ] && depth=5
  say "setoption name UCI_Variant value $game" "position startpos" "go depth $depth"
  answer=$(await bestmove)
  case "$answer" in
    "bestmove (none)"* | "bestmove 0000"* | bestmove | "bestmove ")
      printf '%s: no move, but %s\n' "$game" "$answer" >&2
      exit 1
      ;;
  esac
  printf '%s at depth %d: %s\n' "$game" "$depth" "$answer"
done
say quit
# It ends within ten seconds, and well.
for _ in $(seq 100); do
  kill -0 "$id" 2>/dev/null || break
  sleep 0.1
done
if kill -0 "$id" 2>/dev/null; then
  kill "$id"
  printf '%s did not end after quit\n' "$engine" >&2
  exit 1
fi
wait "$id" || { printf '%s ended with %s\n' "$engine" "$?" >&2; exit 1; }
