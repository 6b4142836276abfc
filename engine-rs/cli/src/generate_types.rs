//! `generate-types FOLDER [--check]`: the contract's TypeScript and JSON Schema; `generate-docs
//! FOLDER [--check]`: the page of formulas.

use std::path::Path;
use std::process::ExitCode;

use echometry_engine::schema::{GeneratedFile, generated_docs, generated_files};

/// Writes the generated contract files, or with `--check` fails when one differs.
pub fn generate_types(arguments: &[String]) -> ExitCode {
    write_all("generate-types", generated_files(), arguments)
}

/// The same for the documents made from the registry.
pub fn generate_docs(arguments: &[String]) -> ExitCode {
    write_all("generate-docs", generated_docs(), arguments)
}

fn write_all(command: &str, files: Vec<GeneratedFile>, arguments: &[String]) -> ExitCode {
    let check = arguments.iter().any(|argument| argument == "--check");
    let folders: Vec<&String> = arguments.iter().filter(|a| !a.starts_with("--")).collect();
    let [folder] = folders.as_slice() else {
        eprintln!("usage: {command} FOLDER [--check]");
        return ExitCode::from(super::WRONG_USAGE);
    };
    let mut failed = false;
    for file in files {
        let path = Path::new(folder.as_str()).join(file.name);
        if check {
            let current = std::fs::read_to_string(&path).unwrap_or_default();
            if current != file.content {
                eprintln!("{} is out of date", path.display());
                failed = true;
            }
        } else if let Err(error) = std::fs::write(&path, &file.content) {
            eprintln!("{}: {error}", path.display());
            failed = true;
        }
    }
    ExitCode::from(u8::from(failed))
}
