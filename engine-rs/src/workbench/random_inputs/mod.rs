//! Every formula on random images and operands, as a hash of its results: two builds of the engine
//! that give one hash compute the same bits.

mod cases;
mod images;

pub use cases::RandomCases;

use serde::Serialize;

use crate::measure::evaluate::{Values, evaluate};
use crate::measure::kind::Kind;
use crate::measure::refusal::MeasurementRefusal;
use crate::measure::registry::KINDS;

/// Results of one formula.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FormulaHash {
    /// Kind of measurement.
    pub kind: &'static str,
    /// Formula; empty for a kind with a single one.
    pub formula: &'static str,
    /// Inputs that were tried.
    pub inputs: u32,
    /// Inputs with a value.
    pub valid: u32,
    /// FNV-1a over the bits of all values, as hexadecimal digits.
    pub hash: String,
}

/// Evaluates every formula on `inputs` random inputs.
///
/// # Errors
/// `configuration` would be a fault of this file: every kind can be loaded.
pub fn formula_hashes(inputs: u32, seed: u32) -> Result<Vec<FormulaHash>, MeasurementRefusal> {
    let mut hashes = Vec::new();
    for kind in KINDS {
        for formula in kind.formulas {
            hashes.push(one_formula(kind, formula.name, inputs, u64::from(seed))?);
        }
    }
    Ok(hashes)
}

fn one_formula(
    kind: &'static Kind,
    formula: &'static str,
    inputs: u32,
    seed: u64,
) -> Result<FormulaHash, MeasurementRefusal> {
    let mut cases = RandomCases::new(kind, formula, seed)?;
    let (mut hash, mut valid) = (Fnv::new(), 0);
    for _ in 0..inputs {
        let (definition, image) = cases.next_case();
        match evaluate(definition, &image).map(|answer| answer.values) {
            Ok(Values::Numbers(numbers)) => {
                valid += u32::from(numbers.iter().any(Option::is_some));
                numbers.iter().for_each(|number| hash.value(*number));
            }
            Ok(Values::Pairs(pairs)) => {
                valid += u32::from(pairs.iter().any(Option::is_some));
                for pair in pairs {
                    hash.value(pair.map(|pair| pair[0]));
                    hash.value(pair.map(|pair| pair[1]));
                }
            }
            Err(refusal) => refusal.code().bytes().for_each(|byte| hash.byte(byte)),
        }
    }
    Ok(FormulaHash {
        kind: kind.name,
        formula,
        inputs,
        valid,
        hash: format!("{:016x}", hash.0),
    })
}

/// FNV-1a of 64 bits.
struct Fnv(u64);

impl Fnv {
    fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    fn byte(&mut self, byte: u8) {
        self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }

    fn value(&mut self, value: Option<f64>) {
        match value {
            Some(number) => number
                .to_bits()
                .to_le_bytes()
                .into_iter()
                .for_each(|b| self.byte(b)),
            None => self.byte(0xff),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn most_random_inputs_have_values_and_each_formula_its_own_hash() {
        let hashes = formula_hashes(300, 1).unwrap();
        for found in &hashes {
            assert!(found.valid > 20, "{found:?}");
        }
        let repeated = formula_hashes(300, 1).unwrap();
        let other = formula_hashes(300, 2).unwrap();
        assert_eq!(hashes, repeated);
        assert!(
            hashes
                .iter()
                .zip(&other)
                .all(|(one, two)| one.hash != two.hash)
        );
    }
}
