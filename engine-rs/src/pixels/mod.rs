//! Decoded samples as textures, as RGB and as icons.

pub mod frame;
pub mod icon;
mod partial_range;
pub mod rgb;
pub mod stored;
mod upsample;
pub mod view;
mod ycc;
