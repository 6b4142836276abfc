//! The command line without a process.

use echometry_engine::commands::{Output, parse_arguments, run};
use serde_json::Value;

/// The lines that a command prints for a file.
pub fn lines(command: &str, file: &[u8]) -> Vec<Value> {
    let arguments: Vec<String> = command.split_whitespace().map(str::to_owned).collect();
    let invocation = parse_arguments(&arguments).unwrap();
    let mut lines = Vec::new();
    run(&invocation.command, "a", file, &mut |output: Output| {
        lines.push(serde_json::from_str(&output.line).unwrap());
    });
    lines
}

/// The first line that `frame` prints for a file, with these options.
pub fn frame(options: &str, file: &[u8]) -> Value {
    lines(&format!("frame a {options}"), file).remove(0)
}

/// SHA-256 of every decoded frame of a file, or the code of its error.
pub fn frame_hashes(file: &[u8]) -> Vec<String> {
    let hash = |line: Value| {
        let text = line["sha256"].as_str().or(line["error"]["code"].as_str());
        text.unwrap().to_owned()
    };
    let frames = lines("frame a --frame all", file).into_iter();
    frames.map(hash).collect()
}
