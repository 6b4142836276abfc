//! The command line as pure functions: bytes of one file in, JSON lines out (docs/contracts.md#command-line).
//!
//! The native program and the wasm one call the same functions, so they print the same bytes.

mod agree;
mod analysis_file;
mod arguments;
mod bench_formulas;
mod deid;
mod envelope;
mod evaluate;
mod formula_hashes;
mod frame;
mod help;
mod info;
mod judge;
mod measure;
mod planes;
mod propose;
mod splines;
mod track;

pub use arguments::{Command, Invocation, parse_arguments};
pub use bench_formulas::compare_formulas_json;
use evaluate::EvaluateSession;
pub use evaluate::{CONFIG_FILES, OPTIONAL_CONFIG_FILES};
use serde::{Deserialize, Serialize};

use crate::error::EngineError;

/// One line of output, and the file to write with it.
#[derive(Debug, Clone, PartialEq)]
pub struct Output {
    /// JSON text without line end; of `measure` and `splines` the last line counts the cases.
    pub line: String,
    /// The line reports an error.
    pub failed: bool,
    /// Name and content for the folder given by `--out`.
    pub file: Option<(String, Vec<u8>)>,
}

/// Role of a file in a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// The command works on it.
    Main,
    /// An image file, or a folder of them with everything below it.
    Dicom,
    /// A file found in such a folder: files other than images are skipped.
    DicomFound,
    /// A folder with [`CONFIG_FILES`].
    Config,
}

/// A command line over its files: the configuration first, then image files, then what the command
/// works on, as [`Session::inputs`] lists them.
pub struct Session {
    invocation: Invocation,
    evaluate: EvaluateSession,
}

impl Session {
    /// Nothing read yet.
    pub fn new(invocation: Invocation) -> Self {
        Self {
            invocation,
            evaluate: EvaluateSession::default(),
        }
    }

    /// Paths as named by the caller, in the order in which they are to be fed.
    pub fn inputs(&self) -> Vec<(Role, &str)> {
        let config = self
            .invocation
            .config
            .iter()
            .map(|path| (Role::Config, path));
        let dicom = self.invocation.dicom.iter().map(|path| (Role::Dicom, path));
        let files = self.invocation.files.iter().map(|path| (Role::Main, path));
        let all = config.chain(dicom).chain(files);
        all.map(|(role, path)| (role, path.as_str())).collect()
    }

    /// Text to print instead of running, where help was requested.
    pub fn help(&self) -> Option<&'static str> {
        match self.invocation.command {
            Command::Help(text) => Some(text),
            _ => None,
        }
    }

    /// Folder for decoded bytes.
    pub fn out(&self) -> Option<&str> {
        self.invocation.out.as_deref()
    }

    /// Takes one file, handing over each line as soon as it is there.
    pub fn feed(&mut self, role: Role, file: &str, bytes: &[u8], emit: &mut dyn FnMut(Output)) {
        match role {
            Role::Config => self.evaluate.config(file, bytes, emit),
            Role::Dicom => self.evaluate.dicom(file, bytes, emit),
            Role::DicomFound => self.evaluate.dicom(file, bytes, &mut |_| {}),
            Role::Main if self.invocation.command == Command::Evaluate => {
                self.evaluate.analysis(file, bytes, emit);
            }
            Role::Main => {
                if let Command::Track(options) = &self.invocation.command {
                    return emit(one_line(
                        file,
                        track::track_line(file, (options, &self.evaluate), bytes),
                    ));
                }
                run(&self.invocation.command, file, bytes, emit);
            }
        }
    }
}

/// Runs a command that needs only one file, passing on each line as soon as it is there.
pub fn run(command: &Command, file: &str, bytes: &[u8], emit: &mut dyn FnMut(Output)) {
    let one_line = |line| one_line(file, line);
    match command {
        Command::Info => emit(one_line(info::info_line(file, bytes))),
        Command::Propose(data_type) => {
            emit(one_line(propose::propose_line(file, *data_type, bytes)));
        }
        Command::Envelope(options) => {
            emit(one_line(envelope::envelope_line(file, options, bytes)));
        }
        Command::Track(options) => {
            let sets = EvaluateSession::default();
            emit(one_line(track::track_line(file, (options, &sets), bytes)));
        }
        Command::Planes => emit(one_line(planes::planes_line(file, bytes))),
        Command::Deid(options) => {
            let output = deid::run_deid(options, file, bytes);
            emit(output.unwrap_or_else(|error| error_output(file, &error)));
        }
        Command::Frame(options) => frame::run_frame(options, file, bytes, emit),
        Command::Measure => measure::run_measure(file, bytes, emit),
        Command::Splines => splines::run_splines(file, bytes, emit),
        Command::BenchFormulas => emit_result(file, bench_formulas::run_bench(bytes), emit),
        Command::Agree => emit_result(file, agree::run_agree(bytes), emit),
        Command::Judge => emit_result(file, judge::run_judge(bytes), emit),
        Command::FormulaHashes => emit_result(file, formula_hashes::run_hashes(bytes), emit),
        // It has no files, so none is ever fed.
        Command::Help(_) => {}
        Command::Evaluate => EvaluateSession::default().analysis(file, bytes, emit),
    }
}

fn one_line(file: &str, line: Result<String, EngineError>) -> Output {
    match line {
        Ok(line) => Output {
            line,
            failed: false,
            file: None,
        },
        Err(error) => error_output(file, &error),
    }
}

/// Lines of a command that succeeds or fails as a whole.
fn emit_result(file: &str, result: Result<Vec<String>, EngineError>, emit: &mut dyn FnMut(Output)) {
    match result {
        Ok(lines) => lines.into_iter().for_each(|line| {
            emit(Output {
                line,
                failed: false,
                file: None,
            });
        }),
        Err(error) => emit(error_output(file, &error)),
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
