//! The command line, for `engine:wasm`.

use serde::Serialize;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::convert::{from_json, throw, to_json};
use crate::commands::{
    CONFIG_FILES, OPTIONAL_CONFIG_FILES, Output, Role, Session, error_output, parse_arguments, run,
};
use crate::error::EngineError;

/// Files to read: `role` is `main`, `dicom` (a file, or a folder with everything below it) or
/// `config` (a folder with `config_files`, and with `optional_config_files` where they are there).
#[derive(Serialize)]
struct Inputs<'a> {
    inputs: Vec<InputPath<'a>>,
    config_files: [&'static str; 2],
    optional_config_files: [&'static str; 1],
    out: Option<&'a str>,
}

#[derive(Serialize)]
struct InputPath<'a> {
    role: Role,
    path: &'a str,
}

/// A command line, read once and run over each file.
#[wasm_bindgen]
pub struct CommandLine {
    session: Session,
    outputs: std::collections::VecDeque<Output>,
    failed: bool,
}

/// One line of output.
#[wasm_bindgen]
pub struct CommandOutput {
    inner: Output,
}

#[wasm_bindgen]
impl CommandLine {
    /// From the arguments after the program's name, as a JSON list.
    ///
    /// # Errors
    /// `usage`.
    #[wasm_bindgen(constructor)]
    pub fn new(arguments_json: &str) -> Result<Self, JsValue> {
        let arguments: Vec<String> = from_json("arguments", arguments_json)?;
        Ok(Self {
            session: Session::new(parse_arguments(&arguments).map_err(throw)?),
            outputs: std::collections::VecDeque::new(),
            failed: false,
        })
    }

    /// Text to print instead of running, where help was requested; undefined otherwise.
    pub fn help(&self) -> Option<String> {
        self.session.help().map(str::to_owned)
    }

    /// `{inputs: [{role, path}], config_files, optional_config_files, out}` as JSON: what to read and feed in this order,
    /// and where `--out` writes.
    ///
    /// # Errors
    /// None in practice.
    pub fn inputs(&self) -> Result<String, JsValue> {
        let inputs = self.session.inputs().into_iter();
        to_json(&Inputs {
            inputs: inputs
                .map(|(role, path)| InputPath { role, path })
                .collect(),
            config_files: CONFIG_FILES,
            optional_config_files: OPTIONAL_CONFIG_FILES,
            out: self.session.out(),
        })
    }

    /// Takes one file in its role (`main`, `dicom`, `dicom_found` below a folder, `config`); its lines are taken by `next`.
    ///
    /// # Errors
    /// `invalid-argument` for an unknown role.
    pub fn feed(&mut self, role: &str, file: &str, bytes: &[u8]) -> Result<(), JsValue> {
        let role: Role = from_json("role", &to_json(role)?)?;
        let outputs = &mut self.outputs;
        let failed = &mut self.failed;
        self.session.feed(role, file, bytes, &mut |output| {
            *failed |= output.failed;
            outputs.push_back(output);
        });
        Ok(())
    }

    /// The line of a file that could not be read, for the same reason as natively: `no such file`,
    /// `no such folder`, `permission denied`, `is a folder`, `input error`.
    pub fn unreadable(&mut self, file: &str, detail: &str) {
        let error = EngineError::FileUnreadable {
            detail: detail.to_owned(),
        };
        self.failed = true;
        self.outputs.push_back(error_output(file, &error));
    }

    /// The next line; undefined when all are taken.
    #[wasm_bindgen(js_name = next)]
    pub fn next_output(&mut self) -> Option<CommandOutput> {
        let inner = self.outputs.pop_front()?;
        Some(CommandOutput { inner })
    }

    /// Some line so far reports an error.
    pub fn failed(&self) -> bool {
        self.failed
    }
}

#[wasm_bindgen]
impl CommandOutput {
    /// JSON text without line end.
    pub fn line(&self) -> String {
        self.inner.line.clone()
    }

    /// Name of the file to write into the folder of `--out`; undefined without one.
    pub fn file_name(&self) -> Option<String> {
        self.inner.file.as_ref().map(|file| file.0.clone())
    }

    /// Content of that file.
    pub fn file_bytes(&self) -> Vec<u8> {
        self.inner
            .file
            .as_ref()
            .map_or_else(Vec::new, |file| file.1.clone())
    }
}

/// Runs one command (`info`, `frame`) over one file; returns its lines, each ended by a
/// line feed. `args_json` holds the options without file names.
///
/// # Errors
/// `usage`.
#[wasm_bindgen]
pub fn command(
    name: &str,
    args_json: &str,
    file_name: &str,
    bytes: &[u8],
) -> Result<String, JsValue> {
    let mut arguments: Vec<String> = vec![name.to_owned()];
    arguments.extend(from_json::<Vec<String>>("arguments", args_json)?);
    arguments.push(file_name.to_owned());
    let invocation = parse_arguments(&arguments).map_err(throw)?;
    let mut lines = String::new();
    run(&invocation.command, file_name, bytes, &mut |output| {
        lines.push_str(&output.line);
        lines.push('\n');
    });
    Ok(lines)
}
