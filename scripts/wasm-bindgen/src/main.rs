//! Binds a WebAssembly module to JavaScript by wasm-bindgen's own library, for the arguments that wasm-pack hands
//! over. The published program brings a test runner and two HTTP stacks besides, which take twice as long to compile.
#![forbid(unsafe_code)]

use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

/// Status for wrong usage.
const USAGE: u8 = 2;

struct Arguments {
    input: String,
    out_dir: String,
    out_name: Option<String>,
    typescript: bool,
    demangle: bool,
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.iter().any(|argument| argument == "--version") {
        println!("wasm-bindgen {}", env!("CARGO_PKG_VERSION"));
        return ExitCode::SUCCESS;
    }
    match parse(&arguments) {
        Ok(arguments) => match bind(&arguments) {
            Ok(()) => ExitCode::SUCCESS,
            Err(text) => {
                eprintln!("{}: {text}", arguments.input);
                ExitCode::FAILURE
            }
        },
        Err(text) => {
            eprintln!(
                "{text}\nusage: wasm-bindgen INPUT --target web --out-dir FOLDER [--out-name NAME] [--typescript | --no-typescript] [--no-demangle]"
            );
            ExitCode::from(USAGE)
        }
    }
}

fn parse(arguments: &[String]) -> Result<Arguments, String> {
    let (mut input, mut out_dir, mut out_name) = (None, None, None);
    let (mut typescript, mut demangle) = (true, true);
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        let mut value = || {
            rest.next()
                .cloned()
                .ok_or(format!("{argument} needs a value"))
        };
        match argument.as_str() {
            "--out-dir" => out_dir = Some(value()?),
            "--out-name" => out_name = Some(value()?),
            "--target" => match value()?.as_str() {
                "web" => (),
                other => return Err(format!("the target {other} is not supported, only web")),
            },
            "--typescript" => typescript = true,
            "--no-typescript" => typescript = false,
            "--no-demangle" => demangle = false,
            option if option.starts_with("--") => return Err(format!("{option} is not supported")),
            file => input = Some(file.to_owned()),
        }
    }
    Ok(Arguments {
        input: input.ok_or("no input is named")?,
        out_dir: out_dir.ok_or("--out-dir is missing")?,
        out_name,
        typescript,
        demangle,
    })
}

fn bind(arguments: &Arguments) -> Result<(), String> {
    let mut bindgen = Bindgen::new();
    let bindgen = bindgen.web(true).map_err(|error| format!("{error:#}"))?;
    bindgen
        .input_path(&arguments.input)
        .typescript(arguments.typescript)
        .demangle(arguments.demangle)
        .omit_default_module_path(false);
    if let Some(name) = &arguments.out_name {
        bindgen.out_name(name);
    }
    bindgen
        .generate(&arguments.out_dir)
        .map_err(|error| format!("{error:#}"))
}
