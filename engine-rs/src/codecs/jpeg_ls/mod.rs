//! JPEG-LS (ISO 14495-1): lossless and near-lossless, 2 to 16 bits, all interleave modes.

mod context;
mod parameters;
pub(crate) mod rewrite;
mod scan;
mod stuffing;

use super::{Codec, Colour, Decoded, FrameInput, Layout, colour_by_photometric};
use crate::dicom::pixel_format::PixelFormat;
use crate::error::EngineError;
use crate::limits::MAX_DECODED_FRAME_BYTES;
use parameters::{Parameters, Presets};
use scan::{Lines, ScanDecoder};
use stuffing::Stuffed;

/// Most components of a frame that are read.
const MAX_COMPONENTS: usize = 4;

/// Codec of both JPEG-LS transfer syntaxes. Memory and tables are kept from frame to frame.
#[derive(Default)]
pub struct JpegLs {
    stuffed: Stuffed,
    /// Made of the precision, NEAR and presets next to it.
    known: Option<(u32, i32, Presets, Parameters)>,
    /// How far each interval of the last scan was read, in bits, and whether it is sound.
    extents: Vec<(usize, bool)>,
    /// The stream that is rewritten during decoding.
    copy: Option<Vec<u8>>,
}

/// The frame header.
struct Frame {
    precision: u32,
    width: usize,
    height: usize,
    ids: Vec<u8>,
}

/// How components share a scan.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Interleave {
    None,
    Line,
    Sample,
}

impl Codec for JpegLs {
    fn decode(
        &mut self,
        format: &PixelFormat,
        input: FrameInput<'_>,
        output: &mut Vec<u8>,
    ) -> Result<Decoded, EngineError> {
        let (frame, partial) = self.decode_stream(input.bytes, output)?;
        let samples_per_pixel = frame.ids.len() as u16;
        let colour = match (colour_by_photometric(format), samples_per_pixel) {
            (Colour::Palette, 1) => Colour::Palette,
            (_, 1) => Colour::Grey,
            (Colour::YbrFull, 3) if format.photometric_interpretation != "YBR_FULL_422" => {
                Colour::YbrFull
            }
            (_, 3) => format.colour_override.map_or(Colour::Rgb, Colour::from),
            _ => Colour::Other,
        };
        Ok(Decoded {
            width: frame.width as u32,
            height: frame.height as u32,
            samples_per_pixel,
            sample_bytes: frame.sample_bytes(),
            layout: Layout::Interleaved,
            colour,
            partial,
        })
    }
}

impl JpegLs {
    /// Decodes one stream into interleaved samples; returns whether something was missing.
    fn decode_stream(
        &mut self,
        bytes: &[u8],
        memory: &mut Vec<u8>,
    ) -> Result<(Frame, bool), EngineError> {
        let start = bytes.windows(2).position(|pair| pair == [0xff, 0xd8]);
        let mut at = start.ok_or_else(|| malformed("no JPEG-LS stream"))? + 2;
        let mut frame: Option<Frame> = None;
        let mut presets = Presets::default();
        let mut interval = 0;
        let mut scanned = 0u32;
        let mut whole = true;
        while let Some((code, behind)) = next_marker(bytes, at) {
            at = behind;
            if code == 0xd9 {
                self.copy_end();
                break;
            }
            let Some(segment) = segment_at(bytes, at) else {
                break;
            };
            at += segment.len() + 2;
            match code {
                0xf7 if frame.is_none() => {
                    let read = Frame::read(segment)?;
                    memory.clear();
                    memory.resize(read.bytes(), 0);
                    self.copy_frame(&read);
                    frame = Some(read);
                }
                0xf8 => read_presets(segment, &mut presets)?,
                0xdd => interval = number(segment),
                0xe8 if segment.starts_with(b"mrfx")
                    && segment.get(4).is_some_and(|&kind| kind > 0) =>
                {
                    return Err(EngineError::UnsupportedPixelFormat {
                        detail: "JPEG-LS with a private colour transform".to_owned(),
                    });
                }
                0xda => {
                    let frame = frame
                        .as_ref()
                        .ok_or_else(|| malformed("a scan before its frame header"))?;
                    let scan = Scan::read(segment, frame)?;
                    let seen = scan.mask();
                    let taken = self.stuffed.read(&bytes[at..]);
                    at += taken;
                    if scanned & seen == 0 {
                        whole &= self.scan(frame, &scan, presets, interval, memory)?;
                        self.copy_scan(frame, &scan, presets, interval);
                    }
                    scanned |= seen;
                }
                0xc0..=0xcf if !matches!(code, 0xc4 | 0xc8 | 0xcc) => {
                    return Err(malformed("a JPEG stream where JPEG-LS is announced"));
                }
                _ => {}
            }
        }
        let frame = frame.ok_or_else(|| malformed("no JPEG-LS frame header"))?;
        if scanned == 0 {
            return Err(malformed("no scan"));
        }
        let all = (1 << frame.ids.len()) - 1;
        Ok((frame, !whole || scanned != all))
    }

    fn scan(
        &mut self,
        frame: &Frame,
        scan: &Scan,
        presets: Presets,
        interval: usize,
        memory: &mut [u8],
    ) -> Result<bool, EngineError> {
        let wanted = (frame.precision, scan.near, presets);
        let known = match self.known.take() {
            Some(known) if (known.0, known.1, known.2) == wanted => known,
            _ => (
                wanted.0,
                wanted.1,
                wanted.2,
                Parameters::new(frame.precision, scan.near, presets)?,
            ),
        };
        let parameters = &self.known.insert(known).3;
        let rows_at_once = if interval == 0 {
            frame.height
        } else {
            interval
        };
        let mut lines: Vec<Lines> = scan
            .components
            .iter()
            .map(|_| Lines::new(frame.width))
            .collect();
        let mut whole = true;
        self.extents.clear();
        for (index, begin) in (0..frame.height).step_by(rows_at_once).enumerate() {
            let Some(reader) = self.stuffed.reader(index) else {
                return Ok(false);
            };
            lines.fill_with(|| Lines::new(frame.width));
            let mut decoder = ScanDecoder::new(parameters, reader);
            let mut sound = true;
            for row in begin..(begin + rows_at_once).min(frame.height) {
                let done = match scan.interleave {
                    Interleave::Sample => decoder.line_of_pixels(&mut lines),
                    _ => lines.iter_mut().try_for_each(|lines| decoder.line(lines)),
                };
                for (lines, &component) in lines.iter().zip(&scan.components) {
                    frame.write(lines.samples(), row, component, scan.shift, memory);
                }
                if done.is_err() {
                    sound = false;
                    break;
                }
            }
            whole &= sound;
            self.extents.push((decoder.taken(), sound));
        }
        Ok(whole)
    }
}

/// The scan header.
struct Scan {
    components: Vec<usize>,
    near: i32,
    interleave: Interleave,
    /// Point transform: low bits that are not coded.
    shift: u32,
}

impl Scan {
    fn read(segment: &[u8], frame: &Frame) -> Result<Self, EngineError> {
        let short = || malformed("scan header cut short");
        let (&count, rest) = segment.split_first().ok_or_else(short)?;
        let list = rest.get(..usize::from(count) * 2).ok_or_else(short)?;
        let tail = rest.get(list.len()..list.len() + 3).ok_or_else(short)?;
        let mut components: Vec<usize> = Vec::new();
        for entry in list.as_chunks::<2>().0 {
            let index = frame.ids.iter().position(|&id| id == entry[0]);
            let index = index.filter(|index| !components.contains(index));
            components.push(index.ok_or_else(|| malformed("a scan names an unknown component"))?);
            if entry[1] != 0 {
                return Err(EngineError::UnsupportedPixelFormat {
                    detail: "JPEG-LS with mapping tables".to_owned(),
                });
            }
        }
        let interleave = match (tail[1], components.len()) {
            (_, 0) => return Err(short()),
            (_, 1) => Interleave::None,
            (1, _) => Interleave::Line,
            (2, _) => Interleave::Sample,
            _ => {
                return Err(malformed(
                    "several components in a scan that is not interleaved",
                ));
            }
        };
        let shift = u32::from(tail[2] & 15);
        Ok(Self {
            components,
            near: i32::from(tail[0]),
            interleave,
            shift,
        })
    }

    fn mask(&self) -> u32 {
        self.components
            .iter()
            .fold(0, |mask, component| mask | 1 << component)
    }
}

impl Frame {
    fn read(segment: &[u8]) -> Result<Self, EngineError> {
        let short = || malformed("frame header cut short");
        let (head, list) = segment.split_first_chunk::<6>().ok_or_else(short)?;
        let count = usize::from(head[5]);
        let list = list.get(..count * 3).ok_or_else(short)?;
        let frame = Self {
            precision: u32::from(head[0]),
            height: usize::from(u16::from_be_bytes([head[1], head[2]])),
            width: usize::from(u16::from_be_bytes([head[3], head[4]])),
            ids: list
                .as_chunks::<3>()
                .0
                .iter()
                .map(|entry| entry[0])
                .collect(),
        };
        let sampled = list
            .as_chunks::<3>()
            .0
            .iter()
            .any(|entry| entry[1] != list[1]);
        if sampled || !(2..=16).contains(&frame.precision) {
            return Err(EngineError::UnsupportedPixelFormat {
                detail: format!(
                    "JPEG-LS of {} bits or with subsampled components",
                    frame.precision
                ),
            });
        }
        if frame.width == 0 || frame.height == 0 || count == 0 || count > MAX_COMPONENTS {
            return Err(malformed("no size or no components"));
        }
        if frame.bytes() as u64 > MAX_DECODED_FRAME_BYTES {
            let limit = MAX_DECODED_FRAME_BYTES;
            return Err(EngineError::limit(
                "decoded_frame_bytes",
                limit,
                frame.bytes() as u64,
            ));
        }
        Ok(frame)
    }

    fn sample_bytes(&self) -> usize {
        if self.precision > 8 { 2 } else { 1 }
    }

    fn bytes(&self) -> usize {
        self.width * self.height * self.ids.len() * self.sample_bytes()
    }

    /// Writes a line of one component among the interleaved samples.
    fn write(&self, samples: &[i32], row: usize, component: usize, shift: u32, memory: &mut [u8]) {
        let count = self.ids.len();
        let line = &mut memory[row * self.width * count * self.sample_bytes()..];
        match (count, self.precision > 8) {
            (1, false) => put::<1>(samples, component, shift, line),
            (3, false) => put::<3>(samples, component, shift, line),
            (_, false) => put_any(samples, (component, count), line, |s| (s << shift) as u8),
            (_, true) => {
                let (words, _) = line.as_chunks_mut::<2>();
                let word = |sample: i32| ((sample << shift) as u16).to_le_bytes();
                put_any(samples, (component, count), words, word);
            }
        }
    }
}

/// Writes bytes at one place of each pixel.
fn put<const COUNT: usize>(samples: &[i32], component: usize, shift: u32, line: &mut [u8]) {
    if component < COUNT {
        for (pixel, &sample) in line.as_chunks_mut::<COUNT>().0.iter_mut().zip(samples) {
            pixel[component] = (sample << shift) as u8;
        }
    }
}

fn put_any<S>(
    samples: &[i32],
    (component, count): (usize, usize),
    line: &mut [S],
    of: impl Fn(i32) -> S,
) {
    for (pixel, &sample) in line[component..].iter_mut().step_by(count).zip(samples) {
        *pixel = of(sample);
    }
}

fn read_presets(segment: &[u8], presets: &mut Presets) -> Result<(), EngineError> {
    match segment {
        [1, rest @ ..] => {
            let (words, _) = rest.as_chunks::<2>();
            let words: Vec<i32> = words
                .iter()
                .map(|word| i32::from(u16::from_be_bytes(*word)))
                .collect();
            let [largest, t1, t2, t3, reset, ..] = words[..] else {
                return Err(malformed("preset parameters cut short"));
            };
            *presets = Presets {
                largest,
                thresholds: [t1, t2, t3],
                reset,
            };
            Ok(())
        }
        [2 | 3, ..] => Err(EngineError::UnsupportedPixelFormat {
            detail: "JPEG-LS with mapping tables".to_owned(),
        }),
        _ => Ok(()),
    }
}

/// A number of 2 to 4 bytes, highest first.
fn number(segment: &[u8]) -> usize {
    segment
        .iter()
        .take(4)
        .fold(0, |sum, &byte| sum << 8 | usize::from(byte))
}

/// The next marker from `at` on and the position after it.
fn next_marker(bytes: &[u8], mut at: usize) -> Option<(u8, usize)> {
    loop {
        at += memchr::memchr(0xff, bytes.get(at..)?)?;
        while *bytes.get(at)? == 0xff {
            at += 1;
        }
        let code = bytes[at];
        at += 1;
        if code >= 0x80 && !matches!(code, 0xd0..=0xd8) {
            return Some((code, at));
        }
    }
}

fn segment_at(bytes: &[u8], at: usize) -> Option<&[u8]> {
    let length = bytes.get(at..)?.first_chunk::<2>()?;
    let length = usize::from(u16::from_be_bytes(*length)).max(2);
    bytes.get(at + 2..(at + length).min(bytes.len()))
}

fn malformed(detail: &str) -> EngineError {
    EngineError::MalformedFrame {
        detail: detail.to_owned(),
    }
}
