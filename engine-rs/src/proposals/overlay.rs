//! An ECG that is drawn over a strip. Its samples are not flow.

use super::ecg::line_hue;
use super::hue::hue_of;
use super::picture::{Area, Picture};
use super::white_line::white_line;

/// Rows next to a drawn line that are tinted by it: smoothed lines, and chroma of half the resolution.
const MARGIN_ROWS: usize = 2;

/// Rows of each column that a drawn line covers, counted from the top of its area.
pub struct Overlay {
    covered: Vec<Vec<bool>>,
}

impl Overlay {
    /// The line over a strip whose zero line is in this row; none without one.
    pub fn find(picture: &Picture<'_>, strip: Area, zero_y: f64) -> Option<Self> {
        let height = strip.bottom - strip.top;
        let lines: Vec<Vec<usize>> = if let Some(hue) = line_hue(picture, strip) {
            let tinted = |x: usize| {
                let rows = strip.top..strip.bottom;
                rows.filter(move |&y| hue_of(picture.rgb(x, y)) == Some(hue))
            };
            (strip.left..strip.right)
                .map(|x| tinted(x).collect())
                .collect()
        } else {
            let line = white_line(picture, strip, Some(zero_y))?;
            line.into_iter()
                .map(|column| (column.covered.0..=column.covered.1).collect())
                .collect()
        };
        let covered = lines.into_iter().map(|rows| {
            let mut covered = vec![false; height];
            for row in rows {
                let at = row - strip.top;
                let end = (at + MARGIN_ROWS + 1).min(height);
                covered[at.saturating_sub(MARGIN_ROWS)..end].fill(true);
            }
            covered
        });
        Some(Self {
            covered: covered.collect(),
        })
    }

    /// Replaces covered samples of a column by the samples above and below them.
    pub fn erase(&self, index: usize, column: &mut [f64]) {
        let covered = &self.covered[index];
        let mut at = 0;
        while at < column.len() {
            if !covered[at] {
                at += 1;
                continue;
            }
            let end = (at..column.len())
                .find(|&row| !covered[row])
                .unwrap_or(column.len());
            let before = at.checked_sub(1).map(|row| column[row]);
            let after = column.get(end).copied();
            let (from, to) = match (before, after) {
                (Some(from), Some(to)) => (from, to),
                (Some(one), None) | (None, Some(one)) => (one, one),
                (None, None) => (0.0, 0.0),
            };
            let gaps = (end - at + 1) as f64;
            for (step, sample) in column[at..end].iter_mut().enumerate() {
                *sample = from + (to - from) * (step + 1) as f64 / gaps;
            }
            at = end;
        }
    }
}
