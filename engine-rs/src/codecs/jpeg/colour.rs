//! What the samples of a stream mean: its own markers go before the header, which is wrong in many
//! files. APP14, JFIF, component identifiers R, G, B, and only then Photometric Interpretation.

use super::Picture;
use super::header::ColourMarkers;
use crate::codecs::{Colour, colour_by_photometric};
use crate::dicom::pixel_format::PixelFormat;

/// Component identifiers that say RGB by themselves.
const RGB_IDS: &[u8] = b"RGB";

/// Colour of a decoded picture.
pub(super) fn of_picture(picture: &Picture, format: &PixelFormat) -> Colour {
    let is_lossless = picture.planes.is_none();
    of_components(&picture.component_ids, picture.markers, is_lossless, format)
}

/// Colour of components with these identifiers, in a stream with these markers.
pub(super) fn of_components(
    ids: &[u8],
    markers: ColourMarkers,
    is_lossless: bool,
    format: &PixelFormat,
) -> Colour {
    if let Some(chosen) = format.colour_override
        && ids.len() == 3
    {
        return chosen.into();
    }
    match ids.len() {
        1 => match colour_by_photometric(format) {
            Colour::Palette => Colour::Palette,
            _ => Colour::Grey,
        },
        3 if is_lossless => lossless(markers, format),
        3 => match markers.adobe_transform {
            Some(0) => Colour::Rgb,
            Some(1) => Colour::YbrFull,
            _ if markers.jfif => Colour::YbrFull,
            _ if ids == RGB_IDS || format.photometric_interpretation == "RGB" => Colour::Rgb,
            _ => Colour::YbrFull,
        },
        _ => Colour::Other,
    }
}

/// Lossless streams hold what they were given, RGB as a rule, also under YBR_FULL_422.
fn lossless(markers: ColourMarkers, format: &PixelFormat) -> Colour {
    match markers.adobe_transform {
        Some(0) => Colour::Rgb,
        Some(1) => Colour::YbrFull,
        _ if format.photometric_interpretation == "YBR_FULL" => Colour::YbrFull,
        _ => Colour::Rgb,
    }
}
