# What distributed test frameworks such as OpenBench expect: `make EXE=name` leaves the engine as ./name, and
# `./name bench` prints `N nodes M nps`. Flags such as RUSTFLAGS="-C target-cpu=native" are passed on.
# Everything else is cargo's: see CONTRIBUTING.md.

EXE ?= caryatid

.PHONY: all
all:
	cargo build --release --bin caryatid
	cp target/release/caryatid ./$(EXE).new
	mv ./$(EXE).new ./$(EXE)
