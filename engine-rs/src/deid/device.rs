//! Which machine and layout a file comes from, as far as the place of burned-in text depends on it.

use serde::Serialize;

use super::closed_lists::{MAKERS, MODELS, product};
use super::keyed::Keyed;
use super::mask::{Rectangle, region_rectangles};
use crate::calibration::region::ImageSize;
use crate::dicom::element::Tag;
use crate::dicom::parse::Parser;

/// A device as masks remember it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct ImportDevice {
    /// Keyed hash of manufacturer and model as the file spells them, of the size and of the regions.
    pub key: String,
    /// Manufacturer, where it is one that is known.
    pub manufacturer: Option<String>,
    /// Model, where it is one that is known.
    pub model: Option<String>,
    /// Columns of the picture.
    pub columns: u32,
    /// Rows of the picture.
    pub rows: u32,
    /// Ultrasound regions, sorted.
    pub regions: Vec<Rectangle>,
}

impl ImportDevice {
    /// The device of a parsed file; none where it has no picture.
    pub fn of(parser: &Parser, keyed: &Keyed) -> Option<Self> {
        let format = parser.format()?;
        let size = ImageSize {
            width: format.width,
            height: format.height,
        };
        let metadata = parser.metadata()?;
        let regions = region_rectangles(&metadata.doppler_regions, size);
        let text = |tag: u32| parser.data_set().text(Tag(tag)).unwrap_or_default();
        let (maker, model) = (text(0x0008_0070), text(0x0008_1090));
        let mut said = format!("{maker}\0{model}\0{} {}", size.width, size.height);
        for region in &regions {
            let Rectangle {
                x,
                y,
                width,
                height,
            } = region;
            said.push_str(&format!("\0{x} {y} {width} {height}"));
        }
        Some(Self {
            key: keyed.hex("device", said.as_bytes()),
            manufacturer: product(&maker, MAKERS).map(str::to_owned),
            model: product(&model, MODELS).map(str::to_owned),
            columns: size.width,
            rows: size.height,
            regions,
        })
    }
}
