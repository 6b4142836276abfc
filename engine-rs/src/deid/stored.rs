//! Files that an earlier version stored: their pixel data written again, and compared frame by frame.

use memchr::memmem;

use super::pixel_data::write_pixel_data;
use super::writer::Writer;
use super::{DEID_PROFILE, METHOD, check_result};
use crate::dicom::element::Tag;
use crate::dicom::frames::FrameIndex;
use crate::dicom::parse::Parser;
use crate::dicom::pixel_data::PixelData;
use crate::dicom::transfer_syntax::{self, Encoding};
use crate::error::EngineError;
use crate::pixels::frame::decode_frame;
use crate::video;

/// Bytes of the header of an element with a long and with an implicit value representation.
const LONG_HEADER_BYTES: usize = 12;
const IMPLICIT_HEADER_BYTES: usize = 8;

/// Writes the pixel data of a stored file again. Its other elements, which were written by these rules already, stay;
/// the method names the rules of this version.
///
/// # Errors
/// What [`Parser::parse`] returns; `cannot-deidentify` for a file that was not stored by this product, and where a
/// frame would decode to other samples.
pub fn clean_stored(bytes: &[u8]) -> Result<Vec<u8>, EngineError> {
    let parser = Parser::parse(bytes)?;
    let source = parser.pixel_data().ok_or(EngineError::NoPixelData)?;
    let encoding = transfer_syntax::encoding(parser.transfer_syntax_uid());
    let head = head_of(source, encoding, bytes)
        .ok_or_else(|| refuse("it was not stored by these rules".to_owned()))?;
    let mut output = with_method(&parser, head)?;
    output.reserve(bytes.len() - head.len());
    let mut writer = Writer::new(&mut output, encoding);
    let written = write_pixel_data(&mut writer, &parser, bytes)?;
    let ecg = parser.metadata().and_then(|metadata| metadata.ecg);
    check_result(&parser, &output, parser.format(), ecg.as_ref(), &written)?;
    compare(&parser, bytes, &output)?;
    Ok(output)
}

fn refuse(detail: String) -> EngineError {
    EngineError::CannotDeidentify { detail }
}

/// Everything before the header of Pixel Data, which is the last element.
fn head_of<'a>(source: &PixelData, encoding: Encoding, bytes: &'a [u8]) -> Option<&'a [u8]> {
    let tag = |tag: Tag| {
        let (group, element) = (tag.group(), tag.element());
        if encoding.big_endian {
            [group.to_be_bytes(), element.to_be_bytes()].concat()
        } else {
            [group.to_le_bytes(), element.to_le_bytes()].concat()
        }
    };
    let at = match &source.index {
        FrameIndex::Native(index) => {
            let header = if encoding.implicit {
                IMPLICIT_HEADER_BYTES
            } else {
                LONG_HEADER_BYTES
            };
            usize::try_from(index.start).ok()?.checked_sub(header)?
        }
        FrameIndex::Encapsulated(_) => {
            let undefined = [&tag(source.tag)[..], b"OB\0\0\xff\xff\xff\xff"].concat();
            memmem::find(bytes, &undefined)?
        }
    };
    let head = bytes.get(..at)?;
    bytes[at..].starts_with(&tag(source.tag)).then_some(head)
}

/// The head with the name of these rules, which is as long as that of earlier ones.
fn with_method(parser: &Parser, head: &[u8]) -> Result<Vec<u8>, EngineError> {
    let named = parser.data_set().text(METHOD).unwrap_or_default();
    let stem = DEID_PROFILE.trim_end_matches(char::is_numeric);
    let place = memmem::find(head, named.as_bytes());
    match place {
        Some(place) if named.starts_with(stem) && named.len() == DEID_PROFILE.len() => {
            let mut output = head.to_vec();
            output[place..place + named.len()].copy_from_slice(DEID_PROFILE.as_bytes());
            Ok(output)
        }
        _ => Err(refuse(format!(
            "its method is not one of these rules: {named}"
        ))),
    }
}

/// Compares every frame as it is decoded, or the order and times of the pictures of a video.
fn compare(before: &Parser, source: &[u8], output: &[u8]) -> Result<(), EngineError> {
    let after = Parser::parse(output)?;
    // Videos were compared picture by picture when they were written.
    if video::stream_of(before, source)?.is_some() {
        return Ok(());
    }
    let (mut was, mut is) = (Vec::new(), Vec::new());
    for number in 1..=before.frames_total() {
        let expected = decode_frame(before, source, number, &mut was);
        let found = decode_frame(&after, output, number, &mut is);
        let same = match (expected, found) {
            (Ok(expected), Ok(found)) => {
                let about = |decoded: crate::codecs::Decoded| {
                    let size = (decoded.width, decoded.height, decoded.samples_per_pixel);
                    (size, decoded.sample_bytes, decoded.layout, decoded.colour)
                };
                about(expected) == about(found) && was == is
            }
            (Err(_), Err(_)) => true,
            _ => false,
        };
        if !same {
            return Err(refuse(format!("frame {number} would have other samples")));
        }
    }
    Ok(())
}
