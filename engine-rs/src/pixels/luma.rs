//! Brightness of a frame as it is laid out for display: the stored luma where there is one.

use super::rgb;
use crate::codecs::{Colour, Decoded};
use crate::dicom::pixel_format::PixelFormat;
use crate::error::EngineError;

/// Weights of red, green and blue (BT.601), of 256.
const WEIGHTS: [u16; 3] = [77, 150, 29];

/// Whether the texture that shows a frame begins with its luma: rows of 8 bits.
pub fn is_stored(format: &PixelFormat, decoded: &Decoded) -> bool {
    let plain = decoded.sample_bytes == 1 && !format.signed;
    plain && matches!(decoded.colour, Colour::YbrFull | Colour::Grey)
}

/// Luma of any frame, by way of its colours.
///
/// # Errors
/// As [`rgb::to_rgb`].
pub fn by_colour(
    format: &PixelFormat,
    decoded: &Decoded,
    samples: &[u8],
) -> Result<Vec<u8>, EngineError> {
    let frame = rgb::to_8_bits(format, rgb::to_rgb(format, decoded, samples)?);
    let pixels = frame.as_chunks::<3>().0;
    Ok(pixels.iter().map(|pixel| of(*pixel)).collect())
}

fn of(pixel: [u8; 3]) -> u8 {
    let parts = pixel.iter().zip(WEIGHTS);
    let sum: u16 = parts
        .map(|(value, weight)| u16::from(*value) * weight)
        .sum();
    (sum >> 8) as u8
}

#[cfg(test)]
mod tests {
    use super::of;

    #[test]
    fn grey_stays_what_it_is_and_green_is_brighter_than_blue() {
        for grey in [0, 1, 90, 254, 255] {
            assert_eq!(of([grey; 3]), grey);
        }
        assert!(of([0, 200, 0]) > of([200, 0, 0]) && of([200, 0, 0]) > of([0, 0, 200]));
    }
}
