//! `docs/formulas.md`: every kind and formula of the registry on one page.

use super::GeneratedFile;
use crate::measure::kind::{Compute, Kind, Lines};
use crate::measure::reference;
use crate::measure::registry::KINDS;

const INTRODUCTION: &str = "\
<!-- Written by `echometry-engine generate-docs docs` from the registry. Do not edit. -->
# Formulas

Every kind of measurement with its formulas. Values are in base units (cm, cm2, ml, s, cm/s, cm/s2, mmHg, bpm, %) before the `unit_scale` of a definition. A value that cannot be computed is null in the place of its cycle; the aggregate is the mean of the values that are there. Nothing is measured on an image without a scale. Every stored value names the formula and version it was computed with. Research software: none of this is for primary diagnosis.
";

/// Files of `docs` that are made from the registry.
pub fn generated_docs() -> Vec<GeneratedFile> {
    let mut content = INTRODUCTION.to_owned();
    content.push_str("\n| kind | formulas |\n|---|---|\n");
    for kind in KINDS {
        let named = kind.formulas.iter().map(|formula| formula.name);
        let names: Vec<&str> = named.filter(|name| !name.is_empty()).collect();
        let anchor = kind.name.to_lowercase().replace(' ', "-");
        content.push_str(&format!(
            "| [{}](#{anchor}) | {} |\n",
            kind.name,
            names.join(", ")
        ));
    }
    for kind in KINDS {
        content.push_str(&section(kind));
    }
    content.push_str(&references());
    vec![GeneratedFile {
        name: "formulas.md",
        content,
    }]
}

fn section(kind: &Kind) -> String {
    let mut text = format!("\n## {}\n{}\n\n", kind.name, how(kind));
    text.push_str(
        "| formula | version | equation | inputs | unit | source |\n|---|---|---|---|---|---|\n",
    );
    for (place, formula) in kind.formulas.iter().enumerate() {
        let mut name = formula.name.to_owned();
        if kind.formulas.len() > 1 && place == 0 {
            name.push_str(" (usual)");
        }
        if !name.is_empty() && formula.name == kind.usual_on_planes {
            name.push_str(" (usual in 2D)");
        }
        let unit = match formula.unit.words() {
            "" => "none",
            words => words,
        };
        let cells = [
            name.as_str(),
            &formula.version.to_string(),
            formula.equation,
            formula.inputs,
            unit,
            formula.source,
        ]
        .map(|cell| cell.replace('|', "\\|"));
        text.push_str(&format!("| {} |\n", cells.join(" | ")));
    }
    text.push_str(&format!("\nInvalid: {}.", kind.invalid));
    if kind.independent_of_direction {
        text.push_str(
            " The same for flow of either direction; a negative `unit_scale` is refused.",
        );
    }
    text.push('\n');
    text
}

/// Inputs of the usual formula of a kind.
fn how(kind: &Kind) -> String {
    let usual = &kind.formulas[0];
    let also = if kind
        .formulas
        .iter()
        .any(|formula| formula.from_inputs.is_some())
    {
        ", or from the measurements that `inputs` names"
    } else {
        ""
    };
    match &usual.compute {
        Compute::Cycle(per_cycle) if per_cycle.lines == Lines::ONE => {
            format!("From one line, or named points of it, in each cycle{also}.")
        }
        Compute::Cycle(per_cycle) if per_cycle.lines == Lines::GAP_OR_CONTOUR => {
            format!("From two lines of a strip, or one contour of a plane, in each cycle{also}.")
        }
        Compute::Cycle(_) => {
            format!("From two lines, or named points of them, in each cycle{also}.")
        }
        Compute::Inputs(from) => format!(
            "From {} other measurements, by cycle where they are equally many, otherwise from \
             their aggregates.",
            from.count.words()
        ),
        Compute::Events(events) => format!(
            "From an end-diastolic and an end-systolic value of each cycle: two inputs, or {} at \
             both events.",
            events.of.name
        ),
        Compute::Marks(_) => format!("From the marks of all cycles{also}."),
        Compute::Series(_) => "A series of pairs for each cycle; it has no aggregate.".to_owned(),
    }
}

fn references() -> String {
    let mut text = "\n## References\nMedians that `reference-multiple` divides by, in base units; null outside of the weeks.\n\n| reference | weeks | median at 32 weeks |\n|---|---|---|\n".to_owned();
    for (name, [first, last]) in reference::all() {
        let median =
            reference::median(name, 32.0).map_or_else(String::new, |median| format!("{median:.3}"));
        text.push_str(&format!("| {name} | {first} to {last} | {median} |\n"));
    }
    text
}
