//! The golden cases: expected values that were not computed with this engine.

use std::path::{Path, PathBuf};

use echometry_engine::commands::{Output, parse_arguments, run};
use echometry_engine::measure::registry::KINDS;
use serde_json::Value;
use sha2::{Digest, Sha256};

/// The golden files and the number of cases each holds.
const FILES: [(&str, &str, usize); 2] = [
    ("splines", "golden-splines.json", 14),
    ("measure", "golden-measurements.json", 72),
];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/golden")
}

fn lines(command: &str, file: &str, bytes: &[u8]) -> Vec<Output> {
    let invocation = parse_arguments(&[command.to_owned(), file.to_owned()]).unwrap();
    let mut lines = Vec::new();
    run(&invocation.command, file, bytes, &mut |line| {
        lines.push(line)
    });
    lines
}

#[test]
fn every_golden_case_is_answered() {
    for (command, file, cases) in FILES {
        let bytes = std::fs::read(folder().join(file)).unwrap();
        let lines = lines(command, file, &bytes);
        let failing: Vec<&str> = lines
            .iter()
            .filter(|line| line.failed)
            .map(|line| line.line.as_str())
            .collect();
        assert!(failing.is_empty(), "{}", failing.join("\n"));
        let counts = &lines.last().unwrap().line;
        assert_eq!(counts, &format!("{cases} passed, 0 failed"));
    }
}

#[test]
fn a_changed_expectation_fails_with_what_was_found() {
    for (command, file, cases) in FILES {
        let text = std::fs::read_to_string(folder().join(file)).unwrap();
        let changed = match command {
            "splines" => text.replace("828.296211891688", "828.3"),
            _ => text.replace("118.24324324324324", "118.25"),
        };
        assert_ne!(text, changed);
        let lines = lines(command, file, changed.as_bytes());
        assert!(lines.iter().all(|line| line.failed) && lines.len() == 2);
        let record: Value = serde_json::from_str(&lines[0].line).unwrap();
        assert!(record["got"].is_array() || record["got"].is_object());
        assert_eq!(lines[1].line, format!("{} passed, 1 failed", cases - 1));
    }
}

#[test]
fn the_copies_are_those_of_the_specification() {
    let shared = std::env::var_os("ECHOMETRY_SHARED").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared"),
        PathBuf::from,
    );
    if !shared.is_dir() {
        println!(
            "SKIPPED: no specification beside the checkout; name its folder in ECHOMETRY_SHARED"
        );
        return;
    }
    for (_, file, _) in FILES {
        let digest = |path: PathBuf| Sha256::digest(std::fs::read(path).unwrap());
        assert_eq!(
            digest(shared.join("spec").join(file)),
            digest(folder().join(file)),
            "{file}"
        );
    }
}

/// Cases of our own, one file per kind, with how each expected value was derived.
fn own_cases() -> Vec<(String, Value)> {
    let folder = folder().join("measure");
    let files = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let mut cases: Vec<(String, Value)> = files
        .filter(|path| path.extension().is_some_and(|ending| ending == "json"))
        .map(|path| {
            let text = std::fs::read_to_string(&path).unwrap();
            (text.clone(), serde_json::from_str(&text).unwrap())
        })
        .collect();
    cases.sort_by_key(|(text, _)| text.clone());
    cases
}

#[test]
fn every_kind_and_formula_has_cases_of_its_own() {
    let files = own_cases();
    assert_eq!(files.len(), KINDS.len());
    for kind in KINDS {
        let file = files.iter().find(|(_, file)| file["kind"] == kind.name);
        let (_, file) = file.unwrap_or_else(|| panic!("{} has no golden file", kind.name));
        let cases = file["cases"].as_array().unwrap();
        let definition = |case: &Value| case["input"]["definition"].clone();
        for formula in kind
            .formulas
            .iter()
            .filter(|formula| !formula.name.is_empty())
        {
            let named = |case: &&Value| definition(case)["formula"] == formula.name;
            let usual = |case: &&Value| definition(case)["formula"].is_null();
            let covered = cases.iter().any(|case| named(&case))
                || formula.name == kind.formulas[0].name && cases.iter().any(|case| usual(&case));
            assert!(covered, "{} {}", kind.name, formula.name);
        }
        let derived = |case: &Value| !case["derivation"].as_str().unwrap_or_default().is_empty();
        assert!(cases.iter().all(derived), "{}", kind.name);
        let null = |case: &Value| {
            let expected = &case["expected"];
            let values = expected["values"].as_array().unwrap();
            !expected["error"].is_null() || values.is_empty() || values.contains(&Value::Null)
        };
        assert!(
            cases.iter().any(null),
            "{} shows no invalid case",
            kind.name
        );
    }
}

#[test]
fn a_kind_has_one_source_one_golden_file_and_one_line_of_the_registry_by_one_name() {
    let measure = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/measure");
    let names = |folder: PathBuf, ending: &str| -> Vec<String> {
        let mut names: Vec<String> = std::fs::read_dir(folder)
            .unwrap()
            .filter_map(|entry| {
                let name = entry.unwrap().file_name().into_string().unwrap();
                Some(name.strip_suffix(ending)?.to_owned())
            })
            .filter(|name| name != "mod")
            .collect();
        names.sort();
        names
    };
    let sources = names(measure.join("formulas"), ".rs");
    assert_eq!(sources, names(folder().join("measure"), ".json"));
    assert_eq!(sources.len(), KINDS.len());
    let registry = std::fs::read_to_string(measure.join("registry.rs")).unwrap();
    for name in sources {
        let source = measure.join("formulas").join(format!("{name}.rs"));
        let source = std::fs::read_to_string(source).unwrap();
        let golden = folder().join("measure").join(format!("{name}.json"));
        let golden: Value = serde_json::from_slice(&std::fs::read(golden).unwrap()).unwrap();
        let kind = golden["kind"].as_str().unwrap();
        assert!(source.contains(&format!("    name: \"{kind}\",")), "{name}");
        assert_eq!(
            registry.matches(&format!("&f::{name}::KIND,")).count(),
            1,
            "{name}"
        );
    }
}

#[test]
fn every_case_of_our_own_is_answered() {
    for (text, file) in own_cases() {
        let lines = lines("measure", "own", text.as_bytes());
        let failing: Vec<&str> = lines
            .iter()
            .filter(|line| line.failed)
            .map(|line| line.line.as_str())
            .collect();
        assert!(failing.is_empty(), "{}", failing.join("\n"));
        let cases = file["cases"].as_array().unwrap().len();
        assert_eq!(
            lines.last().unwrap().line,
            format!("{cases} passed, 0 failed")
        );
    }
}
