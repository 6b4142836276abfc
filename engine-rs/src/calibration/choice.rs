//! Which region all points of one measurement use together (docs/calibration.md#region-of-a-measurement and docs/calibration.md#sources-of-scale).

use super::aliasing::Aliasing;
use super::region::{ImageSize, Region};
use super::region_need::RegionNeed;
use crate::records::calibration::{CalibrationSource, ReferencePixelOrigin};
use crate::records::metadata::DopplerRegion;
use crate::units::PhysicalUnit;

use super::region::Axis;

/// Spatial format of a spectrum.
pub(super) const SPECTRAL: u16 = 3;

/// Units a measurement needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Need {
    /// cm by cm.
    Length,
    /// cm downwards on a time axis.
    Depth,
    /// Seconds to the right.
    Time,
    /// cm/s downwards, and seconds to the right when x is used.
    Velocity,
    /// cm or seconds to the right.
    Horizontal,
    /// cm or cm/s downwards.
    Vertical,
    /// No condition.
    Any,
}

/// Axes a measurement uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Axes {
    /// Columns.
    X,
    /// Rows.
    Y,
    /// Both.
    Xy,
}

impl Axes {
    fn has_x(self) -> bool {
        self != Self::Y
    }

    fn has_y(self) -> bool {
        self != Self::X
    }
}

impl Need {
    /// The axes that are used unless a measurement names others.
    pub fn usual_axes(self) -> Axes {
        match self {
            Self::Length | Self::Any => Axes::Xy,
            Self::Depth | Self::Velocity | Self::Vertical => Axes::Y,
            Self::Time | Self::Horizontal => Axes::X,
        }
    }

    fn fits(self, region: &Region, axes: Axes) -> bool {
        use PhysicalUnit::{Centimetre, CentimetrePerSecond, Second};
        let (x, y) = (region.x.unit, region.y.unit);
        match self {
            Self::Length => x == Centimetre && y == Centimetre,
            Self::Depth => x == Second && y == Centimetre,
            Self::Time => x == Second,
            Self::Velocity => y == CentimetrePerSecond && (!axes.has_x() || x == Second),
            Self::Horizontal => x == Second || x == Centimetre,
            Self::Vertical => y == Centimetre || y == CentimetrePerSecond,
            Self::Any => true,
        }
    }
}

/// A region that may be chosen.
#[derive(Debug, Clone, PartialEq)]
pub struct Candidate {
    /// Place in the file's sequence, from 0; none for a scale of the whole image.
    pub index: Option<u32>,
    /// Where its scale comes from.
    pub source: CalibrationSource,
    /// Bounds and axes.
    pub region: Region,
}

/// The regions of a file; a right or lower bound equal to the image's size loses one pixel.
pub fn of_file(
    sources: &[DopplerRegion],
    size: ImageSize,
    origin: ReferencePixelOrigin,
) -> Vec<Candidate> {
    let numbered = sources.iter().zip(0_u32..);
    numbered
        .filter_map(|(source, index)| {
            let mut region = Region::new(source, size, origin)?;
            let clip = |bound: &mut f64, side: u32| {
                if *bound == f64::from(side) {
                    *bound -= 1.0;
                }
            };
            clip(&mut region.max_x, size.width);
            clip(&mut region.max_y, size.height);
            Some(Candidate {
                index: Some(index),
                source: CalibrationSource::Regions,
                region,
            })
        })
        .collect()
}

/// The whole image; one of unknown size has no far bounds.
pub(super) fn whole_image(size: ImageSize, format: u16, x: Axis, y: Axis) -> Region {
    let last = |side: u32| match side {
        0 => f64::MAX,
        side => f64::from(side) - 1.0,
    };
    Region {
        spatial_format: format,
        high_priority: true,
        min_x: 0.0,
        min_y: 0.0,
        max_x: last(size.width),
        max_y: last(size.height),
        x,
        y,
    }
}

/// An axis with a scale and without a reference.
pub(super) fn axis(unit: PhysicalUnit, delta: f64) -> Axis {
    Axis {
        unit,
        delta,
        reference: None,
        reference_value: 0.0,
    }
}

/// Pixel Spacing as one region over the image; spacings in mm, none unless both are positive.
pub fn of_spacing(
    size: ImageSize,
    [row_mm, column_mm]: [f64; 2],
    source: CalibrationSource,
) -> Option<Candidate> {
    let usable = |mm: f64| mm.is_finite() && mm > 0.0;
    if !usable(row_mm) || !usable(column_mm) {
        return None;
    }
    let cm = |mm: f64| axis(PhysicalUnit::Centimetre, mm / 10.0);
    Some(Candidate {
        index: None,
        source,
        region: whole_image(size, 1, cm(column_mm), cm(row_mm)),
    })
}

/// The region for all points together: usable axes, fitting units, all points inside; then high
/// priority, the smaller area, the order of the file.
pub fn choose<'a>(
    candidates: &'a [Candidate],
    (need, axes): (Need, Axes),
    aliasing: Aliasing,
    points: &[[f64; 2]],
) -> Option<&'a Candidate> {
    let usable = |candidate: &&Candidate| {
        let region = &candidate.region;
        (!axes.has_x() || region.x.is_scaled())
            && (!axes.has_y() || region.y.is_scaled())
            && need.fits(region, axes)
            && points
                .iter()
                .all(|&[x, y]| contains(region, aliasing, x, y))
    };
    let rank = |candidate: &Candidate| (!candidate.region.high_priority, candidate.region.area());
    candidates.iter().filter(usable).reduce(|best, candidate| {
        if rank(candidate) < rank(best) {
            candidate
        } else {
            best
        }
    })
}

/// Inside the bounds of whole pixels; unwrapped points of a spectrum are outside by as many rows as
/// are corrected.
fn contains(region: &Region, aliasing: Aliasing, x: f64, y: f64) -> bool {
    let spectral = region.spatial_format == SPECTRAL || region.is_velocity();
    let Aliasing { up, down } = if spectral {
        aliasing.within(region)
    } else {
        Aliasing::default()
    };
    x >= region.min_x - 0.5
        && x <= region.max_x + 0.5
        && y >= region.min_y - 0.5 - down
        && y <= region.max_y + 0.5 + up
}

/// The flow region among the candidates: of the kind needed the largest, then the first.
pub fn flow(candidates: &[Candidate], need: RegionNeed) -> Option<&Candidate> {
    let fitting = candidates
        .iter()
        .filter(|candidate| need.fits(&candidate.region));
    fitting.reduce(|best, candidate| {
        if candidate.region.area() > best.region.area() {
            candidate
        } else {
            best
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calibration::flow_region::tests::region;

    const SIZE: ImageSize = ImageSize {
        width: 800,
        height: 600,
    };

    #[test]
    fn a_length_across_a_colour_box_uses_the_tissue_below() {
        // docs/calibration.md#worked-examples, example 9.
        let mut tissue = region(1, [0, 0, 799, 599], [3, 3], [0.02, 0.02]);
        tissue.region_flags = Some(1);
        let colour = region(1, [200, 150, 499, 449], [3, 3], [0.02, 0.02]);
        let candidates = of_file(&[tissue, colour], SIZE, ReferencePixelOrigin::Region);
        let chosen = |points: &[[f64; 2]]| {
            let need = (Need::Length, Axes::Xy);
            choose(&candidates, need, Aliasing::default(), points).and_then(|found| found.index)
        };
        assert_eq!(chosen(&[[300.0, 300.0]]), Some(1));
        assert_eq!(chosen(&[[300.0, 300.0], [600.0, 300.0]]), Some(0));
        assert_eq!(chosen(&[[300.0, 300.0], [800.0, 300.0]]), None);
    }

    #[test]
    fn unwrapped_points_lie_outside_by_the_rows_corrected() {
        let strip = region(3, [0, 300, 799, 559], [4, 7], [0.004, -0.5]);
        let candidates = of_file(&[strip], SIZE, ReferencePixelOrigin::Region);
        let found = |down: f64, y: f64| {
            let aliasing = Aliasing { up: 0.0, down };
            choose(
                &candidates,
                (Need::Velocity, Axes::Y),
                aliasing,
                &[[5.0, y]],
            )
            .is_some()
        };
        assert!(found(40.0, 259.5) && !found(40.0, 259.4) && !found(0.0, 259.5));
    }

    #[test]
    fn a_bound_equal_to_the_size_loses_a_pixel() {
        let source = region(1, [0, 0, 800, 600], [3, 3], [0.02, 0.02]);
        let candidates = of_file(&[source], SIZE, ReferencePixelOrigin::Region);
        assert_eq!(candidates[0].region.area(), 800.0 * 600.0);
    }
}
