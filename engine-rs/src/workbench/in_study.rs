//! The formulas that may measure a value of a study, side by side with what a shaking hand does.

use super::jitter::{Compared, Jitter, compare_formulas, shake};
use super::seeded::Seeded;
use crate::measure::refusal::MeasurementRefusal;
use crate::measure::study::evaluator::StudyEvaluator;

/// A direct value by every formula that its definition offers; a calculated one by its own, with
/// its inputs from the same shaken drawing. None where it is not measured.
///
/// # Errors
/// Faults of the jitter.
pub fn compare_in_study(
    study: &mut StudyEvaluator,
    (instance_id, name): (&str, &str),
    jitter: &Jitter,
) -> Result<Option<Vec<Compared>>, String> {
    jitter.check()?;
    let Some(drawn) = study.drawn(instance_id, name) else {
        return Ok(None);
    };
    if let Some(definitions) = drawn.alternatives() {
        return compare_formulas(drawn.image, &definitions, jitter).map(Some);
    }
    let image = drawn.image.clone();
    let loaded = drawn.measured.loaded.as_ref();
    let formula = loaded.map_or("", |loaded| {
        loaded.definition.formula_on(image.modality).name
    });
    let refused = loaded.err().map(MeasurementRefusal::code);
    let mut normal = Seeded::new(u64::from(jitter.seed));
    let shaken = (0..jitter.most_drawings()).map(|_| shake(&image, jitter, &mut normal));
    let (value, values) = study.aggregates_on((instance_id, name), shaken, jitter.rounds as usize);
    let value = refused.map_or(Ok(value), Err);
    let compared = Compared::of((name, formula), value, values);
    Ok(Some(vec![compared]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::study::configuration::{Configuration, Sets};
    use crate::measure::study::facts::StudyFacts;
    use serde_json::{Value, json};

    const RECORD: &str = r#"{
        "id": "1", "filename": "a.dcm", "instance_id": "1", "type": "still", "view": "v",
        "modality": "2D", "reference": true, "additional_labels": {}, "accepted": null,
        "score": null, "comments": [], "comments_review": [], "urls": null, "active": true,
        "missing_image": false, "validated": false, "cycles_segmented": 1, "onset_type": null,
        "cardiac_events": [], "is_annotated": false, "is_segmented": true, "is_measured": false,
        "segmentation": [], "measurements": [], "measurements_caliper": [],
        "correct_aliasing": null, "dicom": null, "calibration": null, "config_versions": {},
        "metadata": {"number_of_frames": 1, "width": 800, "height": 600, "frame_rate": null,
            "manufacturer": null, "modality": "US",
            "flow_region": {"region_location_min_x": 0, "region_location_max_x": 799,
                "region_location_min_y": 0, "region_location_max_y": 599, "spacing_x": 0.1,
                "spacing_y": 0.1, "physical_delta_x": 0.1, "physical_delta_y": 0.1,
                "reference_x": null, "reference_y": null, "units_x": "cm", "units_y": "cm"},
            "doppler_regions": [{"region_spatial_format": 1, "region_data_type": 1,
                "region_flags": 0, "region_location_min_x0": 0, "region_location_min_y0": 0,
                "region_location_max_x1": 799, "region_location_max_y1": 599,
                "reference_pixel_x0": null, "reference_pixel_y0": null,
                "physical_delta_x": 0.1, "physical_delta_y": 0.1, "physical_units_x": 3,
                "physical_units_y": 3, "reference_pixel_physical_value_x": null,
                "reference_pixel_physical_value_y": null}]}
    }"#;

    /// A square of pixels of 0.1 cm with the lines `a` and `b`, 400 and 300 px long.
    fn study() -> StudyEvaluator {
        let line = |name: &str, y: u32, length: u32| {
            json!({"name": name, "finished": true, "shape": "nospline", "pattern": "normal",
                "frame_number": null, "points": [point(name, 0, 200, y), point(name, 1, 200 + length, y)]})
        };
        fn point(line: &str, number: u32, x: u32, y: u32) -> Value {
            json!({"id": format!("{line}{number}"), "x": x, "y": y, "type": "end",
                "forced_to_zero": false, "locked": false, "on_onset": false, "same_as_start": false,
                "same_as_end": false, "show_label_in_image": false, "abbreviation": null})
        }
        let types = json!({"name": "echo_image_types", "version": 1, "data": [{
            "type": "still", "patterns": [{"name": "normal", "lines": [
                {"name": "a", "shape": "nospline", "interpolation": "linear", "user_defined_points": false, "control_points": []},
                {"name": "b", "shape": "nospline", "interpolation": "linear", "user_defined_points": false, "control_points": []}]}]}]});
        let distance =
            |line: &str| json!({"name": line, "type": "distance", "line": line, "units": "cm"});
        let measurements = json!({"name": "echo_measurements", "version": 1, "data": [{
            "image_type": "still", "measurements": [distance("a"), distance("b"),
                {"name": "a / b", "type": "ratio", "units": "", "inputs": ["a", "b"]}]}]});
        let configuration = Configuration::open(&Sets {
            image_types: &types,
            measurements: &measurements,
            calipers: None,
        });
        let mut study = StudyEvaluator::new(configuration.unwrap(), StudyFacts::default());
        let mut record: Value = serde_json::from_str(RECORD).unwrap();
        record["segmentation"] = json!([{"lines": [line("a", 100, 400), line("b", 200, 300)]}]);
        study.set_image(serde_json::from_value(record).unwrap());
        study
    }

    #[test]
    fn a_calculated_value_shakes_with_the_drawing_it_takes_its_inputs_from() {
        // The ratio of two lengths whose ends move by s: to first order its relative variance is
        // the sum of both, 2 s^2 / a^2 + 2 s^2 / b^2.
        let jitter = Jitter {
            rounds: 20_000,
            ..Jitter::default()
        };
        let mut study = study();
        let found = compare_in_study(&mut study, ("1", "a / b"), &jitter)
            .unwrap()
            .unwrap();
        let [ratio] = found.as_slice() else {
            panic!("{found:?}")
        };
        let (a, b, s) = (40.0_f64, 30.0_f64, 0.1_f64);
        let expected = a / b * s * (2.0 / (a * a) + 2.0 / (b * b)).sqrt();
        assert_eq!(ratio.value, Some(a / b));
        assert!(
            (ratio.sd.unwrap() / expected - 1.0).abs() < 0.02,
            "{ratio:?}"
        );
        // The study is as it was.
        let again = compare_in_study(
            &mut study,
            ("1", "a"),
            &Jitter {
                rounds: 0,
                ..jitter
            },
        );
        assert_eq!(again.unwrap().unwrap()[0].value, Some(a));
        assert!(
            compare_in_study(&mut study, ("1", "c"), &Jitter::default())
                .unwrap()
                .is_none()
        );
    }
}
