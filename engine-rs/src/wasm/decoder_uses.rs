//! Frames for other uses than the player's: exports, lines, envelopes and icons.

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::convert::{from_json, throw, to_json};
use super::decoder::FrameDecoder;
use super::held_file::HeldFile;
use crate::codecs::Decoded;
use crate::envelope;
use crate::error::EngineError;
use crate::pixels::area_mean::Samples;
use crate::pixels::{icon, line, luma, picture, rgb, square, stored};
use crate::proposals::Picture;
use crate::records::envelope::EnvelopeRequest;
use crate::records::metadata::ImageMetadata;
use crate::tracking::plane::Plane;

/// Samples of a pixel of RGB.
const RGB: u8 = 3;

/// Fields of Pixel Data for samples as they are stored.
#[derive(serde::Serialize)]
struct StoredHeader<'a> {
    rows: u32,
    columns: u32,
    samples_per_pixel: u16,
    bits_allocated: usize,
    bits_stored: usize,
    signed: bool,
    photometric_interpretation: &'a str,
    partial: bool,
}

/// Facts about the pixels of a picture.
#[derive(serde::Serialize)]
struct PictureHeader {
    rows: u32,
    columns: u32,
    samples_per_pixel: u8,
}

#[wasm_bindgen]
impl FrameDecoder {
    /// Decodes a frame to samples as they are stored, pixel by pixel with chroma at full size. Returns
    /// their Pixel Data fields as JSON; they are at `output_ptr` until the next call.
    ///
    /// # Errors
    /// As [`Self::decode`], and `unsupported-pixel-format` for floating point.
    pub fn decode_stored(
        &mut self,
        frame_bytes: &[u8],
        skip_bits: Option<u32>,
    ) -> Result<String, JsValue> {
        let mut decoded = self.decode_samples(frame_bytes, skip_bits).map_err(throw)?;
        if self.format.float {
            return Err(throw(EngineError::UnsupportedPixelFormat {
                detail: "floating point samples".to_owned(),
            }));
        }
        stored::interleave(&mut decoded, &mut self.samples);
        std::mem::swap(&mut self.samples, &mut self.texture);
        let bits_allocated = decoded.sample_bytes * 8;
        to_json(&StoredHeader {
            rows: decoded.height,
            columns: decoded.width,
            samples_per_pixel: decoded.samples_per_pixel,
            bits_allocated,
            bits_stored: usize::from(self.format.bits_stored).min(bits_allocated),
            signed: self.format.signed,
            photometric_interpretation: stored::photometric(&self.format, &decoded),
            partial: decoded.partial,
        })
    }

    /// Decodes a frame to the picture that exports write. Returns its size as JSON; its pixels are at
    /// `output_ptr` until the next call.
    ///
    /// # Errors
    /// As [`Self::decode`], and `unsupported-pixel-format` for grey that would have to be windowed.
    pub fn decode_picture(
        &mut self,
        frame_bytes: &[u8],
        skip_bits: Option<u32>,
    ) -> Result<String, JsValue> {
        to_json(&self.to_picture(frame_bytes, skip_bits).map_err(throw)?)
    }

    /// Decodes a frame to RGB of the square of a `Placement` as JSON. Returns the size of the stored picture as JSON; the
    /// square is at `output_ptr` until the next call.
    ///
    /// # Errors
    /// As [`Self::decode_picture`], and `invalid-argument` for the placement.
    pub fn decode_square(
        &mut self,
        frame_bytes: &[u8],
        skip_bits: Option<u32>,
        placement_json: &str,
    ) -> Result<String, JsValue> {
        let to: square::Placement = from_json("placement", placement_json)?;
        to_json(&self.to_square(frame_bytes, skip_bits, to).map_err(throw)?)
    }

    /// Decodes a frame and returns its brightness at `count` places along a line, in stored pixels.
    ///
    /// # Errors
    /// As [`Self::decode`], and `invalid-argument` for the line.
    #[allow(
        clippy::too_many_arguments,
        reason = "numbers cross the boundary one by one"
    )]
    pub fn along_line(
        &mut self,
        frame_bytes: &[u8],
        skip_bits: Option<u32>,
        from_x: f64,
        from_y: f64,
        to_x: f64,
        to_y: f64,
        count: u32,
    ) -> Result<Vec<u8>, JsValue> {
        let (width, height) = self.decode_rgb_size(frame_bytes, skip_bits)?;
        let ends = line::LineEnds {
            from: (from_x, from_y),
            to: (to_x, to_y),
        };
        line::along(&self.texture, width, height, ends, count).map_err(throw)
    }

    /// The envelope of a spectrum as JSON, or `null`: metadata and request are JSON too.
    ///
    /// # Errors
    /// As `decode`, and `invalid-argument` for the request.
    pub fn envelope(
        &mut self,
        frame_bytes: &[u8],
        skip_bits: Option<u32>,
        metadata_json: &str,
        request_json: &str,
    ) -> Result<String, JsValue> {
        let metadata: ImageMetadata = from_json("metadata", metadata_json)?;
        let request: EnvelopeRequest = from_json("request", request_json)?;
        let (width, height) = self.decode_rgb_size(frame_bytes, skip_bits)?;
        let picture = Picture::new(&self.texture, width, height).map_err(throw)?;
        to_json(&envelope::offer(&picture, &metadata, &request).map_err(throw)?)
    }

    /// The frame as small JPEGs that fit in boxes; it is decoded once for all of them. `boxes_json` is an
    /// array of `{max_width, max_height}`. Returns the bytes of each; they lie one after the other at
    /// `output_ptr` until the next call.
    ///
    /// # Errors
    /// As [`Self::decode`], and `invalid-argument` for the boxes.
    pub fn icons(
        &mut self,
        frame_bytes: &[u8],
        boxes_json: &str,
        skip_bits: Option<u32>,
    ) -> Result<Vec<u32>, JsValue> {
        let boxes: Vec<icon::IconBox> = from_json("boxes", boxes_json)?;
        let decoded = self.decode_samples(frame_bytes, skip_bits).map_err(throw)?;
        let icons = icon::icons(&self.format, &decoded, &self.samples, &boxes).map_err(throw)?;
        self.texture = icons.concat();
        Ok(icons.iter().map(|jpeg| jpeg.len() as u32).collect())
    }

    /// As [`Self::icons`] of a frame in a file, in pieces as of `Parser.frame_ranges`.
    ///
    /// # Errors
    /// As [`Self::icons`], and `invalid-argument` for pieces that are not in the file.
    pub fn icons_of(
        &mut self,
        file: &HeldFile,
        ranges: &[f64],
        boxes_json: &str,
        skip_bits: Option<u32>,
    ) -> Result<Vec<u32>, JsValue> {
        self.icons(&file.gather(ranges)?, boxes_json, skip_bits)
    }
}

impl FrameDecoder {
    /// Decodes a frame to [`Self::output`] as interleaved 8-bit RGB; returns its width and height.
    pub(super) fn decode_rgb_size(
        &mut self,
        frame_bytes: &[u8],
        skip_bits: Option<u32>,
    ) -> Result<(u32, u32), JsValue> {
        let decoded = self.decode_samples(frame_bytes, skip_bits).map_err(throw)?;
        let memory = std::mem::take(&mut self.texture);
        let frame = rgb::to_rgb_in(&self.format, &decoded, &self.samples, memory);
        let frame = frame.map_err(throw)?;
        self.texture = rgb::to_8_bits(&self.format, frame);
        Ok((decoded.width, decoded.height))
    }

    /// Decodes a frame to its luma: as it is stored, or made of its colours.
    ///
    /// # Errors
    /// As [`Self::decode`].
    pub(super) fn decode_luma(
        &mut self,
        frame_bytes: &[u8],
        skip_bits: Option<u32>,
    ) -> Result<Plane, JsValue> {
        let mut decoded = self.decode_samples(frame_bytes, skip_bits).map_err(throw)?;
        let size = (decoded.width as usize, decoded.height as usize);
        let memory = std::mem::take(&mut self.texture);
        let made = luma::luma(&self.format, &mut decoded, &mut self.samples, memory);
        let (luma, stride) = made.map_err(throw)?;
        let plane = Plane::copied(&luma, stride, size.0, size.1);
        self.texture = luma;
        plane.map_err(throw)
    }

    fn to_square(
        &mut self,
        frame_bytes: &[u8],
        skip_bits: Option<u32>,
        to: square::Placement,
    ) -> Result<PictureHeader, EngineError> {
        let decoded = self.decode_samples(frame_bytes, skip_bits)?;
        let size = (decoded.width, decoded.height);
        if let Some((luma, stride)) = picture::without_colour(&decoded, &self.samples) {
            let grey = Samples {
                bytes: luma,
                columns: stride,
                channels: 1,
            };
            self.texture = square::squared(grey, size, to)?;
            return Ok(PictureHeader {
                rows: size.1,
                columns: size.0,
                samples_per_pixel: RGB,
            });
        }
        let header = self.to_picture_of(decoded)?;
        let whole = Samples {
            bytes: &self.texture,
            columns: size.0 as usize,
            channels: usize::from(header.samples_per_pixel),
        };
        self.texture = square::squared(whole, size, to)?;
        Ok(header)
    }

    fn to_picture(
        &mut self,
        frame_bytes: &[u8],
        skip_bits: Option<u32>,
    ) -> Result<PictureHeader, EngineError> {
        let decoded = self.decode_samples(frame_bytes, skip_bits)?;
        self.to_picture_of(decoded)
    }

    fn to_picture_of(&mut self, mut decoded: Decoded) -> Result<PictureHeader, EngineError> {
        let made = picture::picture(
            &self.format,
            &mut decoded,
            &mut self.samples,
            &mut self.texture,
        );
        Ok(PictureHeader {
            rows: decoded.height,
            columns: decoded.width,
            samples_per_pixel: made?,
        })
    }

    /// The last decoded data.
    pub(super) fn output(&self) -> &[u8] {
        &self.texture
    }
}
