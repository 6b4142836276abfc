//! Grey of 32 and 64 bits, whole or floating point, brought to the 16 bits of a texture.
//!
//! 0 stands for the lower end of the file's window and 65535 for its upper end (PS3.3 C.11.2.1.3.2,
//! exact linear, after rescale). Without a window the ends are the smallest and largest finite
//! sample of the frame. Not-a-number becomes 0.

use crate::codecs::Decoded;
use crate::dicom::pixel_format::PixelFormat;

/// Largest value of a texture of 16 bits.
const WHITE: f64 = 65_535.0;

/// Brings samples of 4 or 8 bytes to 16 bits, least significant byte first; `texture` is reused.
pub fn to_16_bits(format: &PixelFormat, decoded: &Decoded, samples: &[u8], texture: &mut Vec<u8>) {
    let values = || numbers(format, decoded.sample_bytes, samples);
    let (slope, intercept, low, high) = match &format.window {
        Some(window) => (
            format.rescale_slope,
            format.rescale_intercept,
            window.center - window.width / 2.0,
            window.center + window.width / 2.0,
        ),
        None => {
            let finite = values().filter(|value| value.is_finite());
            let ends = finite.fold((f64::MAX, f64::MIN), |(low, high), value| {
                (low.min(value), high.max(value))
            });
            (1.0, 0.0, ends.0, ends.1)
        }
    };
    texture.clear();
    texture.reserve(decoded.width as usize * decoded.height as usize * 2);
    for value in values() {
        // Halved, because the distance of the ends may be beyond the largest number.
        let position = ((value * slope + intercept) / 2.0 - low / 2.0) / (high / 2.0 - low / 2.0);
        // A number cast from what is none is 0.
        let grey = (position.clamp(0.0, 1.0) * WHITE).round() as u16;
        texture.extend(grey.to_le_bytes());
    }
}

fn numbers<'a>(
    format: &PixelFormat,
    sample_bytes: usize,
    samples: &'a [u8],
) -> impl Iterator<Item = f64> + 'a {
    let number: fn(&[u8]) -> f64 = match (sample_bytes, format.float, format.signed) {
        (4, true, _) => |raw| f64::from(f32::from_le_bytes(first(raw))),
        (4, false, false) => |raw| f64::from(u32::from_le_bytes(first(raw))),
        (4, false, true) => |raw| f64::from(i32::from_le_bytes(first(raw))),
        (_, true, _) => |raw| f64::from_le_bytes(first(raw)),
        (_, false, false) => |raw| u64::from_le_bytes(first(raw)) as f64,
        (_, false, true) => |raw| i64::from_le_bytes(first(raw)) as f64,
    };
    samples.chunks_exact(sample_bytes.max(1)).map(number)
}

fn first<const N: usize>(raw: &[u8]) -> [u8; N] {
    raw.first_chunk().copied().unwrap_or([0; N])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codecs::{Colour, Layout};
    use crate::records::metadata::Window;

    fn texture(float: bool, signed: bool, window: Option<Window>, samples: &[u8]) -> Vec<u16> {
        let format: PixelFormat = serde_json::from_value(serde_json::json!({
            "transfer_syntax_uid": "1.2.840.10008.1.2.1", "height": 1, "width": 1,
            "samples_per_pixel": 1, "bits_allocated": 32, "bits_stored": 32, "signed": signed,
            "float": float, "planar": false, "photometric_interpretation": "MONOCHROME2",
            "packed_422": false, "swapped_words": false, "palette": null, "window": window,
            "rescale_slope": 2.0, "rescale_intercept": 1.0, "pixel_aspect_ratio": null
        }))
        .unwrap();
        let decoded = Decoded {
            width: samples.len() as u32 / 4,
            height: 1,
            samples_per_pixel: 1,
            sample_bytes: 4,
            layout: Layout::Interleaved,
            colour: Colour::Grey,
            partial: false,
        };
        let mut bytes = Vec::new();
        to_16_bits(&format, &decoded, samples, &mut bytes);
        let (words, _) = bytes.as_chunks::<2>();
        words.iter().map(|word| u16::from_le_bytes(*word)).collect()
    }

    #[test]
    fn without_a_window_the_ends_of_the_frame_are_black_and_white() {
        let floats = [-2.0f32, 0.0, 2.0, f32::NAN, f32::INFINITY];
        let bytes: Vec<u8> = floats
            .iter()
            .flat_map(|value| value.to_le_bytes())
            .collect();
        assert_eq!(
            texture(true, false, None, &bytes),
            [0, 32_768, 65_535, 0, 65_535]
        );
        let whole: Vec<u8> = [-3i32, -2, 2]
            .iter()
            .flat_map(|value| value.to_le_bytes())
            .collect();
        assert_eq!(texture(false, true, None, &whole), [0, 13_107, 65_535]);
        let flat = 7u32.to_le_bytes();
        assert_eq!(texture(false, false, None, &flat), [0]);
    }

    #[test]
    fn a_window_counts_after_rescale() {
        // 2 x + 1 within 11 to 21: samples 5 to 10.
        let window = Some(Window {
            center: 16.0,
            width: 10.0,
        });
        let bytes: Vec<u8> = [4u32, 5, 6, 10, 11]
            .iter()
            .flat_map(|value| value.to_le_bytes())
            .collect();
        assert_eq!(
            texture(false, false, window, &bytes),
            [0, 0, 13_107, 65_535, 65_535]
        );
    }
}
