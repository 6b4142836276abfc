//! Decoded samples as textures, as RGB and as icons.

pub mod area_mean;
mod deep_grey;
pub mod frame;
pub mod icon;
pub mod line;
pub mod luma;
mod partial_range;
pub mod picture;
pub mod rgb;
mod shrink;
pub mod square;
pub mod stored;
mod upsample;
pub mod video_picture;
pub mod view;
mod ycc;
