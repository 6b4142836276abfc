//! Units of H.264 and HEVC, and the parameter sets that slices refer to.

use std::collections::BTreeSet;

use crate::error::EngineError;

/// Kind of a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reference {
    /// Coded samples, with the number of their picture parameter set.
    Slice(u32),
    /// A video parameter set.
    Video,
    /// A sequence parameter set.
    Sequence,
    /// A picture parameter set.
    Picture,
    /// The begin of an access unit, or the end of a sequence or stream.
    Delimiter,
    /// Nothing that decoding needs.
    Foreign,
}

/// A parameter set written again.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ParameterSet {
    /// Its number.
    pub id: u32,
    /// The number of the set it refers to.
    pub refers_to: u32,
    /// Chroma format.
    pub chroma: u32,
    /// Bits of luma and chroma samples above 8.
    pub depths: (u32, u32),
    /// Temporal sub-layers besides the first.
    pub sub_layers: u32,
    /// Its fields, without header and escapes.
    pub rbsp: Vec<u8>,
    /// The whole unit.
    pub unit: Vec<u8>,
}

/// Recognition and rewriting of the units of a coding. Sets that cannot be read return none.
pub trait Units {
    /// Bytes of the header of a unit.
    const HEADER_BYTES: usize;
    /// Kind of the unit.
    fn reference(unit: &[u8]) -> Reference;
    /// The header of a slice.
    fn header(unit: &[u8]) -> Vec<u8>;
    /// A delimiter without content.
    fn delimiter(unit: &[u8]) -> Vec<u8>;
    /// A video parameter set.
    fn video(_: &[u8]) -> Option<ParameterSet> {
        None
    }
    /// A sequence parameter set.
    fn sequence(unit: &[u8]) -> Option<ParameterSet>;
    /// A picture parameter set, after the sequence parameter sets it may refer to.
    fn picture(unit: &[u8], sequences: &[ParameterSet]) -> Option<ParameterSet>;
}

/// The parameter sets of a stream that slices refer to.
#[derive(Debug, Default)]
pub struct Sets {
    /// Video parameter sets.
    pub video: Vec<ParameterSet>,
    /// Sequence parameter sets.
    pub sequences: Vec<ParameterSet>,
    /// Picture parameter sets.
    pub pictures: Vec<ParameterSet>,
    slices: BTreeSet<u32>,
}

impl Sets {
    /// Reads a unit.
    pub fn add<U: Units>(&mut self, unit: &[u8]) {
        match U::reference(unit) {
            Reference::Slice(id) => {
                self.slices.insert(id);
            }
            Reference::Video => add(&mut self.video, U::video(unit)),
            Reference::Sequence => add(&mut self.sequences, U::sequence(unit)),
            Reference::Picture => add(&mut self.pictures, U::picture(unit, &self.sequences)),
            Reference::Delimiter | Reference::Foreign => {}
        }
    }

    /// Forgets sets that no slice refers to.
    ///
    /// # Errors
    /// `cannot-deidentify` where a set that slices refer to is absent, or is not one of those that are kept.
    pub fn keep_used(&mut self) -> Result<(), EngineError> {
        let absent = self
            .slices
            .iter()
            .find(|&&id| !self.pictures.iter().any(|set| set.id == id));
        if let Some(id) = absent {
            return Err(EngineError::CannotDeidentify {
                detail: format!(
                    "picture parameter set {id} of the video cannot be read, or has extensions that are not kept"
                ),
            });
        }
        let slices = &self.slices;
        self.pictures.retain(|set| slices.contains(&set.id));
        let pictures = &self.pictures;
        self.sequences
            .retain(|set| pictures.iter().any(|picture| picture.refers_to == set.id));
        let sequences = &self.sequences;
        self.video.retain(|set| {
            sequences
                .iter()
                .any(|sequence| sequence.refers_to == set.id)
        });
        Ok(())
    }

    /// A unit written again; none for what decoding does not need.
    pub fn clean<U: Units>(&self, unit: &[u8]) -> Option<Vec<u8>> {
        let kept = |list: &[ParameterSet], set: Option<ParameterSet>| {
            set.filter(|set| list.iter().any(|kept| kept.id == set.id))
                .map(|set| set.unit)
        };
        match U::reference(unit) {
            Reference::Slice(_) => {
                let mut written = U::header(unit);
                written.extend_from_slice(&unit[U::HEADER_BYTES..]);
                Some(written)
            }
            Reference::Video => kept(&self.video, U::video(unit)),
            Reference::Sequence => kept(&self.sequences, U::sequence(unit)),
            Reference::Picture => kept(&self.pictures, U::picture(unit, &self.sequences)),
            Reference::Delimiter => Some(U::delimiter(unit)),
            Reference::Foreign => None,
        }
    }
}

/// Adds a set unless it is there already.
fn add(list: &mut Vec<ParameterSet>, set: Option<ParameterSet>) {
    if let Some(set) = set
        && !list.contains(&set)
    {
        list.push(set);
    }
}
