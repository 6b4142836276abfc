//! Where the scale of an image comes from, in the order of calibration.md 5, and what a person
//! chose instead.

use super::choice::{Candidate, of_file, of_manual, of_spacing};
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
    /// What a person chose; none while it is the file's own.
    pub choice: Option<&'a ImageCalibration>,
}

/// Regions that measurements may use; empty when nothing calibrates the image.
///
/// A manual scale replaces all others. A spacing that only counts when confirmed is used after it
/// is; choosing `none` takes every scale away.
pub fn candidates(sources: &ScaleSources) -> Vec<Candidate> {
    let origin = sources.choice.map(|choice| choice.reference_pixel_origin);
    let own = |source: PixelSpacingSource| source == PixelSpacingSource::PixelSpacing;
    let spacing = |named: CalibrationSource| {
        let spacing = sources.spacing?;
        of_spacing(sources.size, [spacing.row_mm, spacing.column_mm], named)
    };
    match sources.choice.map(|choice| (choice.source, choice)) {
        Some((CalibrationSource::None, _)) => Vec::new(),
        Some((CalibrationSource::Manual, choice)) => of_manual(sources.size, &choice.manual)
            .into_iter()
            .collect(),
        Some((CalibrationSource::ConfirmedSpacing, _)) => {
            spacing(CalibrationSource::ConfirmedSpacing)
                .into_iter()
                .collect()
        }
        _ if !sources.regions.is_empty() => {
            of_file(sources.regions, sources.size, origin.unwrap_or_default())
        }
        _ => sources
            .spacing
            .filter(|found| own(found.source))
            .and_then(|_| spacing(CalibrationSource::PixelSpacing))
            .into_iter()
            .collect(),
    }
}
