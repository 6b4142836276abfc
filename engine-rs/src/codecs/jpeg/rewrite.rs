//! A JPEG stream written again from what decoding needs (T.81 annex B): every segment from its known fields, tables
//! where a scan refers to them, and entropy-coded data as far as they are read. Nothing else is copied.

use super::extent::{self, Extent};
use super::header::{Frame, Process, Scan, ScanComponent, Tables, malformed};
use super::huffman::KnownTables;
use super::progressive::Coefficients;
use super::segments::Segments;
use super::{next_marker, segment_at};
use crate::codecs::Rewritten;
use crate::dicom::jpeg_colour::ColourMarkers;
use crate::error::EngineError;

/// JFIF 1.02 without density and thumbnail.
const JFIF: &[u8] = b"JFIF\0\x01\x02\0\0\x01\0\x01\0\0";
/// Adobe APP14 of version 100 without flags; the colour transform follows.
const ADOBE: &[u8] = b"Adobe\0\x64\0\0\0\0";
/// Colour transforms of Adobe: none, YCbCr, YCCK.
const ADOBE_TRANSFORMS: std::ops::RangeInclusive<u8> = 0..=2;
/// Component identifiers that mean a colour space.
const RGB_IDS: &[u8] = b"RGB";
const END_OF_IMAGE: u8 = 0xd9;

/// Writes streams again; tables and memory are kept from frame to frame.
#[derive(Default)]
pub(crate) struct Rewriter {
    segments: Segments,
    known: KnownTables,
}

/// Definitions of Huffman tables as in DHT, by class and number.
type Definitions = [[Option<Vec<u8>>; 4]; 2];

struct Rewriting<'a> {
    bytes: &'a [u8],
    rewriter: &'a mut Rewriter,
    tables: Tables,
    definitions: Definitions,
    markers: ColourMarkers,
    picture: Option<Open>,
    /// Starts with the frame header.
    output: Vec<u8>,
}

/// A frame whose header was read, and what was written of its tables.
struct Open {
    frame: Frame,
    ids: Vec<u8>,
    coefficients: Option<Coefficients>,
    scanned: Vec<bool>,
    steps: [Option<[u16; 64]>; 4],
    definitions: Definitions,
    interval: usize,
    whole: bool,
}

impl Rewriter {
    /// The stream of one frame, starting with its first start of image.
    ///
    /// # Errors
    /// As [`super::Jpeg::decode_stream`].
    pub(crate) fn rewrite(&mut self, bytes: &[u8]) -> Result<Rewritten, EngineError> {
        let start = memchr::memmem::find(bytes, &[0xff, 0xd8]);
        let start = start.ok_or_else(|| malformed("no JPEG stream"))?;
        let mut stream = Rewriting {
            bytes: &bytes[start + 2..],
            rewriter: self,
            tables: Tables::new(),
            definitions: Definitions::default(),
            markers: ColourMarkers::default(),
            picture: None,
            output: Vec::with_capacity(bytes.len()),
        };
        let outcome = stream.read_markers();
        let Some(open) = &stream.picture else {
            outcome?;
            return Err(malformed("no JPEG frame header"));
        };
        if !open.scanned.contains(&true) {
            outcome?;
            return Err(malformed("no scan"));
        }
        let whole = open.whole && outcome.is_ok() && !open.scanned.contains(&false);
        let mut written = vec![0xff, 0xd8];
        if stream.markers.jfif {
            put(&mut written, 0xe0, JFIF);
        }
        let transform = stream.markers.adobe_transform;
        if let Some(transform) = transform.filter(|kind| ADOBE_TRANSFORMS.contains(kind)) {
            put(&mut written, 0xee, &[ADOBE, &[transform]].concat());
        }
        written.append(&mut stream.output);
        Ok(Rewritten {
            bytes: written,
            whole,
        })
    }
}

impl Rewriting<'_> {
    /// Reads markers in the order in which the decoder acts on them.
    fn read_markers(&mut self) -> Result<(), EngineError> {
        let mut at = 0;
        while let Some((code, behind)) = next_marker(self.bytes, at) {
            at = behind;
            if matches!(code, 0x01 | 0xd0..=0xd8) {
                continue;
            }
            if code == END_OF_IMAGE {
                self.output.extend([0xff, END_OF_IMAGE]);
                break;
            }
            let Some(segment) = segment_at(self.bytes, at) else {
                break;
            };
            at += segment.len() + 2;
            match code {
                0xc4 => self.read_codes(segment)?,
                0xdb => self.tables.read_steps(segment)?,
                0xdd => self.tables.read_restart_interval(segment),
                0xe0 | 0xee => self.markers.read(code, segment),
                0xc0..=0xcf if !matches!(code, 0xc8 | 0xcc) => {
                    if self.picture.is_some() {
                        return Err(malformed("a second frame header"));
                    }
                    let frame = Frame::read(code, segment, &self.bytes[at..])?;
                    let open = Open::new(frame);
                    put(&mut self.output, code, &open.header());
                    self.picture = Some(open);
                }
                0xda => {
                    at += self.scan(segment, at)?;
                    if self.picture.as_ref().is_some_and(Open::is_complete) {
                        if ends(self.bytes, at) {
                            self.output.extend([0xff, END_OF_IMAGE]);
                        }
                        break;
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn read_codes(&mut self, segment: &[u8]) -> Result<(), EngineError> {
        self.tables.read_codes(segment, &mut self.rewriter.known)?;
        let mut rest = segment;
        while let Some((&head, after)) = rest.split_first() {
            let total: usize = after.iter().take(16).map(|&count| usize::from(count)).sum();
            let (Some(definition), Some(next)) = (after.get(..16 + total), after.get(16 + total..))
            else {
                break;
            };
            let slots = &mut self.definitions[usize::from(head >> 4 != 0)];
            if let Some(slot) = slots.get_mut(usize::from(head & 15)) {
                *slot = Some(definition.to_vec());
            }
            rest = next;
        }
        Ok(())
    }

    /// Writes a scan; returns how many bytes its entropy-coded data take in the source.
    fn scan(&mut self, segment: &[u8], at: usize) -> Result<usize, EngineError> {
        let open = self
            .picture
            .as_mut()
            .ok_or_else(|| malformed("a scan before its frame header"))?;
        let scan = Scan::read(segment, &open.frame)?;
        let segments = &mut self.rewriter.segments;
        let taken = segments.read(&self.bytes[at..]);
        let tables = &mut self.tables;
        let (extents, whole) = match &mut open.coefficients {
            Some(coefficients) => {
                let whole = coefficients.decode_scan(&open.frame, &scan, tables, segments)?;
                (std::mem::take(&mut coefficients.extents), whole)
            }
            // Every component has one scan; the decoder passes over what repeats one.
            None if scan.components.iter().all(|of| open.scanned[of.index]) => return Ok(taken),
            None => extent::measure(&open.frame, &scan, tables, segments)?,
        };
        open.whole &= whole;
        open.put_tables(&scan, tables, &self.definitions, &mut self.output);
        put(&mut self.output, 0xda, &open.scan_header(&scan));
        put_extents(&extents, segments, &mut self.output);
        for of in &scan.components {
            open.scanned[of.index] = true;
        }
        Ok(taken)
    }
}

impl Open {
    fn new(frame: Frame) -> Self {
        let ids: Vec<u8> = frame.components.iter().map(|of| of.id).collect();
        let ids = if ids == RGB_IDS {
            ids
        } else {
            (1..=ids.len() as u8).collect()
        };
        let is_progressive = frame.process == Process::Progressive;
        Self {
            coefficients: is_progressive.then(|| Coefficients::new(&frame)),
            scanned: vec![false; ids.len()],
            ids,
            frame,
            steps: [None; 4],
            definitions: Definitions::default(),
            interval: 0,
            whole: true,
        }
    }

    fn is_complete(&self) -> bool {
        self.frame.process != Process::Progressive && !self.scanned.contains(&false)
    }

    /// SOFn, with the height that a DNL may have given.
    fn header(&self) -> Vec<u8> {
        let frame = &self.frame;
        let mut header = vec![frame.precision];
        header.extend((frame.height as u16).to_be_bytes());
        header.extend((frame.width as u16).to_be_bytes());
        header.push(self.ids.len() as u8);
        for (component, &id) in frame.components.iter().zip(&self.ids) {
            let (h, v) = component.factors;
            let table = match frame.process {
                Process::Lossless => 0,
                _ => component.table as u8,
            };
            header.extend([id, (h << 4 | v) as u8, table]);
        }
        header
    }

    /// Which tables a component of a scan refers to.
    fn codes_of(&self, scan: &Scan, of: &ScanComponent) -> (Option<usize>, Option<usize>) {
        match self.frame.process {
            Process::Sequential => (Some(of.dc), Some(of.ac)),
            Process::Lossless => (Some(of.dc), None),
            Process::Progressive if scan.band.0 > 0 => (None, Some(of.ac)),
            // Refined means are coded without a table.
            Process::Progressive => ((scan.bits.0 == 0).then_some(of.dc), None),
        }
    }

    /// DQT, DHT and DRI, where this scan refers to what was not written yet.
    fn put_tables(
        &mut self,
        scan: &Scan,
        tables: &Tables,
        known: &Definitions,
        output: &mut Vec<u8>,
    ) {
        for of in &scan.components {
            let slot = self.frame.components[of.index].table;
            let steps = tables.steps[slot].filter(|_| self.frame.process != Process::Lossless);
            // Steps belong to the component's first scan.
            if let Some(steps) = steps
                && !self.scanned[of.index]
                && self.steps[slot] != Some(steps)
            {
                put_steps(output, slot as u8, &steps);
                self.steps[slot] = Some(steps);
            }
            let (dc, ac) = self.codes_of(scan, of);
            for (class, slot) in [(0, dc), (1, ac)] {
                let Some(slot) = slot else { continue };
                let definition = &known[class][slot];
                if let Some(definition) = definition
                    && self.definitions[class][slot].as_ref() != Some(definition)
                {
                    let head = [(class << 4 | slot) as u8];
                    put(output, 0xc4, &[&head, definition.as_slice()].concat());
                    self.definitions[class][slot] = Some(definition.clone());
                }
            }
        }
        if self.interval != tables.restart_interval {
            self.interval = tables.restart_interval;
            put(output, 0xdd, &(self.interval as u16).to_be_bytes());
        }
    }

    fn scan_header(&self, scan: &Scan) -> Vec<u8> {
        let mut header = vec![scan.components.len() as u8];
        for of in &scan.components {
            let (dc, ac) = self.codes_of(scan, of);
            let tables = dc.unwrap_or(0) << 4 | ac.unwrap_or(0);
            header.extend([self.ids[of.index], tables as u8]);
        }
        let (first, last) = scan.band;
        header.extend(match self.frame.process {
            Process::Sequential => [0, 63, 0],
            Process::Lossless => [first as u8, 0, scan.bits.1 as u8],
            Process::Progressive => [
                first as u8,
                last as u8,
                (scan.bits.0 << 4 | scan.bits.1) as u8,
            ],
        });
        header
    }
}

/// Segments with restart markers between them. A number that runs ahead shows which intervals are lost.
fn put_extents(extents: &[Extent], segments: &Segments, output: &mut Vec<u8>) {
    for (index, extent) in extents.iter().enumerate() {
        if index > 0 {
            output.extend([0xff, 0xd0 + ((extent.interval + 7) % 8) as u8]);
        }
        extent.put(segments, output);
    }
}

fn put_steps(output: &mut Vec<u8>, slot: u8, steps: &[u16; 64]) {
    let is_wide = steps.iter().any(|&step| step > 255);
    let mut table = vec![u8::from(is_wide) << 4 | slot];
    for &step in steps {
        if is_wide {
            table.push((step >> 8) as u8);
        }
        table.push(step as u8);
    }
    put(output, 0xdb, &table);
}

/// The image has an end after this place: what is cut off stays cut off.
fn ends(stream: &[u8], mut at: usize) -> bool {
    while let Some((code, behind)) = next_marker(stream, at) {
        if code == END_OF_IMAGE {
            return true;
        }
        at = behind;
    }
    false
}

fn put(output: &mut Vec<u8>, code: u8, content: &[u8]) {
    output.extend([0xff, code]);
    output.extend((content.len() as u16 + 2).to_be_bytes());
    output.extend_from_slice(content);
}
