//! A JPEG 2000 codestream written again from what decoding needs (ISO 15444-1 annex A): marker segments from their
//! known fields, one part for each tile, and its packets as far as they are read. Nothing else is copied.

use std::collections::BTreeMap;

use memchr::memmem;

use super::budget::Budget;
use super::codestream::Codestream;
use super::markers::{Fields, Markers};
use super::packets::{self, Extent, START_BYTES};
use super::styles::{HIGH_THROUGHPUT, Styles};
use super::{Header, blocks, malformed};
use crate::codecs::Rewritten;
use crate::dicom::transfer_syntax::JPEG_2000_START;
use crate::error::EngineError;

const END: [u8; 2] = [0xff, 0xd9];
const START_OF_DATA: [u8; 2] = [0xff, 0x93];
/// SOT with its marker.
const TILE_HEADER_BYTES: usize = 12;
/// Longest content of a marker segment, besides a number of one byte.
const MAX_PACKED_BYTES: usize = 65_532;
/// Rsiz of a codestream with capabilities (ISO 15444-15 A.2), and Pcap that names part 15 only.
const HAS_CAPABILITIES: u16 = 0x4000;
const PART_15: [u8; 4] = [0, 2, 0, 0];
/// Bits of Ccap15 with a meaning.
const CAPABILITY_BITS: u16 = 0xf83f;
/// Scod: precincts are given, and packet headers have an end marker.
const HAS_PRECINCTS: u8 = 1;
const HAS_HEADER_ENDS: u8 = 4;
/// Largest number of an order of packets.
const MAX_ORDER: u8 = 4;

/// Ranges that the values of marker segments refer to.
struct Bounds {
    levels: u8,
    components: u16,
    layers: u16,
    high_throughput: bool,
}

/// The codestream of one frame, out of the boxes that some writers put around it.
///
/// # Errors
/// `malformed-frame`, `unsupported-pixel-format` and `limit-exceeded`, as decoding it up to its code blocks.
pub(crate) fn rewrite(frame: &[u8]) -> Result<Rewritten, EngineError> {
    let start = memmem::find(frame, &JPEG_2000_START);
    let stream = &frame[start.ok_or_else(|| malformed("no JPEG 2000 codestream"))?..];
    let header = Header::read(stream)?;
    let codestream = Codestream::read(stream)?;
    let bounds = Bounds::of(&codestream)?;
    let mut output = Vec::with_capacity(stream.len());
    output.extend([0xff, 0x4f]);
    let mut markers = Markers { stream, at: 2 };
    for (code, content) in markers.by_ref() {
        if code == 0x90 {
            break;
        }
        put_segment(&mut output, code, content, &bounds)?;
    }
    let first_tile = markers.at.saturating_sub(TILE_HEADER_BYTES);
    let headers = tile_headers(stream, first_tile, &bounds)?;
    let extents = extents(&codestream, header.precision)?;
    for (number, extent) in &extents {
        let tile = &codestream.tiles[number];
        let body = tile.bodies.concat();
        let segments = headers.get(number).map_or(&[][..], Vec::as_slice);
        let packed = &tile.headers[..extent.headers];
        // Without EOC, bytes that no packet took may be what filled up a stream that was cut off: a zero stands for them.
        let filled = !codestream.closed && extent.rest > 0;
        let body = [&body[..extent.body], &[0][..usize::from(filled)]].concat();
        put_tile(
            &mut output,
            *number,
            segments,
            packed,
            &body,
            &extent.starts,
        );
    }
    if codestream.closed {
        output.extend(END);
    }
    let (across, down) = codestream.grid.tiles();
    let complete = u64::from(across) * u64::from(down) == extents.len() as u64;
    let read = |extent: &Extent| !extent.cut && (codestream.closed || extent.rest == 0);
    Ok(Rewritten {
        whole: complete && extents.values().all(read),
        bytes: output,
    })
}

impl Bounds {
    fn of(codestream: &Codestream<'_>) -> Result<Self, EngineError> {
        let mut bounds = Self {
            levels: 0,
            components: 0,
            layers: 0,
            high_throughput: false,
        };
        for tile in codestream.tiles.values() {
            let styles: &Styles = codestream.styles(tile);
            bounds.components = styles.components.len() as u16;
            bounds.layers = bounds.layers.max(styles.layers);
            for component in &styles.components {
                let coding = component.coding()?;
                bounds.levels = bounds.levels.max(coding.levels);
                bounds.high_throughput |= coding.style & HIGH_THROUGHPUT != 0;
            }
        }
        Ok(bounds)
    }
}

/// How far the packets of each tile are read.
fn extents(
    codestream: &Codestream<'_>,
    precision: u8,
) -> Result<BTreeMap<u16, Extent>, EngineError> {
    let bodies = codestream.tiles.values().flat_map(|tile| &tile.bodies);
    let mut budget = Budget::new(bodies.map(|body| body.len()).sum());
    let mut extents = BTreeMap::new();
    for (&number, tile) in &codestream.tiles {
        let Some(area) = codestream
            .grid
            .tile(number)
            .filter(|_| !tile.bodies.is_empty())
        else {
            continue;
        };
        let styles = codestream.styles(tile);
        let components = styles.components.iter();
        let mut components = components
            .map(|component| blocks::cut(&area, component, precision, &mut budget))
            .collect::<Result<Vec<_>, _>>()?;
        let body = tile.bodies.concat();
        let source = (&body[..], &tile.headers[..]);
        let extent = packets::read(&mut components, &area, styles, source, &mut budget)?;
        extents.insert(number, extent);
    }
    Ok(extents)
}

/// The marker segments of each tile, written again.
fn tile_headers(
    stream: &[u8],
    mut at: usize,
    bounds: &Bounds,
) -> Result<BTreeMap<u16, Vec<u8>>, EngineError> {
    let mut headers: BTreeMap<u16, Vec<u8>> = BTreeMap::new();
    while let Some(&[0xff, 0x90, _, _, high, low, a, b, c, d, _, _]) = stream
        .get(at..)
        .and_then(|rest| rest.first_chunk::<TILE_HEADER_BYTES>())
    {
        let number = u16::from_be_bytes([high, low]);
        let length = u32::from_be_bytes([a, b, c, d]) as usize;
        let is_first = !headers.contains_key(&number);
        let header = headers.entry(number).or_default();
        let mut markers = Markers {
            stream,
            at: at + TILE_HEADER_BYTES,
        };
        for (code, content) in markers.by_ref() {
            if !is_first && matches!(code, 0x52 | 0x53 | 0x5c..=0x5e) {
                return Err(malformed("a coding style in a later part of a tile"));
            }
            put_segment(header, code, content, bounds)?;
        }
        let end = at.saturating_add(length);
        if length == 0 || stream.get(markers.at..markers.at + 2) != Some(&START_OF_DATA) {
            break;
        }
        at = end;
    }
    Ok(headers)
}

/// A tile as one part: its own segments, packed headers, and its body without start markers of packets.
fn put_tile(
    output: &mut Vec<u8>,
    number: u16,
    segments: &[u8],
    packed: &[u8],
    body: &[u8],
    starts: &[usize],
) {
    let begin = output.len();
    output.extend([0xff, 0x90, 0, 10]);
    output.extend(number.to_be_bytes());
    // The length is known at the end; this is part 0 of 1.
    output.extend([0, 0, 0, 0, 0, 1]);
    output.extend_from_slice(segments);
    for (index, packed) in packed.chunks(MAX_PACKED_BYTES).enumerate() {
        put(output, 0x61, &[&[index as u8], packed].concat());
    }
    output.extend(START_OF_DATA);
    let mut at = 0;
    for &start in starts {
        output.extend_from_slice(&body[at..start.max(at)]);
        at = (start + START_BYTES).min(body.len());
    }
    output.extend_from_slice(&body[at..]);
    let length = (output.len() - begin) as u32;
    output[begin + 6..begin + 10].copy_from_slice(&length.to_be_bytes());
}

/// A marker segment from its known fields; what decoding does not need is left out.
fn put_segment(
    output: &mut Vec<u8>,
    code: u8,
    content: &[u8],
    bounds: &Bounds,
) -> Result<(), EngineError> {
    let fields = &mut Fields(content);
    let written = match code {
        0x51 => size(fields, bounds)?,
        0x50 if bounds.high_throughput => capabilities(content),
        0x52 => {
            let [style, order, high, low, mixed] = fields.take()?;
            let style = style & (HAS_PRECINCTS | HAS_HEADER_ENDS);
            let mut written = vec![style, order, high, low, u8::from(mixed == 1)];
            coding(fields, style, &mut written)?;
            written
        }
        0x53 => {
            let [component, style] = fields.take()?;
            let mut written = vec![component, style & HAS_PRECINCTS];
            coding(fields, style, &mut written)?;
            written
        }
        0x5c => quantisation(fields, bounds)?,
        0x5d => {
            let component = fields.byte()?;
            [vec![component], quantisation(fields, bounds)?].concat()
        }
        0x5e => {
            let [component, _, lifted] = fields.take()?;
            vec![component, 0, lifted]
        }
        0x5f => changes(fields, bounds)?,
        _ => return Ok(()),
    };
    put(output, code, &written);
    Ok(())
}

fn size(fields: &mut Fields<'_>, bounds: &Bounds) -> Result<Vec<u8>, EngineError> {
    fields.word()?;
    let rsiz = if bounds.high_throughput {
        HAS_CAPABILITIES
    } else {
        0
    };
    let mut written = rsiz.to_be_bytes().to_vec();
    written.extend(fields.take::<32>()?);
    let components = fields.word()?;
    written.extend(components.to_be_bytes());
    for _ in 0..components {
        written.extend(fields.take::<3>()?);
    }
    Ok(written)
}

/// CAP of part 15: how its blocks are coded.
fn capabilities(content: &[u8]) -> Vec<u8> {
    let word = match content {
        [0, 2, 0, 0, high, low, ..] => u16::from_be_bytes([*high, *low]) & CAPABILITY_BITS,
        _ => 0,
    };
    [&PART_15[..], &word.to_be_bytes()].concat()
}

/// SPcod and SPcoc (A.6.1).
fn coding(fields: &mut Fields<'_>, style: u8, written: &mut Vec<u8>) -> Result<(), EngineError> {
    let [levels, width, height, blocks, wavelet] = fields.take()?;
    written.extend([
        levels,
        width & 15,
        height & 15,
        blocks,
        u8::from(wavelet == 1),
    ]);
    if style & HAS_PRECINCTS != 0 {
        for _ in 0..=levels {
            written.push(fields.byte()?);
        }
    }
    Ok(())
}

/// Sqcd and the steps of as many sub-bands as there are (A.6.4).
fn quantisation(fields: &mut Fields<'_>, bounds: &Bounds) -> Result<Vec<u8>, EngineError> {
    let style = fields.byte()?;
    let bands = usize::from(bounds.levels) * 3 + 1;
    let mut written = vec![style];
    let count = if style & 31 == 1 { 1 } else { bands };
    for _ in 0..count {
        match style & 31 {
            _ if fields.0.is_empty() => break,
            0 => written.push(fields.byte()? & 0xf8),
            _ => written.extend(fields.word()?.to_be_bytes()),
        }
    }
    Ok(written)
}

/// Changes of the order of packets that concern packets which exist (A.6.6).
fn changes(fields: &mut Fields<'_>, bounds: &Bounds) -> Result<Vec<u8>, EngineError> {
    let mut written = Vec::new();
    while !fields.0.is_empty() {
        let [resolution, component, high, low, to, last, order] = fields.take()?;
        let layers = u16::from_be_bytes([high, low]).min(bounds.layers);
        let to = to.min(bounds.levels + 1);
        let last = match last {
            0 => bounds.components as u8,
            last => last.min(bounds.components as u8),
        };
        if order > MAX_ORDER {
            return Err(malformed("an unknown order of packets"));
        }
        if resolution < to && component < last && layers > 0 {
            written.extend([resolution, component]);
            written.extend(layers.to_be_bytes());
            written.extend([to, last, order]);
        }
    }
    if written.is_empty() {
        return Err(malformed("an order of no packets"));
    }
    Ok(written)
}

fn put(output: &mut Vec<u8>, code: u8, content: &[u8]) {
    output.extend([0xff, code]);
    output.extend((content.len() as u16 + 2).to_be_bytes());
    output.extend_from_slice(content);
}
