//! Items of one frame, found in separately fetched bytes.

use super::HEAD_BYTES;
use crate::dicom::transfer_syntax::FrameMark;

/// The items of one frame in bytes that begin with the first: start and length of each payload.
/// None where no item stands, or its payload does not look like the beginning of a frame.
pub fn items_of(bytes: &[u8], mark: FrameMark) -> Option<Vec<(u64, u64)>> {
    const ITEM: [u8; 4] = [0xfe, 0xff, 0x00, 0xe0];
    let mut items = Vec::new();
    let mut at = 0;
    while let Some((head, rest)) = bytes.get(at..)?.split_first_chunk::<8>()
        && head[..4] == ITEM
    {
        let length = u32::from_le_bytes([head[4], head[5], head[6], head[7]]) as usize;
        let begins = mark.begins_frame(&rest[..rest.len().min(HEAD_BYTES)]);
        if items.is_empty() != begins && mark != FrameMark::None {
            break;
        }
        if rest.len() < length {
            return None;
        }
        items.push((at as u64 + 8, length as u64));
        at += 8 + length;
    }
    (!items.is_empty()).then_some(items)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOI: &[u8] = &[0xff, 0xd8, 0xff, 0xe0, 0, 0, 0, 1];
    const MIDDLE: &[u8] = &[0x12, 0x34, 1, 2, 3, 4, 5, 6];

    #[test]
    fn items_of_one_frame_end_where_the_next_begins() {
        let item = |payload: &[u8]| {
            let mut bytes = vec![0xfe, 0xff, 0x00, 0xe0];
            bytes.extend((payload.len() as u32).to_le_bytes());
            bytes.extend(payload);
            bytes
        };
        let bytes = [item(SOI), item(MIDDLE), item(SOI)].concat();
        assert_eq!(
            items_of(&bytes, FrameMark::Jpeg),
            Some(vec![(8, 8), (24, 8)])
        );
        assert_eq!(items_of(&bytes[..12], FrameMark::Jpeg), None);
        assert_eq!(items_of(&item(MIDDLE), FrameMark::Jpeg), None);
        assert_eq!(items_of(MIDDLE, FrameMark::Jpeg), None);
    }
}
