#!/usr/bin/env bash
# Does a binary run on an old processor? It is started under qemu as the plainest x86-64 processor
# (-cpu qemu64: no SSSE3, no popcnt, no AVX), and has to find a move in chess at depth 5 and in every other game
# at depth 2. The exit code is 1 where it doesn't, 2 where it can't be tried.
#
#   scripts/old_processor.sh             target/portable/release/caryatid, which scripts/release.sh makes
#   scripts/old_processor.sh BINARY      another one
#   scripts/old_processor.sh --refused BINARY    one that is made for newer processors: it has to say so, and end
set -euo pipefail
cd "$(dirname "$0")/.."

case "${1-}" in -h | --help) sed -n '2,/^set /{/^#/!d;s/^# \{0,1\}//;p}' "$0"; exit 0 ;; esac
refused=""
[ "${1-}" != --refused ] || { refused=yes; shift; }
engine=${1:-target/portable/release/caryatid}
[ -x "$engine" ] || { printf 'no %s: scripts/release.sh\n' "$engine" >&2; exit 2; }
command -v qemu-x86_64 >/dev/null || {
  printf 'not installed: qemu-x86_64 (apt-get install qemu-user)\n' >&2
  exit 2
}

if [ -n "$refused" ]; then
  code=0
  said=$(qemu-x86_64 -cpu qemu64 "$engine" --version 2>&1 >/dev/null) || code=$?
  printf '%s\n' "$said"
  case "$code:$said" in "2:caryatid: this build needs a processor with "*) exit 0 ;; esac
  printf '%s ended with code %s under qemu-x86_64 -cpu qemu64, and should have said what it needs\n' "$engine" "$code" >&2
  exit 1
fi

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
