//! The elements of a file as lines of text for the metadata panel (docs/specification.md#image-analysis).

use super::dictionary;
use super::element::{DataSet, Element, Value, decode_text};
use crate::limits::{MAX_SHOWN_ELEMENTS, MAX_SHOWN_SEQUENCE_ITEMS, MAX_SHOWN_VALUE_BYTES};
use crate::records::metadata::MetadataElement;

const TOO_LONG: &str = "data too long to show";

/// Lines of file meta and data set, in the order of the file.
pub fn list_elements(meta: &DataSet, root: &DataSet) -> Vec<MetadataElement> {
    let mut lines = Vec::new();
    add_lines(meta, 0, &mut lines);
    add_lines(root, 0, &mut lines);
    lines
}

fn add_lines(data: &DataSet, depth: u8, lines: &mut Vec<MetadataElement>) {
    for element in &data.elements {
        if lines.len() >= MAX_SHOWN_ELEMENTS {
            return;
        }
        match &element.value {
            Value::Omitted { .. } => {}
            Value::Bytes(bytes) if bytes.len() > MAX_SHOWN_VALUE_BYTES => {}
            Value::Bytes(bytes) => {
                lines.push(line(element, value_text(data, element, bytes), depth));
            }
            Value::Items(items) if items.len() >= MAX_SHOWN_SEQUENCE_ITEMS => {
                lines.push(line(element, TOO_LONG.to_owned(), depth));
            }
            Value::Items(items) => {
                lines.push(line(element, format!("{} items", items.len()), depth));
                for item in items {
                    add_lines(item, depth.saturating_add(1), lines);
                }
            }
        }
    }
}

fn line(element: &Element, value: String, depth: u8) -> MetadataElement {
    MetadataElement {
        tag: element.tag.to_string(),
        vr: element.vr.as_text(),
        keyword: dictionary::lookup(element.tag).map(|entry| entry.1.to_owned()),
        value,
        depth,
    }
}

fn value_text(data: &DataSet, element: &Element, bytes: &[u8]) -> String {
    let tag = element.tag;
    let join = |parts: Vec<String>| parts.join("\\");
    let single = |bytes: &[u8]| DataSet {
        elements: vec![Element {
            tag,
            vr: element.vr,
            value: Value::Bytes(bytes.to_vec()),
        }],
        big_endian: data.big_endian,
    };
    let each = |width: usize, read: &dyn Fn(&DataSet) -> Option<String>| {
        join(
            bytes
                .chunks_exact(width)
                .filter_map(|part| read(&single(part)))
                .collect(),
        )
    };
    match &element.vr.0 {
        b"US" => each(2, &|one| one.u16(tag).map(|value| value.to_string())),
        b"SS" => each(2, &|one| one.i32(tag).map(|value| value.to_string())),
        b"UL" => each(4, &|one| one.u32(tag).map(|value| value.to_string())),
        b"SL" => each(4, &|one| one.i32(tag).map(|value| value.to_string())),
        b"FL" => each(4, &|one| one.f64(tag).map(|value| value.to_string())),
        b"FD" => each(8, &|one| one.f64(tag).map(|value| value.to_string())),
        b"AT" => join(data.tags(tag).iter().map(ToString::to_string).collect()),
        b"OB" | b"OW" | b"OF" | b"OD" | b"OL" | b"OV" | b"SV" | b"UV" => hex(bytes),
        b"UN" if !is_printable(bytes) => hex(bytes),
        _ => decode_text(bytes).trim_end_matches(['\0', ' ']).to_owned(),
    }
}

fn is_printable(bytes: &[u8]) -> bool {
    bytes
        .iter()
        .all(|&byte| byte == 0 || (0x20..0x7f).contains(&byte) || byte >= 0xa0)
}

fn hex(bytes: &[u8]) -> String {
    let pairs: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    pairs.join(" ")
}
