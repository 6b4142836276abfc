//! The command line as pure functions: bytes of one file in, JSON lines out (contracts.md 10).
//!
//! The native program and the wasm one call the same functions, so they print the same bytes.

mod arguments;
mod frame;
mod info;
mod measure;
mod planes;
mod splines;

pub use arguments::{Command, Invocation, parse_arguments};
use serde::Serialize;

use crate::error::EngineError;

/// One line of output, and the file to write beside it.
#[derive(Debug, Clone, PartialEq)]
pub struct Output {
    /// JSON text without line end; of `measure` and `splines` the last line counts the cases.
    pub line: String,
    /// The line reports an error.
    pub failed: bool,
    /// Name and content for the folder given by `--out`.
    pub file: Option<(String, Vec<u8>)>,
}

/// Runs a command over one file, handing over each line as soon as it is there.
pub fn run(command: &Command, file: &str, bytes: &[u8], emit: &mut dyn FnMut(Output)) {
    let one_line = |line: Result<String, EngineError>| match line {
        Ok(line) => Output {
            line,
            failed: false,
            file: None,
        },
        Err(error) => error_output(file, &error),
    };
    match command {
        Command::Info => emit(one_line(info::info_line(file, bytes))),
        Command::Planes => emit(one_line(planes::planes_line(file, bytes))),
        Command::Frame(options) => frame::run_frame(options, file, bytes, emit),
        Command::Measure => measure::run_measure(file, bytes, emit),
        Command::Splines => splines::run_splines(file, bytes, emit),
    }
}

/// The line for a file that could not be handled.
pub fn error_output(file: &str, error: &EngineError) -> Output {
    let name = serde_json::Value::from(file);
    Output {
        line: format!("{{\"file\":{name},\"error\":{}}}", error.to_json()),
        failed: true,
        file: None,
    }
}

/// JSON text of a record that holds only texts and numbers.
fn to_line<T: Serialize>(record: &T) -> Result<String, EngineError> {
    serde_json::to_string(record).map_err(|error| EngineError::Usage {
        detail: error.to_string(),
    })
}
