//! Command line of the engine: reads files, prints what the library returns.

mod generate_types;
mod inputs;

use std::fs::File;
use std::io::{Read, Write};
use std::path::Path;
use std::process::ExitCode;

use echometry_engine::commands::{
    Invocation, Output, Role, Session, error_output, parse_arguments,
};
use echometry_engine::error::EngineError;
use echometry_engine::limits::MAX_FILE_BYTES;

/// Status for wrong usage.
const WRONG_USAGE: u8 = 2;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args_os()
        .skip(1)
        .map(|argument| argument.to_string_lossy().into_owned())
        .collect();
    if let Some((command, rest)) = arguments.split_first() {
        match command.as_str() {
            "generate-types" => return generate_types::generate_types(rest),
            "generate-docs" => return generate_types::generate_docs(rest),
            _ => {}
        }
    }
    match parse_arguments(&arguments) {
        Ok(invocation) => run_all(invocation),
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(WRONG_USAGE)
        }
    }
}

/// One line or more for each file; status 1 if any failed.
fn run_all(invocation: Invocation) -> ExitCode {
    let mut session = Session::new(invocation);
    if let Some(help) = session.help() {
        // A closed pipe ends the reader's interest, not the run.
        let _ = std::io::stdout().write_all(help.as_bytes());
        return ExitCode::SUCCESS;
    }
    let out = session.out().map(str::to_owned);
    let inputs: Vec<(Role, String)> = session
        .inputs()
        .into_iter()
        .flat_map(|(role, path)| inputs::files_of(role, path))
        .collect();
    let mut failed = false;
    let mut output = std::io::stdout().lock();
    for (role, file) in inputs {
        let mut emit = |line: Output| {
            failed |= line.failed;
            // A closed pipe ends the reader's interest, not the run.
            let _ = writeln!(output, "{}", line.line);
            if let (Some((name, bytes)), Some(folder)) = (line.file, &out)
                && let Err(error) = write_file(Path::new(folder), &name, &bytes)
            {
                failed = true;
                eprintln!("{folder}/{name}: {error}");
            }
        };
        match read_file(role, &file) {
            Ok(bytes) => session.feed(role, &file, &bytes, &mut emit),
            Err(error) => emit(error_output(&file, &error)),
        }
    }
    ExitCode::from(u8::from(failed))
}

fn write_file(folder: &Path, name: &str, bytes: &[u8]) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)?;
    std::fs::write(folder.join(name), bytes)
}

/// Reads a file, refusing one above the limit before its bytes are taken into memory.
fn read_file(role: Role, path: &str) -> Result<Vec<u8>, EngineError> {
    let unreadable = |error: std::io::Error| EngineError::FileUnreadable {
        detail: reason(&error, (role, path)).to_owned(),
    };
    let file = File::open(path).map_err(unreadable)?;
    let length = file.metadata().map_err(unreadable)?.len();
    if length > MAX_FILE_BYTES {
        return Err(EngineError::limit("file_bytes", MAX_FILE_BYTES, length));
    }
    let mut bytes = Vec::with_capacity(usize::try_from(length).unwrap_or(0));
    file.take(MAX_FILE_BYTES + 1)
        .read_to_end(&mut bytes)
        .map_err(unreadable)?;
    Ok(bytes)
}

/// The same words on every platform and in Node, where messages of the system differ.
fn reason(error: &std::io::Error, (role, path): (Role, &str)) -> &'static str {
    use std::io::ErrorKind::{IsADirectory, NotADirectory, NotFound, PermissionDenied};
    // A path without an extension that can be a folder is taken for one.
    let folder_meant =
        matches!(role, Role::Config | Role::Dicom) && Path::new(path).extension().is_none();
    match error.kind() {
        NotFound | NotADirectory if folder_meant => "no such folder",
        NotFound | NotADirectory => "no such file",
        PermissionDenied => "permission denied",
        IsADirectory => "is a folder",
        _ => "input error",
    }
}
