//! `docs/formulas.md`: every kind and formula of the registry on one page.

use super::GeneratedFile;
use crate::measure::atrial::{MAX_REST_SHARE, MIN_CONTRACTION_SHARE};
use crate::measure::kind::{Compute, Kind, Lines};
use crate::measure::mid_wall::PIECES;
use crate::measure::reference;
use crate::measure::registry::KINDS;
use crate::measure::study::bulls_eye::MAX_RATE_DIFFERENCE;
use crate::measure::time_curve::{HALF_WINDOW_MS, MAX_GAP_MS};
use crate::measure::transverse::WIDTHS;
use crate::records::tracking::{DOUBTFUL_QUALITY, MOST_DOUBTFUL_POINTS};

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
    content.push_str(&cycle_curves());
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

fn cycle_curves() -> String {
    format!(
        "
## Curves of a cycle
Lines on every frame of a cycle are measured frame by frame, by the formulas above: volumes by `simpson`, `area_length` and `area_length_exact`, and areas, as the image type configures them for one line at end diastole or end systole. Strain is taken of the lines that have a `long-gls`, of their thirds, of the line halfway to the epicardium, of the wall of an atrium, and of the perimeter of a closed line of a ventricle. A frame without a line, with a mean quality below {DOUBTFUL_QUALITY}, or with a share of more than {MOST_DOUBTFUL_POINTS} of its points below it, has no value.

| value | equation | source |
|---|---|---|
| EDV, ESV of the curve | largest and smallest value; of an atrium the maximal and minimal volume | Lang 2015 |
| EF of the curve | 100 (largest - smallest) / largest; of areas the fractional area change, of an atrium the total emptying fraction | Lang 2015 |
| rate on a frame | slope at its time of the parabola with the least squares to the values of {HALF_WINDOW_MS} ms before and after it, and always to the nearest on both sides; between three values the central difference | Savitzky and Golay 1964, doi:10.1021/ac60214a047 |
| peak ejection or emptying rate | the most negative rate of the cycle | docs/tracking.md#curves-of-a-cycle |
| peak filling rate | the largest rate of the cycle | docs/tracking.md#curves-of-a-cycle |
| strain on a frame, version 1 | 100 (L - L0) / L0; L the arc length from ring to ring, of a free wall (RV) from the farthest point to the ring, of a segment between its two places on the curve; L0 the same at end diastole | Voigt 2015, doi:10.1093/ehjci/jeu184 |
| segments | thirds of the arc length from each ring point to the apex, the farthest point from the middle of the ring, at end diastole; on later frames at the same places between the same points | Voigt 2015 |
| mid-wall strain, version 1 | 100 (L - L0) / L0; L the length of the line through the middles between endocardium and epicardium at equal shares of the arc length from ring point to apex of each wall, {PIECES} to a wall; segments are thirds of its walls at end diastole, and end on later frames at the mean share of the tissue of both lines that was at their ends | Voigt 2015; docs/tracking.md#mid-wall-strain |
| circumferential strain, version 1 | 100 (P - P0) / P0; P the perimeter of a closed line, P0 the same at end diastole | Voigt 2015 |
| end systole, version 1 | the mark; the frame of the smallest volume, or area, of the ventricle; or the frame nearest to T closure / cycle, with T the time from one end diastole to the next, closure the time from the R wave to the closure of the aortic valve in a Doppler image, cycle its cycle length, each a mean over its cycles | Voigt 2015; docs/tracking.md#end-systole |
| spread of a value, version 1 | 1.96 standard deviations (n - 1) of the value when each point of the drawn lines is moved by a normal distribution of 1 px in both directions, and the followed lines with them: between two drawn frames linearly by both, beyond them by the nearest | docs/tracking.md#spread-of-the-values |
| peak strain, peak systolic, end-systolic | smallest value of the cycle, up to end systole, at it; of an atrium the reservoir strain is the largest value | Voigt 2015; Badano 2018, doi:10.1093/ehjci/jey042 |
| onset of contraction of an atrium, version 1 | after the largest value, the frame that separates two emptyings best: with the largest difference between its rate and the slower of the fastest falls before and after it; then the last frame from there to the fastest fall after it whose rate is not negative, if there is one | docs/tracking.md#phases-of-an-atrium |
| passive and active emptying fraction | 100 (largest - onset) / largest; 100 (onset - smallest after it) / onset | Badano 2018 |
| reservoir, conduit and contraction strain | largest; onset - largest; value at the next end diastole - onset. With zero at the onset, each times 100 / (100 + onset) | Badano 2018 |
| post-systolic index | 100 (peak - end-systolic) / peak where the peak is later than end systole, otherwise 0 | Voigt 2015 |
| mechanical dispersion | standard deviation (n - 1) of the times to peak strain of the six segments, ms | Haugaa 2010, doi:10.1016/j.jcmg.2009.11.012 |
| average of three views, version 1 | mean of the end-systolic strain of the 4-, 2- and 3-chamber view | Voigt 2015 |
| 18 segments, version 1 | end-systolic strain of the thirds of both walls: inferoseptal and anterolateral of the 4-chamber view, inferior and anterior of the 2-chamber view, anteroseptal and inferolateral of the 3-chamber view | Voigt 2015 |
| 17 segments, version 1 | as the 18 at base and mid level; apical septal (14) the mean of 14 and 15 of 18, apical lateral (16) of 17 and 18, apex (17) of 13 to 18 | Cerqueira 2002, doi:10.1161/hc0402.102975; docs/tracking.md#three-views-together |
| 24 widths of a ventricle (fetal), version 1 | width k is the distance between the two places at (k - 1) / {WIDTHS} of the arc length of their walls from the ring points to the apex | DeVore 2018, doi:10.1002/uog.18911; docs/tracking.md#widths-of-a-fetal-ventricle |
| sphericity index (fetal) | length from the middle of the ring to the apex / width, both at end diastole | DeVore 2018 |
| fractional shortening (fetal) | 100 (width at end diastole - at end systole) / width at end diastole | docs/tracking.md#widths-of-a-fetal-ventricle |

Times count from end diastole. Invalid: values missing for more than {MAX_GAP_MS} ms, between two values or at an end; a clip that ends before the next end diastole (a ventricle keeps its extremes where end systole is marked in it); for rates, frames more than {MAX_GAP_MS} ms apart, and frame times that are unknown or do not increase; for the onset of contraction, a fall at rest that is faster than {MAX_REST_SHARE} of the slower of both emptyings, and a contraction below {MIN_CONTRACTION_SHARE} of the whole emptying; for the average, a view without strain. Heart rates that differ by more than {MAX_RATE_DIFFERENCE} of the slowest are named.
"
    )
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
