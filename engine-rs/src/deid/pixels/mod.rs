//! Pixel data without what its stream carries besides the picture: the decoded samples of a frame stay
//! equal to the byte, comments and everything after the end of the image go.

mod deflated;
mod jpeg;
mod jpeg_2000;
mod jpeg_xl;
pub mod palette;
pub mod rle;
pub mod samples;

use crate::dicom::transfer_syntax;
use samples::StoredBits;

/// One frame of a still or multi-frame image, anew and without what is no picture. Damaged streams are
/// kept as far as a decoder reads them.
pub fn clean_frame(transfer_syntax_uid: &str, bits: Option<StoredBits>, frame: &[u8]) -> Vec<u8> {
    match transfer_syntax_uid {
        transfer_syntax::JPEG_BASELINE
        | transfer_syntax::JPEG_EXTENDED
        | transfer_syntax::JPEG_SPECTRAL
        | transfer_syntax::JPEG_PROGRESSIVE
        | transfer_syntax::JPEG_LOSSLESS
        | transfer_syntax::JPEG_LOSSLESS_SV1
        | transfer_syntax::JPEG_LS
        | transfer_syntax::JPEG_LS_NEAR => jpeg::clean(frame),
        transfer_syntax::JPEG_2000_LOSSLESS
        | transfer_syntax::JPEG_2000
        | transfer_syntax::HTJ2K_LOSSLESS
        | transfer_syntax::HTJ2K_RPCL
        | transfer_syntax::HTJ2K => jpeg_2000::clean(frame),
        transfer_syntax::JPEG_XL_RECOMPRESSION => jpeg_xl::clean(frame),
        transfer_syntax::RLE => rle::clean(frame, bits),
        transfer_syntax::DEFLATED_FRAMES => deflated::clean(frame, bits),
        transfer_syntax::ENCAPSULATED_PLAIN => {
            let mut frame = frame.to_vec();
            if let Some(bits) = bits {
                frame.truncate(bits.frame_bytes);
                bits.clear_unused(&mut frame);
            }
            frame
        }
        _ => frame.to_vec(),
    }
}
