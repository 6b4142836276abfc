//! The points of an envelope against strips whose flow is a closed form.

use crate::support::{beats, spectra, strips};

use core::ops::Range;
use std::collections::BTreeMap;

use beats::*;
use echometry_engine::envelope::offer;
use echometry_engine::proposals::Picture;
use echometry_engine::records::envelope::*;
use echometry_engine::spline::pchip::pchip;
use echometry_engine::spline::piecewise::Part;

/// Name of a control point, on the zero line, on the onset.
type Knot = (&'static str, bool, bool);
type Pattern = [Knot];

const OUTFLOW: [Knot; 5] = [
    ("onset start", true, true),
    ("valve opening", true, false),
    ("maximum velocity", false, false),
    ("valve closure", true, false),
    ("onset end", true, true),
];
const INFLOW: [Knot; 8] = [
    ("onset start", false, true),
    ("valve opening", true, false),
    ("E", false, false),
    ("E end", false, false),
    ("A start", false, false),
    ("A", false, false),
    ("valve closure", true, false),
    ("onset end", false, true),
];
const SEPARATE: [Knot; 8] = [
    ("onset start", false, true),
    ("valve opening", true, false),
    ("E", false, false),
    ("E end", true, false),
    ("A start", true, false),
    ("A", false, false),
    ("valve closure", true, false),
    ("onset end", false, true),
];
const ARTERY: [Knot; 4] = [
    ("EDV start", false, true),
    ("maximum velocity", false, false),
    ("notch", false, false),
    ("EDV", false, true),
];

/// Points with time in s and speed in cm/s.
struct Found {
    points: Vec<(String, f64, f64)>,
    vti: f64,
}

impl Found {
    fn at(&self, name: &str) -> (f64, f64) {
        self.points
            .iter()
            .find(|p| p.0 == name)
            .map(|p| (p.1, p.2))
            .unwrap()
    }
}

fn search(of: &Beats, limits_s: [f64; 2], knots: &Pattern) -> Found {
    let d = &of.strip.drawing;
    let picture = Picture::new(&of.strip.rgb, d.width as u32, d.height as u32).unwrap();
    let request = EnvelopeRequest {
        columns: limits_s.map(|limit| limit * d.columns_per_s),
        zero_y: d.zero as f64,
        side: if d.below {
            EnvelopeSide::Below
        } else {
            EnvelopeSide::Above
        },
        share: 0.5,
        wrapped: of.wrapped,
        control_points: knots
            .iter()
            .map(|k| EnvelopeKnot {
                r#type: k.0.to_owned(),
                forced_to_zero: k.1,
                on_onset: k.2,
            })
            .collect(),
        mid_points: 3,
    };
    let found = offer(&picture, &strips::metadata(d), &request)
        .unwrap()
        .unwrap();
    let sign = if d.below { -1.0 } else { 1.0 };
    let points: Vec<_> = found
        .points
        .iter()
        .map(|p| {
            (
                p.r#type.clone(),
                p.x / d.columns_per_s,
                sign * (d.zero as f64 - p.y) * d.cm_s_per_row,
            )
        })
        .collect();
    let x: Vec<f64> = points.iter().map(|p| p.1).collect();
    let y: Vec<f64> = points.iter().map(|p| p.2).collect();
    let curve = pchip(&x, &y).unwrap();
    let vti = curve.integral(x[0], x[x.len() - 1], Part::Signed).unwrap();
    Found { points, vti }
}

/// Shares of values within their limits, by name.
#[derive(Default)]
struct Report {
    beats: usize,
    values: BTreeMap<&'static str, Vec<bool>>,
}

impl Report {
    fn add(&mut self, name: &'static str, off: f64, limit: f64) {
        self.values
            .entry(name)
            .or_default()
            .push(off.abs() <= limit);
    }

    fn share(&self, name: &str) -> f64 {
        let hits = &self.values[name];
        hits.iter().filter(|hit| **hit).count() as f64 / hits.len() as f64
    }

    /// At least these shares are within, of so many beats.
    fn expect(&self, what: &str, beats: usize, least: &[(&str, f64)]) {
        let shares: Vec<_> = self
            .values
            .keys()
            .map(|name| (name, self.share(name)))
            .collect();
        println!("{what}: {} beats, {shares:.3?}", self.beats);
        assert!(self.beats >= beats, "{what}: {} beats", self.beats);
        for (name, share) in least {
            assert!(
                self.share(name) >= *share,
                "{what}: {name} {:.3}",
                self.share(name)
            );
        }
    }
}

/// Area under the visible edge between two times, with straight lines from column to column.
fn visible_vti(of: &Beats, limits_s: [f64; 2]) -> f64 {
    let (edge, rate) = (&of.strip.visible_cm_s, of.strip.drawing.columns_per_s);
    let [from, to] = limits_s.map(|time| time * rate);
    let at = |column: f64| {
        let left = (column as usize).min(edge.len() - 2);
        edge[left] + (edge[left + 1] - edge[left]) * (column - left as f64)
    };
    let whole = (from.floor() as usize + 1..to.ceil() as usize).map(|column| column as f64);
    let columns: Vec<f64> = [from].into_iter().chain(whole).chain([to]).collect();
    let pieces = columns
        .windows(2)
        .map(|pair| (at(pair[0]) + at(pair[1])) / 2.0 * (pair[1] - pair[0]));
    pieces.sum::<f64>() / rate
}

/// E and A of strips; the limits are the R waves, or lie closer around the two waves.
fn inflow(seeds: Range<u64>, variant: Variant, pattern: &Pattern, narrow: bool) -> Report {
    let mut report = Report::default();
    for seed in seeds {
        let of = mitral(seed, variant);
        let mut random = spectra::Random(seed + 77);
        for beat in &of.beats {
            let [e, a] = [beat.waves[0], beat.waves[1]];
            if pattern[3].1 && a.start_s < e.end_s + 0.02 {
                continue;
            }
            report.beats += 1;
            let mut limits = beat.onsets_s;
            if narrow {
                let latest = random.between(a.peak_s + 0.03, limits[1].max(a.peak_s + 0.04));
                limits = [random.between(limits[0] + 0.05, e.start_s - 0.03), latest];
            }
            let found = search(&of, limits, pattern);
            let [found_e, found_a] = ["E", "A"].map(|name| found.at(name));
            report.add("E", found_e.0 - e.peak_s, 0.02);
            report.add("A", found_a.0 - a.peak_s, 0.02);
            let ratio = found_e.1 / found_a.1 / (e.peak_cm_s / a.peak_cm_s);
            report.add("E/A", ratio - 1.0, 0.05);
            report.add("opening", found.at("valve opening").0 - e.start_s, 0.015);
            let closure = found.at("valve closure").0 - a.end_s.min(limits[1]);
            report.add("closure", closure, 0.015);
            report.add("VTI", found.vti / visible_vti(&of, limits) - 1.0, 0.05);
        }
    }
    report
}

fn outflow(seeds: Range<u64>, variant: Variant) -> Report {
    let mut report = Report::default();
    for seed in seeds {
        let of = aortic(seed, variant);
        for beat in &of.beats {
            report.beats += 1;
            let wave = beat.waves[0];
            let found = search(&of, beat.onsets_s, &OUTFLOW);
            let peak = found.at("maximum velocity");
            report.add("opening", found.at("valve opening").0 - wave.start_s, 0.015);
            report.add("closure", found.at("valve closure").0 - wave.end_s, 0.015);
            report.add("peak", peak.0 - wave.peak_s, 0.02);
            report.add("peak velocity", peak.1 / wave.peak_cm_s - 1.0, 0.03);
            report.add(
                "VTI",
                found.vti / visible_vti(&of, beat.onsets_s) - 1.0,
                0.05,
            );
        }
    }
    report
}

fn artery(seeds: Range<u64>) -> Report {
    let mut report = Report::default();
    for seed in seeds {
        let of = umbilical(seed, Variant::default());
        for beat in &of.beats {
            report.beats += 1;
            let wave = beat.waves[0];
            let found = search(&of, beat.onsets_s, &ARTERY);
            let peak = found.at("maximum velocity");
            let speed = wave.peak_cm_s + of.strip.flow.floor_cm_s;
            report.add("peak", peak.0 - wave.peak_s, 0.015);
            report.add("peak velocity", peak.1 / speed - 1.0, 0.05);
            report.add(
                "VTI",
                found.vti / visible_vti(&of, beat.onsets_s) - 1.0,
                0.05,
            );
        }
    }
    report
}

const TAILS: Variant = Variant {
    aliased: false,
    ecg: None,
    tail_s: (0.0, 0.04),
};
const WAVES: [(&str, f64); 6] = [
    ("E", 0.95),
    ("A", 0.95),
    ("E/A", 0.95),
    ("opening", 0.95),
    ("closure", 0.95),
    ("VTI", 0.95),
];

#[test]
fn an_a_wave_that_outlasts_the_r_wave_is_no_valve_opening() {
    inflow(5000..5030, TAILS, &INFLOW, false).expect("tails", 100, &WAVES);
    inflow(5100..5130, TAILS, &SEPARATE, false).expect("tails, separate", 30, &WAVES);
    let ends_before = Variant {
        tail_s: (-0.02, 0.0),
        ..TAILS
    };
    let report = inflow(5200..5230, ends_before, &INFLOW, false);
    report.expect("no tails", 100, &WAVES);
}

#[test]
fn narrower_limits_are_no_worse() {
    let seeds = 5000..5030;
    let [wide, narrow] = [false, true].map(|narrow| inflow(seeds.clone(), TAILS, &INFLOW, narrow));
    narrow.expect("narrow limits", 100, &WAVES);
    for name in ["E", "A", "E/A", "opening"] {
        assert!(narrow.share(name) >= wide.share(name), "{name}");
    }
}

#[test]
fn waves_are_found_in_aliased_strips_whatever_ecg_is_drawn_over_them() {
    let aliased = Variant {
        aliased: true,
        ..TAILS
    };
    inflow(5300..5330, aliased, &INFLOW, false).expect("aliased", 100, &WAVES);
    let with = |colour| Variant {
        ecg: Some(colour),
        ..aliased
    };
    inflow(5400..5430, with(GREEN), &INFLOW, false).expect("aliased, green ECG", 100, &WAVES);
    inflow(5500..5530, with(WHITE), &INFLOW, false).expect("aliased, white ECG", 100, &WAVES);
    inflow(5500..5530, with(GREY), &INFLOW, false).expect("aliased, grey ECG", 100, &WAVES);
    inflow(5500..5530, with(WHITE), &INFLOW, true).expect("the same, narrower", 100, &WAVES);
    let valves = [("opening", 0.95), ("closure", 0.95), ("VTI", 0.95)];
    outflow(5600..5630, with(GREEN)).expect("aliased outflow, green ECG", 100, &valves);
}

#[test]
fn valve_times_of_an_outflow_are_within_15_ms() {
    let least = [
        ("opening", 0.95),
        ("closure", 0.95),
        ("peak", 0.95),
        ("peak velocity", 0.95),
        ("VTI", 0.95),
    ];
    outflow(5700..5730, Variant::default()).expect("outflow", 100, &least);
}

#[test]
fn the_peak_of_an_artery_is_on_top_of_its_wave() {
    let least = [("peak", 0.95), ("peak velocity", 0.95), ("VTI", 0.95)];
    artery(5800..5820).expect("artery", 100, &least);
}
