//! Pixel Data into the new file: the same bytes, without what lies behind the last frame.

use super::writer::Writer;
use crate::dicom::element::Vr;
use crate::dicom::frames::FrameIndex;
use crate::dicom::parse::Parser;
use crate::error::EngineError;

/// Transfer syntax the new file is written in: the one the pixels are really stored in.
///
/// # Errors
/// `no-pixel-data`.
pub fn transfer_syntax_of(parser: &Parser) -> Result<String, EngineError> {
    let format = parser.format().ok_or(EngineError::NoPixelData)?;
    Ok(format.transfer_syntax_uid.clone())
}

/// Copies Pixel Data.
///
/// # Errors
/// `no-pixel-data`; `cannot-deidentify` for more than 4 GiB.
pub fn write_pixel_data(
    writer: &mut Writer<'_>,
    parser: &Parser,
    file: &[u8],
) -> Result<(), EngineError> {
    let source = parser.pixel_data().ok_or(EngineError::NoPixelData)?;
    let piece = |start: u64, length: u64| {
        let start = usize::try_from(start).unwrap_or(usize::MAX).min(file.len());
        let end = start.saturating_add(usize::try_from(length).unwrap_or(usize::MAX));
        &file[start..end.min(file.len())]
    };
    match &source.index {
        FrameIndex::Native(index) => {
            let frames = u64::from(parser.frames_total());
            let needed = (frames * index.frame_bits)
                .div_ceil(8)
                .div_ceil(index.alignment)
                * index.alignment;
            let bytes = piece(index.start, needed.min(index.length));
            if bytes.len() >= u32::MAX as usize {
                return Err(EngineError::CannotDeidentify {
                    detail: "pixel data of 4 GiB or more".to_owned(),
                });
            }
            let vr = if matches!(source.vr, Vr::OB | Vr::OW) || source.tag.element() != 0x0010 {
                source.vr
            } else {
                Vr::OW
            };
            writer.bytes(source.tag, vr, bytes);
        }
        FrameIndex::Encapsulated(index) => {
            writer.open_fragments(source.tag);
            let table: Vec<u8> = index
                .basic_table()
                .iter()
                .flat_map(|&offset| (offset as u32).to_le_bytes())
                .collect();
            writer.fragment(&table);
            for (start, length) in index.all_fragments() {
                writer.fragment(piece(start, length));
            }
            writer.close_fragments();
        }
    }
    Ok(())
}
