//! Palette Color Lookup Tables brought to 8 bits (PS3.3 C.7.6.3.1.5 and .6).

use super::element::{DataSet, Tag};
use super::palette_segments;
use super::warnings::Warnings;
use crate::records::metadata::{Palette, WarningCode};

const DESCRIPTORS: [Tag; 3] = [Tag(0x0028_1101), Tag(0x0028_1102), Tag(0x0028_1103)];
const TABLES: [Tag; 3] = [Tag(0x0028_1201), Tag(0x0028_1202), Tag(0x0028_1203)];
/// A segmented table's element number lies this far after the plain one's.
const SEGMENTED: u32 = 0x20;

/// The three tables as one of 8 bits an entry; none when one is absent.
///
/// 16-bit entries give their high byte. Tables of 8 bits may be stored one or two entries a
/// word; the length of the value decides, not the descriptor, which is wrong in many files.
pub fn read_palette(data: &DataSet, warnings: &mut Warnings) -> Option<Palette> {
    let descriptor = data.words(DESCRIPTORS[0]);
    let [count, first, _bits] = descriptor[..] else {
        warnings.push(WarningCode::PaletteIncomplete);
        return None;
    };
    // 0 stands for 65536 (PS3.3 C.7.6.3.1.5).
    let entries = if count == 0 {
        65_536
    } else {
        usize::from(count)
    };
    let signed_samples = data.u16(Tag(0x0028_0103)) == Some(1);
    let first_mapped = if signed_samples {
        i32::from(first as i16)
    } else {
        i32::from(first)
    };
    let mut rgb = vec![0; entries * 3];
    for (channel, (&table_tag, &descriptor_tag)) in TABLES.iter().zip(&DESCRIPTORS).enumerate() {
        let bits = data.words(descriptor_tag).get(2).copied().unwrap_or(16);
        let Some(table) = read_table(data, table_tag, entries, bits) else {
            warnings.push(WarningCode::PaletteIncomplete);
            return None;
        };
        if table.len() < entries {
            warnings.push(WarningCode::PaletteIncomplete);
        }
        let last = table.last().copied().unwrap_or(0);
        for entry in 0..entries {
            rgb[entry * 3 + channel] = table.get(entry).copied().unwrap_or(last);
        }
    }
    Some(Palette { first_mapped, rgb })
}

fn read_table(data: &DataSet, tag: Tag, entries: usize, bits: u16) -> Option<Vec<u8>> {
    let Some(bytes) = data.bytes(tag) else {
        let words = data.words(Tag(tag.0 + SEGMENTED));
        let table = palette_segments::expand(&words, entries);
        return (!table.is_empty()).then(|| table.iter().map(|&word| (word >> 8) as u8).collect());
    };
    // One byte an entry, perhaps padded to even length.
    if bytes.len() <= entries + 1 && bytes.len() < entries * 2 {
        let mut table = bytes.to_vec();
        if data.big_endian && data.find(tag)?.vr.number_width() == 2 {
            table.chunks_exact_mut(2).for_each(|pair| pair.swap(0, 1));
        }
        table.truncate(entries);
        return Some(table);
    }
    let words = data.words(tag);
    // Entries of 8 bits in 16: only low bytes are used.
    let low = bits <= 8 && words.iter().all(|&word| word < 256);
    let all_low = words.iter().all(|&word| word < 256) && words.iter().any(|&word| word > 0);
    let shift = if low || (bits > 8 && all_low && entries <= 256 && looks_like_bytes(&words)) {
        0
    } else {
        8
    };
    Some(
        words
            .iter()
            .take(entries)
            .map(|&word| (word >> shift) as u8)
            .collect(),
    )
}

/// A 16-bit descriptor over tables that use the low byte only: some entry is at least 128, so a
/// true 16-bit table would be all but black.
fn looks_like_bytes(words: &[u16]) -> bool {
    words.iter().any(|&word| word >= 128)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dicom::element::{Element, Value, Vr};

    fn data_set(descriptor: [u16; 3], table: &[u8]) -> DataSet {
        let mut data = DataSet::default();
        for (&descriptor_tag, &table_tag) in DESCRIPTORS.iter().zip(&TABLES) {
            data.elements.push(Element {
                tag: descriptor_tag,
                vr: Vr(*b"US"),
                value: Value::Bytes(
                    descriptor
                        .iter()
                        .flat_map(|word| word.to_le_bytes())
                        .collect(),
                ),
            });
            data.elements.push(Element {
                tag: table_tag,
                vr: Vr::OW,
                value: Value::Bytes(table.to_vec()),
            });
        }
        data
    }

    #[test]
    fn sixteen_bit_entries_give_their_high_byte() {
        let table: Vec<u8> = [0x0000u16, 0x1234, 0xff00]
            .iter()
            .flat_map(|w| w.to_le_bytes())
            .collect();
        let palette =
            read_palette(&data_set([3, 0, 16], &table), &mut Warnings::default()).unwrap();
        assert_eq!(palette.rgb, [0, 0, 0, 0x12, 0x12, 0x12, 0xff, 0xff, 0xff]);
    }

    #[test]
    fn eight_bit_entries_are_told_by_the_length_of_the_value() {
        let palette = read_palette(
            &data_set([3, 5, 16], &[1, 2, 3, 0]),
            &mut Warnings::default(),
        )
        .unwrap();
        assert_eq!(palette.first_mapped, 5);
        assert_eq!(palette.rgb, [1, 1, 1, 2, 2, 2, 3, 3, 3]);
    }

    #[test]
    fn a_short_table_repeats_its_last_entry_and_warns() {
        let mut warnings = Warnings::default();
        let palette = read_palette(&data_set([4, 0, 8], &[9, 8]), &mut warnings).unwrap();
        assert_eq!(palette.rgb[9..], [8, 8, 8]);
        assert_eq!(warnings.sorted(), [WarningCode::PaletteIncomplete]);
    }
}
