//! Reading DICOM: push parser, frame index, metadata.

mod dictionary;
pub(crate) mod ecg;
pub(crate) mod ecg_leads;
pub mod element;
pub mod frames;
mod header;
pub mod inflate;
pub(crate) mod jpeg_colour;
pub mod jpeg_markers;
mod listing;
pub(crate) mod metadata;
pub(crate) mod numbers;
mod palette;
pub(crate) mod palette_segments;
pub mod parse;
pub mod pixel_data;
pub mod pixel_format;
pub mod plain_file;
mod regions;
mod start;
mod stream_count;
pub(crate) mod timing;
pub mod transfer_syntax;
mod tree;
pub(crate) mod warnings;
