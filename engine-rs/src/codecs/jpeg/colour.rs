//! Meaning of the samples of a stream: the person's word, else what `dicom::jpeg_colour` decides.

use super::Picture;
use crate::codecs::{Colour, colour_by_photometric};
use crate::dicom::jpeg_colour::Evidence;
use crate::dicom::pixel_format::PixelFormat;

/// Colour of a decoded picture.
pub(super) fn of_picture(picture: &Picture, format: &PixelFormat) -> Colour {
    let evidence = Evidence {
        ids: &picture.component_ids,
        subsampled: picture.subsampled,
        markers: picture.markers,
        is_lossless: picture.planes.is_none(),
    };
    of_evidence(&evidence, format)
}

/// Colour of a stream of this evidence.
pub(super) fn of_evidence(evidence: &Evidence<'_>, format: &PixelFormat) -> Colour {
    match (evidence.ids.len(), format.colour_override) {
        (1, _) => match colour_by_photometric(format) {
            Colour::Palette => Colour::Palette,
            _ => Colour::Grey,
        },
        (3, Some(chosen)) => chosen.into(),
        (3, None) if evidence.decide(&format.photometric_interpretation).rgb => Colour::Rgb,
        (3, None) => Colour::YbrFull,
        _ => Colour::Other,
    }
}
