//! A JPEG-LS stream written again while it is decoded (ISO 14495-1 annex C): frame header, preset parameters, scan
//! headers, and coded data as far as the decoder reads them. Nothing else is copied.

use super::parameters::Presets;
use super::{Frame, Interleave, JpegLs, Scan};
use crate::codecs::Rewritten;
use crate::error::EngineError;

/// Most bits that a decoder looks at to see that they are not a code: LIMIT of 16-bit samples (A.2.1).
const LOOKED_AT_BITS: usize = 64;

impl JpegLs {
    /// The stream of one frame, starting with its first start of image. `memory` holds its samples
    /// afterwards.
    ///
    /// # Errors
    /// As decoding it.
    pub(crate) fn rewrite(
        &mut self,
        bytes: &[u8],
        memory: &mut Vec<u8>,
    ) -> Result<Rewritten, EngineError> {
        let mut start = Vec::with_capacity(bytes.len());
        start.extend([0xff, 0xd8]);
        self.copy = Some(start);
        let decoded = self.decode_stream(bytes, memory);
        let bytes = self.copy.take().unwrap_or_default();
        let (_, partial) = decoded?;
        Ok(Rewritten {
            bytes,
            whole: !partial,
        })
    }

    pub(super) fn copy_frame(&mut self, frame: &Frame) {
        let Some(copy) = &mut self.copy else { return };
        let mut header = vec![frame.precision as u8];
        header.extend((frame.height as u16).to_be_bytes());
        header.extend((frame.width as u16).to_be_bytes());
        header.push(frame.ids.len() as u8);
        (1..=frame.ids.len() as u8).for_each(|id| header.extend([id, 0x11, 0]));
        put(copy, 0xf7, &header);
    }

    pub(super) fn copy_scan(
        &mut self,
        frame: &Frame,
        scan: &Scan,
        presets: Presets,
        interval: usize,
    ) {
        let Some(copy) = &mut self.copy else { return };
        if presets != Presets::default() {
            let [t1, t2, t3] = presets.thresholds;
            let numbers = [presets.largest, t1, t2, t3, presets.reset];
            let numbers = numbers
                .iter()
                .flat_map(|&number| (number as u16).to_be_bytes());
            let content: Vec<u8> = std::iter::once(1).chain(numbers).collect();
            put(copy, 0xf8, &content);
        }
        // An interval of the whole frame has no restart.
        let interval = if interval < frame.height { interval } else { 0 };
        put(copy, 0xdd, &(interval as u16).to_be_bytes());
        let mut header = vec![scan.components.len() as u8];
        for &component in &scan.components {
            header.extend([component as u8 + 1, 0]);
        }
        let interleave = match scan.interleave {
            Interleave::None => 0,
            Interleave::Line => 1,
            Interleave::Sample => 2,
        };
        header.extend([scan.near as u8, interleave, scan.shift as u8]);
        put(copy, 0xda, &header);
        for (index, &(bits, sound)) in self.extents.iter().enumerate() {
            if index > 0 {
                copy.extend([0xff, 0xd0 + ((index + 7) % 8) as u8]);
            }
            let bits = if sound { bits } else { bits + LOOKED_AT_BITS };
            self.stuffed.put(index, bits, copy);
        }
    }

    pub(super) fn copy_end(&mut self) {
        if let Some(copy) = &mut self.copy {
            copy.extend([0xff, 0xd9]);
        }
    }
}

fn put(output: &mut Vec<u8>, code: u8, content: &[u8]) {
    output.extend([0xff, code]);
    output.extend((content.len() as u16 + 2).to_be_bytes());
    output.extend_from_slice(content);
}
