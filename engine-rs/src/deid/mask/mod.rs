//! Text burned into the picture is blacked out: everything outside of what a mask shows
//! (docs/why/import-and-deidentification.md#text-in-the-picture-is-blacked-out-before-storing).
//!
//! JPEG keeps the coefficients of every block that is shown as a whole. Other streams are decoded and
//! stored without loss. The written file is decoded again before it counts as clean.

mod samples;
mod streams;
mod verify;

use serde::{Deserialize, Serialize};

use super::pixel_data::put_fragments;
use super::writer::Writer;
use crate::calibration::region::ImageSize;
use crate::codecs::coverage::Coverage;
use crate::dicom::element::{Tag, Vr};
use crate::dicom::parse::Parser;
use crate::dicom::pixel_format::PixelFormat;
use crate::dicom::transfer_syntax;
use crate::error::EngineError;
use crate::limits::MAX_MASK_RECTANGLES;
use crate::records::metadata::DopplerRegion;

pub use verify::verify;

/// Pixels around a region that stay visible: writers differ by one in what its last column and row are,
/// and a chroma sample at the border of what is shown stands for a second pixel.
pub const REGION_MARGIN_PX: u32 = 1;

/// A rectangle of stored pixels; what lies beyond the picture has no meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "PixelRectangle"))]
#[serde(deny_unknown_fields)]
pub struct Rectangle {
    /// Left column, from 0.
    pub x: u32,
    /// Top row, from 0.
    pub y: u32,
    /// Columns.
    pub width: u32,
    /// Rows.
    pub height: u32,
}

/// Visible parts of a picture: its ultrasound regions and the rectangles of `shown`, but for those of
/// `hidden`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "PictureMask"))]
#[serde(deny_unknown_fields)]
pub struct Mask {
    /// Shown in addition to the regions.
    pub shown: Vec<Rectangle>,
    /// Hidden even within a region.
    pub hidden: Vec<Rectangle>,
}

/// Pixel data with everything that is hidden blacked out.
pub struct Masked {
    /// Transfer syntax the pixels are written in.
    pub transfer_syntax_uid: String,
    /// How the result is to be read: differs from the source where its stream was replaced.
    pub format: PixelFormat,
    pixels: Pixels,
    coverage: Coverage,
}

enum Pixels {
    /// A fragment for each frame.
    Frames(Vec<Vec<u8>>),
    /// All frames, one after the other.
    Plain(Vec<u8>),
}

impl Masked {
    /// Writes Pixel Data; returns the bytes of each frame.
    ///
    /// # Errors
    /// `cannot-deidentify` for 4 GiB or more.
    pub fn write(&self, writer: &mut Writer<'_>, tag: Tag) -> Result<Vec<u64>, EngineError> {
        match &self.pixels {
            Pixels::Frames(frames) => put_fragments(writer, tag, frames),
            Pixels::Plain(samples) if samples.len() >= u32::MAX as usize => {
                Err(refuse("pixel data of 4 GiB or more".to_owned()))
            }
            Pixels::Plain(samples) => {
                let is_wide = self.format.bits_allocated > 8;
                writer.bytes(tag, if is_wide { Vr::OW } else { Vr::OB }, samples);
                let bytes = (self.format.frame_bits() / 8).max(1);
                Ok(vec![bytes; samples.len() / bytes as usize])
            }
        }
    }

    /// The pixels that are hidden.
    pub fn coverage(&self) -> &Coverage {
        &self.coverage
    }
}

pub(super) fn refuse(detail: String) -> EngineError {
    EngineError::CannotDeidentify { detail }
}

/// Bounds of the ultrasound regions of a file, sorted and within the picture; regions without a
/// rectangle are left out.
pub fn region_rectangles(regions: &[DopplerRegion], size: ImageSize) -> Vec<Rectangle> {
    let mut found: Vec<Rectangle> = regions
        .iter()
        .filter_map(|region| {
            let (x0, y0) = (
                region.region_location_min_x0?,
                region.region_location_min_y0?,
            );
            let x1 = region
                .region_location_max_x1?
                .min(size.width.saturating_sub(1));
            let y1 = region
                .region_location_max_y1?
                .min(size.height.saturating_sub(1));
            (x0 <= x1 && y0 <= y1).then(|| Rectangle {
                x: x0,
                y: y0,
                width: x1 - x0 + 1,
                height: y1 - y0 + 1,
            })
        })
        .collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// Which pixels of a picture with these regions a mask hides.
///
/// # Errors
/// `limit-exceeded` for `mask_rectangles`.
pub fn coverage_of(
    mask: &Mask,
    regions: &[Rectangle],
    size: ImageSize,
) -> Result<Coverage, EngineError> {
    let count = mask.shown.len() + mask.hidden.len();
    if count > MAX_MASK_RECTANGLES {
        let limit = MAX_MASK_RECTANGLES as u64;
        return Err(EngineError::limit("mask_rectangles", limit, count as u64));
    }
    let (width, height) = (size.width as usize, size.height as usize);
    let mut hidden = vec![true; width * height];
    let mut fill = |rectangle: &Rectangle, margin: u32, value: bool| {
        let along = |start: u32, length: u32, most: usize| {
            let end = start.saturating_add(length).saturating_add(margin) as usize;
            let start = start.saturating_sub(margin) as usize;
            (start.min(most), end.min(most))
        };
        let (x0, x1) = along(rectangle.x, rectangle.width, width);
        let (y0, y1) = along(rectangle.y, rectangle.height, height);
        for row in y0..y1 {
            hidden[row * width + x0..row * width + x1].fill(value);
        }
    };
    for region in regions {
        fill(region, REGION_MARGIN_PX, false);
    }
    mask.shown.iter().for_each(|shown| fill(shown, 0, false));
    mask.hidden.iter().for_each(|dark| fill(dark, 0, true));
    Ok(Coverage::of(width, height, &hidden))
}

/// The pixel data of a parsed file with what `mask` hides blacked out, in every frame.
///
/// # Errors
/// `no-pixel-data`; `cannot-deidentify` for videos, damaged frames and samples whose black is not
/// known; what decoding returns.
pub fn black_out(parser: &Parser, file: &[u8], mask: &Mask) -> Result<Masked, EngineError> {
    let format = parser.format().ok_or(EngineError::NoPixelData)?;
    let uid = format.transfer_syntax_uid.as_str();
    if transfer_syntax::video(uid).is_some() {
        return Err(refuse(format!(
            "text in a video ({}) cannot be blacked out: export the clip from the machine as JPEG \
             Baseline, or import it into a project without black-out",
            transfer_syntax::name(uid)
        )));
    }
    let size = ImageSize {
        width: format.width,
        height: format.height,
    };
    let regions = parser
        .metadata()
        .map(|metadata| region_rectangles(&metadata.doppler_regions, size))
        .unwrap_or_default();
    let coverage = coverage_of(mask, &regions, size)?;
    if is_transformed(uid) {
        streams::black_out_jpeg(parser, file, format, coverage)
    } else {
        samples::black_out_samples(parser, file, format, coverage)
    }
}

/// JPEG streams of transformed blocks.
fn is_transformed(transfer_syntax_uid: &str) -> bool {
    matches!(
        transfer_syntax_uid,
        transfer_syntax::JPEG_BASELINE
            | transfer_syntax::JPEG_EXTENDED
            | transfer_syntax::JPEG_SPECTRAL
            | transfer_syntax::JPEG_PROGRESSIVE
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: ImageSize = ImageSize {
        width: 20,
        height: 10,
    };

    fn rectangle(x: u32, y: u32, width: u32, height: u32) -> Rectangle {
        Rectangle {
            x,
            y,
            width,
            height,
        }
    }

    #[test]
    fn regions_and_shown_rectangles_are_shown_but_for_hidden_ones() {
        let mask = Mask {
            shown: vec![rectangle(15, 0, 9, 2)],
            hidden: vec![rectangle(4, 4, 2, 1)],
        };
        let coverage = coverage_of(&mask, &[rectangle(2, 3, 6, 4)], SIZE).unwrap();
        for y in 0..10 {
            for x in 0..20 {
                // The region from (2, 3) to (7, 6) with one pixel around it.
                let region = (1..=8).contains(&x) && (2..=7).contains(&y);
                let shown = x >= 15 && y < 2;
                let dark = (4..=5).contains(&x) && y == 4;
                let expected = !(region || shown) || dark;
                assert_eq!(coverage.is_hidden(x, y), expected, "{x} {y}");
            }
        }
    }

    #[test]
    fn a_picture_without_regions_is_black_and_too_many_rectangles_are_refused() {
        let coverage = coverage_of(&Mask::default(), &[], SIZE).unwrap();
        assert!((0..20).all(|x| coverage.is_hidden(x, 5)));
        let many = Mask {
            shown: vec![rectangle(0, 0, 1, 1); MAX_MASK_RECTANGLES + 1],
            hidden: Vec::new(),
        };
        let error = coverage_of(&many, &[], SIZE).unwrap_err();
        assert_eq!(error.code(), "limit-exceeded");
    }
}
