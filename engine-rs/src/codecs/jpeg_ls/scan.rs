//! One scan: lines of samples from codes and their neighbours (ISO 14495-1 A.2 to A.8).

use super::context::{Context, RunContext};
use super::parameters::{CLASSES, Parameters};
use super::stuffing::Window;

/// Kinds of neighbourhoods, mirrored ones taken together, are 365; the next power of two needs no
/// check of bounds.
const CONTEXTS: usize = 512;
/// Bits of the length of a run, by how long runs have been (A.7.1.1).
const RUN_BITS: [u32; 32] = [
    0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 9, 10, 11, 12, 13,
    14, 15,
];

/// Most bits of a code that are not unary; more occur with damaged statistics only.
const MOST_BITS: u32 = 16;

/// The bits are not a code of this scan.
pub struct Damage;

/// Samples of one component: a line replaces the one above sample by sample, between a sample of border at either
/// side.
pub struct Lines {
    line: Vec<i32>,
    /// The border at the left of the line before.
    border: i32,
    /// The sample above at the left of the next one.
    corner: i32,
    run_index: usize,
}

impl Lines {
    /// Lines of this width, the one above black.
    pub fn new(width: usize) -> Self {
        Self {
            line: vec![0; width + 2],
            border: 0,
            corner: 0,
            run_index: 0,
        }
    }

    /// The line decoded last.
    pub fn samples(&self) -> &[i32] {
        &self.line[1..self.line.len() - 1]
    }

    fn begin(&mut self) {
        let last = self.line.len() - 1;
        self.line[last] = self.line[last - 1];
        self.line[0] = self.line[1];
        self.corner = std::mem::replace(&mut self.border, self.line[0]);
    }
}

/// Decoder of the lines of one scan.
pub struct ScanDecoder<'a> {
    parameters: &'a Parameters,
    reader: Window<'a>,
    contexts: Box<[Context; CONTEXTS]>,
    /// For samples whose neighbours differ, and are alike.
    runs: [RunContext; 2],
}

/// The median edge detector (A.4.2), of the samples left, above, and above at the left.
#[inline(always)]
fn predict(a: i32, b: i32, c: i32) -> i32 {
    (a + b - c).clamp(a.min(b), a.max(b))
}

impl<'a> ScanDecoder<'a> {
    /// A decoder at the start of a scan or of a restart interval.
    pub fn new(parameters: &'a Parameters, reader: Window<'a>) -> Self {
        Self {
            parameters,
            reader,
            contexts: Box::new([Context::new(parameters); CONTEXTS]),
            runs: [
                RunContext::new(parameters, false),
                RunContext::new(parameters, true),
            ],
        }
    }

    /// Bits read so far.
    pub fn taken(&self) -> usize {
        self.reader.taken()
    }

    /// Decodes the next line of a component.
    ///
    /// # Errors
    /// [`Damage`]; the line holds what could be read.
    pub fn line(&mut self, lines: &mut Lines) -> Result<(), Damage> {
        lines.begin();
        if self.parameters.exact {
            self.samples::<true>(lines)?;
        } else {
            self.samples::<false>(lines)?;
        }
        if self.reader.overrun() {
            Err(Damage)
        } else {
            Ok(())
        }
    }

    #[inline(never)]
    fn samples<const EXACT: bool>(&mut self, lines: &mut Lines) -> Result<(), Damage> {
        let parameters = self.parameters;
        let line = &mut lines.line[..];
        let width = line.len() - 2;
        let mut at = 1;
        let (mut a, mut b, mut c) = (line[0], line[1], lines.corner);
        while at <= width {
            // A copy, which stays in registers.
            let mut reader = self.reader;
            let contexts = &mut *self.contexts;
            let mut middle = parameters.class(b - c);
            // Neighbours move along without being read again.
            while let Some(&d) = line.get(at + 1) {
                let right = parameters.class(d - b);
                let number = (right * 9 + middle) * 9 + parameters.class(c - a);
                if number == 0 {
                    break;
                }
                let prediction = predict(a, b, c);
                a = regular::<EXACT>(&mut reader, contexts, number, prediction, parameters)
                    .inspect_err(|_| self.reader = reader)?;
                line[at] = a;
                at += 1;
                (c, b, middle) = (b, d, right);
            }
            self.reader = reader;
            if at > width {
                break;
            }
            let length = self.run_length(&mut lines.run_index, width + 1 - at)?;
            line[at..at + length].fill(a);
            at += length;
            if at <= width {
                c = line[at];
                let alike = (a - c).abs() <= parameters.near;
                let run_bits = RUN_BITS[lines.run_index];
                let error = self.run_end(usize::from(alike), run_bits)?;
                a = if alike {
                    reconstruct(a, error, parameters)
                } else {
                    reconstruct(c, if c < a { -error } else { error }, parameters)
                };
                line[at] = a;
                b = line[at + 1];
                lines.run_index = lines.run_index.saturating_sub(1);
                at += 1;
            }
        }
        Ok(())
    }

    /// Decodes the next line of all components, sample by sample; runs are those of all together.
    ///
    /// # Errors
    /// [`Damage`]; the lines hold what could be read.
    pub fn line_of_pixels(&mut self, components: &mut [Lines]) -> Result<(), Damage> {
        components.iter_mut().for_each(Lines::begin);
        if self.parameters.exact {
            self.pixels::<true>(components)?;
        } else {
            self.pixels::<false>(components)?;
        }
        if self.reader.overrun() {
            Err(Damage)
        } else {
            Ok(())
        }
    }

    #[inline(never)]
    fn pixels<const EXACT: bool>(&mut self, components: &mut [Lines]) -> Result<(), Damage> {
        let parameters = self.parameters;
        let width = components[0].line.len() - 2;
        let mut at = 1;
        while at <= width {
            let flat = |lines: &Lines| parameters.number(lines, at) == 0;
            if !components.iter().all(flat) {
                for lines in components.iter_mut() {
                    let number = parameters.number(lines, at);
                    let (a, b) = (lines.line[at - 1], lines.line[at]);
                    let prediction = predict(a, b, lines.corner);
                    let (reader, contexts) = (&mut self.reader, &mut self.contexts);
                    lines.line[at] =
                        regular::<EXACT>(reader, contexts, number, prediction, parameters)?;
                    lines.corner = b;
                }
                at += 1;
                continue;
            }
            let length = self.run_length(&mut components[0].run_index, width + 1 - at)?;
            for lines in components.iter_mut() {
                let left = lines.line[at - 1];
                lines.line[at..at + length].fill(left);
            }
            at += length;
            if at <= width {
                let run_bits = RUN_BITS[components[0].run_index];
                for lines in components.iter_mut() {
                    let (a, b) = (lines.line[at - 1], lines.line[at]);
                    let error = self.run_end(0, run_bits)?;
                    let error = if b < a { -error } else { error };
                    lines.line[at] = reconstruct(b, error, parameters);
                    lines.corner = b;
                }
                components[0].run_index = components[0].run_index.saturating_sub(1);
                at += 1;
            }
        }
        Ok(())
    }

    /// Samples of a run, at most `left` (A.7.1).
    fn run_length(&mut self, run_index: &mut usize, left: usize) -> Result<usize, Damage> {
        let mut length = 0;
        loop {
            if self.reader.take(1) == 0 {
                let bits = RUN_BITS[*run_index];
                length += self.reader.take(bits) as usize;
                return if length <= left {
                    Ok(length)
                } else {
                    Err(Damage)
                };
            }
            let block = 1 << RUN_BITS[*run_index];
            if length + block <= left {
                *run_index = (*run_index + 1).min(RUN_BITS.len() - 1);
            }
            length += block;
            if length >= left {
                return Ok(left);
            }
        }
    }

    /// The error of the sample that ends a run (A.7.2).
    fn run_end(&mut self, alike: usize, run_bits: u32) -> Result<i32, Damage> {
        let parameters = self.parameters;
        let run = &mut self.runs[alike];
        let bits = run.golomb();
        let limit = parameters.limit - run_bits - 1;
        let (mapped, length) = long_code(self.reader, bits, limit, parameters.error_bits)?;
        self.reader.consume(length);
        Ok(run.error(mapped, bits, parameters.reset))
    }
}

impl Parameters {
    /// Class of a gradient, -4 to 4 (A.3.3).
    #[inline(always)]
    fn class(&self, gradient: i32) -> i32 {
        i32::from(self.classes[gradient as usize & (CLASSES - 1)])
    }

    /// Number of the neighbourhood of a sample, negative for a mirrored one; 0 where it is flat (A.3.3, A.3.4).
    #[inline(always)]
    fn number(&self, lines: &Lines, at: usize) -> i32 {
        let [a, b, d] = [lines.line[at - 1], lines.line[at], lines.line[at + 1]];
        let c = lines.corner;
        (self.class(d - b) * 9 + self.class(b - c)) * 9 + self.class(c - a)
    }
}

/// A sample outside of runs.
#[inline(always)]
fn regular<const EXACT: bool>(
    reader: &mut Window<'_>,
    contexts: &mut [Context; CONTEXTS],
    number: i32,
    prediction: i32,
    parameters: &Parameters,
) -> Result<i32, Damage> {
    // All ones for a mirrored neighbourhood: exclusive or and subtraction turn a sign around.
    let mirror = number >> 31;
    let context = &mut contexts[number.unsigned_abs() as usize & (CONTEXTS - 1)];
    let correction = (context.correction() ^ mirror) - mirror;
    let mut prediction = prediction + correction;
    if prediction as u32 > parameters.largest as u32 {
        prediction = if prediction < 0 {
            0
        } else {
            parameters.largest
        };
    }
    let mapped = code(reader, context.golomb(), parameters)?;
    let mut error = (mapped >> 1) ^ -(mapped & 1);
    let near = if EXACT { 0 } else { parameters.near };
    if near == 0 {
        error ^= context.turn();
    }
    context.update(error, near, parameters.reset);
    let error = (error ^ mirror) - mirror;
    Ok(if EXACT {
        (prediction + error) & parameters.largest
    } else {
        reconstruct(prediction, error, parameters)
    })
}

/// The sample that a prediction and a quantised error give (A.4.5).
#[inline(always)]
fn reconstruct(prediction: i32, error: i32, parameters: &Parameters) -> i32 {
    let &Parameters {
        near,
        range,
        largest,
        ..
    } = parameters;
    let step = 2 * near + 1;
    let mut value = prediction + error * step;
    if value < -near {
        value += range * step;
    } else if value > largest + near {
        value -= range * step;
    }
    value.clamp(0, largest)
}

/// A Golomb code outside of runs (A.5.3).
#[inline(always)]
fn code(reader: &mut Window<'_>, bits: u32, parameters: &Parameters) -> Result<i32, Damage> {
    let window = reader.peek();
    let zeros = window.leading_zeros();
    if (zeros <= parameters.most_zeros) & (bits <= MOST_BITS) {
        reader.consume(zeros + 1 + bits);
        // The bit after the zeros is a one, above all others.
        let low = (window >> (63 - zeros - bits)) as i32;
        return Ok(((zeros as i32 - 1) << bits) + low);
    }
    let (mapped, length) = long_code(*reader, bits, parameters.limit, parameters.error_bits)?;
    reader.consume(length);
    Ok(mapped)
}

/// A Golomb code of at most `limit` bits (A.5.3), and its length.
#[cold]
fn long_code(
    mut reader: Window<'_>,
    bits: u32,
    limit: u32,
    error_bits: u32,
) -> Result<(i32, u32), Damage> {
    /// Zeros that are looked at at once.
    const STEP: u32 = 32;
    let longest = limit.saturating_sub(error_bits + 1);
    let mut zeros = 0;
    loop {
        let found = reader.peek().leading_zeros().min(STEP);
        reader.consume(found);
        zeros += found;
        if zeros > longest {
            return Err(Damage);
        }
        if found < STEP {
            break;
        }
    }
    reader.consume(1);
    if zeros == longest {
        let value = reader.take(error_bits) as i32 + 1;
        return Ok((value, zeros + 1 + error_bits));
    }
    if bits > MOST_BITS {
        return Err(Damage);
    }
    let low = reader.take(bits);
    Ok(((zeros << bits | low) as i32, zeros + 1 + bits))
}
