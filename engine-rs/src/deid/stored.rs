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

#[cfg(test)]
mod tests {
    use super::*;

    const EXPLICIT: &[u8] = b"1.2.840.10008.1.2.1\0";

    fn element(group: u16, element: u16, vr: &[u8; 2], value: &[u8]) -> Vec<u8> {
        let head = [&group.to_le_bytes()[..], &element.to_le_bytes(), vr].concat();
        let length = if vr == b"OB" {
            [&[0, 0][..], &(value.len() as u32).to_le_bytes()].concat()
        } else {
            (value.len() as u16).to_le_bytes().to_vec()
        };
        [&head[..], &length, value].concat()
    }

    /// Frames of two by two samples.
    fn loop_of(frames: &[[u8; 4]]) -> Vec<u8> {
        let short = |tag: u16, value: u16| element(0x28, tag, b"US", &value.to_le_bytes());
        let syntax = element(2, 0x10, b"UI", EXPLICIT);
        let count = format!("{} ", frames.len());
        [
            &[0; 128][..],
            b"DICM",
            &element(2, 0, b"UL", &(syntax.len() as u32).to_le_bytes()),
            &syntax,
            &short(2, 1),
            &element(0x28, 4, b"CS", b"MONOCHROME2 "),
            &element(0x28, 8, b"IS", count.as_bytes()),
            &short(0x10, 2),
            &short(0x11, 2),
            &short(0x100, 8),
            &short(0x101, 8),
            &short(0x102, 7),
            &short(0x103, 0),
            &element(0x7fe0, 0x10, b"OB", &frames.concat()),
        ]
        .concat()
    }

    #[test]
    fn a_frame_that_would_have_other_samples_is_refused() {
        let stored = [[1, 2, 3, 4], [5, 6, 7, 8]];
        let bytes = loop_of(&stored);
        let parser = Parser::parse(&bytes).unwrap();
        let fault = |frames: &[[u8; 4]]| compare(&parser, &bytes, &loop_of(frames)).err();
        assert_eq!(fault(&stored), None);
        let other = refuse("frame 2 would have other samples".to_owned());
        assert_eq!(fault(&[stored[0], [5, 6, 7, 9]]), Some(other.clone()));
        assert_eq!(fault(&stored[..1]), Some(other));
    }
}
