//! Command line of the engine: reads files, prints what the library answers.

use std::path::Path;
use std::process::ExitCode;

use echometry_engine::schema::generated_files;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.split_first() {
        Some((command, rest)) if command == "generate-types" => generate_types(rest),
        _ => usage("info | frame | generate-types"),
    }
}

fn usage(text: &str) -> ExitCode {
    eprintln!("usage: echometry-engine {text}");
    ExitCode::from(2)
}

/// Writes the generated contract files, or with `--check` fails when one differs.
fn generate_types(arguments: &[String]) -> ExitCode {
    let check = arguments.iter().any(|argument| argument == "--check");
    let folders: Vec<&String> = arguments.iter().filter(|a| !a.starts_with("--")).collect();
    let [folder] = folders.as_slice() else {
        return usage("generate-types FOLDER [--check]");
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
