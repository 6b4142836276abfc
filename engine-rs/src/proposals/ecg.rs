//! The ECG trace as it is drawn in a picture, and its R waves.

use super::picture::{Area, Picture};
use crate::records::metadata::DopplerRegion;

/// Kind of a region that holds an ECG trace (PS3.3 C.8.5.5.1.2).
const ECG_TRACE: u16 = 0x0a;
/// A pixel counts as coloured from this difference of its channels on.
const MIN_CHROMA: u8 = 48;
/// Sextants of the circle of hues: a trace has one colour.
const HUES: usize = 6;
/// Share of the columns that a trace crosses.
const MIN_COVERAGE: f64 = 0.6;
/// A trace is a line: at most this share of the area's rows in the usual column.
const MAX_THICKNESS: f64 = 0.25;
/// Half the width of the window that an R wave is compared with, in s.
const NEIGHBOURHOOD_S: f64 = 0.1;
/// Shortest time between two R waves, in s: 300 beats per minute.
const REFRACTORY_S: f64 = 0.2;
/// An R wave is at least this share of the tallest ones.
const MIN_SHARE: f64 = 0.5;
/// The tallest are those above this share of all peaks, so that one artefact sets no scale.
const TALL_QUANTILE: f64 = 0.8;
/// Fewer rows than this are noise of a flat line.
const MIN_HEIGHT_ROWS: f64 = 4.0;

/// Whether a region holds an ECG trace.
pub fn is_ecg(region: &DopplerRegion) -> bool {
    region.region_data_type == Some(ECG_TRACE)
}

/// Uppermost and lowest row of a trace in each column, in pixels of the picture.
#[derive(Debug, Clone)]
pub struct Trace {
    left: usize,
    rows: Vec<Option<(f64, f64)>>,
}

/// Reads a trace that is drawn as a coloured line across an area; none when there is no such line.
///
/// Where two pictures of one clip are given, the lesser extent of a column counts: a line that
/// marks the frame that is shown stands in another column of the other picture.
pub fn trace(pictures: &[Picture<'_>], area: Area) -> Option<Trace> {
    let hue = pictures
        .first()
        .and_then(|picture| line_hue(picture, area))?;
    let mut rows: Vec<Option<(f64, f64)>> = vec![None; area.right - area.left];
    for (index, extent) in rows.iter_mut().enumerate() {
        *extent = pictures
            .iter()
            .filter_map(|picture| column_extent(picture, area, area.left + index, hue))
            .min_by(|a, b| (a.1 - a.0).total_cmp(&(b.1 - b.0)));
    }
    Some(Trace {
        left: area.left,
        rows,
    })
}

/// The hue whose pixels form a line from the left to the right of an area.
fn line_hue(picture: &Picture<'_>, area: Area) -> Option<usize> {
    let columns = (area.right - area.left) as f64;
    let height = (area.bottom - area.top) as f64;
    let covered = |hue: usize| {
        let mut counts: Vec<usize> = (area.left..area.right)
            .map(|x| {
                (area.top..area.bottom)
                    .filter(|&y| hue_of(picture.rgb(x, y)) == Some(hue))
                    .count()
            })
            .filter(|&count| count > 0)
            .collect();
        counts.sort_unstable();
        let usual = counts.get(counts.len() / 2).copied().unwrap_or(0);
        (counts.len() as f64 / columns, usual as f64)
    };
    (0..HUES)
        .map(|hue| (hue, covered(hue)))
        .filter(|(_, (coverage, thickness))| {
            *coverage >= MIN_COVERAGE && *thickness <= MAX_THICKNESS * height
        })
        .max_by(|a, b| a.1.0.total_cmp(&b.1.0))
        .map(|(hue, _)| hue)
}

fn hue_of([red, green, blue]: [u8; 3]) -> Option<usize> {
    let most = red.max(green).max(blue);
    let least = red.min(green).min(blue);
    if most - least < MIN_CHROMA {
        return None;
    }
    // Sextants around red, yellow, green, cyan, blue and magenta.
    let span = f64::from(most - least);
    let (red, green, blue) = (f64::from(red), f64::from(green), f64::from(blue));
    let turn = if red >= green && red >= blue {
        (green - blue) / span
    } else if green >= blue {
        2.0 + (blue - red) / span
    } else {
        4.0 + (red - green) / span
    };
    Some((turn + 6.5) as usize % HUES)
}

fn column_extent(picture: &Picture<'_>, area: Area, x: usize, hue: usize) -> Option<(f64, f64)> {
    let mut rows = (area.top..area.bottom).filter(|&y| hue_of(picture.rgb(x, y)) == Some(hue));
    let first = rows.next()?;
    let last = rows.next_back().unwrap_or(first);
    Some((first as f64, last as f64))
}

/// Columns of the R waves of a trace, to the middle of their peaks.
///
/// An R wave is the steepest thing of an ECG: in each column the trace is compared with its usual
/// row within 0.1 s around, upward or downward, whichever of the two stands out more.
pub fn r_waves(trace: &Trace, columns_per_s: f64) -> Vec<f64> {
    let half = (NEIGHBOURHOOD_S * columns_per_s).round().max(3.0) as usize;
    let up = heights(trace, half, |(top, _), base| base - top);
    let down = heights(trace, half, |(_, bottom), base| bottom - base);
    let heights = if tallest(&up) >= tallest(&down) {
        up
    } else {
        down
    };
    let tall = tallest(&heights);
    if tall < MIN_HEIGHT_ROWS {
        return Vec::new();
    }
    let gap = (REFRACTORY_S * columns_per_s).max(1.0);
    peaks(&heights, MIN_SHARE * tall, gap)
        .into_iter()
        .map(|peak| trace.left as f64 + peak)
        .collect()
}

/// How far each column of a trace departs from the usual row around it, in rows; 0 without a trace.
fn heights(trace: &Trace, half: usize, depart: fn((f64, f64), f64) -> f64) -> Vec<f64> {
    let mut around = Vec::new();
    (0..trace.rows.len())
        .map(|at| {
            let Some(extent) = trace.rows[at] else {
                return 0.0;
            };
            let window = at.saturating_sub(half)..(at + half + 1).min(trace.rows.len());
            around.clear();
            around.extend(
                trace.rows[window]
                    .iter()
                    .flatten()
                    .map(|(top, bottom)| (top + bottom) / 2.0),
            );
            around.sort_unstable_by(f64::total_cmp);
            depart(extent, around[around.len() / 2])
        })
        .collect()
}

/// Height of the tall peaks: columns that are local maxima, of which one in five is taller.
fn tallest(heights: &[f64]) -> f64 {
    let mut tops: Vec<f64> = heights
        .windows(3)
        .filter(|three| three[1] >= three[0] && three[1] > three[2] && three[1] >= MIN_HEIGHT_ROWS)
        .map(|three| three[1])
        .collect();
    tops.sort_unstable_by(f64::total_cmp);
    let highest = tops.last().copied().unwrap_or(0.0);
    let tall = tops
        .iter()
        .filter(|&&top| top >= MIN_SHARE * highest)
        .count();
    let above = ((1.0 - TALL_QUANTILE) * tall as f64) as usize;
    tops.len().checked_sub(above + 1).map_or(0.0, |at| tops[at])
}

/// Maxima of at least `least`, at least `gap` apart: of two that are closer the taller counts.
/// A flat top counts as its middle.
fn peaks(heights: &[f64], least: f64, gap: f64) -> Vec<f64> {
    let mut found: Vec<(f64, f64)> = Vec::new();
    let mut at = 0;
    while at < heights.len() {
        let height = heights[at];
        let end = (at..heights.len())
            .find(|&next| heights[next] != height)
            .unwrap_or(heights.len());
        let rises = at == 0 || heights[at - 1] < height;
        let falls = end == heights.len() || heights[end] < height;
        if height >= least && rises && falls {
            let middle = (at + end - 1) as f64 / 2.0;
            match found.last_mut() {
                Some(last) if middle - last.0 < gap => {
                    if height > last.1 {
                        *last = (middle, height);
                    }
                }
                _ => found.push((middle, height)),
            }
        }
        at = end;
    }
    found.into_iter().map(|(column, _)| column).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const WIDTH: usize = 400;
    const HEIGHT: usize = 60;

    /// A green line at row 40 that jumps to row 10 in the given columns, and a small hump after each.
    fn drawn(spikes: &[usize]) -> Vec<u8> {
        let mut rgb = vec![0; WIDTH * HEIGHT * 3];
        for x in 0..WIDTH {
            let since = spikes
                .iter()
                .map(|spike| x as i64 - *spike as i64)
                .find(|d| (-1..60).contains(d));
            let (top, bottom) = match since {
                Some(0) => (10, 40),
                Some(-1 | 1) => (25, 40),
                Some(30..=45) => (34, 35),
                _ => (40, 41),
            };
            for y in top..=bottom {
                rgb[(y * WIDTH + x) * 3 + 1] = 220;
            }
        }
        rgb
    }

    #[test]
    fn finds_the_spikes_of_a_drawn_line() {
        let rgb = drawn(&[50, 150, 260, 345]);
        let picture = Picture::new(&rgb, WIDTH as u32, HEIGHT as u32).unwrap();
        let trace = trace(&[picture], picture.whole()).unwrap();
        assert_eq!(r_waves(&trace, 120.0), [50.0, 150.0, 260.0, 345.0]);
    }

    #[test]
    fn a_flat_line_has_no_r_waves_and_a_dark_picture_no_trace() {
        let rgb = drawn(&[]);
        let picture = Picture::new(&rgb, WIDTH as u32, HEIGHT as u32).unwrap();
        assert!(r_waves(&trace(&[picture], picture.whole()).unwrap(), 120.0).is_empty());
        let dark = vec![0; WIDTH * HEIGHT * 3];
        let picture = Picture::new(&dark, WIDTH as u32, HEIGHT as u32).unwrap();
        assert!(trace(&[picture], picture.whole()).is_none());
    }

    #[test]
    fn a_line_that_marks_the_frame_is_no_r_wave() {
        let (mut first, mut second) = (drawn(&[100, 300]), drawn(&[100, 300]));
        for y in 0..HEIGHT {
            first[(y * WIDTH + 20) * 3 + 1] = 220;
            second[(y * WIDTH + 200) * 3 + 1] = 220;
        }
        let pictures =
            [&first, &second].map(|rgb| Picture::new(rgb, WIDTH as u32, HEIGHT as u32).unwrap());
        let trace = trace(&pictures, pictures[0].whole()).unwrap();
        assert_eq!(r_waves(&trace, 120.0), [100.0, 300.0]);
    }
}
