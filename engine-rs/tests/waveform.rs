//! Separate ECG files, and the clips that take a part of them.

use crate::support;

use echometry_engine::deid::intake::Intake;
use echometry_engine::deid::waveform::{NotUsed, TimedEcg};
use echometry_engine::dicom::parse::Parser;
use echometry_engine::records::metadata::{Ecg, ImageMetadata};
use support::ecg::{Group, LEAD_II, PRESSURE, waveforms};
use support::plants::contains;
use support::{BIG, Builder, EXPLICIT, IMPLICIT};

const KEY: [u8; 32] = [42; 32];
const CLOCK: &str = "1.2.3.4.77";

/// Time and clock that a file states.
#[derive(Clone, Copy)]
struct Timing<'a> {
    acquired: &'a str,
    zone: &'a str,
    synchronized: &'a str,
    clock: &'a str,
}

const NINE: Timing<'static> = Timing {
    acquired: "20240229090000.25",
    zone: "",
    synchronized: "Y",
    clock: CLOCK,
};

fn at(acquired: &str) -> Timing<'_> {
    Timing { acquired, ..NINE }
}

fn text(file: &mut Builder, tag: u32, vr: &str, text: &str) {
    if !text.is_empty() {
        file.text(tag, vr, text);
    }
}

/// 500 samples in a second from 12.5 ms before the acquisition, each the number of its place.
fn ecg_file(syntax: &str, timing: &Timing<'_>, group: &Group<'_>) -> Vec<u8> {
    let mut file = Builder::with_meta(syntax);
    file.text(0x0008_0016, "UI", "1.2.840.10008.5.1.4.1.1.9.1.2");
    file.text(0x0008_0018, "UI", "1.2.3.4.6");
    text(&mut file, 0x0008_002a, "DT", timing.acquired);
    text(&mut file, 0x0008_0201, "SH", timing.zone);
    file.text(0x0010_0010, "PN", "DOE^JANE");
    text(&mut file, 0x0018_1800, "CS", timing.synchronized);
    file.text(0x0020_000d, "UI", "1.2.3");
    text(&mut file, 0x0020_0200, "UI", timing.clock);
    let data: Vec<u8> = (0..500).flat_map(|word| file.u16_bytes(word)).collect();
    let count = 500 / group.channels.len() as u32;
    let data = &data;
    waveforms(
        &mut file,
        &[Group {
            count,
            data,
            ..*group
        }],
    );
    file.bytes
}

/// Eleven frames, 40 ms apart.
fn clip_file(syntax: &str, timing: &Timing<'_>, more: impl FnOnce(&mut Builder)) -> Vec<u8> {
    let mut file = Builder::with_meta(syntax);
    file.text(0x0008_0016, "UI", "1.2.840.10008.5.1.4.1.1.3.1");
    file.text(0x0008_0018, "UI", "1.2.3.4.5");
    text(&mut file, 0x0008_002a, "DT", timing.acquired);
    text(&mut file, 0x0008_0201, "SH", timing.zone);
    more(&mut file);
    text(&mut file, 0x0018_1800, "CS", timing.synchronized);
    file.text(0x0020_000d, "UI", "1.2.3");
    text(&mut file, 0x0020_0200, "UI", timing.clock);
    file.image("11", 1, 2, 1, 8, "MONOCHROME2");
    file.element(0x7fe0_0010, "OB", &[7; 22]);
    file.bytes
}

fn frame_time(file: &mut Builder) {
    file.text(0x0018_1063, "DS", "40");
}

fn intake(file: Vec<u8>) -> Intake {
    Intake::new(file, &KEY).unwrap()
}

fn timed(timing: &Timing<'_>) -> TimedEcg {
    let file = ecg_file(EXPLICIT, timing, &Group::default());
    intake(file).waveform().unwrap().ecg.unwrap()
}

fn stored(clip: Vec<u8>, ecg: &TimedEcg) -> Result<ImageMetadata, String> {
    let stored = intake(clip).deidentify(100, "HEART-7", None, Some(ecg));
    let stored = stored.map_err(|error| error.to_string())?;
    Ok(Parser::parse(&stored.bytes).unwrap().metadata().unwrap())
}

#[test]
fn a_clip_stores_its_part_of_the_ecg_of_another_file() {
    for syntax in [EXPLICIT, IMPLICIT, BIG] {
        let file = ecg_file(syntax, &NINE, &Group::default());
        let waveform = intake(file).waveform().unwrap();
        assert_eq!(waveform.not_used, None);
        let clip = clip_file(syntax, &at("20240229090000.450000"), frame_time);
        let kept = stored(clip, &waveform.ecg.unwrap()).unwrap();
        let Ecg {
            start_ms,
            samples,
            samples_per_s,
            lead,
            ..
        } = kept.ecg.unwrap();
        // The clip begins 200 ms after the acquisition of the ECG, whose first sample is 12.5 ms before that acquisition.
        assert_eq!((start_ms, samples_per_s), (-212.5, 500.0));
        assert_eq!(lead.as_deref(), Some("II"));
        assert!(samples.iter().copied().eq((0..500).map(Some)), "{syntax}");
        assert_eq!(kept.frame_times_ms.len(), 11);
    }
}

#[test]
fn a_long_ecg_is_cut_to_the_clip_and_a_second_around_it() {
    let ten_s: Vec<u8> = (0..5_000_u16).flat_map(u16::to_le_bytes).collect();
    let mut file = Builder::with_meta(EXPLICIT);
    file.text(0x0008_0016, "UI", "1.2.840.10008.5.1.4.1.1.9.1.2");
    file.text(0x0008_002a, "DT", "20240229090000");
    file.text(0x0018_1800, "CS", "Y");
    file.text(0x0020_0200, "UI", CLOCK);
    let group = Group {
        offset_ms: Some("0"),
        count: 5_000,
        data: &ten_s,
        ..Group::default()
    };
    waveforms(&mut file, &[group]);
    let ecg = intake(file.bytes).waveform().unwrap().ecg.unwrap();
    let clip = clip_file(EXPLICIT, &at("20240229090004"), frame_time);
    let kept = stored(clip, &ecg).unwrap().ecg.unwrap();
    // From 3 s, sample 1500, to 5.4 s, sample 2700: the clip lasts 0.4 s.
    assert_eq!(kept.start_ms, -1_000.0);
    assert!(kept.samples.iter().copied().eq((1_500..=2_700).map(Some)));
}

#[test]
fn a_trigger_delay_moves_the_frames() {
    let clip = clip_file(EXPLICIT, &NINE, |file| {
        frame_time(file);
        file.text(0x0018_1067, "DS", "100");
    });
    let kept = stored(clip, &timed(&NINE)).unwrap().ecg.unwrap();
    assert_eq!(kept.start_ms, -112.5);
}

#[test]
fn times_of_two_zones_are_compared_in_utc() {
    let in_oslo = Timing {
        acquired: "20240229100000.25+0100",
        ..NINE
    };
    let in_utc = Timing {
        zone: "+0000",
        ..NINE
    };
    for (clip, ecg) in [(in_oslo, in_utc), (in_utc, in_oslo)] {
        let file = clip_file(EXPLICIT, &clip, frame_time);
        let kept = stored(file, &timed(&ecg)).unwrap().ecg.unwrap();
        assert_eq!(kept.start_ms, -12.5);
    }
    // If only one file states a zone, the difference between both is unknown.
    let file = clip_file(EXPLICIT, &NINE, frame_time);
    assert!(stored(file, &timed(&in_utc)).is_err());
}

#[test]
fn an_ecg_of_another_clock_or_time_is_refused() {
    let other_clock = Timing {
        clock: "1.2.3.4.78",
        ..NINE
    };
    for timing in [
        other_clock,
        at("20240229090001.3"),
        at("20240229085959.2"),
        at("20240301090000"),
    ] {
        let clip = clip_file(EXPLICIT, &timing, frame_time);
        let refused = stored(clip, &timed(&NINE)).unwrap_err();
        assert!(refused.contains("ecg"), "{refused}");
    }
}

#[test]
fn a_clip_without_known_times_takes_none() {
    let not_synchronized = Timing {
        synchronized: "N",
        ..NINE
    };
    let unstated = Timing { clock: "", ..NINE };
    let unreadable = Timing {
        zone: "CET",
        ..NINE
    };
    let none: [Vec<u8>; 6] = [
        clip_file(EXPLICIT, &not_synchronized, frame_time),
        clip_file(EXPLICIT, &unstated, frame_time),
        clip_file(EXPLICIT, &unreadable, frame_time),
        clip_file(EXPLICIT, &at(""), frame_time),
        clip_file(EXPLICIT, &NINE, |_| {}),
        clip_file(EXPLICIT, &NINE, |file| {
            frame_time(file);
            file.text(0x0018_1066, "DS", "5");
        }),
    ];
    for (index, file) in none.into_iter().enumerate() {
        assert_eq!(intake(file).clip_times(), None, "{index}");
    }
    let clip = clip_file(EXPLICIT, &NINE, frame_time);
    assert!(intake(clip).clip_times().is_some());
}

#[test]
fn the_ecg_of_the_clip_itself_comes_first() {
    let mut file = Builder::with_meta(EXPLICIT);
    file.text(0x0008_0016, "UI", "1.2.840.10008.5.1.4.1.1.3.1");
    file.text(0x0008_002a, "DT", NINE.acquired);
    frame_time(&mut file);
    file.text(0x0018_1800, "CS", "Y");
    file.text(0x0020_0200, "UI", CLOCK);
    file.image("11", 1, 2, 1, 8, "MONOCHROME2");
    let data = [0; 20];
    let group = Group {
        count: 10,
        data: &data,
        ..Group::default()
    };
    waveforms(&mut file, &[group]);
    file.element(0x7fe0_0010, "OB", &[7; 22]);
    assert_eq!(intake(file.bytes).clip_times(), None);
}

#[test]
fn a_waveform_that_belongs_to_no_clip_has_its_reason() {
    let reason = |timing: &Timing<'_>, group: &Group<'_>| {
        let waveform = intake(ecg_file(EXPLICIT, timing, group)).waveform();
        waveform.unwrap().not_used
    };
    let pressure = Group {
        channels: &[PRESSURE],
        ..Group::default()
    };
    let without_time = Group {
        offset_ms: None,
        ..Group::default()
    };
    let no_clock = Timing { clock: "", ..NINE };
    assert_eq!(reason(&NINE, &pressure), Some(NotUsed::NoEcg));
    assert_eq!(reason(&NINE, &without_time), Some(NotUsed::Unreadable));
    assert_eq!(
        reason(&no_clock, &Group::default()),
        Some(NotUsed::NotSynchronized)
    );
    let both = Group {
        channels: &[PRESSURE, LEAD_II],
        ..Group::default()
    };
    assert_eq!(reason(&NINE, &both), None);
}

#[test]
fn a_waveform_object_is_told_from_files_with_pictures() {
    let clip = clip_file(EXPLICIT, &NINE, frame_time);
    assert_eq!(intake(clip).waveform(), None);
    let ecg = ecg_file(EXPLICIT, &NINE, &Group::default());
    assert_eq!(intake(ecg).clip_times(), None);
}

#[test]
fn a_stored_clip_has_nothing_else_of_the_other_file() {
    let planted = "PLANTED7";
    let group = Group {
        planted,
        ..Group::default()
    };
    let ecg = intake(ecg_file(EXPLICIT, &NINE, &group)).waveform();
    let clip = intake(clip_file(EXPLICIT, &NINE, frame_time));
    let stored = clip.deidentify(100, "HEART-7", None, Some(&ecg.unwrap().ecg.unwrap()));
    let bytes = stored.unwrap().bytes;
    for text in [planted, "DOE", CLOCK, "20240229", "090000"] {
        assert!(!contains(&bytes, text.as_bytes()), "{text}");
    }
}

#[test]
fn damaged_waveform_objects_are_read_or_refused_and_never_end_the_engine() {
    let file = ecg_file(EXPLICIT, &NINE, &Group::default());
    for end in 0..file.len() {
        if let Ok(intake) = Intake::new(file[..end].to_vec(), &KEY) {
            let _ = intake.waveform();
        }
    }
    let mut random = support::Random(7);
    for _ in 0..2_000 {
        let mut changed = file.clone();
        for _ in 0..3 {
            let at = random.below(changed.len());
            changed[at] = random.below(256) as u8;
        }
        if let Ok(intake) = Intake::new(changed, &KEY) {
            let _ = intake.waveform();
        }
    }
}
