//! Values that ultrasound machines printed into their own pictures, measured: calipers and axis
//! ticks of the real files, through the records and formulas that a person's marks go through.

use crate::support;

use echometry_engine::dicom::parse::Parser;
use echometry_engine::measure::study::configuration::{Configuration, Sets};
use echometry_engine::measure::study::evaluator::StudyEvaluator;
use echometry_engine::measure::study::facts::StudyFacts;
use echometry_engine::records::metadata::ImageMetadata;
use serde_json::{Value, json};
use support::shared_files::{collection, read};

/// Measures two pixels of an image along an axis; returns base units.
fn between(
    metadata: &ImageMetadata,
    modality: &str,
    kind: &str,
    ends: [[f64; 2]; 2],
) -> Option<f64> {
    let plane = modality == "2D";
    let points: Vec<Value> = ends
        .iter()
        .zip(["a", "b"])
        .map(|([x, y], name)| json!({"id": name, "x": x, "y": y, "type": name}))
        .collect();
    let line = json!({"name": "l", "finished": true, "shape": "nospline", "points": points});
    let drawn = json!({"lines": [line]});
    let segmentation = if plane {
        json!([{"end_diastole": drawn}])
    } else {
        json!([drawn])
    };
    let events = if plane {
        json!([{"end_diastole": 1}])
    } else {
        json!([{"onset_start": 0.0}])
    };
    let (base, axis) = kind.split_once(' ').unwrap_or((kind, ""));
    let unit = match base {
        "velocity" => "cm/s",
        "time" => "s",
        _ => "cm",
    };
    let mut definition =
        json!({"name": "m", "type": base, "line": "l", "points": ["a", "b"], "units": unit});
    if !axis.is_empty() {
        definition["axis"] = json!(axis);
    }
    if base == "velocity" {
        definition["points"] = json!(["a"]);
    }
    let types = json!({"name": "echo_image_types", "version": 1, "data": [{"type": "T", "patterns": [
        {"name": "normal", "lines": [{"name": "l", "interpolation": "linear",
            "control_points": [{"type": "a"}, {"type": "b"}]}]}]}]});
    let rows = json!([{"image_type": "T", "measurements": [definition]}]);
    let set = json!({"name": "echo_measurements", "version": 1, "data": rows});
    let configuration = Configuration::load(&Sets {
        image_types: &types,
        measurements: &set,
        calipers: None,
    })
    .unwrap();
    let mut study = StudyEvaluator::new(configuration, StudyFacts::default());
    study.set_file("i", metadata.clone());
    study.set_image(
        serde_json::from_value(
            json!({"id": "i", "filename": "i.dcm", "instance_id": "i", "type": "T",
            "modality": modality, "cardiac_events": events, "segmentation": segmentation}),
        )
        .unwrap(),
    );
    study.evaluate()[0].measurements[0].aggregate
}

/// Ticks of an axis are within so many pixels of their printed values.
fn ticks(metadata: &ImageMetadata, check: &Value, file: &str) -> usize {
    let flow = metadata.flow_region.as_ref().unwrap();
    let middle = [
        (flow.region_location_min_x + flow.region_location_max_x) / 2.0,
        (flow.region_location_min_y + flow.region_location_max_y) / 2.0,
    ];
    let tolerance = check["tolerance_px"].as_f64().unwrap_or(0.0);
    let spectrum = metadata
        .doppler_regions
        .iter()
        .any(|region| region.region_spatial_format == Some(3));
    let strip = if spectrum { "PW Doppler" } else { "M-Mode" };
    let axes = [
        ("tick_y_px_to_cm", "p2p-distance y", flow.spacing_y),
        ("tick_y_px_to_cm_per_s", "velocity", flow.spacing_y),
        ("tick_x_px_to_s", "time", flow.spacing_x),
    ];
    let mut checked = 0;
    for (key, kind, spacing) in axes {
        let list = check[key].as_array().map_or(&[][..], Vec::as_slice);
        for pair in list.windows(2) {
            let number = |tick: &Value, at: usize| tick[at].as_f64().unwrap();
            let place = |tick: &Value| {
                if key.contains("_x_") {
                    [number(tick, 0), middle[1]]
                } else {
                    [middle[0], number(tick, 0)]
                }
            };
            let found = between(metadata, strip, kind, [place(&pair[0]), place(&pair[1])]);
            let printed = match kind {
                "velocity" => number(&pair[0], 1),
                _ => number(&pair[1], 1) - number(&pair[0], 1),
            };
            let error_px = (found.unwrap_or(f64::NAN) - printed) / spacing;
            assert!(error_px.abs() <= tolerance, "{file} {key}: {error_px} px");
            checked += 1;
        }
    }
    checked
}

#[test]
fn what_machines_printed_is_measured_again() {
    let Some((folder, entries)) = collection() else {
        return;
    };
    let mut checks = 0;
    for entry in &entries {
        let Some(burned_in) = entry["burned_in_checks"].as_array() else {
            continue;
        };
        let file = entry["file"].as_str().unwrap();
        let metadata = Parser::parse(&read(&folder, entry))
            .unwrap()
            .metadata()
            .unwrap();
        for check in burned_in {
            if let Some(points) = check["points_px"].as_array() {
                let at = |point: &Value| [point[0].as_f64().unwrap(), point[1].as_f64().unwrap()];
                let ends = [at(&points[0]), at(&points[1])];
                let found = between(&metadata, "2D", "p2p-distance", ends).unwrap();
                let expected = check["expected_cm"].as_f64().unwrap();
                let tolerance = check["tolerance_cm"].as_f64().unwrap();
                assert!((found - expected).abs() <= tolerance, "{file}: {found} cm");
                checks += 1;
            }
            checks += ticks(&metadata, check, file);
        }
    }
    assert!(checks >= 13, "{checks} checks");
}
