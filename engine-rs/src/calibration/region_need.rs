//! Requirements of a modality for a region.

use super::region::Region;
use crate::records::analysis::ImageModality;
use crate::units::PhysicalUnit;

/// Which kind of region a modality is measured in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RegionNeed {
    /// Two-dimensional, cm by cm.
    TwoD,
    /// M-Mode, s by cm.
    MMode,
    /// Spectrum, s by cm/s.
    Spectral,
}

impl From<ImageModality> for RegionNeed {
    fn from(modality: ImageModality) -> Self {
        match modality {
            ImageModality::TwoD => Self::TwoD,
            ImageModality::MMode => Self::MMode,
            ImageModality::PwDoppler | ImageModality::CwDoppler | ImageModality::TissueDoppler => {
                Self::Spectral
            }
        }
    }
}

impl RegionNeed {
    pub(super) fn fits(self, region: &Region) -> bool {
        let (format, unit_x, unit_y) = match self {
            Self::TwoD => (1, PhysicalUnit::Centimetre, PhysicalUnit::Centimetre),
            Self::MMode => (2, PhysicalUnit::Second, PhysicalUnit::Centimetre),
            Self::Spectral => (3, PhysicalUnit::Second, PhysicalUnit::CentimetrePerSecond),
        };
        region.spatial_format == format
            && region.x.unit == unit_x
            && region.y.unit == unit_y
            && region.x.is_scaled()
            && region.y.is_scaled()
    }
}
