//! The `caryatid` binary: everything it does is in the library and in [`cli`].

mod cli;
mod processor;

use std::io::{self, Write};
use std::process::ExitCode;

/// What is told where the processor can't run the build.
const WRONG_PROCESSOR: &str = "caryatid: this build needs a processor with AVX2, BMI2 and LZCNT (x86-64-v3, or more); \
    RUSTFLAGS=\"-C target-cpu=x86-64\" cargo build --release makes one for any\n";

/// The exit code then.
const CANNOT_RUN: u8 = 2;

fn main() -> ExitCode {
    if processor::suits() {
        return work();
    }
    // Nobody may be reading; the exit code says it too.
    let _ = io::stderr().write_all(WRONG_PROCESSOR.as_bytes());
    ExitCode::from(CANNOT_RUN)
}

/// Apart, so that nothing of it is done before the processor was asked.
#[inline(never)]
fn work() -> ExitCode {
    cli::run()
}
