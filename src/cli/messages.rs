//! Where messages go: to standard error as far as they matter, or all of them to a file.

use caryatid::tools::{ToolError, calendar};
use env_logger::{Builder, Env, Target};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::process;
use std::time::Instant;

/// Begins to write messages. To a file they go in full, the talk with a GUI included, each with the
/// milliseconds since the begin and the number of the process, behind whatever the file holds already.
/// `RUST_LOG` chooses other ones.
pub(super) fn begin(path: Option<&Path>) -> Result<(), ToolError> {
    let standard = if path.is_some() { "debug" } else { "warn" };
    let mut builder = Builder::from_env(Env::default().default_filter_or(standard));
    if let Some(path) = path {
        write_to(&mut builder, path)?;
    }
    builder.init();
    Ok(())
}

fn write_to(builder: &mut Builder, path: &Path) -> Result<(), ToolError> {
    let begun = Instant::now();
    let process = process::id();
    // A last line that was cut stays as it is.
    let joint = if is_cut(path) { "\n" } else { "" };
    let head = format!(
        "{joint}# Caryatid {}, process {process}, {}\n",
        env!("CARGO_PKG_VERSION"),
        calendar::now()
    );
    let opened = OpenOptions::new().append(true).create(true).open(path);
    let file = opened.and_then(|mut file| file.write_all(head.as_bytes()).map(|()| file));
    let file = file.map_err(|error| {
        ToolError::Usage(format!("{} can't be written: {error}", path.display()))
    })?;
    builder.target(Target::Pipe(Box::new(file))).format(move |line, record| {
        let time = begun.elapsed().as_millis();
        let (level, target) = (record.level(), record.target());
        writeln!(line, "{time:>7} {process} [{level} {target}] {}", record.args())
    });
    Ok(())
}

/// Whether a file ends within a line. What can't be read, such as a terminal, does not.
fn is_cut(path: &Path) -> bool {
    let is_file = fs::metadata(path).is_ok_and(|found| found.is_file());
    let last = || -> io::Result<u8> {
        let mut file = File::open(path)?;
        file.seek(SeekFrom::End(-1))?;
        let mut last = [0];
        file.read_exact(&mut last)?;
        Ok(last[0])
    };
    is_file && last().is_ok_and(|last| last != b'\n')
}
