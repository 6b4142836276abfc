//! The ECG trace as it is drawn in a picture, and its R waves.

use super::hue::{HUES, hue_of};
use super::motion::median;
use super::picture::{Area, Picture};
use super::white_line::{LineColumn, white_line};
use crate::records::metadata::DopplerRegion;

/// Kind of a region that holds an ECG trace (PS3.3 C.8.5.5.1.2).
const ECG_TRACE: u16 = 0x0a;
/// Share of the columns that a trace crosses.
const MIN_COVERAGE: f64 = 0.6;
/// A trace is a line: at most this share of the area's rows in the usual column.
const MAX_THICKNESS: f64 = 0.25;
/// Half the width of the window that holds a QRS complex, in s.
const QRS_S: f64 = 0.03;
/// Time before and after a column that its bend is taken over, in s.
const BEND_S: f64 = 0.01;
/// A QRS complex is at least this share of the sharpest ones, in squares of bends.
const MIN_SHARPNESS: f64 = 0.3;
/// Other waves that are sharper than this share of the least QRS complex leave a doubt.
const DOUBTFUL_SHARE: f64 = 0.5;
/// Intervals that take turns differ by more than this share of their mean; fewer are not judged.
const ALTERNATING_SHARE: f64 = 0.15;
const MIN_ALTERNATING: usize = 4;
/// Half the width of the window that an R wave is compared with, in s.
const NEIGHBOURHOOD_S: f64 = 0.1;
/// Shortest time between two R waves, in s: 300 beats per minute.
const REFRACTORY_S: f64 = 0.2;
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

impl Trace {
    /// A trace of one row in each column, which count from 0.
    pub fn of_rows(rows: Vec<Option<f64>>) -> Self {
        let rows = rows.into_iter().map(|row| row.map(|row| (row, row)));
        Self {
            left: 0,
            rows: rows.collect(),
        }
    }
}

/// Reads a trace that is drawn as a line across an area, in white or in a colour; none
/// when there is no such line. `straight` is the row of a line that is drawn for another purpose.
///
/// Where two pictures of one clip are given, the lesser extent of a column counts: a line that
/// marks the frame that is shown stands in another column of the other picture.
pub fn trace(pictures: &[Picture<'_>], area: Area, straight: Option<f64>) -> Option<Trace> {
    let first = pictures.first()?;
    let extents: Vec<Vec<Option<(f64, f64)>>> = match line_hue(first, area) {
        Some(hue) => {
            let of = |picture: &Picture<'_>| {
                let columns = area.left..area.right;
                columns
                    .map(|x| column_extent(picture, area, x, hue))
                    .collect()
            };
            pictures.iter().map(of).collect()
        }
        None => {
            let of = |picture: &Picture<'_>| {
                let line = white_line(picture, area, straight)?;
                let extent = |LineColumn {
                                  drawn: (top, bottom),
                                  ..
                              }| Some((top as f64, bottom as f64));
                Some(line.into_iter().map(extent).collect())
            };
            pictures.iter().filter_map(of).collect()
        }
    };
    let width = extents.first()?.len();
    let least = |index: usize| {
        let seen = extents.iter().filter_map(|columns| columns[index]);
        seen.min_by(|a, b| (a.1 - a.0).total_cmp(&(b.1 - b.0)))
    };
    Some(Trace {
        left: area.left,
        rows: (0..width).map(least).collect(),
    })
}

/// The hue whose pixels form a line from the left to the right of an area.
pub fn line_hue(picture: &Picture<'_>, area: Area) -> Option<usize> {
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

fn column_extent(picture: &Picture<'_>, area: Area, x: usize, hue: usize) -> Option<(f64, f64)> {
    let mut rows = (area.top..area.bottom).filter(|&y| hue_of(picture.rgb(x, y)) == Some(hue));
    let first = rows.next()?;
    let last = rows.next_back().unwrap_or(first);
    Some((first as f64, last as f64))
}

/// R waves of a trace.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct RWaves {
    /// Columns of the picture, to the middle of their peaks.
    pub columns: Vec<f64>,
    /// Other waves stand out nearly as much.
    pub doubtful: bool,
}

/// The R waves of a trace.
///
/// A QRS complex is the sharpest part of an ECG; a T wave may be taller, but bends more slowly. So
/// complexes are found by the squares of the bends within 30 ms around. The R wave is where the
/// trace is farthest from its usual row within 0.1 s around, upward or downward, whichever of the
/// two stands out more at the complexes.
pub fn r_waves(trace: &Trace, columns_per_s: f64) -> RWaves {
    let half = (NEIGHBOURHOOD_S * columns_per_s).round().max(3.0) as usize;
    let up = heights(trace, half, |(top, _), base| base - top);
    let down = heights(trace, half, |(_, bottom), base| bottom - base);
    let reach = (QRS_S * columns_per_s).round().max(2.0) as usize;
    let sharpness = sharpness(trace, reach, columns_per_s);
    let gap = (REFRACTORY_S * columns_per_s).max(1.0);
    let all = peaks(&sharpness, f64::MIN_POSITIVE, gap);
    let tall = tallest(all.iter().map(|at| sharpness[*at as usize]).collect());
    let (complexes, others): (Vec<f64>, Vec<f64>) = all
        .iter()
        .partition(|at| sharpness[**at as usize] >= MIN_SHARPNESS * tall);
    let near = |at: f64| {
        let at = at as usize;
        at.saturating_sub(reach)..(at + reach + 1).min(sharpness.len())
    };
    let greatest = |heights: &[f64], at: f64| heights[near(at)].iter().copied().fold(0.0, f64::max);
    let total = |heights: &[f64]| {
        complexes
            .iter()
            .map(|at| greatest(heights, *at))
            .sum::<f64>()
    };
    let heights = if total(&up) >= total(&down) { up } else { down };
    let columns: Vec<f64> = complexes
        .iter()
        .filter(|at| greatest(&heights, **at) >= MIN_HEIGHT_ROWS)
        .filter_map(|at| {
            let window = near(*at);
            let tops = peaks(&heights[window.clone()], greatest(&heights, *at), 0.0);
            Some((trace.left + window.start) as f64 + tops.first()?)
        })
        .collect();
    let level = |at: &f64| sharpness[*at as usize];
    let least = complexes.iter().map(level).fold(f64::INFINITY, f64::min);
    let sharp = others.iter().any(|at| level(at) > DOUBTFUL_SHARE * least);
    RWaves {
        doubtful: sharp || alternates(&columns),
        columns,
    }
}

/// Whether short and long intervals take turns, as they do where two waves of each beat are found.
fn alternates(columns: &[f64]) -> bool {
    let intervals: Vec<f64> = columns.windows(2).map(|pair| pair[1] - pair[0]).collect();
    if intervals.len() < MIN_ALTERNATING {
        return false;
    }
    let apart = |distance: usize| {
        let pairs = intervals.windows(distance + 1);
        median(pairs.map(|some| (some[0] - some[distance]).abs())).unwrap_or(0.0)
    };
    let mean = intervals.iter().sum::<f64>() / intervals.len() as f64;
    apart(1) > ALTERNATING_SHARE * mean && apart(2) < apart(1) / 2.0
}

/// Sum of the squared bends of the trace around each column, in rows squared.
fn sharpness(trace: &Trace, reach: usize, columns_per_s: f64) -> Vec<f64> {
    let step = (BEND_S * columns_per_s).round().max(1.0) as usize;
    let middle = |at: usize| {
        trace
            .rows
            .get(at)
            .copied()
            .flatten()
            .map(|(top, bottom)| (top + bottom) / 2.0)
    };
    let last = trace.rows.len().saturating_sub(1);
    // The trace is mirrored at its ends: there a peak stays sharp, and a slow wave slow.
    let bend = |at: usize| {
        let before = middle(at.abs_diff(step))?;
        let after = middle(last.saturating_sub(last.abs_diff(at + step)))?;
        Some(before - 2.0 * middle(at)? + after)
    };
    let squares: Vec<f64> = (0..trace.rows.len())
        .map(|at| bend(at).map_or(0.0, |bend| bend * bend))
        .collect();
    let around = |at: usize| at.saturating_sub(reach)..(at + reach + 1).min(squares.len());
    (0..squares.len())
        .map(|at| squares[around(at)].iter().sum())
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

/// Size of the tall ones: one in five is taller.
fn tallest(mut sizes: Vec<f64>) -> f64 {
    sizes.sort_unstable_by(f64::total_cmp);
    let highest = sizes.last().copied().unwrap_or(0.0);
    let tall = sizes
        .iter()
        .filter(|&&size| size >= MIN_SHARPNESS * highest)
        .count();
    let above = ((1.0 - TALL_QUANTILE) * tall as f64) as usize;
    sizes
        .len()
        .checked_sub(above + 1)
        .map_or(0.0, |at| sizes[at])
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
        let trace = trace(&[picture], picture.whole(), None).unwrap();
        assert_eq!(r_waves(&trace, 120.0).columns, [50.0, 150.0, 260.0, 345.0]);
    }

    #[test]
    fn two_sharp_waves_in_each_beat_leave_a_doubt() {
        for (spikes, doubtful) in [
            (&[10, 75, 170, 235, 330, 395], true),
            (&[10, 87, 164, 241, 318, 395], false),
        ] {
            let rgb = drawn(spikes);
            let picture = Picture::new(&rgb, WIDTH as u32, HEIGHT as u32).unwrap();
            let trace = trace(&[picture], picture.whole(), None).unwrap();
            assert_eq!(r_waves(&trace, 120.0).doubtful, doubtful);
        }
    }

    #[test]
    fn a_flat_line_has_no_r_waves_and_a_dark_picture_no_trace() {
        let rgb = drawn(&[]);
        let picture = Picture::new(&rgb, WIDTH as u32, HEIGHT as u32).unwrap();
        assert!(
            r_waves(&trace(&[picture], picture.whole(), None).unwrap(), 120.0)
                .columns
                .is_empty()
        );
        let dark = vec![0; WIDTH * HEIGHT * 3];
        let picture = Picture::new(&dark, WIDTH as u32, HEIGHT as u32).unwrap();
        assert!(trace(&[picture], picture.whole(), None).is_none());
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
        let trace = trace(&pictures, pictures[0].whole(), None).unwrap();
        assert_eq!(r_waves(&trace, 120.0).columns, [100.0, 300.0]);
    }
}
