//! Decoded samples as textures, as RGB and as icons.

pub mod frame;
pub mod icon;
pub mod rgb;
pub mod stored;
mod upsample;
pub mod view;
mod ycc;
