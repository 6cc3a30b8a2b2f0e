//! Where messages go: to standard error as far as they matter, or all of them to a file.

use caryatid::tools::{ToolError, calendar};
use env_logger::{Builder, Env, Target};
use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;
use std::process;
use std::time::Instant;

/// Begins to write messages. To a file they go in full, the talk with a GUI included, each with the
/// milliseconds since the begin, behind whatever the file holds already. `RUST_LOG` chooses other ones.
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
    let head = format!(
        "# Caryatid {}, process {}, {}\n",
        env!("CARGO_PKG_VERSION"),
        process::id(),
        calendar::now()
    );
    let opened = OpenOptions::new().append(true).create(true).open(path);
    let file = opened.and_then(|mut file| file.write_all(head.as_bytes()).map(|()| file));
    let file = file.map_err(|error| {
        ToolError::Usage(format!("{} can't be written: {error}", path.display()))
    })?;
    builder.target(Target::Pipe(Box::new(file))).format(move |line, record| {
        let time = begun.elapsed().as_millis();
        writeln!(line, "{time:>7} [{} {}] {}", record.level(), record.target(), record.args())
    });
    Ok(())
}
