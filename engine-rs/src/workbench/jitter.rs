//! The formula bench: definitions on the same geometry, and what a shaking hand does to them.
//!
//! Every point is moved by a normal distribution of so many pixels and every mark by one of so many
//! frames or columns, again and again; the spread of the results is the reproducibility that the
//! drawing itself allows. The numbers come from a seed, so a run can be repeated to the bit.

use std::collections::BTreeMap;
use std::rc::Rc;

use serde::{Deserialize, Serialize};

use super::seeded::Seeded;
use crate::cycles::propagate::Onsets;
use crate::measure::definition::Definition;
use crate::measure::evaluate::evaluate;
use crate::measure::image::{Image, Line, Modality};
use crate::measure::marks::Event;
use crate::measure::refusal::MeasurementRefusal;
use crate::segmentation::pins::{PinContext, apply};

/// Most repetitions.
pub const MAX_ROUNDS: u32 = 100_000;
/// Most drawings for one repetition, where shaken points cross and some cycle has no value.
const MAX_TRIES: u32 = 10;
/// Standard deviations that hold 95 % of a normal distribution.
pub(super) const Z_OF_95_PERCENT: f64 = 1.96;

/// How points and marks are moved.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(default, deny_unknown_fields)]
pub struct Jitter {
    /// Standard deviation of each coordinate of a point, px.
    pub points_px: f64,
    /// Standard deviation of a mark: frames of a plane, columns of a strip.
    pub events: f64,
    /// Repetitions; 0 compares only the formulas.
    pub rounds: u32,
    /// Where the pseudo-random numbers start.
    pub seed: u32,
}

impl Default for Jitter {
    fn default() -> Self {
        Self {
            points_px: 1.0,
            events: 1.0,
            rounds: 1000,
            seed: 1,
        }
    }
}

impl Jitter {
    /// # Errors
    /// Its fault, in words.
    pub fn check(&self) -> Result<(), String> {
        let usable = |amount: f64| amount.is_finite() && amount >= 0.0;
        if !usable(self.points_px) || !usable(self.events) {
            return Err("points_px and events are not amounts".to_owned());
        }
        if self.rounds > MAX_ROUNDS {
            return Err(format!("rounds is {}, at most {MAX_ROUNDS}", self.rounds));
        }
        Ok(())
    }

    /// Most drawings that are shaken to have a value in every repetition.
    pub(super) fn most_drawings(&self) -> u32 {
        self.rounds.saturating_mul(MAX_TRIES)
    }
}

/// One definition on the geometry.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Compared {
    /// Name of the definition.
    pub name: String,
    /// Formula that ran; empty for a kind with a single one.
    pub formula: String,
    /// Aggregate of the geometry as drawn; null where it cannot be computed.
    pub value: Option<f64>,
    /// Mean of the aggregates under jitter.
    pub mean: Option<f64>,
    /// Their standard deviation (n - 1).
    pub sd: Option<f64>,
    /// Mean - 1.96 SD and mean + 1.96 SD.
    pub interval_95: Option<[f64; 2]>,
    /// The middle 95 % of the aggregates themselves, 2.5th and 97.5th percentile.
    pub percentiles_95: Option<[f64; 2]>,
    /// Repetitions that gave a value.
    pub valid_rounds: u32,
    /// Code of a refusal.
    pub refused: Option<String>,
}

impl Compared {
    /// A definition with its value as drawn and those on shaken drawings.
    pub(super) fn of(
        (name, formula): (&str, &str),
        drawn: Result<Option<f64>, &str>,
        mut values: Vec<f64>,
    ) -> Self {
        let (mean, sd) = mean_and_sd(&values);
        values.sort_by(f64::total_cmp);
        Self {
            name: name.to_owned(),
            formula: formula.to_owned(),
            value: drawn.ok().flatten(),
            mean,
            sd,
            interval_95: mean.zip(sd).and_then(|(mean, sd)| {
                let ends = [mean - Z_OF_95_PERCENT * sd, mean + Z_OF_95_PERCENT * sd];
                ends.iter().all(|end| end.is_finite()).then_some(ends)
            }),
            percentiles_95: percentile(&values, 0.025)
                .zip(percentile(&values, 0.975))
                .map(Into::into),
            valid_rounds: u32::try_from(values.len()).unwrap_or(u32::MAX),
            refused: drawn.err().map(str::to_owned),
        }
    }
}

/// Evaluates every definition on the same image and on its shaken copies.
///
/// Where points of a copy cross, a cycle may lose its value, and the mean of the others is another
/// quantity. Such a copy does not count for the definition, and another one is shaken for it.
///
/// # Errors
/// Faults of the jitter.
pub fn compare_formulas(
    image: &Image,
    definitions: &[Definition],
    jitter: &Jitter,
) -> Result<Vec<Compared>, String> {
    jitter.check()?;
    let drawn: Vec<_> = definitions
        .iter()
        .map(|definition| evaluate(definition, image))
        .collect();
    let rounds = jitter.rounds as usize;
    let mut found: Vec<Vec<f64>> = vec![Vec::new(); definitions.len()];
    let mut normal = Seeded::new(u64::from(jitter.seed));
    for _ in 0..jitter.most_drawings() {
        let mut shaken = None;
        for (place, (values, definition)) in found.iter_mut().zip(definitions).enumerate() {
            let Ok(drawn) = &drawn[place] else { continue };
            if drawn.aggregate.is_none() || values.len() == rounds {
                continue;
            }
            let copy = shaken.get_or_insert_with(|| shake(image, jitter, &mut normal));
            let Ok(answer) = evaluate(definition, copy) else {
                continue;
            };
            if answer.values.cycles() == drawn.values.cycles() {
                values.extend(answer.aggregate);
            }
        }
        if shaken.is_none() {
            break;
        }
    }
    let compared = definitions.iter().zip(drawn).zip(found);
    let compared = compared.map(|((definition, drawn), values)| {
        let formula = definition.formula_on(image.modality).name;
        let drawn = drawn.as_ref().map(|answer| answer.aggregate);
        let drawn = drawn.map_err(MeasurementRefusal::code);
        Compared::of((&definition.name, formula), drawn, values)
    });
    Ok(compared.collect())
}

/// Mean and standard deviation; none where they are not finite, the second for a single value.
pub(super) fn mean_and_sd(values: &[f64]) -> (Option<f64>, Option<f64>) {
    let count = values.len() as f64;
    let finite = |value: f64| value.is_finite().then_some(value);
    let Some(mean) = finite(values.iter().sum::<f64>() / count) else {
        return (None, None);
    };
    let squares: f64 = values
        .iter()
        .map(|value| (value - mean) * (value - mean))
        .sum();
    (Some(mean), finite((squares / (count - 1.0)).sqrt()))
}

/// Linear between the two nearest of sorted values.
fn percentile(sorted: &[f64], share: f64) -> Option<f64> {
    let last = sorted.len().checked_sub(1)?;
    let at = share * last as f64;
    let below = at.floor();
    let (low, high) = (sorted[below as usize], sorted[last.min(below as usize + 1)]);
    Some(low + (high - low) * (at - below))
}

/// The image with every point and mark moved.
pub(super) fn shake(image: &Image, jitter: &Jitter, normal: &mut Seeded) -> Image {
    let mut shaken = image.clone();
    for cycle in shaken.marks.iter_mut().flatten() {
        for mark in cycle.positions_mut() {
            let moved = *mark + normal.normal() * jitter.events;
            // A frame is a whole number, and there is none before the first.
            *mark = match image.modality {
                Modality::TwoD => moved.round().max(1.0),
                _ => moved,
            };
        }
    }
    let marks = shaken.marks.as_ref();
    let mut last_rows: BTreeMap<Rc<str>, f64> = BTreeMap::new();
    for (place, cycle) in shaken.cycles.iter_mut().enumerate() {
        let mark = |event: Event| marks?.get(place)?.get(event);
        let onsets = mark(Event::OnsetStart).zip(mark(Event::OnsetEnd));
        let onsets = onsets.map(|(start, end)| Onsets { start, end });
        for line in cycle.end_diastole.iter_mut().chain(&mut cycle.end_systole) {
            shake_line(line, &PinContext::default(), jitter.points_px, normal);
        }
        // A user who marks another frame draws there.
        for (event, lines) in [
            (Event::EndDiastole, &mut cycle.end_diastole),
            (Event::EndSystole, &mut cycle.end_systole),
        ] {
            let drawn_on = image.mark(place, event);
            for line in lines {
                line.frame_number = line
                    .frame_number
                    .filter(|frame| drawn_on.is_some_and(|drawn| f64::from(*frame) != drawn));
            }
        }
        for line in &mut cycle.timeless {
            let on_zero = line.points.iter().find(|point| point.pins.forced_to_zero);
            let pins = PinContext {
                onsets,
                zero_y: on_zero.map(|point| point.y),
                previous_last_y: last_rows.get(&line.name).copied(),
            };
            shake_line(line, &pins, jitter.points_px, normal);
            let last = line.points.last().map(|point| point.y);
            last_rows.extend(last.map(|row| (line.name.clone(), row)));
        }
    }
    shaken
}

/// Points move; what is pinned to the zero line, to an onset or to another point stays there.
fn shake_line(line: &mut Line, pins: &PinContext, px: f64, normal: &mut Seeded) {
    for point in &mut line.points {
        let (dx, dy) = (normal.normal() * px, normal.normal() * px);
        if !point.pins.on_onset {
            point.x += dx;
        }
        if !point.pins.forced_to_zero {
            point.y += dy;
        }
    }
    apply(&mut line.points, pins);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workbench::read::read_image;
    use serde_json::json;

    fn caliper() -> Image {
        read_image(&json!({
            "modality": "2D", "pixel_spacing": [1.0, 1.0], "width": 1000, "height": 1000,
            "cardiac_events": [{"end_diastole": 1}],
            "segmentation": [{"end_diastole": {"lines": [{"name": "d", "shape": "nospline",
                "points": [{"x": 200, "y": 300}, {"x": 600, "y": 300}]}]}}],
        }))
        .unwrap()
    }

    fn distance() -> Vec<Definition> {
        vec![Definition::load(&json!({"name": "d", "type": "distance", "line": "d"})).unwrap()]
    }

    #[test]
    fn the_spread_of_a_length_is_that_of_its_two_ends() {
        // Two ends moved by 1 px = 0.1 cm each: the length by sqrt(2) 0.1 cm; across the line the
        // movement adds (sqrt(2) 0.1)^2 / (2 * 40) cm to the mean, which is nothing.
        let jitter = Jitter {
            rounds: 20_000,
            ..Jitter::default()
        };
        let found = &compare_formulas(&caliper(), &distance(), &jitter).unwrap()[0];
        let expected = 2.0_f64.sqrt() * 0.1;
        assert_eq!(found.value, Some(40.0));
        assert!(
            (found.sd.unwrap() / expected - 1.0).abs() < 0.02,
            "{found:?}"
        );
        assert!((found.mean.unwrap() - 40.0).abs() < 0.005);
        let [low, high] = found.percentiles_95.unwrap();
        assert!((low - (40.0 - 1.96 * expected)).abs() < 0.01 && high > 40.26);
    }

    #[test]
    fn the_spread_of_an_ellipse_is_that_of_its_axes() {
        // Ends of the long axis at (200, 500) and (600, 500), the third point 120 px below: a = 200,
        // b = 120 px. The long axis has the spread of two ends over 2, a: s / sqrt(2). The half
        // width is the third point's distance from the middle of the axis, s sqrt(1 + 1/2).
        // A = pi a b, so var A = (pi b)^2 s^2 / 2 + (pi a)^2 3 s^2 / 2.
        let image = read_image(&json!({
            "modality": "2D", "pixel_spacing": [1.0, 1.0], "width": 1000, "height": 1000,
            "cardiac_events": [{"end_diastole": 1}],
            "segmentation": [{"end_diastole": {"lines": [{"name": "o", "shape": "oval",
                "points": [{"x": 200, "y": 500}, {"x": 600, "y": 500}, {"x": 400, "y": 620}]}]}}],
        }))
        .unwrap();
        let area = json!({"name": "A", "type": "area", "line": "o"});
        let jitter = Jitter {
            rounds: 20_000,
            ..Jitter::default()
        };
        let found =
            &compare_formulas(&image, &[Definition::load(&area).unwrap()], &jitter).unwrap()[0];
        let (a, b, s) = (20.0_f64, 12.0_f64, 0.1_f64);
        let pi = core::f64::consts::PI;
        let expected = pi * s * (b * b / 2.0 + a * a * 1.5).sqrt();
        let (mean, sd) = (found.mean.unwrap(), found.sd.unwrap());
        // 20,000 rounds know a standard deviation to 0.5 % and this mean to 0.06 cm2.
        assert!((sd / expected - 1.0).abs() < 0.02, "{sd} for {expected}");
        assert!((mean - pi * a * b).abs() < 4.0 * expected / 20_000_f64.sqrt());
        let [low, high] = found.interval_95.unwrap();
        assert!((low - (mean - 1.96 * sd)).abs() < 1e-9 && (high - mean) / sd > 1.959);
    }

    #[test]
    fn the_spread_of_a_time_is_that_of_its_two_marks() {
        // Cycle length: two columns of 0.005 s, each moved by 2 columns, so sqrt(2) 2 0.005 s.
        let image = read_image(&json!({
            "modality": "M-Mode", "width": 1000, "height": 1000,
            "doppler_regions": [{"region_spatial_format": 2, "region_flags": 0,
                "region_location_min_x0": 0, "region_location_min_y0": 0,
                "region_location_max_x1": 999, "region_location_max_y1": 999,
                "physical_delta_x": 0.005, "physical_delta_y": 0.02,
                "physical_units_x": 4, "physical_units_y": 3}],
            "cardiac_events": [{"onset_start": 100, "onset_end": 300}], "segmentation": [{"lines": []}],
        }))
        .unwrap();
        let length = json!({"name": "CL", "type": "Cycle length"});
        let jitter = Jitter {
            events: 2.0,
            rounds: 20_000,
            ..Jitter::default()
        };
        let found =
            &compare_formulas(&image, &[Definition::load(&length).unwrap()], &jitter).unwrap()[0];
        let expected = 2.0_f64.sqrt() * 2.0 * 0.005;
        assert!(
            (found.sd.unwrap() / expected - 1.0).abs() < 0.02,
            "{found:?}"
        );
        assert!((found.mean.unwrap() - 1.0).abs() < 4.0 * expected / 20_000_f64.sqrt());
    }

    #[test]
    fn pinned_points_stay_on_onsets_the_zero_line_and_one_another() {
        let point = |x: u32, y: u32| json!({"x": x, "y": y});
        let mut points = [point(100, 300), point(150, 400), point(200, 300)];
        points[0]["on_onset"] = json!(true);
        points[1]["forced_to_zero"] = json!(true);
        points[2]["on_onset"] = json!(true);
        points[2]["same_as_start"] = json!(true);
        let mut later = points.clone();
        for (point, x) in later.iter_mut().zip([200, 260, 320]) {
            point["x"] = json!(x);
        }
        later[0]["same_as_end"] = json!(true);
        let image = read_image(&json!({
            "modality": "Doppler",
            "cardiac_events": [{"onset_start": 100, "onset_end": 200}, {"onset_start": 200, "onset_end": 320}],
            "segmentation": [{"lines": [{"name": "flow", "points": points}]},
                {"lines": [{"name": "flow", "points": later}]}],
        }))
        .unwrap();
        for seed in 0..50 {
            let shaken = shake(&image, &Jitter::default(), &mut Seeded::new(seed));
            let marks = shaken.marks.as_ref().unwrap()[0];
            let onsets =
                [Event::OnsetStart, Event::OnsetEnd].map(|event| marks.get(event).unwrap());
            let [one, two] = [0, 1].map(|cycle| &shaken.cycles[cycle].timeless[0].points);
            assert_eq!([one[0].x, one[2].x], onsets);
            assert_eq!((one[1].y, two[1].y), (400.0, 400.0));
            assert_eq!(
                (one[2].y, two[0].y, two[2].y),
                (one[0].y, one[2].y, two[0].y)
            );
            assert_ne!(one[0].y, 300.0);
        }
    }

    /// Columns and rows of three triangles; the corners of the last are so close that shaken edges cross.
    const TRIANGLES: [[(f64, f64); 3]; 3] = [
        [(110.0, 500.0), (125.0, 300.0), (170.0, 500.0)],
        [(210.0, 500.0), (230.0, 340.0), (265.0, 500.0)],
        [(310.0, 500.0), (313.0, 100.0), (316.0, 500.0)],
    ];

    fn triangles() -> Image {
        let line = |points: [(f64, f64); 3]| {
            let points = points.map(|(x, y)| json!({"x": x, "y": y}));
            json!({"lines": [{"name": "flow", "shape": "curve", "interpolation": "linear", "points": points}]})
        };
        read_image(&json!({
            "modality": "Doppler", "width": 1000, "height": 1000,
            "doppler_regions": [{"region_spatial_format": 3, "region_data_type": 3, "region_flags": 0,
                "region_location_min_x0": 0, "region_location_min_y0": 0,
                "region_location_max_x1": 999, "region_location_max_y1": 999,
                "reference_pixel_x0": null, "reference_pixel_y0": 500,
                "physical_delta_x": 0.01, "physical_delta_y": -1.0,
                "physical_units_x": 4, "physical_units_y": 7}],
            "cardiac_events": [{"onset_start": 100, "onset_end": 200},
                {"onset_start": 200, "onset_end": 300}, {"onset_start": 300, "onset_end": 400}],
            "segmentation": TRIANGLES.map(line),
        }))
        .unwrap()
    }

    /// Mean area of the triangles in cm, each of them shaken until its points are in order.
    fn shaken_area(px: f64, normal: &mut Seeded) -> f64 {
        let area = |points: &[(f64, f64); 3]| {
            loop {
                let moved =
                    points.map(|(x, y)| (x + px * normal.normal(), y + px * normal.normal()));
                let [(a, p), (b, q), (c, r)] = moved;
                if a < b && b < c {
                    let twice = (b - a) * (1000.0 - p - q) + (c - b) * (1000.0 - q - r);
                    return twice / 2.0 * 0.01;
                }
            }
        };
        TRIANGLES.iter().map(area).sum::<f64>() / 3.0
    }

    #[test]
    fn the_interval_holds_where_shaken_points_cross() {
        const ROUNDS: usize = 20_000;
        let area = json!({"name": "VTI", "type": "auc", "formula": "signed", "line": "flow"});
        let jitter = Jitter {
            points_px: 1.5,
            rounds: ROUNDS as u32,
            ..Jitter::default()
        };
        let definitions = [Definition::load(&area).unwrap()];
        let found = &compare_formulas(&triangles(), &definitions, &jitter).unwrap()[0];
        let mut normal = Seeded::new(99);
        let mut areas: Vec<f64> = (0..ROUNDS)
            .map(|_| shaken_area(jitter.points_px, &mut normal))
            .collect();
        areas.sort_by(f64::total_cmp);
        assert_eq!(found.valid_rounds, jitter.rounds);
        let expected = [areas[ROUNDS / 40], areas[ROUNDS - ROUNDS / 40]];
        let width = expected[1] - expected[0];
        for (end, wanted) in found.percentiles_95.unwrap().into_iter().zip(expected) {
            assert!(
                (end - wanted).abs() < 0.05 * width,
                "{found:?}, {expected:?}"
            );
        }
        let mean = areas.iter().sum::<f64>() / ROUNDS as f64;
        assert!((found.mean.unwrap() - mean).abs() < 0.05 * width, "{mean}");
    }

    #[test]
    fn a_seed_repeats_a_run_to_the_bit_and_another_does_not() {
        let run = |seed| {
            let jitter = Jitter {
                rounds: 50,
                seed,
                ..Jitter::default()
            };
            compare_formulas(&caliper(), &distance(), &jitter).unwrap()
        };
        assert_eq!(run(7), run(7));
        assert_ne!(run(7)[0].mean, run(8)[0].mean);
    }

    #[test]
    fn without_repetitions_there_is_no_spread() {
        let jitter = Jitter {
            rounds: 0,
            ..Jitter::default()
        };
        let found = &compare_formulas(&caliper(), &distance(), &jitter).unwrap()[0];
        assert_eq!(
            (found.value, found.mean, found.sd),
            (Some(40.0), None, None)
        );
        let endless = Jitter {
            rounds: MAX_ROUNDS + 1,
            ..Jitter::default()
        };
        assert!(compare_formulas(&caliper(), &distance(), &endless).is_err());
    }
}
