//! Frames found among fragments, by table and by look.

use super::*;

const SOI: &[u8] = &[0xff, 0xd8, 0xff, 0xe0, 0, 0, 0, 1];
const MIDDLE: &[u8] = &[0x12, 0x34, 1, 2, 3, 4, 5, 6];

/// Fragments of 100 bytes with these heads; returns the index and its warnings.
fn index(declared: u32, table: &[u64], heads: &[&[u8]]) -> (FragmentIndex, Vec<WarningCode>) {
    let mut warnings = Warnings::default();
    let mut index = FragmentIndex::new(FrameMark::Jpeg, declared);
    index.set_table(1000, table, &mut warnings);
    for (position, head) in heads.iter().enumerate() {
        index.add(1008 + 108 * position as u64, 100, head, &mut warnings);
    }
    index.finish(&mut warnings);
    (index, warnings.sorted())
}

fn pieces(index: &FragmentIndex, frame_index: usize) -> Vec<u64> {
    let bytes = index.bytes(frame_index, u64::MAX);
    bytes
        .ranges
        .iter()
        .map(|range| (range.0 - 1008) / 108)
        .collect()
}

#[test]
fn a_true_table_groups_fragments() {
    let (index, warnings) = index(2, &[0, 216], &[SOI, MIDDLE, SOI]);
    assert_eq!(pieces(&index, 0), [0, 1]);
    assert_eq!(pieces(&index, 1), [2]);
    assert!(warnings.is_empty());
}

#[test]
fn a_table_announces_frames_before_they_arrive() {
    let mut warnings = Warnings::default();
    let mut index = FragmentIndex::new(FrameMark::Jpeg, 3);
    assert_eq!(index.announced(1), None);
    index.set_table(1000, &[0, 216, 500], &mut warnings);
    assert_eq!(index.announced(1), Some((1216, Some(1500))));
    assert_eq!(index.announced(2), Some((1500, None)));
}

#[test]
fn without_a_table_frames_begin_at_their_mark() {
    let (index, warnings) = index(2, &[], &[SOI, MIDDLE, MIDDLE, SOI, MIDDLE]);
    assert_eq!(pieces(&index, 0), [0, 1, 2]);
    assert_eq!(pieces(&index, 1), [3, 4]);
    assert!(warnings.is_empty());
}

#[test]
fn lying_tables_are_found_out() {
    let lies: [&[u64]; 6] = [
        &[0, 100],       // between two items
        &[0, 108],       // at an item that begins no frame
        &[0, 0],         // not rising
        &[8, 216],       // first not 0
        &[0, 4_000_000], // beyond the end
        &[0],            // too few
    ];
    for table in lies {
        let (index, warnings) = index(2, table, &[SOI, MIDDLE, SOI]);
        assert_eq!(pieces(&index, 0), [0, 1], "{table:?}");
        assert_eq!(pieces(&index, 1), [2], "{table:?}");
        assert_eq!(warnings, [WarningCode::OffsetTableIgnored], "{table:?}");
    }
}

#[test]
fn a_single_frame_takes_all_fragments() {
    let (index, _) = index(1, &[], &[SOI, SOI, MIDDLE]);
    assert_eq!(pieces(&index, 0), [0, 1, 2]);
}

#[test]
fn one_fragment_a_frame_is_believed_however_it_looks() {
    let (index, _) = index(3, &[], &[SOI, MIDDLE, SOI]);
    assert_eq!(pieces(&index, 1), [1]);
}

#[test]
fn an_empty_frame_inside_a_loop_keeps_its_place() {
    let (index, _) = index(3, &[], &[SOI, &[0; 8], SOI, MIDDLE]);
    assert_eq!(pieces(&index, 1), [1]);
    assert_eq!(pieces(&index, 2), [2, 3]);
}

#[test]
fn a_frame_is_there_when_the_next_one_begins() {
    let mut warnings = Warnings::default();
    let mut index = FragmentIndex::new(FrameMark::Jpeg, 2);
    index.add(8, 10, SOI, &mut warnings);
    assert_eq!(index.available(), 0);
    index.add(26, 10, SOI, &mut warnings);
    assert_eq!(index.available(), 1);
    index.finish(&mut warnings);
    assert_eq!(index.available(), 2);
}

#[test]
fn surplus_frames_of_jpeg_xl_are_counted_by_their_starts() {
    let boxed: &[u8] = b"\0\0\0\x0cJXL \r\n\x87\n";
    let bare: &[u8] = &[0xff, 0x0a, 1, 2, 3, 4, 5, 6];
    let mut warnings = Warnings::default();
    let mut index = FragmentIndex::new(FrameMark::JpegXl, 1);
    for (at, start) in [(8, boxed), (26, MIDDLE), (44, boxed), (62, bare)] {
        index.add(at, 10, start, &mut warnings);
    }
    index.finish(&mut warnings);
    assert_eq!(index.present(), 3);
}
