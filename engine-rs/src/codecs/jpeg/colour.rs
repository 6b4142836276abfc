//! What the samples of a stream mean: its own markers go before the header, which is wrong in many
//! files. APP14, JFIF, component identifiers R, G, B, and only then Photometric Interpretation.

use super::Picture;
use crate::codecs::{Colour, colour_by_photometric};
use crate::dicom::pixel_format::PixelFormat;

/// Component identifiers that say RGB by themselves.
const RGB_IDS: &[u8] = b"RGB";

/// Colour of a decoded picture.
pub(super) fn of_picture(picture: &Picture, format: &PixelFormat) -> Colour {
    let ids = picture.component_ids.as_slice();
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
        3 if picture.planes.is_none() => lossless(picture, format),
        3 => match picture.markers.adobe_transform {
            Some(0) => Colour::Rgb,
            Some(1) => Colour::YbrFull,
            _ if picture.markers.jfif => Colour::YbrFull,
            _ if ids == RGB_IDS || format.photometric_interpretation == "RGB" => Colour::Rgb,
            _ => Colour::YbrFull,
        },
        _ => Colour::Other,
    }
}

/// Lossless streams hold what they were given, RGB as a rule, also under YBR_FULL_422.
fn lossless(picture: &Picture, format: &PixelFormat) -> Colour {
    match picture.markers.adobe_transform {
        Some(0) => Colour::Rgb,
        Some(1) => Colour::YbrFull,
        _ if format.photometric_interpretation == "YBR_FULL" => Colour::YbrFull,
        _ => Colour::Rgb,
    }
}
