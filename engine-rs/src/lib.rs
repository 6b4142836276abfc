//! Cardiac ultrasound engine: pure functions over bytes and numbers.
//!
//! No I/O, clock, randomness or global state. Pixel coordinates name the pixel centre, x to the
//! right, y down; frame numbers count from 1, indices from 0. Functions of `f64` beyond
//! `+ - * / sqrt` and rounding come from `libm`, so native and wasm results agree to the bit.
//!
//! - [`dicom`]: push parser, frame index, metadata, timing, regions
//! - [`records`]: what is stored and exchanged as JSON
//! - [`calibration`]: pixels to centimetres, seconds and velocities
//! - [`geometry`], [`spline`]: plane geometry and curves through control points
//! - [`segmentation`]: shapes that are drawn, and the constraints on their points
//! - [`cycles`], [`measure`]: cardiac cycles, and every kind of measurement with its formula
//! - [`references`]: where values stand among published reference values
//! - `proposals`: where cardiac events may lie, by ECG, motion and repetition (feature `full`)
//! - `codecs`, `pixels`: bytes of a frame to samples and pictures (feature `first`; JPEG-LS, JPEG 2000 and JPEG XL: `full`)
//! - `agreement`: how far readers agree (feature `full`)
//! - `envelope`: the outer edge of a spectrum, offered to a person (feature `full`)
//! - `tracking`: lines followed through a clip by speckle, offered to a person (feature `full`)
//! - `video`: containers and pictures of video, which the browser decodes (feature `full`)
//! - `deid`: what an importer may store (feature `full`)
//! - `commands`: the command line as bytes to JSON (feature `full`)
//! - `workbench`: golden cases, jitter and random inputs, which try formulas out (feature `full`)
//! - `wasm`: the only module that names wasm-bindgen

// A smaller build leaves unused what only the whole one exports.
#![cfg_attr(not(feature = "full"), allow(dead_code))]

#[cfg(feature = "full")]
pub mod agreement;
pub mod calibration;
#[cfg(feature = "first")]
pub mod codecs;
#[cfg(feature = "full")]
pub mod commands;
pub mod cycles;
#[cfg(feature = "full")]
pub mod deid;
pub mod dicom;
#[cfg(feature = "full")]
pub mod envelope;
pub mod error;
pub mod geometry;
pub mod limits;
pub mod measure;
#[cfg(feature = "first")]
pub mod pixels;
#[cfg(feature = "full")]
pub mod proposals;
pub mod records;
pub mod references;
#[cfg(feature = "types")]
pub mod schema;
pub mod segmentation;
pub mod spline;
#[cfg(feature = "full")]
pub mod tracking;
pub mod units;
#[cfg(feature = "full")]
pub mod video;
#[cfg(target_arch = "wasm32")]
pub mod wasm;
#[cfg(feature = "full")]
pub mod workbench;
