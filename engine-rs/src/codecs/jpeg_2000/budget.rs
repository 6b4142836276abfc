//! Limits of a JPEG 2000 codestream: precincts, code blocks, packets and coding passes are counted before
//! memory is made or time is spent for them, because a header of some bytes may announce many millions.

use crate::error::EngineError;

/// Most precincts of a frame, over all tiles, components and resolutions.
const MAX_PRECINCTS: u64 = 1 << 20;
/// Most code blocks of a frame: those of 4 x 4 samples, the smallest, of a grey picture of 16 MP.
const MAX_CODE_BLOCKS: u64 = 1 << 20;
/// Packets that a stream of any length may announce: for orders that name all precincts twice.
const MAX_PACKETS: u64 = 2 * MAX_PRECINCTS;
/// So many more for every byte. Every packet takes one; orders that overlap name packets again.
const PACKETS_PER_BYTE: u64 = 8;
/// Samples of code blocks that have bytes, times their passes, that a stream of any length may have.
const MAX_CODED_SAMPLES: u64 = 1 << 28;
/// So many more for every byte: sound streams have some hundred at most, because what is even has no bytes.
const CODED_SAMPLES_PER_BYTE: u64 = 256;

/// One of the things that are counted.
struct Count {
    name: &'static str,
    most: u64,
    taken: u64,
}

impl Count {
    fn new(name: &'static str, most: u64) -> Self {
        Self {
            name,
            most,
            taken: 0,
        }
    }

    fn take(&mut self, count: u64) -> Result<(), EngineError> {
        self.taken = self.taken.saturating_add(count);
        if self.taken > self.most {
            return Err(EngineError::limit(self.name, self.most, self.taken));
        }
        Ok(())
    }
}

/// Remaining budget of a frame.
pub struct Budget {
    precincts: Count,
    code_blocks: Count,
    packets: Count,
    coded_samples: Count,
}

impl Budget {
    /// For a frame whose tiles have so many bytes.
    pub fn new(bytes: usize) -> Self {
        let more = |each: u64| each * bytes as u64;
        Self {
            precincts: Count::new("precincts", MAX_PRECINCTS),
            code_blocks: Count::new("code_blocks", MAX_CODE_BLOCKS),
            packets: Count::new("packets", MAX_PACKETS + more(PACKETS_PER_BYTE)),
            coded_samples: Count::new(
                "coded_samples",
                MAX_CODED_SAMPLES + more(CODED_SAMPLES_PER_BYTE),
            ),
        }
    }

    /// # Errors
    /// `limit-exceeded` for `precincts`.
    pub fn precincts(&mut self, count: u64) -> Result<(), EngineError> {
        self.precincts.take(count)
    }

    /// # Errors
    /// `limit-exceeded` for `code_blocks`.
    pub fn code_blocks(&mut self, count: u64) -> Result<(), EngineError> {
        self.code_blocks.take(count)
    }

    /// # Errors
    /// `limit-exceeded` for `packets`.
    pub fn packets(&mut self, count: u64) -> Result<(), EngineError> {
        self.packets.take(count)
    }

    /// Samples of code blocks, times their passes.
    ///
    /// # Errors
    /// `limit-exceeded` for `coded_samples`.
    pub fn coded_samples(&mut self, count: u64) -> Result<(), EngineError> {
        self.coded_samples.take(count)
    }
}
