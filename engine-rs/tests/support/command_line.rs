//! The command line without a process.

use echometry_engine::commands::{Output, parse_arguments, run};
use serde_json::Value;

/// What `frame` prints first for a file, with these options.
pub fn frame(options: &str, file: &[u8]) -> Value {
    let arguments: Vec<String> = format!("frame a {options}")
        .split_whitespace()
        .map(str::to_owned)
        .collect();
    let invocation = parse_arguments(&arguments).unwrap();
    let mut lines = Vec::new();
    run(&invocation.command, "a", file, &mut |output: Output| {
        lines.push(serde_json::from_str(&output.line).unwrap());
    });
    lines.remove(0)
}
