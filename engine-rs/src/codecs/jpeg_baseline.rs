//! JPEG Baseline (Process 1) by zune-jpeg, samples as coded: no colour conversion here.

use zune_core::bytestream::ZCursor;
use zune_core::colorspace::ColorSpace;
use zune_core::options::DecoderOptions;
use zune_jpeg::JpegDecoder;

use super::{Codec, Colour, Decoded, FrameInput, colour_by_photometric};
use crate::dicom::jpeg_markers::{JpegMarkers, read_markers, without_adobe};
use crate::dicom::pixel_format::PixelFormat;
use crate::error::EngineError;
use crate::limits::MAX_DECODED_FRAME_BYTES;

/// Largest side a frame header can hold.
const MAX_SIDE_PX: usize = 65_535;

/// Codec of JPEG Baseline.
pub struct JpegBaseline;

impl Codec for JpegBaseline {
    fn decode(
        &self,
        format: &PixelFormat,
        input: FrameInput<'_>,
        output: &mut Vec<u8>,
    ) -> Result<Decoded, EngineError> {
        let malformed = |detail: String| EngineError::MalformedFrame { detail };
        let markers = read_markers(input.bytes)
            .ok_or_else(|| malformed("no JPEG frame header".to_owned()))?;
        let samples_per_pixel = check(&markers)?;
        let options = DecoderOptions::default()
            .set_max_width(MAX_SIDE_PX)
            .set_max_height(MAX_SIDE_PX)
            .set_strict_mode(false)
            .jpeg_set_out_colorspace(if samples_per_pixel == 1 {
                ColorSpace::Luma
            } else {
                ColorSpace::YCbCr
            });
        let stream = without_adobe(input.bytes);
        let mut decoder = JpegDecoder::new_with_options(ZCursor::new(stream.as_ref()), options);
        decoder
            .decode_headers()
            .map_err(|error| malformed(error.to_string()))?;
        // The same space in and out: the samples pass unconverted.
        if let Some(coded) = decoder
            .input_colorspace()
            .filter(|_| samples_per_pixel == 3)
        {
            decoder.set_options(options.jpeg_set_out_colorspace(coded));
        }
        let size = decoder
            .output_buffer_size()
            .ok_or_else(|| malformed("no size".to_owned()))?;
        let (width, height) = decoder
            .dimensions()
            .ok_or_else(|| malformed("no size".to_owned()))?;
        if size as u64 > MAX_DECODED_FRAME_BYTES {
            return Err(EngineError::limit(
                "decoded_frame_bytes",
                MAX_DECODED_FRAME_BYTES,
                size as u64,
            ));
        }
        if size != width * height * usize::from(samples_per_pixel) {
            return Err(malformed(format!("{size} bytes for {width} x {height}")));
        }
        output.clear();
        output.resize(size, 0);
        decoder
            .decode_into(output)
            .map_err(|error| malformed(error.to_string()))?;
        Ok(Decoded {
            width: width as u32,
            height: height as u32,
            samples_per_pixel,
            sample_bytes: 1,
            packed_422: false,
            colour: colour(&markers, format),
            partial: !has_end(input.bytes),
        })
    }
}

/// Refuses what baseline does not hold; answers the number of components.
fn check(markers: &JpegMarkers) -> Result<u16, EngineError> {
    let unsupported = |detail: String| Err(EngineError::UnsupportedPixelFormat { detail });
    if !matches!(markers.process, 0xc0..=0xc2) || markers.precision != 8 {
        return unsupported(format!(
            "JPEG process {:#x} of {} bits",
            markers.process, markers.precision
        ));
    }
    let samples = markers.component_ids.len();
    if samples != 1 && samples != 3 {
        return unsupported(format!("JPEG of {samples} components"));
    }
    let bytes = u64::from(markers.width) * u64::from(markers.height) * samples as u64;
    if bytes > MAX_DECODED_FRAME_BYTES {
        return Err(EngineError::limit(
            "decoded_frame_bytes",
            MAX_DECODED_FRAME_BYTES,
            bytes,
        ));
    }
    Ok(samples as u16)
}

/// The stream's own markers go before the header, which is wrong in many files: APP14, JFIF,
/// component identifiers R, G, B, and only then Photometric Interpretation.
fn colour(markers: &JpegMarkers, format: &PixelFormat) -> Colour {
    if markers.component_ids.len() == 1 {
        return match colour_by_photometric(format) {
            Colour::Palette => Colour::Palette,
            _ => Colour::Grey,
        };
    }
    match markers.adobe_transform {
        Some(0) => return Colour::Rgb,
        Some(1) => return Colour::YbrFull,
        _ => {}
    }
    if markers.jfif {
        return Colour::YbrFull;
    }
    if markers.component_ids == b"RGB" || format.photometric_interpretation == "RGB" {
        return Colour::Rgb;
    }
    Colour::YbrFull
}

/// The stream is closed by EOI, perhaps followed by padding.
fn has_end(bytes: &[u8]) -> bool {
    let end = bytes
        .iter()
        .rposition(|&byte| byte != 0)
        .map_or(0, |last| last + 1);
    bytes[..end].ends_with(&[0xff, 0xd9]) || bytes[..end.saturating_sub(1)].ends_with(&[0xff, 0xd9])
}
