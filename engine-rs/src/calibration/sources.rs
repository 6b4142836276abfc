//! Where the scale of an image comes from, in the order of docs/calibration.md#sources-of-scale, and what a person
//! chose instead.

use super::choice::{Candidate, of_file, of_spacing};
use super::manual::of_manual;
use super::region::ImageSize;
use crate::records::calibration::{CalibrationSource, ImageCalibration};
use crate::records::metadata::{DopplerRegion, PixelSpacing, PixelSpacingSource};

/// Everything that may scale an image.
#[derive(Debug, Clone, Copy)]
pub struct ScaleSources<'a> {
    /// Regions of the file.
    pub regions: &'a [DopplerRegion],
    /// Size of the image.
    pub size: ImageSize,
    /// Spacing of the file outside of regions.
    pub spacing: Option<&'a PixelSpacing>,
    /// The user's choice; none while it is the file's own.
    pub choice: Option<&'a ImageCalibration>,
}

/// Regions that measurements may use; empty when nothing calibrates the image.
///
/// A manual scale of both axes replaces all others, of one axis that axis of the file's. A spacing
/// that only counts when confirmed is used after it is. Pixel Spacing, once chosen, never falls back
/// to regions; choosing `none` takes every scale away.
pub fn candidates(sources: &ScaleSources) -> Vec<Candidate> {
    match sources.choice.map(|choice| (choice.source, choice)) {
        Some((CalibrationSource::None, _)) => Vec::new(),
        Some((CalibrationSource::Manual, choice)) => {
            of_manual(sources.size, &choice.manual, &of_the_file(sources))
        }
        Some((CalibrationSource::PixelSpacing, _)) => own_spacing(sources),
        Some((CalibrationSource::ConfirmedSpacing, _)) => {
            spacing(sources, CalibrationSource::ConfirmedSpacing)
        }
        _ => of_the_file(sources),
    }
}

/// The file's own scale: its regions, else its Pixel Spacing.
fn of_the_file(sources: &ScaleSources) -> Vec<Candidate> {
    if !sources.regions.is_empty() {
        let origin = sources.choice.map(|choice| choice.reference_pixel_origin);
        return of_file(sources.regions, sources.size, origin.unwrap_or_default());
    }
    own_spacing(sources)
}

/// Pixel Spacing itself; nominal and imager spacing only count when confirmed.
fn own_spacing(sources: &ScaleSources) -> Vec<Candidate> {
    let own = |found: &PixelSpacing| found.source == PixelSpacingSource::PixelSpacing;
    match sources.spacing.is_some_and(own) {
        true => spacing(sources, CalibrationSource::PixelSpacing),
        false => Vec::new(),
    }
}

fn spacing(sources: &ScaleSources, named: CalibrationSource) -> Vec<Candidate> {
    let made = sources
        .spacing
        .and_then(|spacing| of_spacing(sources.size, [spacing.row_mm, spacing.column_mm], named));
    made.into_iter().collect()
}
