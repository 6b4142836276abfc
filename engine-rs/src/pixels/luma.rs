//! Brightness of a frame: the stored luma where there is one.

use super::{rgb, view};
use crate::codecs::{Colour, Decoded};
use crate::dicom::pixel_format::PixelFormat;
use crate::error::EngineError;

/// Weights of red, green and blue (BT.601), of 256.
const WEIGHTS: [u16; 3] = [77, 150, 29];

/// Rows of luma and the samples from one to the next; `memory` is reused for them.
///
/// # Errors
/// As [`view::lay_out`] and [`rgb::to_rgb`].
pub fn luma(
    format: &PixelFormat,
    decoded: &mut Decoded,
    samples: &mut Vec<u8>,
    mut memory: Vec<u8>,
) -> Result<(Vec<u8>, usize), EngineError> {
    let plain = decoded.sample_bytes == 1 && !format.signed;
    if plain && matches!(decoded.colour, Colour::YbrFull | Colour::Grey) {
        // The texture that shows such a frame begins with its luma.
        let view = view::lay_out(decoded, samples, format, &mut memory)?;
        return Ok((memory, view.stride as usize));
    }
    let frame = rgb::to_8_bits(format, rgb::to_rgb(format, decoded, samples)?);
    memory.clear();
    let pixels = frame.as_chunks::<3>().0;
    memory.extend(pixels.iter().map(|pixel| of(*pixel)));
    Ok((memory, decoded.width as usize))
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
