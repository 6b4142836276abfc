//! JPEG (ITU-T T.81) to component planes: baseline, extended, progressive and lossless, 2 to 16 bits.
//!
//! Sequential blocks are transformed as they are decoded, right into the texture that shows them.
//! Samples are those of libjpeg's "islow"; chroma stays as small as it was coded, and readers that
//! show or export it convert colours.

pub(crate) mod baseline_writer;
pub(crate) mod blackout;
pub(crate) mod coded;
mod colour;
pub(crate) mod encode;
mod extent;
mod forward;
mod header;
mod huffman;
mod idct;
mod idct_12;
mod lossless;
mod optimal_codes;
mod planes;
mod progressive;
pub(crate) mod rewrite;
mod segments;
mod sequential;
mod sequential_coefficients;
mod standard_tables;
mod store;
mod transcoded;

use super::{Codec, Decoded, FrameInput, Layout};
use crate::dicom::jpeg_colour::ColourMarkers;
use crate::dicom::pixel_format::PixelFormat;
use crate::error::EngineError;
use header::{Frame, Process, Scan, Tables, malformed};
use huffman::KnownTables;
pub use planes::{Plane, Planes};
use progressive::Coefficients;
use segments::Segments;
pub use transcoded::Transcoded;

/// Codec of all JPEG transfer syntaxes; the stream names its process. Memory and tables are kept
/// from frame to frame.
#[derive(Default)]
pub struct Jpeg {
    segments: Segments,
    known: KnownTables,
}

/// One decoded stream.
#[derive(Debug)]
pub struct Picture {
    /// Columns and rows.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// Bits of a sample.
    pub precision: u8,
    /// Identifiers of the components.
    pub component_ids: Vec<u8>,
    /// Where samples lie; none when they are interleaved (lossless).
    pub planes: Option<Planes>,
    /// Components have fewer samples than the first.
    pub subsampled: bool,
    /// Bytes were missing or damaged.
    pub partial: bool,
    markers: ColourMarkers,
}

impl Codec for Jpeg {
    fn decode(
        &mut self,
        format: &PixelFormat,
        input: FrameInput<'_>,
        output: &mut Vec<u8>,
    ) -> Result<Decoded, EngineError> {
        let picture = self.decode_stream(input.bytes, output)?;
        let samples_per_pixel = picture.component_ids.len() as u16;
        let layout = match &picture.planes {
            None => Layout::Interleaved,
            Some(_) if samples_per_pixel == 1 => Layout::Interleaved,
            Some(planes) => Layout::Planes(planes.clone()),
        };
        let sample_bytes = if picture.precision > 8 { 2 } else { 1 };
        Ok(Decoded {
            width: picture.width,
            height: picture.height,
            samples_per_pixel,
            sample_bytes,
            layout,
            colour: colour::of_picture(&picture, format),
            partial: picture.partial,
        })
    }
}

/// State while the markers of one stream are read.
struct Stream<'a> {
    bytes: &'a [u8],
    tables: Tables,
    markers: ColourMarkers,
    codec: &'a mut Jpeg,
    picture: Option<Open>,
    /// Coefficients of sequential frames are kept as well.
    keeps: bool,
}

/// A frame whose header was read.
struct Open {
    frame: Frame,
    planes: Planes,
    /// For progressive frames, and where they are kept.
    coefficients: Option<Coefficients>,
    /// Components that a scan brought.
    scanned: Vec<bool>,
    scans: usize,
    whole: bool,
}

impl Jpeg {
    /// Decodes one stream into `memory`, whose content is replaced.
    ///
    /// # Errors
    /// `malformed-frame`, `unsupported-pixel-format`, `limit-exceeded` for `decoded_frame_bytes` and
    /// `scan_blocks`.
    pub fn decode_stream(
        &mut self,
        bytes: &[u8],
        memory: &mut Vec<u8>,
    ) -> Result<Picture, EngineError> {
        let start = bytes.windows(2).position(|pair| pair == [0xff, 0xd8]);
        let start = start.ok_or_else(|| malformed("no JPEG stream"))?;
        let mut stream = Stream {
            bytes: &bytes[start + 2..],
            tables: Tables::new(),
            markers: ColourMarkers::default(),
            codec: self,
            picture: None,
            keeps: false,
        };
        let outcome = stream.read_markers(memory);
        let Some(mut open) = stream.picture else {
            outcome?;
            return Err(malformed("no JPEG frame header"));
        };
        if !open.scanned.contains(&true) {
            outcome?;
            return Err(malformed("no scan"));
        }
        // Data decoded before an error are shown, and flagged.
        open.whole &= outcome.is_ok();
        open.finish(memory);
        Ok(Picture {
            width: open.frame.width,
            height: open.frame.height,
            precision: open.frame.precision,
            component_ids: open
                .frame
                .components
                .iter()
                .map(|component| component.id)
                .collect(),
            planes: (open.frame.process != Process::Lossless).then_some(open.planes),
            subsampled: open.frame.is_subsampled(),
            partial: !open.whole,
            markers: stream.markers,
        })
    }
}

impl Stream<'_> {
    /// Reads markers up to the end of the picture or of the bytes.
    fn read_markers(&mut self, memory: &mut Vec<u8>) -> Result<(), EngineError> {
        let mut at = 0;
        while let Some((code, behind)) = next_marker(self.bytes, at) {
            at = behind;
            if matches!(code, 0x01 | 0xd0..=0xd8) {
                continue;
            }
            if code == 0xd9 {
                break;
            }
            let Some(segment) = segment_at(self.bytes, at) else {
                break;
            };
            at += segment.len() + 2;
            match code {
                0xc4 => self.tables.read_codes(segment, &mut self.codec.known)?,
                0xdb => self.tables.read_steps(segment)?,
                0xdd => self.tables.read_restart_interval(segment),
                0xe0 | 0xee => self.markers.read(code, segment),
                0xc0..=0xcf if !matches!(code, 0xc8 | 0xcc) => {
                    if self.picture.is_some() {
                        return Err(malformed("a second frame header"));
                    }
                    let frame = Frame::read(code, segment, &self.bytes[at..])?;
                    self.picture = Some(Open::new(frame, memory, self.keeps));
                }
                0xda => {
                    at += self.read_scan(segment, at, memory)?;
                    let open = self.picture.as_ref();
                    if open.is_some_and(Open::is_complete) {
                        break;
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Decodes a scan; returns how many bytes its entropy-coded data take.
    fn read_scan(
        &mut self,
        segment: &[u8],
        at: usize,
        memory: &mut [u8],
    ) -> Result<usize, EngineError> {
        let Some(open) = &mut self.picture else {
            return Err(malformed("a scan before its frame header"));
        };
        let scan = Scan::read(segment, &open.frame)?;
        let taken = self.codec.segments.read(&self.bytes[at..]);
        let Open {
            frame,
            planes,
            coefficients,
            scanned,
            scans,
            whole,
        } = open;
        *scans += 1;
        let (tables, segments) = (&mut self.tables, &self.codec.segments);
        let done = match coefficients {
            Some(coefficients) if frame.process == Process::Progressive => {
                coefficients.decode_scan(frame, &scan, tables, segments)?
            }
            // Every component has one scan; what repeats one is passed over.
            _ if scan.components.iter().all(|of| scanned[of.index]) => true,
            None if frame.process == Process::Lossless => {
                lossless::decode_scan(frame, &scan, tables, segments, memory)?
            }
            Some(coefficients) => {
                sequential_coefficients::read_scan(coefficients, frame, &scan, tables, segments)?
            }
            None => sequential::decode_scan(frame, &scan, tables, segments, planes, memory)?,
        };
        *whole &= done;
        for of in &scan.components {
            scanned[of.index] = true;
        }
        Ok(taken)
    }
}

impl Open {
    fn new(frame: Frame, memory: &mut Vec<u8>, keeps: bool) -> Self {
        let planes = Planes::of(&frame);
        let gathers = match frame.process {
            Process::Progressive => true,
            Process::Sequential => keeps,
            Process::Lossless => false,
        };
        let coefficients = gathers.then(|| Coefficients::new(&frame));
        let lossless = frame.process == Process::Lossless;
        let samples = if lossless {
            frame.width as usize * frame.height as usize * frame.components.len()
        } else {
            planes.samples
        };
        // Every sample of a plane is written below; only filler between planes is not.
        if lossless || !planes.are_tight() {
            memory.clear();
        }
        memory.resize(samples * frame.sample_bytes(), 0);
        let scanned = vec![false; frame.components.len()];
        Self {
            frame,
            planes,
            coefficients,
            scanned,
            scans: 0,
            whole: true,
        }
    }

    /// Nothing that could follow changes the picture.
    fn is_complete(&self) -> bool {
        self.frame.process != Process::Progressive && !self.scanned.contains(&false)
    }

    fn finish(&mut self, memory: &mut [u8]) {
        if let Some(coefficients) = &self.coefficients {
            self.whole &= coefficients.store(&self.frame, &self.planes, memory);
            return;
        }
        self.whole &= !self.scanned.contains(&false);
        if self.frame.process == Process::Lossless {
            return;
        }
        for (plane, scanned) in self.planes.list.iter().zip(&self.scanned) {
            if !scanned {
                store::fill_grey(memory, plane, self.frame.precision);
            }
        }
    }
}

/// The next marker from `at` on, fill bytes passed over, and the position after it.
pub(crate) fn next_marker(bytes: &[u8], mut at: usize) -> Option<(u8, usize)> {
    loop {
        at += memchr::memchr(0xff, bytes.get(at..)?)?;
        while *bytes.get(at)? == 0xff {
            at += 1;
        }
        let code = bytes[at];
        at += 1;
        if code != 0 {
            return Some((code, at));
        }
    }
}

/// The content of a marker segment; what the file cuts off is left out.
pub(crate) fn segment_at(bytes: &[u8], at: usize) -> Option<&[u8]> {
    let length = bytes.get(at..)?.first_chunk::<2>()?;
    let length = usize::from(u16::from_be_bytes(*length)).max(2);
    let end = (at + length).min(bytes.len());
    bytes.get(at + 2..end)
}
