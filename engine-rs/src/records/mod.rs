//! Stored records: what the engine, the server and the browser exchange as JSON.
//!
//! One spelling of every field in Rust, JSON, the database and TypeScript (STYLE 2). Unknown
//! fields are refused by name (docs/contracts.md#stored-work).

pub mod analysis;
pub mod calibration;
pub mod colour;
pub mod data_type;
pub mod dense_lines;
pub mod ecg;
pub mod envelope;
pub mod events;
pub mod measurement;
pub mod metadata;
pub mod origin;
pub mod point_ids;
pub mod proposals;
pub mod quality;
pub mod segmentation;
pub mod sequence;
pub mod tracking;
pub mod value_note;
pub mod warning;
