//! Damaged frames of a loop: they keep their number, are kept as far as they can be read, and are named.

use crate::support;

use echometry_engine::deid::intake::Intake;
use echometry_engine::deid::stored::clean_stored;
use echometry_engine::deid::{DEID_PROFILE, Deidentified, DeidentifyOptions, deidentify};
use echometry_engine::dicom::parse::Parser;
use jpeg_encoder::{ColorType, Encoder};
use support::command_line::{frame_hashes, lines};
use support::plants::{contains, plant};
use support::{Builder, JPEG};

fn jpeg(seed: u32) -> Vec<u8> {
    let pixels: Vec<u8> = (0..64 * 48u32).map(|n| (n * 7 + seed * 31) as u8).collect();
    let mut stream = Vec::new();
    Encoder::new(&mut stream, 90)
        .encode(&pixels, 64, 48, ColorType::Luma)
        .unwrap();
    stream
}

fn loop_of(frames: &[&[u8]]) -> Vec<u8> {
    let mut file = Builder::with_meta(JPEG);
    file.image(&frames.len().to_string(), 48, 64, 1, 8, "MONOCHROME2");
    file.fragments(&[], frames);
    file.bytes
}

fn taken_in(file: Vec<u8>) -> Deidentified {
    let intake = Intake::new(file, &[42; 32]).unwrap();
    intake.deidentify(100, "HEART-7", None, None).unwrap()
}

/// Output of `info` for a file.
fn info(file: &[u8]) -> serde_json::Value {
    lines("info a", file).remove(0)
}

#[test]
fn frames_that_share_a_fragment_are_counted() {
    let (one, two, three) = (jpeg(1), jpeg(2), jpeg(3));
    let shared = [&one[..], &two, &[0], &three].concat();
    let surplus = info(&loop_of(&[&shared]));
    assert_eq!(surplus["number_of_frames"], 1);
    assert_eq!(surplus["frames_present"], 3);
    assert_eq!(surplus["warnings"][0], "more_frames_than_declared");
    // Where frames are missing, frames that share a fragment have no number.
    let mut missing = Builder::with_meta(JPEG);
    missing.image("3", 48, 64, 1, 8, "MONOCHROME2");
    missing.fragments(&[], &[&shared]);
    let counted = info(&missing.bytes);
    assert_eq!(counted["number_of_frames"], 3);
    assert_eq!(counted["frames_present"], 1);
    assert_eq!(info(&loop_of(&[&one, &two]))["frames_present"], 2);
}

#[test]
fn a_frame_that_cannot_be_read_is_empty_and_the_others_keep_their_numbers() {
    let frames = [jpeg(1), jpeg(2), jpeg(3), jpeg(4)];
    let text = plant(1);
    let damaged = [&[0xff, 0xd8, 0xff, 0xc0, 0, 4], &text[..]].concat();
    for place in 0..4 {
        let mut pieces: Vec<&[u8]> = frames.iter().map(Vec::as_slice).collect();
        let whole = frame_hashes(&loop_of(&pieces));
        pieces[place] = &damaged;
        let stored = taken_in(loop_of(&pieces));
        assert_eq!(stored.damaged_frames, [place as u32 + 1]);
        assert!(!contains(&stored.bytes, &text));
        let parser = Parser::parse(&stored.bytes).unwrap();
        assert!(parser.warnings().is_empty(), "{:?}", parser.warnings());
        let found = frame_hashes(&stored.bytes);
        for number in (0..4).filter(|&number| number != place) {
            assert_eq!(found[number], whole[number], "{place} {number}");
        }
        assert_eq!(found[place], "malformed-frame");
    }
}

#[test]
fn a_frame_that_is_cut_off_or_damaged_within_decodes_as_before() {
    let frames = [jpeg(1), jpeg(2), jpeg(3)];
    for cut in [2, 3, 5] {
        let second = &frames[1];
        let cut_off = &second[..second.len() * (cut - 1) / cut / 2 * 2];
        let mut damaged = second.clone();
        let from = damaged.len() * (cut - 1) / cut;
        damaged[from..from + 40].fill(0xfe);
        for second in [cut_off, &damaged] {
            let file = loop_of(&[&frames[0], second, &frames[2]]);
            let expected = frame_hashes(&file);
            let stored = taken_in(file);
            assert_eq!(frame_hashes(&stored.bytes), expected, "{cut}");
            if second.len() == cut_off.len() {
                assert_eq!(stored.damaged_frames, [2], "{cut}");
            }
        }
    }
}

#[test]
fn a_file_without_a_frame_that_can_be_read_is_refused() {
    let text = plant(2);
    let file = loop_of(&[&text, &text]);
    let options = DeidentifyOptions {
        key: &[42; 32],
        date_shift_days: 0,
        patient_show: "A",
    };
    let error = deidentify(&file, &options).unwrap_err();
    assert_eq!(error.code(), "cannot-deidentify");
}

#[test]
fn a_stored_file_is_cleaned_to_what_is_stored_of_its_original() {
    let frames = [jpeg(1), jpeg(2)];
    let stored = taken_in(loop_of(&[&frames[0], &frames[1]])).bytes;
    assert_eq!(clean_stored(&stored).unwrap(), stored);
    let comment = [&[0xff, 0xd8, 0xff, 0xfe, 0, 26][..], &plant(3)].concat();
    let with_comment = |frame: &[u8]| [&comment, &frame[2..]].concat();
    let planted = [with_comment(&frames[0]), with_comment(&frames[1])];
    let at = memchr::memmem::find(&stored, b"\xe0\x7f\x10\x00OB\0\0").unwrap();
    let mut file = Builder::with_meta(JPEG);
    file.bytes = stored[..at].to_vec();
    file.fragments(&[], &[&planted[0], &planted[1]]);
    let place = memchr::memmem::find(&file.bytes, DEID_PROFILE.as_bytes()).unwrap();
    file.bytes[place + DEID_PROFILE.len() - 1] = b'3';
    assert!(contains(&file.bytes, &plant(3)));
    assert_eq!(clean_stored(&file.bytes).unwrap(), stored);
    file.bytes[place] = b'x';
    assert_eq!(
        clean_stored(&file.bytes).unwrap_err().code(),
        "cannot-deidentify"
    );
}
