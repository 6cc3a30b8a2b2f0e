#!/usr/bin/env bash
# Makes an archive of the engine for people who play: the binary, LICENSE, README, CHANGELOG and docs.
#
#   scripts/release.sh [FOLDER]      (FOLDER: target/release-archives)
#
# The archive is caryatid-VERSION-TARGET.tar.gz, or .zip where the target is Windows; beside it stands its SHA-256.
# `CARGO_BUILD_TARGET` chooses another target, as for cargo. The binary runs on any processor of its target; with
# RUSTFLAGS in the environment, such as RUSTFLAGS="-C target-cpu=x86-64-v3", it may be faster and need not. It is built
# apart from others (in target/portable, or CARGO_TARGET_DIR). The archive is unpacked again to see that the binary
# starts and plays a move; for another target only its contents are checked.
set -euo pipefail
cd "$(dirname "$0")/.."

case "${1-}" in -h | --help) sed -n '2,/^set /{/^#/!d;s/^# \{0,1\}//;p}' "$0"; exit 0 ;; esac
host=$(rustc -vV | sed -n 's/^host: //p')
target=${CARGO_BUILD_TARGET:-$host}
version=$(cargo metadata --no-deps --format-version 1 |
  sed -n 's/.*"name":"caryatid","version":"\([^"]*\)".*/\1/p')
[ -n "$version" ] || { echo "no version of caryatid in the manifest" >&2; exit 2; }
folder=${1:-target/release-archives}
name="caryatid-$version-$target"
binary=caryatid kind=tar.gz
case "$target" in *windows*) binary=caryatid.exe kind=zip ;; esac
if [ "$kind" = zip ] && ! command -v zip >/dev/null; then
  echo "zip is not installed (Debian: apt-get install zip)" >&2
  exit 2
fi

# Set, if only to nothing, this takes the place of what .cargo/config.toml says.
unset CARGO_ENCODED_RUSTFLAGS
export RUSTFLAGS=${RUSTFLAGS-} CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-target/portable}
# cargo reads CARGO_BUILD_TARGET itself, and builds into a folder of that name then.
cargo build --release --locked --bin caryatid
built="$CARGO_TARGET_DIR/${CARGO_BUILD_TARGET:+$CARGO_BUILD_TARGET/}release/$binary"
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
mkdir "$stage/$name"
cp "$built" "$stage/$name/"
cp -R LICENSE README.md CHANGELOG.md docs "$stage/$name/"
archive="$folder/$name.$kind"
rm -f "$archive"
if [ "$kind" = zip ]; then
  (cd "$stage" && zip -qr "$archive" "$name")
else
  tar -C "$stage" --owner=0 --group=0 --sort=name -czf "$archive" "$name"
fi
(cd "$folder" && sha256sum "$name.$kind" >"$name.$kind.sha256")

# What was packed is what people get.
proof="$stage/proof"
mkdir "$proof"
if [ "$kind" = zip ]; then (cd "$proof" && unzip -q "$archive"); else tar -C "$proof" -xzf "$archive"; fi
for file in "$binary" LICENSE README.md CHANGELOG.md docs/gui.md; do
  [ -s "$proof/$name/$file" ] || { echo "the archive lacks $file" >&2; exit 1; }
done
if [ "$target" = "$host" ]; then
  answer=$(printf 'uci\nposition startpos\ngo depth 3\n' | { cat; sleep 1; echo quit; } | "$proof/$name/$binary" |
    grep -c '^bestmove [a-h][1-8]' || true)
  [ "$answer" = 1 ] || { echo "the binary of the archive makes no move" >&2; exit 1; }
fi
printf '%s\n' "$archive"
