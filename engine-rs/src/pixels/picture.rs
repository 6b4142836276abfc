//! A frame as the picture that exports write: grey or RGB of 8 bits, pixel by pixel.

use super::{rgb, stored};
use crate::codecs::{Colour, Decoded, Layout};
use crate::dicom::pixel_format::PixelFormat;
use crate::error::EngineError;

/// Brings samples to a picture in `memory`, which is reused. Returns its samples per pixel: 1 for grey, 3 for RGB.
/// Grey is written as it is stored, MONOCHROME1 turned around, so that 0 is black.
///
/// # Errors
/// `unsupported-pixel-format` for grey of more than 8 bits or with a sign, which would have to be windowed, and as
/// [`rgb::to_rgb`].
pub fn picture(
    format: &PixelFormat,
    decoded: &mut Decoded,
    samples: &mut Vec<u8>,
    memory: &mut Vec<u8>,
) -> Result<u8, EngineError> {
    if decoded.colour != Colour::Grey {
        let frame = rgb::to_rgb_in(format, decoded, samples, std::mem::take(memory))?;
        *memory = rgb::to_8_bits(format, frame);
        return Ok(3);
    }
    if decoded.sample_bytes != 1 || format.signed || decoded.samples_per_pixel != 1 {
        return Err(EngineError::UnsupportedPixelFormat {
            detail: format!(
                "grey of {} bits{}: choosing a window would change the picture",
                decoded.sample_bytes * 8,
                if format.signed { " with a sign" } else { "" }
            ),
        });
    }
    stored::interleave(decoded, samples);
    std::mem::swap(samples, memory);
    if format.photometric_interpretation == "MONOCHROME1" {
        memory.iter_mut().for_each(|sample| *sample = 255 - *sample);
    }
    Ok(1)
}

/// Chroma of grey.
const NEUTRAL: u8 = 128;

/// Luma of a picture whose chroma is neutral throughout, and the samples from one row to the next: its red, green and
/// blue are equal to it. None where there is colour, and for other layouts.
pub fn without_colour<'a>(decoded: &Decoded, samples: &'a [u8]) -> Option<(&'a [u8], usize)> {
    let Layout::Planes(planes) = &decoded.layout else {
        return None;
    };
    let [luma, chroma @ ..] = planes.list.as_slice() else {
        return None;
    };
    let is_neutral = chroma.iter().all(|plane| {
        let mut rows = samples[plane.offset..]
            .chunks(plane.stride)
            .take(plane.height);
        rows.all(|row| row[..plane.width].iter().all(|&sample| sample == NEUTRAL))
    });
    let is_grey = decoded.colour == Colour::YbrFull
        && decoded.sample_bytes == 1
        && luma.divisors == [1, 1]
        && is_neutral;
    is_grey.then_some((&samples[luma.offset..], luma.stride))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codecs::jpeg::{Plane, Planes};

    fn grey(photometric: &str, sample_bytes: usize, signed: bool) -> (PixelFormat, Decoded) {
        let format = serde_json::json!({
            "transfer_syntax_uid": "1.2.840.10008.1.2.1", "height": 1, "width": 3,
            "samples_per_pixel": 1, "bits_allocated": 8 * sample_bytes, "bits_stored": 8 * sample_bytes,
            "signed": signed, "float": false, "planar": false, "photometric_interpretation": photometric,
            "packed_422": false, "swapped_words": false, "palette": null, "window": null,
            "rescale_slope": 1.0, "rescale_intercept": 0.0, "pixel_aspect_ratio": null
        });
        let decoded = Decoded {
            width: 3,
            height: 1,
            samples_per_pixel: 1,
            sample_bytes,
            layout: Layout::Interleaved,
            colour: Colour::Grey,
            partial: false,
        };
        (serde_json::from_value(format).unwrap(), decoded)
    }

    fn made(photometric: &str, sample_bytes: usize, signed: bool) -> Result<Vec<u8>, EngineError> {
        let (format, mut decoded) = grey(photometric, sample_bytes, signed);
        let (mut samples, mut pixels) = (vec![0, 7, 255], Vec::new());
        let channels = picture(&format, &mut decoded, &mut samples, &mut pixels)?;
        assert_eq!(channels, 1);
        Ok(pixels)
    }

    #[test]
    fn a_picture_with_neutral_chroma_is_its_luma() {
        let (_, mut decoded) = grey("YBR_FULL_422", 1, false);
        let plane = |offset, width, divisors| Plane {
            width,
            height: 2,
            stride: 4,
            offset,
            divisors,
        };
        decoded.layout = Layout::Planes(Planes {
            list: vec![
                plane(0, 3, [1, 1]),
                plane(8, 2, [2, 1]),
                plane(10, 2, [2, 1]),
            ],
            sampling: Some([2, 1]),
            stride: 4,
            samples: 16,
        });
        decoded.colour = Colour::YbrFull;
        let luma = [1, 2, 3, 0, 4, 5, 6, 0];
        let mut samples = [luma, [128; 8]].concat();
        let found = without_colour(&decoded, &samples).unwrap();
        assert_eq!((&found.0[..8], found.1), (&luma[..], 4));
        let mut rgb = Vec::new();
        let (format, _) = grey("YBR_FULL_422", 1, false);
        decoded.height = 2;
        assert_eq!(
            picture(
                &format,
                &mut decoded.clone(),
                &mut samples.clone(),
                &mut rgb
            )
            .unwrap(),
            3
        );
        assert_eq!(rgb, [1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5, 6, 6, 6]);
        samples[14] = 129;
        assert_eq!(without_colour(&decoded, &samples), None);
    }

    #[test]
    fn zero_is_black_whatever_the_photometric_interpretation() {
        assert_eq!(made("MONOCHROME2", 1, false).unwrap(), [0, 7, 255]);
        assert_eq!(made("MONOCHROME1", 1, false).unwrap(), [255, 248, 0]);
    }

    #[test]
    fn grey_that_needs_a_window_is_refused() {
        assert!(made("MONOCHROME2", 2, false).is_err());
        assert!(made("MONOCHROME2", 1, true).is_err());
    }
}
