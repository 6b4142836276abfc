//! Pixel data written again from what decoding needs. The decoded samples of a frame stay equal to the byte, and
//! nothing that was not parsed is copied.

mod deflated;
pub mod palette;
pub mod rle;
pub mod samples;

use crate::codecs::jpeg::rewrite::Rewriter;
use crate::codecs::jpeg_ls::JpegLs;
use crate::codecs::{Rewritten, jpeg_2000, jpeg_xl};
use crate::dicom::pixel_format::PixelFormat;
use crate::dicom::transfer_syntax;
use crate::error::EngineError;
use samples::StoredBits;

/// Writes the frames of one file again; memory and tables are kept from frame to frame.
pub struct Cleaner<'a> {
    format: &'a PixelFormat,
    bits: StoredBits,
    jpeg: Rewriter,
    jpeg_ls: JpegLs,
    memory: Vec<u8>,
}

impl<'a> Cleaner<'a> {
    /// For frames of this format.
    pub fn new(format: &'a PixelFormat, bits: StoredBits) -> Self {
        Self {
            format,
            bits,
            jpeg: Rewriter::default(),
            jpeg_ls: JpegLs::default(),
            memory: Vec::new(),
        }
    }

    /// The stream of one frame. Damaged data are kept as far as a decoder reads them.
    ///
    /// # Errors
    /// `malformed-frame` where nothing can be read of it, `unsupported-pixel-format`, `unsupported-transfer-syntax`
    /// and `limit-exceeded`.
    pub fn clean(&mut self, frame: &[u8]) -> Result<Rewritten, EngineError> {
        let uid = self.format.transfer_syntax_uid.as_str();
        match uid {
            transfer_syntax::JPEG_BASELINE
            | transfer_syntax::JPEG_EXTENDED
            | transfer_syntax::JPEG_SPECTRAL
            | transfer_syntax::JPEG_PROGRESSIVE
            | transfer_syntax::JPEG_LOSSLESS
            | transfer_syntax::JPEG_LOSSLESS_SV1 => self.jpeg.rewrite(frame),
            transfer_syntax::JPEG_LS | transfer_syntax::JPEG_LS_NEAR => {
                self.jpeg_ls.rewrite(frame, &mut self.memory)
            }
            transfer_syntax::JPEG_2000_LOSSLESS
            | transfer_syntax::JPEG_2000
            | transfer_syntax::HTJ2K_LOSSLESS
            | transfer_syntax::HTJ2K_RPCL
            | transfer_syntax::HTJ2K => jpeg_2000::rewrite::rewrite(frame),
            transfer_syntax::JPEG_XL_RECOMPRESSION => jpeg_xl::rewrite::rewrite(frame),
            transfer_syntax::RLE => rle::clean(frame, self.format, self.bits),
            transfer_syntax::DEFLATED_FRAMES => deflated::clean(frame, self.bits),
            transfer_syntax::ENCAPSULATED_PLAIN => self.bits.frame(frame.to_vec()),
            _ => Err(EngineError::UnsupportedTransferSyntax {
                uid: uid.to_owned(),
                name: transfer_syntax::name(uid).to_owned(),
            }),
        }
    }
}
