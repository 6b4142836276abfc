//! The boundary to JavaScript: convert, call, convert back. No rule lives here.
//!
//! Records cross as JSON texts, bytes as typed arrays. Errors are thrown as JSON texts
//! `{code, ...fields, message}`.

mod convert;

#[cfg(feature = "full")]
pub mod agreement;
#[cfg(feature = "geometry")]
pub mod calibration;
#[cfg(feature = "full")]
pub mod command;
#[cfg(feature = "first")]
pub mod decoder;
#[cfg(feature = "full")]
pub mod decoder_uses;
#[cfg(feature = "full")]
pub mod deid;
#[cfg(feature = "geometry")]
pub mod geometry;
#[cfg(feature = "full")]
pub mod held_file;
#[cfg(feature = "first")]
pub mod parser;
#[cfg(feature = "full")]
pub mod proposals;
#[cfg(feature = "full")]
pub mod study;
#[cfg(feature = "full")]
pub mod tracking;
#[cfg(feature = "full")]
pub mod video;
