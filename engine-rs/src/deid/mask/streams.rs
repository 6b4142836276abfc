//! JPEG streams of transformed blocks.

use super::{Masked, Pixels, refuse};
use crate::codecs::Colour;
use crate::codecs::coverage::Coverage;
use crate::codecs::jpeg::blackout::Black;
use crate::codecs::jpeg::coded::Coded;
use crate::codecs::jpeg::encode;
use crate::codecs::jpeg::rewrite::Rewriter;
use crate::dicom::parse::Parser;
use crate::dicom::pixel_format::PixelFormat;
use crate::dicom::transfer_syntax;
use crate::error::EngineError;
use crate::pixels::frame::gather;

/// Blacks out every frame; the streams are sequential afterwards.
///
/// # Errors
/// As [`super::black_out`].
pub fn black_out_jpeg(
    parser: &Parser,
    file: &[u8],
    format: &PixelFormat,
    coverage: Coverage,
) -> Result<Masked, EngineError> {
    let uid = &format.transfer_syntax_uid;
    let mut is_extended = false;
    let mut frames = Vec::new();
    let mut rewriter = Rewriter::default();
    for number in 1..=parser.frames_total() {
        let stream = gather(file, &parser.frame_bytes(number)?);
        // Nothing but what decoding needs is copied.
        let clean = rewriter.rewrite(&stream)?;
        let mut coded = Coded::read(&clean.bytes)?;
        coded.take_applications(&clean.bytes);
        if coded.partial || !clean.whole {
            return Err(refuse(format!(
                "frame {number} is damaged, and what cannot be read whole cannot be checked for text"
            )));
        }
        if coded.size() != (coverage.width, coverage.height) {
            return Err(refuse(format!(
                "frame {number} has another size than the file states"
            )));
        }
        let black = black_of(&coded, format)?;
        coded.black_out(&coverage, &black);
        is_extended |= coded.is_extended();
        frames.push(encode::write(&coded)?);
    }
    let transfer_syntax_uid = match uid.as_str() {
        // Baseline and extended streams stay what they are, progressive ones become sequential.
        transfer_syntax::JPEG_BASELINE | transfer_syntax::JPEG_EXTENDED => uid.clone(),
        _ if is_extended => transfer_syntax::JPEG_EXTENDED.to_owned(),
        _ => transfer_syntax::JPEG_BASELINE.to_owned(),
    };
    Ok(Masked {
        format: PixelFormat {
            transfer_syntax_uid: transfer_syntax_uid.clone(),
            ..format.clone()
        },
        transfer_syntax_uid,
        pixels: Pixels::Frames(frames),
        coverage,
    })
}

/// Value of black in each component.
///
/// # Errors
/// `cannot-deidentify` where it is not known.
pub fn black_of(coded: &Coded, format: &PixelFormat) -> Result<Vec<Black>, EngineError> {
    match (coded.colour(format), coded.components()) {
        (Colour::Grey, 1) if super::samples::is_inverse(format) => Ok(vec![Black::Highest]),
        (Colour::Grey, 1) => Ok(vec![Black::Lowest]),
        (Colour::Rgb, 3) => Ok(vec![Black::Lowest; 3]),
        (Colour::YbrFull | Colour::YbrPartial, 3) => {
            Ok(vec![Black::Lowest, Black::Middle, Black::Middle])
        }
        (_, components) => Err(refuse(format!(
            "black is not known in {components} components of {}",
            format.photometric_interpretation
        ))),
    }
}
