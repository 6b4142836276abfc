//! The configuration that is shipped: every definition loads, names an existing kind, and its unit
//! is what its scale makes of the formula's unit.

use std::collections::BTreeSet;
use std::path::Path;

use echometry_engine::measure::image::Modality;
use echometry_engine::measure::kind::ResultUnit;
use echometry_engine::measure::registry::KINDS;
use echometry_engine::measure::study::configuration::{Configuration, Sets};
use echometry_engine::measure::study::configured::Configured;
use serde_json::Value;

fn set(name: &str) -> Value {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../contract/config");
    let text = std::fs::read_to_string(folder.join(format!("{name}.json"))).unwrap();
    serde_json::from_str(&text).unwrap()
}

fn shipped() -> Configuration {
    Configuration::load(&Sets {
        image_types: &set("echo_image_types"),
        measurements: &set("echo_measurements"),
        calipers: Some(&set("echo_caliper")),
    })
    .unwrap()
}

#[test]
fn every_definition_loads_and_is_computed_once() {
    let configuration = shipped();
    let rows = set("echo_measurements");
    let rows = rows["data"].as_array().unwrap();
    let defined: usize = rows
        .iter()
        .map(|row| row["measurements"].as_array().unwrap().len())
        .sum();
    assert!(defined > 250, "{defined}");
    let order: Vec<_> = configuration.in_order().collect();
    assert_eq!(order.iter().collect::<BTreeSet<_>>().len(), defined);
    assert_eq!(order.len(), defined);
    for row in rows {
        for definition in row["measurements"].as_array().unwrap() {
            let named = definition["type"].as_str().unwrap();
            let kind = |name: &str| KINDS.iter().any(|kind| kind.name == name);
            assert!(
                kind(named) || named.starts_with("slope-derivative_"),
                "{definition}"
            );
        }
    }
}

#[test]
fn every_choice_of_formula_exists() {
    let configuration = shipped();
    for row in set("echo_measurements")["data"].as_array().unwrap() {
        let image_type = row["image_type"].as_str().unwrap();
        let loaded = configuration.of_type(image_type);
        for (configured, raw) in loaded.iter().zip(row["measurements"].as_array().unwrap()) {
            for name in raw["formulas"].as_array().into_iter().flatten() {
                let definition = &configured.loaded.as_ref().unwrap().definition;
                let found = definition.kind.formula(name.as_str().unwrap());
                assert!(found.is_some(), "{raw}");
            }
        }
    }
}

/// Unit that a scale makes of a base unit.
fn scaled(base: &str, scale: f64) -> Option<&'static str> {
    Some(match (base, scale) {
        ("cm", 10.0) => "mm",
        ("s", 1000.0) => "ms",
        ("cm/s", 0.01) => "m/s",
        ("cm", 1.0) => "cm",
        ("cm2", 1.0) => "cm2",
        ("ml", 1.0) => "ml",
        ("s", 1.0) => "s",
        ("cm/s", 1.0) => "cm/s",
        ("cm/s2", 1.0) => "cm/s2",
        ("mmHg", 1.0) => "mmHg",
        ("mmHg/s", 1.0) => "mmHg/s",
        ("bpm", 1.0) => "bpm",
        ("%", 1.0) => "%",
        ("g", 1.0) => "g",
        ("deg", 1.0) => "deg",
        ("", 1.0 | 2.0) => "",
        ("", 100.0) => "%",
        _ => return None,
    })
}

fn modality(image_type: &str) -> Modality {
    if image_type.contains(" 2D") {
        Modality::TwoD
    } else {
        Modality::Doppler
    }
}

#[test]
fn units_are_what_the_scale_makes_of_the_formula() {
    let configuration = shipped();
    let mut of_inputs = 0;
    for image_type in configuration.image_types() {
        let rows = configuration.of_type(image_type);
        for Configured {
            loaded,
            presentation,
            ..
        } in rows
        {
            let definition = &loaded.as_ref().unwrap().definition;
            let base = match definition.formula_on(modality(image_type)).unit {
                ResultUnit::OfTheRatio => "",
                ResultUnit::OfTheAxis => "cm",
                unit => unit.words(),
            };
            let scale = definition.unit_scale.abs();
            let found = scaled(base, scale);
            let of_other = ["as the inputs", "of the product", "of the input per m2"]
                .contains(&base)
                || definition.kind.name == "ratio" && *presentation.units == *"ms";
            if of_other {
                of_inputs += 1;
            } else {
                let expected = Some(&*presentation.units);
                assert_eq!(
                    found, expected,
                    "{image_type} {} {base} {scale}",
                    definition.name
                );
            }
        }
    }
    assert!(of_inputs > 3);
}
