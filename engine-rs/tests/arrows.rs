//! Which folder of the engine may use which, and no circle of modules.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Folders and files at the root of the crate in the order of their floors: each may use those
/// before it. `measure` and `segmentation` share one floor, because what is drawn and what is
/// measured are the same curves; `records` and `calibration` likewise.
const FLOORS: [&[&str]; 11] = [
    &["error", "limits", "units", "geometry"],
    &["spline"],
    &["records", "calibration"],
    &["dicom"],
    &["codecs", "video"],
    &["pixels"],
    &["cycles", "proposals"],
    &[
        "measure",
        "references",
        "segmentation",
        "envelope",
        "tracking",
    ],
    &["agreement", "deid", "workbench"],
    &["commands", "schema"],
    &["wasm"],
];
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

/// Module path of a file below `src`: `measure::study::order`, of a `mod.rs` its folder.
fn module(root: &Path, file: &Path) -> String {
    let below = file.strip_prefix(root).unwrap().with_extension("");
    let parts: Vec<&str> = below.iter().map(|part| part.to_str().unwrap()).collect();
    let parts = match parts.as_slice() {
        [folder @ .., "mod"] => folder,
        all => all,
    };
    parts.join("::")
}

/// Modules that a file uses outside of its tests, by path from the root.
fn uses(root: &Path, file: &Path, known: &BTreeSet<String>) -> BTreeSet<String> {
    let text = std::fs::read_to_string(file).unwrap();
    let text = text.split("#[cfg(test)]").next().unwrap();
    let own = module(root, file);
    let parent = own.rsplit_once("::").map_or("", |(parent, _)| parent);
    let mut found = BTreeSet::new();
    for statement in text.split(";\n") {
        let at = statement.find("use ");
        let Some(at) = at.filter(|&at| at == 0 || statement[..at].ends_with('\n')) else {
            found.extend(inline(statement, parent, known).filter(|module| *module != own));
            continue;
        };
        let path = statement[at + 4..].split_whitespace().collect::<String>();
        let path = match path.strip_prefix("super::") {
            Some(rest) if parent.is_empty() => rest.to_owned(),
            Some(rest) => format!("{parent}::{rest}"),
            None => match path.strip_prefix("crate::") {
                Some(rest) => rest.to_owned(),
                None => continue,
            },
        };
        let (stem, list) = match path.split_once("::{") {
            Some((stem, list)) => (stem.to_owned(), list.trim_end_matches('}').to_owned()),
            None => (path.clone(), String::new()),
        };
        let names = list.split(',').filter(|name| !name.is_empty());
        let all = names
            .map(|name| format!("{stem}::{name}"))
            .chain([stem.clone()]);
        for path in all {
            let mut parts: Vec<&str> = path.split("::").collect();
            while !parts.is_empty() && !known.contains(&parts.join("::")) {
                parts.pop();
            }
            // A stem that only leads to listed modules is not a use.
            let module = parts.join("::");
            let leads = path == stem
                && !list.is_empty()
                && list.split(',').all(|name| {
                    known.contains(&format!("{stem}::{}", name.split("::").next().unwrap()))
                });
            if !module.is_empty() && module != own && !leads {
                found.insert(module);
            }
        }
    }
    found
}

/// Modules that code names by a whole path in place of a `use`: `super::hue::hue_of(…)`.
fn inline<'a>(
    code: &'a str,
    parent: &'a str,
    known: &'a BTreeSet<String>,
) -> impl Iterator<Item = String> + 'a {
    let code = code
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    code.flat_map(move |line| {
        let paths = [("crate::", ""), ("super::", parent)].map(|(from, below)| {
            line.match_indices(from).map(move |(at, _)| {
                let rest = &line[at + from.len()..];
                let end = rest.find(|c: char| {
                    !(c.is_ascii_lowercase() || c == '_' || c == ':' || c.is_ascii_digit())
                });
                [below, &rest[..end.unwrap_or(rest.len())]].join("::")
            })
        });
        paths.into_iter().flatten().filter_map(|path| {
            let mut parts: Vec<&str> = path.split("::").filter(|part| !part.is_empty()).collect();
            while !parts.is_empty() && !known.contains(&parts.join("::")) {
                parts.pop();
            }
            (!parts.is_empty()).then(|| parts.join("::"))
        })
    })
}

fn graph() -> BTreeMap<String, BTreeSet<String>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&root, &mut files);
    let known: BTreeSet<String> = files.iter().map(|file| module(&root, file)).collect();
    let of_file = |file: &PathBuf| (module(&root, file), uses(&root, file, &known));
    files.iter().map(of_file).collect()
}

#[test]
fn uses_are_found_in_every_form_they_are_written_in() {
    let graph = graph();
    let uses = |module: &str, other: &str| graph[module].contains(other);
    assert!(uses("measure::evaluate", "measure::cycle_view"));
    assert!(uses("measure::definition", "measure::registry"));
    assert!(uses("measure::study::order", "measure::study::structure"));
    assert!(uses("commands::evaluate", "dicom::parse"));
    assert!(uses("dicom::pixel_format", "dicom::palette"));
    assert!(!uses("measure::cycle_view", "measure::definition"));
}

fn floor(module: &str) -> Option<usize> {
    let top = module.split("::").next().unwrap();
    FLOORS.iter().position(|floor| floor.contains(&top))
}

#[test]
fn every_folder_has_a_floor_and_uses_none_above_it() {
    let mut upward = BTreeSet::new();
    for (module, used) in graph() {
        if module == "lib" {
            continue;
        }
        let own = floor(&module).unwrap_or_else(|| panic!("{module} has no floor"));
        for other in used {
            if floor(&other).is_some_and(|other| other > own) {
                upward.insert(format!("{module} uses {other}"));
            }
        }
    }
    assert!(upward.is_empty(), "{upward:#?}");
}

#[test]
fn no_modules_use_each_other_in_a_circle() {
    let graph = graph();
    // A module is removed while it uses no remaining one, or no remaining one uses it: what remains
    // runs in circles.
    let mut left: BTreeMap<&str, BTreeSet<&str>> = graph
        .iter()
        .map(|(module, used)| (module.as_str(), used.iter().map(String::as_str).collect()))
        .collect();
    loop {
        let used: BTreeSet<&str> = left.values().flatten().copied().collect();
        let free: Vec<&str> = left
            .iter()
            .filter(|(module, uses)| {
                !used.contains(*module) || uses.iter().all(|used| !left.contains_key(used))
            })
            .map(|(module, _)| *module)
            .collect();
        if free.is_empty() {
            break;
        }
        for module in free {
            left.remove(module);
        }
    }
    let modules: BTreeSet<&str> = left.keys().copied().collect();
    for uses in left.values_mut() {
        uses.retain(|used| modules.contains(used));
    }
    assert!(left.is_empty(), "{left:#?}");
}
