//! A stream as quantised coefficients: read once, changed block by block, and rewritten.

use super::header::{Frame, Process, malformed, unsupported};
use super::progressive::{Coefficients, dequantised};
use super::{Jpeg, Stream, Tables, colour, idct_12, next_marker, segment_at};
use crate::codecs::Colour;
use crate::dicom::jpeg_colour::{ColourMarkers, Evidence};
use crate::dicom::pixel_format::PixelFormat;
use crate::error::EngineError;

/// The coefficients of one picture and what its stream states besides them.
pub struct Coded {
    pub(super) frame: Frame,
    pub(super) coefficients: Coefficients,
    /// MCUs between restarts of the scan that holds all components; 0 for none.
    pub(super) restart_interval: usize,
    /// Application segments that are written, whole.
    pub(super) applications: Vec<u8>,
    /// Quantisation steps of each component, in zigzag order.
    pub(super) steps: Vec<[u16; 64]>,
    markers: ColourMarkers,
    /// Bytes were missing or damaged.
    pub partial: bool,
}

/// Eight rows of eight samples of 8 or 12 bits.
pub type Samples = [u16; 64];

impl Coded {
    /// Reads a sequential or progressive stream.
    ///
    /// # Errors
    /// As [`Jpeg::decode_stream`], and `unsupported-pixel-format` for lossless streams.
    pub fn read(bytes: &[u8]) -> Result<Self, EngineError> {
        let start = bytes.windows(2).position(|pair| pair == [0xff, 0xd8]);
        let start = start.ok_or_else(|| malformed("no JPEG stream"))?;
        let mut stream = Stream {
            bytes: &bytes[start + 2..],
            tables: Tables::new(),
            markers: ColourMarkers::default(),
            codec: &mut Jpeg::default(),
            picture: None,
            keeps: true,
        };
        let outcome = stream.read_markers(&mut Vec::new());
        let open = stream.picture;
        let open = open.ok_or_else(|| malformed("no JPEG frame header"))?;
        if open.frame.process == Process::Lossless {
            return Err(unsupported("lossless JPEG has no coefficients".to_owned()));
        }
        let in_one_scan = open.scanned.len() == 1 || open.scans == 1;
        let coefficients = open
            .coefficients
            .ok_or_else(|| malformed("no coefficients"))?;
        let steps = (0..open.frame.components.len())
            .map(|component| coefficients.steps(component).copied())
            .collect::<Option<Vec<_>>>()
            .ok_or_else(|| malformed("a component without a scan"))?;
        Ok(Self {
            frame: open.frame,
            coefficients,
            restart_interval: if in_one_scan {
                stream.tables.restart_interval
            } else {
                0
            },
            applications: Vec::new(),
            steps,
            markers: stream.markers,
            partial: outcome.is_err() || !open.whole,
        })
    }

    /// Takes the application segments of another form of the stream, to be written with it.
    pub fn take_applications(&mut self, stream: &[u8]) {
        let mut at = 0;
        while let Some((code, after)) = next_marker(stream, at) {
            at = after;
            if matches!(code, 0x01 | 0xd0..=0xd8) {
                continue;
            }
            let Some(segment) = segment_at(stream, at).filter(|_| !matches!(code, 0xd9 | 0xda))
            else {
                break;
            };
            let end = at + 2 + segment.len();
            if matches!(code, 0xe0..=0xef) {
                self.applications.extend([0xff, code]);
                self.applications.extend_from_slice(&stream[at..end]);
            }
            at = end;
        }
    }

    /// Columns and rows.
    pub fn size(&self) -> (usize, usize) {
        (self.frame.width as usize, self.frame.height as usize)
    }

    /// Number of components.
    pub fn components(&self) -> usize {
        self.frame.components.len()
    }

    /// Needs the extended process: 12 bits, or quantisation steps of 16 bits.
    pub fn is_extended(&self) -> bool {
        let is_wide = |steps: &[u16; 64]| steps.iter().any(|&step| step > 255);
        self.frame.precision > 8 || self.steps.iter().any(is_wide)
    }

    /// Meaning of the samples.
    pub fn colour(&self, format: &PixelFormat) -> Colour {
        let ids: Vec<u8> = self.frame.components.iter().map(|of| of.id).collect();
        let evidence = Evidence {
            ids: &ids,
            subsampled: self.frame.is_subsampled(),
            markers: self.markers,
            is_lossless: false,
        };
        colour::of_evidence(&evidence, format)
    }

    /// The quantised coefficients of a block, in natural order.
    pub fn block(&self, component: usize, at: (usize, usize)) -> &[i16; 64] {
        self.coefficients.block(component, at)
    }

    /// The samples of a block of coefficients, as every decoder of this engine returns them.
    pub(super) fn samples(&self, component: usize, values: &[i16; 64]) -> Samples {
        let steps = &self.steps[component];
        let mut samples = [0; 64];
        if self.frame.precision > 8 {
            samples.copy_from_slice(idct_12::transform(values, steps).as_flattened());
        } else {
            let decoded = dequantised(values, steps).transform();
            for (sample, &value) in samples.iter_mut().zip(decoded.as_flattened()) {
                *sample = u16::from(value);
            }
        }
        samples
    }
}
