//! Words a kept text may consist of. Anything else is dropped, so no name passes as a "modality".

use crate::dicom::element::{DataSet, Tag, Vr, decode_text};

/// Longest spelling of a decimal that is kept; the standard allows 16, writers do not.
const MAX_DECIMAL_CHARS: usize = 32;

/// Modalities of PS3.3 C.7.3.1.1.1 that hold pictures.
pub const MODALITIES: &[&str] = &[
    "US", "IVUS", "ES", "XC", "OT", "SC", "MR", "CT", "CR", "DX", "MG", "NM", "PT", "XA", "RF",
    "OCT", "OP", "SM", "GM", "IO", "PX", "RTDOSE", "RTIMAGE", "SEG", "ECG",
];

/// Photometric interpretations of PS3.3 C.7.6.3.1.2.
pub const PHOTOMETRIC: &[&str] = &[
    "MONOCHROME1",
    "MONOCHROME2",
    "PALETTE COLOR",
    "RGB",
    "YBR_FULL",
    "YBR_FULL_422",
    "YBR_PARTIAL_422",
    "YBR_PARTIAL_420",
    "YBR_ICT",
    "YBR_RCT",
    "XYB",
];

/// Values of Image Type about the origin of the picture.
pub const IMAGE_TYPES: &[&str] = &[
    "ORIGINAL",
    "DERIVED",
    "PRIMARY",
    "SECONDARY",
    "NONE",
    "EPICARDIAL",
    "TEE",
    "TTE",
    "STRESS",
];

/// YES or NO.
pub const YES_NO: &[&str] = &["YES", "NO"];

/// Rescale Type (PS3.3 C.11.1.1.2).
pub const RESCALE_TYPES: &[&str] = &[
    "OD", "HU", "US", "MGML", "Z_EFF", "ED", "EDW", "HU_MOD", "PCT",
];

/// Conversion Type (PS3.3 C.8.6.1).
pub const CONVERSIONS: &[&str] = &["DV", "DI", "DF", "WSD", "SD", "SI", "DRW", "SYN"];

/// Laterality.
pub const SIDES: &[&str] = &["R", "L"];

/// Lossy Image Compression.
pub const LOSSY: &[&str] = &["00", "01"];

/// Makers of ultrasound machines, as they are written to the stored file.
pub const MAKERS: &[&str] = &[
    "Philips",
    "GE Healthcare",
    "GE Vingmed",
    "GE Medical",
    "Siemens",
    "Acuson",
    "Toshiba",
    "Canon",
    "Samsung",
    "Medison",
    "Mindray",
    "Esaote",
    "Fujifilm",
    "SonoSite",
    "Hitachi",
    "Aloka",
    "Hewlett-Packard",
    "ATL",
    "Agilent",
    "Medistim",
    "Terason",
    "Butterfly",
    "Clarius",
    "SonoScape",
    "Alpinion",
    "BK Medical",
    "Kretz",
    "TomTec",
    "Echometry",
];

/// Product lines of ultrasound machines, as they are written to the stored file.
pub const MODELS: &[&str] = &[
    "EPIQ",
    "Affiniti",
    "iE33",
    "iU22",
    "CX50",
    "HD11",
    "HD15",
    "SONOS",
    "HDI",
    "Lumify",
    "Vivid",
    "Voluson",
    "LOGIQ",
    "Vscan",
    "Venue",
    "Sequoia",
    "SC2000",
    "Aspen",
    "Cypress",
    "Antares",
    "Aplio",
    "Artida",
    "Xario",
    "Aplio i",
    "ProSound",
    "Arietta",
    "MyLab",
    "M-Turbo",
    "MicroMaxx",
    "Resona",
    "Hera",
    "Phantom",
];

/// Storage classes of stored pictures (PS3.4 B.5); up to `allow-list 5` every class was kept.
pub const STORAGE_CLASSES: &[&str] = &[
    "1.2.840.10008.5.1.4.1.1.1",
    "1.2.840.10008.5.1.4.1.1.1.1",
    "1.2.840.10008.5.1.4.1.1.2",
    "1.2.840.10008.5.1.4.1.1.2.1",
    "1.2.840.10008.5.1.4.1.1.3",
    "1.2.840.10008.5.1.4.1.1.3.1",
    "1.2.840.10008.5.1.4.1.1.4",
    "1.2.840.10008.5.1.4.1.1.4.1",
    "1.2.840.10008.5.1.4.1.1.6",
    "1.2.840.10008.5.1.4.1.1.6.1",
    "1.2.840.10008.5.1.4.1.1.6.2",
    "1.2.840.10008.5.1.4.1.1.7",
    "1.2.840.10008.5.1.4.1.1.7.1",
    "1.2.840.10008.5.1.4.1.1.7.2",
    "1.2.840.10008.5.1.4.1.1.7.3",
    "1.2.840.10008.5.1.4.1.1.7.4",
    "1.2.840.10008.5.1.4.1.1.12.1",
    "1.2.840.10008.5.1.4.1.1.77.1.1",
    "1.2.840.10008.5.1.4.1.1.77.1.2",
    "1.2.840.10008.5.1.4.1.1.77.1.4",
];

/// Letters of a direction: anterior, posterior, right, left, head and feet.
const DIRECTIONS: &str = "APRLHF";

/// Patient Orientation: the directions of rows and columns, each of one to three different letters.
pub fn directions(text: &str) -> Option<String> {
    let parts: Vec<&str> = text.split('\\').map(str::trim).collect();
    let is_direction = |part: &&str| {
        let known = part.chars().all(|letter| DIRECTIONS.contains(letter));
        let once = part.chars().all(|letter| part.matches(letter).count() == 1);
        (1..=3).contains(&part.len()) && known && once
    };
    (parts.len() == 2 && parts.iter().all(is_direction)).then(|| parts.join("\\"))
}

/// The list's own spelling of a word.
pub fn word(text: &str, known: &'static [&'static str]) -> Option<&'static str> {
    known
        .iter()
        .copied()
        .find(|word| text.eq_ignore_ascii_case(word))
}

/// The first name of the list that the text holds as a word, however it is written around it:
/// `PHILIPS MEDICAL SYSTEMS` is `Philips`.
pub fn product(text: &str, known: &'static [&'static str]) -> Option<&'static str> {
    let text = text.to_ascii_lowercase();
    known.iter().copied().find(|name| {
        let name = name.to_ascii_lowercase();
        text.match_indices(&name).any(|(at, _)| {
            let before = text[..at].chars().next_back();
            let after = text[at + name.len()..].chars().next();
            let inside = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
            !inside(before) && !inside(after)
        })
    })
}

/// The numbers of a decimal or integer string, at most `count`; other text ends the list. A decimal
/// keeps its spelling, so that it reads as the same number.
pub fn numbers(data: &DataSet, tag: Tag, vr: Vr, count: usize) -> Option<String> {
    let values = data.decimals(tag);
    let text = decode_text(data.bytes(tag)?);
    let parts = text.split('\\').map(|part| part.trim_matches(['\0', ' ']));
    let written: Vec<String> = values
        .into_iter()
        .zip(parts)
        .take(count)
        .map(|(value, part)| {
            let integer = value
                .clamp(f64::from(i32::MIN), f64::from(i32::MAX))
                .trunc();
            // A fraction is not a valid integer string, but 29.97 frames per second are not 29.
            if vr == Vr(*b"IS") && value.fract() == 0.0 {
                format!("{integer}")
            } else if part.len() <= MAX_DECIMAL_CHARS && part.parse::<f64>() == Ok(value) {
                part.to_owned()
            } else {
                value.to_string()
            }
        })
        .collect();
    (!written.is_empty()).then(|| written.join("\\"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_recognised_as_words_only() {
        assert_eq!(product("PHILIPS Medical Systems", MAKERS), Some("Philips"));
        assert_eq!(product("Hewlett-Packard", MAKERS), Some("Hewlett-Packard"));
        assert_eq!(product("Matlock", MAKERS), None);
        assert_eq!(product("John Doe", MAKERS), None);
        assert_eq!(word("us", MODALITIES), Some("US"));
        assert_eq!(word("DOE", MODALITIES), None);
    }

    #[test]
    fn directions_are_made_of_their_letters_only() {
        assert_eq!(directions("L\\P"), Some("L\\P".to_owned()));
        assert_eq!(directions("LAF \\ RP"), Some("LAF\\RP".to_owned()));
        for text in [
            "", "L", "L\\", "L\\PLAF", "L\\PP", "L\\DOE", "L\\P\\H", "l\\p",
        ] {
            assert_eq!(directions(text), None, "{text}");
        }
    }
}
