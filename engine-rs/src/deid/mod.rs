//! Parts of a file that an importer may store: an allow-list of attributes, everything else dropped
//! (PS3.15 annex E; docs/contracts.md#import).
//!
//! Kept values are read as numbers, dates or words of closed lists and rewritten, so that no hidden
//! content passes. Pixel data keeps its decoded samples to the byte and loses what its stream carries
//! besides them.

mod allow_list;
mod closed_lists;
mod dates;
mod derived;
pub mod device;
mod ecg;
pub mod findings;
pub mod identity;
pub mod intake;
mod keyed;
pub mod mask;
pub mod order;
mod patient;
mod pixel_data;
mod pixels;
pub mod report;
mod storage_class;
pub mod stored;
mod video;
pub mod waveform;
mod writer;

use allow_list::{ALLOWED, Otherwise, REGION_ELEMENTS, Rule};
use keyed::Keyed;
use mask::Mask;
use pixel_data::Written;
use pixels::palette;
use storage_class::StorageClass;
use writer::Writer;

use crate::dicom::element::{DataSet, Tag, Vr};
use crate::dicom::palette_segments;
use crate::dicom::parse::Parser;
use crate::dicom::pixel_format::PixelFormat;
use crate::dicom::plain_file::plain_file;
use crate::dicom::transfer_syntax;
use crate::error::EngineError;
use crate::limits::{MAX_CLIP_MS, MAX_DATE_SHIFT_DAYS, MAX_PATIENT_SHOW_CHARS};
use crate::records::ecg::Ecg;

/// Implementation Class UID of this engine, from a random UUID (PS3.5 B.2).
const IMPLEMENTATION_CLASS_UID: &str = "2.25.263232043812327282082556896873040487146";
const IMPLEMENTATION_VERSION_NAME: &str = "ECHOMETRY_1";
/// Written to (0012,0063) and recorded by the importer; grows with every change of the rules.
pub const DEID_PROFILE: &str = "Echometry allow-list 8";
/// Conversion Type of objects that are stored as secondary captures.
const WORKSTATION: &str = "WSD";

/// Room for elements that the source does not have, in bytes. An output that outgrew its room would double it, and
/// with a file of a gigabyte leave the memory of WebAssembly.
const ADDED_BYTES: usize = 64 * 1024;

/// De-identification Method.
const METHOD: Tag = Tag(0x0012_0063);
const PHOTOMETRIC_INTERPRETATION: u32 = 0x0028_0004;
const PLANAR_CONFIGURATION: u32 = 0x0028_0006;
/// Numbers of a Palette Color Lookup Table Descriptor: entries, first value, bits.
const DESCRIPTOR_WORDS: usize = 3;
const BURNED_IN_ANNOTATION: u32 = 0x0028_0301;

/// Secrets and choices of one de-identification.
#[derive(Debug, Clone, Copy)]
pub struct DeidentifyOptions<'a> {
    /// Secret of the workspace, 32 bytes or more.
    pub key: &'a [u8],
    /// Added to every date.
    pub date_shift_days: i32,
    /// Written as PatientID and PatientName.
    pub patient_show: &'a str,
}

/// A file as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deidentified {
    /// The file.
    pub bytes: Vec<u8>,
    /// Numbers of the frames that are damaged: kept as far as they can be read, or empty.
    pub damaged_frames: Vec<u32>,
}

/// Rewrites a file without what identifies its patient, in the same transfer syntax.
///
/// # Errors
/// `invalid-argument` for the options, what [`Parser::finish`] returns, and `cannot-deidentify`
/// when the result would not show the same frames.
pub fn deidentify(bytes: &[u8], options: &DeidentifyOptions<'_>) -> Result<Vec<u8>, EngineError> {
    check_options(options.date_shift_days, options.patient_show)?;
    let keyed = Keyed::new(options.key)?;
    Ok(rewrite(bytes, options, Some(&keyed), Changes::default())?.bytes)
}

/// As [`deidentify`], with everything that `mask` hides blacked out in every frame. The result is decoded
/// and compared with the source before Burned In Annotation becomes NO and the method names Clean Pixel
/// Data (PS3.15 E.3.1).
///
/// # Errors
/// As [`deidentify`] and [`mask::black_out`].
pub fn deidentify_masked(
    bytes: &[u8],
    options: &DeidentifyOptions<'_>,
    mask: &Mask,
) -> Result<Vec<u8>, EngineError> {
    check_options(options.date_shift_days, options.patient_show)?;
    let keyed = Keyed::new(options.key)?;
    let changes = Changes {
        mask: Some(mask),
        ..Changes::default()
    };
    Ok(rewrite(bytes, options, Some(&keyed), changes)?.bytes)
}

/// Rewrites a file that was made from a stored image of `patient_show`: only what is kept of an import
/// passes, and the description and the source of the derivation. Dates and UIDs, which are shifted and
/// pseudonyms already, stay.
///
/// # Errors
/// As [`deidentify`], and `cannot-deidentify` where a UID is not a pseudonym or the source is not
/// named.
pub fn admit_derived(bytes: &[u8], patient_show: &str) -> Result<Vec<u8>, EngineError> {
    let date_shift_days = 0;
    check_options(date_shift_days, patient_show)?;
    let options = DeidentifyOptions {
        key: &[],
        date_shift_days,
        patient_show,
    };
    Ok(rewrite(bytes, &options, None, Changes::default())?.bytes)
}

/// Differences of a stored file from its source.
#[derive(Debug, Default)]
struct Changes<'a> {
    /// Black parts of every frame.
    mask: Option<&'a Mask>,
    /// ECG of another file, for a clip without one.
    ecg: Option<Ecg>,
}

/// Without a key the file was derived within the workspace.
fn rewrite(
    bytes: &[u8],
    options: &DeidentifyOptions<'_>,
    keyed: Option<&Keyed>,
    changes: Changes<'_>,
) -> Result<Deidentified, EngineError> {
    let bytes = &*plain_file(bytes)?;
    rewrite_parsed(&Parser::parse(bytes)?, bytes, options, keyed, changes)
}

/// As [`rewrite`] of a plain file that was read already.
fn rewrite_parsed(
    parser: &Parser,
    bytes: &[u8],
    options: &DeidentifyOptions<'_>,
    keyed: Option<&Keyed>,
    changes: Changes<'_>,
) -> Result<Deidentified, EngineError> {
    let data = parser.data_set();
    let own_ecg = || parser.metadata().and_then(|metadata| metadata.ecg);
    let ecg = changes.ecg.or_else(own_ecg);
    let identity = match keyed {
        Some(keyed) => identity::Identifiers::of(parser, bytes, keyed),
        None => identity::Identifiers::of_derived(data)?,
    };
    let masked = match changes.mask {
        Some(mask) => Some(mask::black_out(parser, bytes, mask)?),
        None => None,
    };
    let transfer_syntax_uid = match &masked {
        Some(masked) => masked.transfer_syntax_uid.clone(),
        None => pixel_data::transfer_syntax_of(parser)?,
    };
    let encoding = transfer_syntax::encoding(&transfer_syntax_uid);
    let format = masked
        .as_ref()
        .map(|masked| &masked.format)
        .or(parser.format());
    let class = StorageClass::of(data, format);
    let mut output = file_meta(class.uid, &identity, &transfer_syntax_uid);
    output.reserve_exact(bytes.len() + ADDED_BYTES);
    let mut writer = Writer::new(&mut output, encoding);
    for entry in ALLOWED {
        if let Some(masked) = &masked
            && write_masked(&mut writer, masked, entry.tag, entry.vr)
        {
            continue;
        }
        let begin = writer.len();
        match entry.rule {
            Rule::StudyUid => writer.uid(entry.tag, &identity.study_instance_uid),
            Rule::InstanceUid => writer.uid(entry.tag, &identity.instance_id),
            Rule::StorageClass => writer.uid(entry.tag, class.uid),
            Rule::Fixed(text) => writer.text(entry.tag, entry.vr, text),
            Rule::Patient => writer.text(entry.tag, entry.vr, options.patient_show),
            Rule::Uid => match keyed {
                Some(keyed) => {
                    if let Some(uid) = data.text(entry.tag) {
                        writer.uid(entry.tag, &keyed.uid(&uid));
                    }
                }
                None => writer.uid(entry.tag, &derived::pseudonym(data, entry.tag)?),
            },
            Rule::Derivation if keyed.is_none() => {
                let text = derived::description(data, entry.tag)?;
                writer.text(entry.tag, entry.vr, &text);
            }
            Rule::Source if keyed.is_none() => {
                derived::write_source(&mut writer, data, entry.tag)?;
            }
            Rule::Date => {
                let date = data.text(entry.tag).unwrap_or_default();
                if let Some(shifted) = dates::shift(&date, options.date_shift_days) {
                    writer.text(entry.tag, entry.vr, &shifted);
                }
            }
            Rule::MethodCodes => writer.sequence(entry.tag, &method_codes(masked.is_some())),
            Rule::Regions => write_regions(&mut writer, data, entry.tag),
            Rule::Ecg => ecg::write(&mut writer, ecg.as_ref(), entry.tag),
            Rule::Descriptor => {
                let words = data.words(entry.tag);
                if is_palette(data) && words.len() == DESCRIPTOR_WORDS {
                    writer.u16s(entry.tag, &words);
                }
            }
            Rule::Rescale(otherwise) => {
                let kept = closed_lists::numbers(data, entry.tag, entry.vr, 1);
                let required = class.has_lut_shape.then(|| otherwise.to_owned());
                if let Some(number) = kept.or(required) {
                    writer.text(entry.tag, entry.vr, &number);
                }
            }
            Rule::RescaleType => class.write_rescale_type(&mut writer, data, entry.tag, entry.vr),
            Rule::Palette => write_palette(&mut writer, data, entry.tag),
            Rule::Conversion => {
                let text = data.text(entry.tag).unwrap_or_default();
                let kept = closed_lists::word(&text, closed_lists::CONVERSIONS);
                if let Some(word) = kept.or(class.is_converted.then_some(WORKSTATION)) {
                    writer.text(entry.tag, entry.vr, word);
                }
            }
            Rule::Increment => class.write_increment(&mut writer, data, entry.tag),
            Rule::Pages => class.write_pages(&mut writer, data, entry.tag, entry.vr),
            Rule::BurnedIn => {
                let text = data.text(entry.tag).unwrap_or_default();
                let kept = closed_lists::word(&text, closed_lists::YES_NO);
                if let Some(word) = kept.or(class.is_multi_frame_capture.then_some("YES")) {
                    writer.text(entry.tag, entry.vr, word);
                }
            }
            Rule::LutShape => {
                if class.has_lut_shape {
                    writer.text(entry.tag, entry.vr, "IDENTITY");
                }
            }
            rule => write_plain(&mut writer, data, entry.tag, entry.vr, rule),
        }
        let is_empty = match entry.otherwise {
            Otherwise::Absent => false,
            Otherwise::Empty => true,
            Otherwise::EmptyIfPresent => class.is_converted || data.find(entry.tag).is_some(),
        };
        if is_empty && writer.len() == begin {
            writer.text(entry.tag, entry.vr, "");
        }
    }
    let written = match &masked {
        Some(masked) => {
            let source = parser.pixel_data().ok_or(EngineError::NoPixelData)?;
            Written {
                frame_bytes: masked.write(&mut writer, source.tag)?,
                ..Written::default()
            }
        }
        None => pixel_data::write_pixel_data(&mut writer, parser, bytes)?,
    };
    check_result(parser, &output, format, ecg.as_ref(), &written)?;
    if let Some(masked) = &masked {
        mask::verify((parser, bytes), &output, masked.coverage())?;
    }
    Ok(Deidentified {
        bytes: output,
        damaged_frames: written.damaged,
    })
}

/// Attributes that black-out decides; returns whether this is one.
fn write_masked(writer: &mut Writer<'_>, masked: &mask::Masked, tag: Tag, vr: Vr) -> bool {
    match tag.0 {
        PHOTOMETRIC_INTERPRETATION => {
            writer.text(tag, vr, &masked.format.photometric_interpretation);
        }
        PLANAR_CONFIGURATION if masked.format.samples_per_pixel > 1 => {
            writer.u16s(tag, &[u16::from(masked.format.planar)]);
        }
        BURNED_IN_ANNOTATION => writer.text(tag, vr, "NO"),
        _ => return false,
    }
    true
}

fn check_options(date_shift_days: i32, show: &str) -> Result<(), EngineError> {
    let invalid = |argument: &str, detail: String| {
        Err(EngineError::InvalidArgument {
            argument: argument.to_owned(),
            detail,
        })
    };
    if date_shift_days.abs() > MAX_DATE_SHIFT_DAYS {
        return invalid(
            "date_shift_days",
            format!("at most {MAX_DATE_SHIFT_DAYS} days"),
        );
    }
    let plain = show.chars().all(|c| !c.is_control() && c != '\\');
    if show.is_empty() || show.chars().count() > MAX_PATIENT_SHOW_CHARS || !plain {
        return invalid(
            "patient_show",
            format!("1 to {MAX_PATIENT_SHOW_CHARS} characters without backslash"),
        );
    }
    Ok(())
}

/// Preamble of zeros, prefix and a file meta group of our own.
fn file_meta(
    storage_class: &str,
    identity: &identity::Identifiers,
    transfer_syntax_uid: &str,
) -> Vec<u8> {
    let mut elements = Vec::new();
    let explicit = transfer_syntax::encoding(transfer_syntax::EXPLICIT_LITTLE);
    let mut writer = Writer::new(&mut elements, explicit);
    writer.bytes(Tag(0x0002_0001), Vr::OB, &[0, 1]);
    writer.uid(Tag(0x0002_0002), storage_class);
    writer.uid(Tag(0x0002_0003), &identity.instance_id);
    writer.uid(Tag(0x0002_0010), transfer_syntax_uid);
    writer.uid(Tag(0x0002_0012), IMPLEMENTATION_CLASS_UID);
    writer.text(Tag(0x0002_0013), Vr(*b"SH"), IMPLEMENTATION_VERSION_NAME);
    let mut output = vec![0; 128];
    output.extend_from_slice(b"DICM");
    let length = elements.len() as u32;
    Writer::new(&mut output, explicit).bytes(Tag(0x0002_0000), Vr(*b"UL"), &length.to_le_bytes());
    output.extend_from_slice(&elements);
    output
}

fn write_plain(writer: &mut Writer<'_>, data: &DataSet, tag: Tag, vr: Vr, rule: Rule) {
    match rule {
        Rule::U16 => {
            if let Some(value) = data.u16(tag) {
                writer.u16s(tag, &[value]);
            }
        }
        Rule::U32 => {
            if let Some(value) = data.u32(tag) {
                writer.u32(tag, vr, value);
            }
        }
        Rule::I32 => {
            if let Some(value) = data.i32(tag) {
                writer.u32(tag, vr, value as u32);
            }
        }
        Rule::F64 => {
            if let Some(value) = data.f64(tag) {
                writer.f64(tag, value);
            }
        }
        Rule::Times(count) => {
            // Whole numbers: the bits below them could carry anything.
            let mut last = -1.0;
            let mut times: Vec<f32> = Vec::new();
            let stated = data.stated_numbers(tag).into_iter();
            for time in stated.map(f64::round).take(count) {
                if time > last && time <= MAX_CLIP_MS {
                    times.push(time as f32);
                    last = time;
                }
            }
            if !times.is_empty() {
                writer.f32s(tag, &times);
            }
        }
        Rule::Numbers(count) => {
            if let Some(text) = closed_lists::numbers(data, tag, vr, count) {
                writer.text(tag, vr, &text);
            }
        }
        Rule::Word(known) => {
            if let Some(word) = data
                .text(tag)
                .and_then(|text| closed_lists::word(&text, known))
            {
                writer.text(tag, vr, word);
            }
        }
        Rule::Words4(known) => {
            let text = data.text(tag).unwrap_or_default();
            let words: Vec<&str> = text
                .split('\\')
                .map_while(|part| closed_lists::word(part.trim(), known))
                .take(4)
                .collect();
            if !words.is_empty() {
                writer.text(tag, vr, &words.join("\\"));
            }
        }
        Rule::Product(known) => {
            let text = data.text(tag).unwrap_or_default();
            if let Some(name) = closed_lists::product(&text, known) {
                writer.text(tag, vr, name);
            }
        }
        Rule::Directions => {
            let text = data.text(tag).unwrap_or_default();
            if let Some(directions) = closed_lists::directions(&text) {
                writer.text(tag, vr, &directions);
            }
        }
        // Rules that need more than the element are handled by the caller.
        Rule::StudyUid
        | Rule::InstanceUid
        | Rule::StorageClass
        | Rule::Fixed(_)
        | Rule::Patient
        | Rule::Uid
        | Rule::Derivation
        | Rule::Source
        | Rule::Date
        | Rule::MethodCodes
        | Rule::Regions
        | Rule::Ecg
        | Rule::Palette
        | Rule::Descriptor
        | Rule::Rescale(_)
        | Rule::RescaleType
        | Rule::Increment
        | Rule::Pages
        | Rule::BurnedIn
        | Rule::LutShape
        | Rule::Conversion => {}
    }
}

fn write_regions(writer: &mut Writer<'_>, data: &DataSet, tag: Tag) {
    let items: Vec<Vec<u8>> = data
        .items(tag)
        .iter()
        .map(|item| {
            let mut bytes = Vec::new();
            let mut inner = Writer::new(&mut bytes, writer.encoding());
            for entry in REGION_ELEMENTS {
                write_plain(&mut inner, item, entry.tag, entry.vr, entry.rule);
            }
            bytes
        })
        .collect();
    if !items.is_empty() {
        writer.items(tag, &items);
    }
}

fn is_palette(data: &DataSet) -> bool {
    data.text(Tag(PHOTOMETRIC_INTERPRETATION)).as_deref() == Some("PALETTE COLOR")
}

/// Tables of colours belong to the pixels: only with PALETTE COLOR, and up to the last entry that the
/// descriptor names.
fn write_palette(writer: &mut Writer<'_>, data: &DataSet, tag: Tag) {
    const SEGMENTED: u32 = 0x20;
    let segmented = tag.0 >= 0x0028_1221;
    let plain = Tag(if segmented { tag.0 - SEGMENTED } else { tag.0 });
    let entries = palette::entries_of(&data.words(Tag(plain.0 - 0x100)));
    // A plain table is read where there is one.
    if segmented && data.bytes(plain).is_some() {
        return;
    }
    if let (true, Some(bytes), Some(entries)) = (is_palette(data), data.bytes(tag), entries) {
        let mut bytes = if segmented {
            let words = palette_segments::used_words(&data.words(tag), entries);
            bytes[..bytes.len().min(words * 2)].to_vec()
        } else {
            palette::used_entries(bytes, entries).to_vec()
        };
        if data.big_endian != writer.encoding().big_endian {
            bytes.chunks_exact_mut(2).for_each(|pair| pair.swap(0, 1));
        }
        writer.bytes(tag, Vr::OW, &bytes);
    }
}

/// (0012,0064): the basic profile with modified dates (PS3.16 CID 7050), and with black-out the option
/// for pixel data.
fn method_codes(is_masked: bool) -> Vec<[(Tag, Vr, &'static str); 3]> {
    let code = |value, meaning| {
        [
            (Tag(0x0008_0100), Vr(*b"SH"), value),
            (Tag(0x0008_0102), Vr(*b"SH"), "DCM"),
            (Tag(0x0008_0104), Vr(*b"LO"), meaning),
        ]
    };
    let mut codes = vec![
        code("113100", "Basic Application Confidentiality Profile"),
        code(
            "113107",
            "Retain Longitudinal Temporal Information Modified Dates Option",
        ),
    ];
    if is_masked {
        codes.insert(1, code("113101", "Clean Pixel Data Option"));
    }
    codes
}

/// The result must hold the same frames, scales and times as the source.
fn check_result(
    source: &Parser,
    output: &[u8],
    format: Option<&PixelFormat>,
    ecg: Option<&Ecg>,
    written: &Written,
) -> Result<(), EngineError> {
    let refuse = |detail: String| EngineError::CannotDeidentify { detail };
    let result = Parser::parse(output).map_err(|error| refuse(error.to_string()))?;
    let pieces = |parser: &Parser, frame_number: u32| -> Result<u64, EngineError> {
        let frame = parser.frame_bytes(frame_number)?;
        Ok(frame.ranges.iter().map(|range| range.1).sum())
    };
    if result.format() != format {
        return Err(refuse(
            "its pixel format is not one that is kept".to_owned(),
        ));
    }
    let kept = |parser: &Parser| {
        parser.metadata().map(|metadata| {
            (
                metadata.doppler_regions,
                metadata.flow_region,
                metadata.frame_times_ms,
                metadata.pixel_spacing,
                (metadata.number_of_frames > 1).then_some(metadata.frame_axis),
            )
        })
    };
    let ecg_of_result = result.metadata().and_then(|metadata| metadata.ecg);
    if kept(&result) != kept(source) || ecg_of_result.as_ref() != ecg {
        return Err(refuse("its calibration or timing would change".to_owned()));
    }
    let frames = source.frames_total();
    if result.frames_total() != frames {
        return Err(refuse(format!(
            "{} of {frames} frames would be left",
            result.frames_total()
        )));
    }
    for frame_number in 1..=frames {
        if written.is_video {
            break;
        }
        let before = match written.frame_bytes.get(frame_number as usize - 1) {
            Some(&bytes) => bytes,
            None => pieces(source, frame_number)?,
        };
        let after = pieces(&result, frame_number)?;
        // An odd fragment is padded to even length.
        if after < before {
            return Err(refuse(format!("frame {frame_number} would be cut")));
        }
    }
    Ok(())
}
