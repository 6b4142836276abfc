//! The ECG of a file: how it is read, and what of it is stored.

use crate::support;

use echometry_engine::deid::{DeidentifyOptions, deidentify};
use echometry_engine::dicom::element::{DataSet, Tag, Value};
use echometry_engine::dicom::parse::Parser;
use echometry_engine::records::metadata::{Ecg, EcgUnit, ImageMetadata, WarningCode};
use support::ecg::{Channel, Group, LEAD_II, PRESSURE, clip, clip_with, waveforms};
use support::plants::{contains, plant};
use support::{BIG, EXPLICIT, IMPLICIT, Random};

fn metadata(file: &[u8]) -> ImageMetadata {
    Parser::parse(file).unwrap().metadata().unwrap()
}

fn stored(file: &[u8]) -> Vec<u8> {
    let options = DeidentifyOptions {
        key: &[42; 32],
        date_shift_days: 100,
        patient_show: "HEART-7",
    };
    deidentify(file, &options).unwrap()
}

/// A clip whose one group holds these words of one channel.
fn of_words(syntax: &str, words: &[u16], group: &Group<'_>) -> Vec<u8> {
    clip(syntax, |file| {
        let data: Vec<u8> = words
            .iter()
            .flat_map(|&word| file.u16_bytes(word))
            .collect();
        let channels = group.channels.len();
        let count = (words.len() / channels) as u32;
        waveforms(
            file,
            &[Group {
                count,
                data: &data,
                ..*group
            }],
        );
    })
}

fn values(ecg: &Ecg) -> Vec<Option<f64>> {
    let value = |sample: i32| ecg.unit_at_zero + ecg.unit_per_step * f64::from(sample);
    ecg.samples.iter().map(|sample| sample.map(value)).collect()
}

#[test]
fn a_channel_is_read_with_its_scale_and_its_time_in_every_encoding() {
    for syntax in [EXPLICIT, IMPLICIT, BIG] {
        let file = of_words(syntax, &[0, 400, 0xfe70, 0x7fff], &Group::default());
        let ecg = metadata(&file).ecg.unwrap();
        // Baseline + sample * sensitivity * correction factor (PS3.3 C.10.9.1.5).
        assert_eq!(values(&ecg)[..3], [Some(0.25), Some(1.25), Some(-0.75)]);
        assert_eq!(ecg.samples[3], Some(32_767), "{syntax}");
        assert_eq!((ecg.samples_per_s, ecg.start_ms), (500.0, -12.5));
        assert_eq!(
            (ecg.lead.as_deref(), ecg.unit),
            (Some("II"), Some(EcgUnit::Millivolt))
        );
    }
}

#[test]
fn samples_of_8_and_16_bits_keep_their_sign() {
    let read = |bits, interpretation, data: &[u8]| {
        let count = (data.len() * 8 / usize::from(bits)) as u32;
        let file = clip(EXPLICIT, |file| {
            waveforms(
                file,
                &[Group {
                    bits,
                    interpretation,
                    count,
                    data,
                    ..Group::default()
                }],
            );
        });
        metadata(&file).ecg.map(|ecg| ecg.samples)
    };
    let bytes = [0xff, 0x01, 0x80, 0x7f];
    let some = |values: &[i32]| Some(values.iter().copied().map(Some).collect::<Vec<_>>());
    assert_eq!(read(8, "SB", &bytes), some(&[-1, 1, -128, 127]));
    assert_eq!(read(8, "UB", &bytes), some(&[255, 1, 128, 127]));
    assert_eq!(read(16, "SS", &bytes), some(&[0x01ff, 0x7f80]));
    assert_eq!(
        read(16, "US", &[0xff, 0xff, 0, 0x80]),
        some(&[65_535, 32_768])
    );
    for (bits, interpretation) in [(8, "MB"), (8, "AB"), (16, "SB"), (8, "SS"), (32, "SL")] {
        assert_eq!(
            read(bits, interpretation, &bytes),
            None,
            "{interpretation} of {bits}"
        );
    }
}

#[test]
fn bytes_within_words_of_the_other_order_are_turned() {
    let file = clip(BIG, |file| {
        let (bits, interpretation, count) = (8, "UB", 3);
        let data = &[2, 1, 0, 3];
        waveforms(
            file,
            &[Group {
                bits,
                interpretation,
                count,
                data,
                ..Group::default()
            }],
        );
    });
    let samples = metadata(&file).ecg.unwrap().samples;
    assert_eq!(samples, [Some(1), Some(2), Some(3)]);
}

#[test]
fn the_first_channel_that_is_an_ecg_counts() {
    let lead = |source| Channel { source, ..LEAD_II };
    let channels = [
        PRESSURE,
        lead(("5.6.3-9-64", "SCPECG")),
        lead(("2:1", "MDC")),
    ];
    let group = Group {
        channels: &channels,
        ..Group::default()
    };
    let file = of_words(EXPLICIT, &[1, 2, 3, 4, 5, 6], &group);
    let ecg = metadata(&file).ecg.unwrap();
    assert_eq!(ecg.lead.as_deref(), Some("aVF"));
    assert_eq!(ecg.samples, [Some(2), Some(5)]);
    let channels = [lead(("ECG", "99MAKER"))];
    let group = Group {
        channels: &channels,
        ..Group::default()
    };
    assert_eq!(
        metadata(&of_words(EXPLICIT, &[1], &group))
            .ecg
            .unwrap()
            .lead,
        None
    );
    let channels = [PRESSURE, lead(("2:2", "99MAKER"))];
    let group = Group {
        channels: &channels,
        ..Group::default()
    };
    let other = metadata(&of_words(EXPLICIT, &[1, 2], &group));
    assert_eq!((other.ecg, other.warnings), (None, Vec::new()));
}

#[test]
fn samples_that_are_missing_are_not_zero() {
    let padding = Group {
        padding: Some(&[0, 0x80]),
        ..Group::default()
    };
    let file = of_words(EXPLICIT, &[5, 0x8000, 0], &padding);
    let samples = metadata(&file).ecg.unwrap().samples;
    assert_eq!(samples, [Some(5), None, Some(0)]);
    assert_eq!(metadata(&stored(&file)).ecg.unwrap().samples, samples);
}

#[test]
fn an_ecg_without_a_time_or_a_readable_channel_is_noted_and_not_used() {
    let noted = |group: &Group<'_>| {
        let found = metadata(&of_words(EXPLICIT, &[1, 2], group));
        assert_eq!(found.ecg, None);
        found.warnings
    };
    let without_time = [WarningCode::EcgWithoutTime];
    let unreadable = [WarningCode::EcgUnreadable];
    assert_eq!(
        noted(&Group {
            offset_ms: None,
            ..Group::default()
        }),
        without_time
    );
    assert_eq!(
        noted(&Group {
            offset_ms: Some("1e9"),
            ..Group::default()
        }),
        unreadable
    );
    assert_eq!(
        noted(&Group {
            samples_per_s: "0",
            ..Group::default()
        }),
        unreadable
    );
    let short = clip(EXPLICIT, |file| {
        waveforms(
            file,
            &[Group {
                count: 2,
                data: &[1, 0],
                ..Group::default()
            }],
        );
    });
    assert_eq!(metadata(&short).warnings, unreadable);
    // Frames whose times are assumed have no time that an ECG could be placed against.
    let mut assumed = of_words(EXPLICIT, &[1, 2], &Group::default());
    let place = memchr::memmem::find(&assumed, &[0x18, 0, 0x63, 0x10]).unwrap();
    assumed[place + 2] = 0x64;
    assert_eq!(metadata(&assumed).warnings, without_time);
}

#[test]
fn delays_of_the_frames_move_the_ecg_or_leave_it_unused() {
    let read = |tag: u32, delay: &str| {
        let group = Group {
            count: 1,
            data: &[1, 0],
            ..Group::default()
        };
        let file = clip_with(
            EXPLICIT,
            |file| {
                file.text(tag, "DS", delay);
            },
            |file| waveforms(file, &[group]),
        );
        let found = metadata(&file);
        // The stored form has no delay, and the ECG at the same time.
        assert_eq!(metadata(&stored(&file)).ecg, found.ecg);
        found.ecg.map(|ecg| ecg.start_ms)
    };
    let (trigger_delay, frame_delay) = (0x0018_1067, 0x0018_1066);
    // The offset is -12.5 ms from the trigger (PS3.3 C.7.4.2.1.4, C.10.9.1.1).
    assert_eq!(read(trigger_delay, "100"), Some(-112.5));
    assert_eq!(read(trigger_delay, "0"), Some(-12.5));
    assert_eq!(read(trigger_delay, ""), Some(-12.5));
    assert_eq!(read(trigger_delay, "10,0 ms"), None);
    assert_eq!(read(frame_delay, "0"), Some(-12.5));
    assert_eq!(read(frame_delay, "40"), None);
}

#[test]
fn a_scale_that_cannot_be_read_as_a_whole_leaves_counts() {
    let read = |channel: Channel<'_>| {
        let group = Group {
            channels: &[channel],
            ..Group::default()
        };
        metadata(&of_words(EXPLICIT, &[7], &group)).ecg
    };
    let counts = |channel| {
        let ecg = read(channel).unwrap();
        assert_eq!((ecg.unit, values(&ecg)), (None, vec![Some(7.0)]));
    };
    for text in ["0.5 mV", "1.#INF", "half"] {
        counts(Channel {
            correction: text,
            ..LEAD_II
        });
        counts(Channel {
            baseline: text,
            ..LEAD_II
        });
        counts(Channel {
            sensitivity: Some((text, "mV")),
            ..LEAD_II
        });
        let skewed = Channel {
            skew: text,
            ..LEAD_II
        };
        assert_eq!(read(skewed), None, "{text}");
    }
    // Absent, a factor is 1, and a baseline 0: 7 * 0.005 mV.
    let ecg = read(Channel {
        correction: "",
        baseline: "",
        ..LEAD_II
    });
    assert_eq!(values(&ecg.unwrap()), [Some(0.035)]);
}

#[test]
fn a_sensitivity_in_another_unit_leaves_counts() {
    let channels = [Channel {
        sensitivity: Some(("3", "uV")),
        correction: "2",
        ..LEAD_II
    }];
    let microvolt = Group {
        channels: &channels,
        ..Group::default()
    };
    let ecg = metadata(&of_words(EXPLICIT, &[10], &microvolt))
        .ecg
        .unwrap();
    assert_eq!(
        (ecg.unit, values(&ecg)),
        (Some(EcgUnit::Microvolt), vec![Some(60.25)])
    );
    for sensitivity in [None, Some(("3", "mm[Hg]")), Some(("0", "mV"))] {
        let channels = [Channel {
            sensitivity,
            ..LEAD_II
        }];
        let group = Group {
            channels: &channels,
            ..Group::default()
        };
        let ecg = metadata(&of_words(EXPLICIT, &[10], &group)).ecg.unwrap();
        assert_eq!((ecg.unit, values(&ecg)), (None, vec![Some(10.0)]));
    }
}

/// Tags within a sequence, however deep.
fn tags(data: &DataSet, found: &mut Vec<u32>) {
    for element in &data.elements {
        found.push(element.tag.0);
        if let Value::Items(items) = &element.value {
            items.iter().for_each(|item| tags(item, found));
        }
    }
}

#[test]
fn texts_in_every_element_of_the_sequence_are_not_stored() {
    for (turn, syntax) in [EXPLICIT, IMPLICIT, BIG].into_iter().enumerate() {
        let mut random = Random(turn as u64);
        for seed in 0..40 {
            let text = String::from_utf8(plant(seed)).unwrap();
            let planted = text.as_str();
            let hidden: Vec<u8> = text.bytes().chain(text.bytes()).collect();
            let channels = [PRESSURE, LEAD_II, LEAD_II];
            // The channel that is read has numbers; the text is in the others and in what follows.
            let file = clip(syntax, |file| {
                let count = (hidden.len() / 2) as u32;
                let mut data: Vec<u8> = Vec::new();
                for pair in hidden.chunks(2) {
                    let word = file.u16_bytes(random.below(65_536) as u16);
                    data.extend([pair, &word, pair].concat());
                }
                data.extend(&hidden);
                let first = Group {
                    channels: &channels,
                    count,
                    data: &data,
                    planted,
                    ..Group::default()
                };
                let second = Group {
                    count,
                    data: &hidden,
                    planted,
                    ..Group::default()
                };
                waveforms(file, &[first, second]);
            });
            assert!(contains(&file, text.as_bytes()));
            let output = stored(&file);
            assert!(!contains(&output, text.as_bytes()), "{syntax}");
            assert!(!contains(&output, &text.as_bytes()[..8]), "{syntax}");
            let (before, after) = (metadata(&file).ecg, metadata(&output).ecg);
            assert!(before.is_some());
            assert_eq!(before, after, "{syntax}");
            let parser = Parser::parse(&output).unwrap();
            let mut kept = Vec::new();
            let group = parser.data_set().items(Tag(0x5400_0100));
            assert_eq!(group.len(), 1);
            tags(&group[0], &mut kept);
            assert_eq!(kept, KEPT, "{syntax}");
            let channel = &group[0].items(Tag(0x003a_0200))[0];
            assert_eq!(channel.text(Tag(0x003a_0203)).as_deref(), Some("II"));
        }
    }
}

/// Tags of a stored ECG, in their order.
const KEPT: [u32; 23] = [
    0x0018_1068,
    0x003a_0004,
    0x003a_0005,
    0x003a_0010,
    0x003a_001a,
    0x003a_0200,
    0x003a_0203,
    0x003a_0208,
    0x0008_0100,
    0x0008_0102,
    0x0008_0104,
    0x003a_0210,
    0x003a_0211,
    0x0008_0100,
    0x0008_0102,
    0x0008_0104,
    0x003a_0212,
    0x003a_0213,
    0x003a_0215,
    0x003a_021a,
    0x5400_1004,
    0x5400_1006,
    0x5400_1010,
];

#[test]
fn numbers_of_any_length_are_stored_as_they_are_read() {
    let mut random = Random(7);
    for _ in 0..200 {
        let number = |random: &mut Random| {
            let digits = random.next() % 1_000_000_000_000_000;
            format!("0.{digits:015}7")
        };
        let (sensitivity, correction, baseline) = (
            number(&mut random),
            number(&mut random),
            number(&mut random),
        );
        let offset = format!("-{}", number(&mut random));
        let rate = format!("33{}", &number(&mut random)[1..]);
        let channels = [Channel {
            sensitivity: Some((&sensitivity, "uV")),
            correction: &correction,
            baseline: &baseline,
            ..LEAD_II
        }];
        let group = Group {
            channels: &channels,
            offset_ms: Some(&offset),
            samples_per_s: &rate,
            ..Group::default()
        };
        let file = of_words(EXPLICIT, &[1, 2, 3], &group);
        let read = metadata(&file).ecg.unwrap();
        let exact = sensitivity.parse::<f64>().unwrap() * correction.parse::<f64>().unwrap();
        assert!((read.unit_per_step / exact - 1.0).abs() < 1e-9);
        assert_eq!(metadata(&stored(&file)).ecg, Some(read));
    }
}
