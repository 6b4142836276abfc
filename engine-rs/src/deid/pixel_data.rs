//! Pixel Data into the new file: every frame as it is decoded, without what its stream carries besides
//! the picture, and without what lies after the last frame.

use std::borrow::Cow;

use super::pixels::Cleaner;
use super::pixels::samples::StoredBits;
use super::video;
use super::writer::Writer;
use crate::dicom::element::{Tag, Vr};
use crate::dicom::frames::{FrameIndex, HEAD_BYTES, NativeIndex};
use crate::dicom::parse::Parser;
use crate::dicom::pixel_data::PixelData;
use crate::dicom::transfer_syntax;
use crate::error::EngineError;

/// Bytes of the header of an item.
const ITEM_HEADER_BYTES: u64 = 8;

/// Transfer syntax the new file is written in: the one the pixels are really stored in.
///
/// # Errors
/// `no-pixel-data`.
pub fn transfer_syntax_of(parser: &Parser) -> Result<String, EngineError> {
    let format = parser.format().ok_or(EngineError::NoPixelData)?;
    Ok(format.transfer_syntax_uid.clone())
}

/// Replacement of a frame that cannot be read; readers know it by its first bytes (`FragmentIndex::add`).
const EMPTY_FRAME: [u8; HEAD_BYTES] = [0; HEAD_BYTES];

/// Result of writing.
#[derive(Debug, Default)]
pub struct Written {
    /// Bytes of each frame of a still or multi-frame image; none for plain samples.
    pub frame_bytes: Vec<u64>,
    /// Numbers of the frames that are kept only in part, or not at all.
    pub damaged: Vec<u32>,
    /// The frames belong to a video, whose bytes moved.
    pub is_video: bool,
}

/// Writes Pixel Data.
///
/// # Errors
/// `no-pixel-data`; `cannot-deidentify` for more than 4 GiB, without a frame that can be read, and for a video that
/// cannot be read; what [`Cleaner::clean`] returns where all frames are of a kind that is not read.
pub fn write_pixel_data(
    writer: &mut Writer<'_>,
    parser: &Parser,
    file: &[u8],
) -> Result<Written, EngineError> {
    let source = parser.pixel_data().ok_or(EngineError::NoPixelData)?;
    let format = parser.format().ok_or(EngineError::NoPixelData)?;
    let bits = StoredBits::of(format, parser.data_set());
    match &source.index {
        FrameIndex::Native(index) => {
            write_native(writer, parser, source, index, bits, file)?;
            Ok(Written::default())
        }
        FrameIndex::Encapsulated(_)
            if transfer_syntax::video(&format.transfer_syntax_uid).is_some() =>
        {
            write_video(writer, parser, source, file)?;
            Ok(Written {
                is_video: true,
                ..Written::default()
            })
        }
        FrameIndex::Encapsulated(_) => write_frames(writer, parser, source, bits, file),
    }
}

fn piece(file: &[u8], (start, length): (u64, u64)) -> &[u8] {
    let start = usize::try_from(start).unwrap_or(usize::MAX).min(file.len());
    let end = start.saturating_add(usize::try_from(length).unwrap_or(usize::MAX));
    &file[start..end.min(file.len())]
}

fn too_large() -> EngineError {
    EngineError::CannotDeidentify {
        detail: "pixel data of 4 GiB or more".to_owned(),
    }
}

fn write_native(
    writer: &mut Writer<'_>,
    parser: &Parser,
    source: &PixelData,
    index: &NativeIndex,
    bits: StoredBits,
    file: &[u8],
) -> Result<(), EngineError> {
    let frames = u64::from(parser.frames_total());
    let needed = (frames * index.frame_bits)
        .div_ceil(8)
        .div_ceil(index.alignment)
        * index.alignment;
    let samples = piece(file, (index.start, needed.min(index.length)));
    if samples.len() >= u32::MAX as usize {
        return Err(too_large());
    }
    let vr = if matches!(source.vr, Vr::OB | Vr::OW) || source.tag.element() != 0x0010 {
        source.vr
    } else {
        Vr::OW
    };
    // Cleared where they are written: a copy of samples of a gigabyte would leave no room in WebAssembly.
    let written = writer.bytes(source.tag, vr, samples);
    bits.clear(written, frames);
    Ok(())
}

/// A fragment a frame, and a Basic Offset Table where its offsets fit. A frame of which nothing can be read becomes zeros,
/// so that the frames after it keep their numbers.
fn write_frames(
    writer: &mut Writer<'_>,
    parser: &Parser,
    source: &PixelData,
    bits: StoredBits,
    file: &[u8],
) -> Result<Written, EngineError> {
    let format = parser.format().ok_or(EngineError::NoPixelData)?;
    let mut cleaner = Cleaner::new(format, bits);
    let (mut frames, mut damaged) = (Vec::new(), Vec::new());
    let mut first_fault = None;
    for number in 1..=parser.frames_total() {
        let found = parser.frame_bytes(number)?;
        let ranges = found.ranges.iter();
        let pieces: Vec<&[u8]> = ranges.map(|&range| piece(file, range)).collect();
        let joined: Cow<'_, [u8]> = match pieces.as_slice() {
            [only] => Cow::Borrowed(only),
            several => Cow::Owned(several.concat()),
        };
        match cleaner.clean(&joined) {
            Ok(clean) => {
                if !clean.whole || found.partial {
                    damaged.push(number);
                }
                frames.push(clean.bytes);
            }
            Err(fault) => {
                first_fault.get_or_insert(fault);
                damaged.push(number);
                frames.push(EMPTY_FRAME.to_vec());
            }
        }
    }
    if let Some(fault) = first_fault
        && frames.iter().all(|frame| frame == &EMPTY_FRAME)
    {
        return Err(match fault {
            EngineError::MalformedFrame { .. } => EngineError::CannotDeidentify {
                detail: format!("no frame can be read: {fault}"),
            },
            fault => fault,
        });
    }
    Ok(Written {
        frame_bytes: put_fragments(writer, source.tag, &frames)?,
        damaged,
        is_video: false,
    })
}

/// A fragment for each frame, after their Basic Offset Table; returns the bytes of each.
///
/// # Errors
/// `cannot-deidentify` for a frame of 4 GiB or more.
pub fn put_fragments(
    writer: &mut Writer<'_>,
    tag: Tag,
    frames: &[Vec<u8>],
) -> Result<Vec<u64>, EngineError> {
    if frames.iter().any(|frame| frame.len() >= u32::MAX as usize) {
        return Err(too_large());
    }
    let mut offset = 0;
    let offsets: Vec<u64> = frames
        .iter()
        .map(|frame| {
            let begins = offset;
            offset += ITEM_HEADER_BYTES + (frame.len() as u64).next_multiple_of(2);
            begins
        })
        .collect();
    let table: Vec<u8> = offsets
        .iter()
        .map_while(|&offset| u32::try_from(offset).ok())
        .flat_map(u32::to_le_bytes)
        .collect();
    writer.open_fragments(tag);
    writer.fragment(if table.len() == offsets.len() * 4 {
        &table
    } else {
        &[]
    });
    for frame in frames {
        writer.fragment(frame);
    }
    writer.close_fragments();
    Ok(frames.iter().map(|frame| frame.len() as u64).collect())
}

/// A video, in one fragment.
fn write_video(
    writer: &mut Writer<'_>,
    parser: &Parser,
    source: &PixelData,
    file: &[u8],
) -> Result<(), EngineError> {
    let fragments: Vec<&[u8]> = parser
        .video_fragments(0)
        .into_iter()
        .flatten()
        .map(|range| piece(file, range))
        .collect();
    let stream: Cow<'_, [u8]> = match fragments.as_slice() {
        [only] => Cow::Borrowed(only),
        several => Cow::Owned(several.concat()),
    };
    let written = video::clean(parser.transfer_syntax_uid(), &stream)?;
    if written.len() >= u32::MAX as usize {
        return Err(too_large());
    }
    writer.open_fragments(source.tag);
    writer.fragment(&[]);
    writer.fragment(&written);
    writer.close_fragments();
    Ok(())
}
