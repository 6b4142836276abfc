//! `generate-types FOLDER [--check]`: the contract's TypeScript and JSON Schema.

use std::path::Path;
use std::process::ExitCode;

use echometry_engine::schema::generated_files;

/// Writes the generated contract files, or with `--check` fails when one differs.
pub fn generate_types(arguments: &[String]) -> ExitCode {
    let check = arguments.iter().any(|argument| argument == "--check");
    let folders: Vec<&String> = arguments.iter().filter(|a| !a.starts_with("--")).collect();
    let [folder] = folders.as_slice() else {
        eprintln!("usage: generate-types FOLDER [--check]");
        return ExitCode::from(super::WRONG_USAGE);
    };
    let mut failed = false;
    for file in generated_files() {
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
