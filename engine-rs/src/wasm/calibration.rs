//! Calibration: small and synchronous.

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::convert::{from_json, to_json};
use crate::calibration::region::ImageSize;
use crate::calibration::{flow_region, physical, warnings};
use crate::records::analysis::ImageModality;
use crate::records::calibration::ImageCalibration;
use crate::records::metadata::ImageMetadata;

/// Calibration of one image, kept so that a moving cursor costs no parsing.
#[wasm_bindgen]
pub struct Calibration {
    metadata: ImageMetadata,
    choice: Option<ImageCalibration>,
}

#[wasm_bindgen]
impl Calibration {
    /// From `ImageMetadata` and, when a person chose one, `ImageCalibration`, both as JSON.
    ///
    /// # Errors
    /// `invalid-argument`.
    #[wasm_bindgen(constructor)]
    pub fn new(metadata_json: &str, calibration_json: Option<String>) -> Result<Self, JsValue> {
        let choice = calibration_json
            .map(|text| from_json("calibration", &text))
            .transpose()?;
        Ok(Self {
            metadata: from_json("metadata", metadata_json)?,
            choice,
        })
    }

    /// `PhysicalReading` of a point in stored pixels, as JSON.
    ///
    /// # Errors
    /// None in practice.
    pub fn physical_at(&self, x: f64, y: f64) -> Result<String, JsValue> {
        let choice = self.choice.as_ref();
        to_json(&physical::physical_at(&self.metadata, choice, x, y))
    }

    /// Codes of what is odd about the file's regions, as a JSON list.
    ///
    /// # Errors
    /// None in practice.
    pub fn warnings(&self) -> Result<String, JsValue> {
        let choice = self.choice.as_ref();
        let origin = choice.map(|choice| choice.reference_pixel_origin);
        let size = ImageSize::of(&self.metadata);
        let regions = &self.metadata.doppler_regions;
        to_json(&warnings::of_regions(
            regions,
            size,
            origin.unwrap_or_default(),
        ))
    }

    /// `FlowRegion` for a modality (`2D`, `M-Mode`, ...) or at load without one, as JSON or `null`.
    ///
    /// # Errors
    /// `invalid-argument` for an unknown modality.
    pub fn flow_region(&self, modality: Option<String>) -> Result<String, JsValue> {
        let need = match modality {
            Some(name) => {
                let modality: ImageModality = from_json("modality", &to_json(&name)?)?;
                Some(modality.into())
            }
            None => None,
        };
        to_json(&flow_region::choose_with(
            &self.metadata,
            self.choice.as_ref(),
            need,
        ))
    }
}

/// As [`Calibration::physical_at`], for a single reading.
///
/// # Errors
/// `invalid-argument`.
#[wasm_bindgen]
pub fn physical_at(
    metadata_json: &str,
    calibration_json: Option<String>,
    x: f64,
    y: f64,
) -> Result<String, JsValue> {
    Calibration::new(metadata_json, calibration_json)?.physical_at(x, y)
}

/// Version of the engine.
#[wasm_bindgen]
pub fn engine_version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}
