//! Programs of other projects.

use std::process::{Command, Stdio};

/// Whether the program starts. Its absence is a failure where `npm test` has installed it, and is reported otherwise.
pub fn is_there(program: &str, arguments: &[&str], package: &str) -> bool {
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::null());
    if command
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok()
    {
        return true;
    }
    assert!(
        std::env::var_os("ECHOMETRY_ENCODERS").is_none(),
        "{program} is not installed ({package})"
    );
    super::aloud(&format!("SKIPPED: {program} is not installed ({package})"));
    false
}
