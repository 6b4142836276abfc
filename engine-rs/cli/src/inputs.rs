//! Files that the paths of a command line lead to.

use std::path::Path;

use echometry_engine::commands::{CONFIG_FILES, OPTIONAL_CONFIG_FILES, Role};

/// Deepest folder that is looked into, so that a link to a parent ends.
const MAX_DEPTH: usize = 16;

/// The files of a path in its role, in the order of their names: a folder of images is everything
/// below it, a folder of configuration the sets that are needed and those that are there. A folder
/// that does not exist is returned itself, so that reading reports it.
pub fn files_of(role: Role, path: &str) -> Vec<(Role, String)> {
    let inside = |name: &str| format!("{}/{name}", path.trim_end_matches('/'));
    match role {
        Role::Config if Path::new(path).is_dir() => {
            let there = |name: &&&str| Path::new(&inside(name)).exists();
            let optional = OPTIONAL_CONFIG_FILES.iter().filter(there);
            let files = CONFIG_FILES.iter().chain(optional);
            files.map(|name| (role, inside(name))).collect()
        }
        Role::Dicom if Path::new(path).is_dir() => {
            let mut files = Vec::new();
            walk(path.trim_end_matches('/'), MAX_DEPTH, &mut files);
            let found = files.into_iter();
            found.map(|file| (Role::DicomFound, file)).collect()
        }
        _ => vec![(role, path.to_owned())],
    }
}

fn walk(folder: &str, depth: usize, files: &mut Vec<String>) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        // It is named as a file, so that reading reports the reason.
        files.push(folder.to_owned());
        return;
    };
    let names = entries.flatten().map(|entry| entry.file_name());
    let mut names: Vec<String> = names
        .map(|name| name.to_string_lossy().into_owned())
        .collect();
    names.sort();
    for name in names {
        let path = format!("{folder}/{name}");
        if !Path::new(&path).is_dir() {
            files.push(path);
        } else if depth > 0 {
            walk(&path, depth - 1, files);
        }
    }
}
