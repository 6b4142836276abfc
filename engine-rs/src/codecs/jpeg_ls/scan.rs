//! One scan: lines of samples from codes and their neighbours (ISO 14495-1 A.2 to A.8).

use super::context::{Context, RunContext};
use super::parameters::Parameters;
use crate::codecs::bits::BitReader;

/// Kinds of neighbourhoods, mirrored ones taken together, are 365; the next power of two needs no
/// check of bounds.
const CONTEXTS: usize = 512;
/// Bits of the length of a run, by how long runs have been (A.7.1.1).
const RUN_BITS: [u32; 32] = [
    0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 9, 10, 11, 12, 13,
    14, 15,
];

/// The bits are not a code of this scan.
pub struct Damage;

/// Samples of one component: the line being decoded and the one above, a sample of border at the
/// left and one at the right.
pub struct Lines {
    above: Vec<i32>,
    line: Vec<i32>,
    run_index: usize,
}

impl Lines {
    /// Lines of this width, the one above black.
    pub fn new(width: usize) -> Self {
        Self {
            above: vec![0; width + 2],
            line: vec![0; width + 2],
            run_index: 0,
        }
    }

    /// The line decoded last.
    pub fn samples(&self) -> &[i32] {
        &self.above[1..self.above.len() - 1]
    }

    fn begin(&mut self) {
        let last = self.above.len() - 1;
        self.above[last] = self.above[last - 1];
        self.line[0] = self.above[1];
    }

    fn end(&mut self) {
        std::mem::swap(&mut self.above, &mut self.line);
    }
}

/// Decoder of the lines of one scan.
pub struct ScanDecoder<'a> {
    parameters: &'a Parameters,
    reader: BitReader<'a>,
    contexts: Box<[Context; CONTEXTS]>,
    /// For samples whose neighbours differ, and are alike.
    runs: [RunContext; 2],
}

/// Neighbours of a sample: left, above, above at the left, above at the right.
struct Neighbours {
    a: i32,
    b: i32,
    c: i32,
    d: i32,
}

impl Neighbours {
    #[inline(always)]
    fn of(lines: &Lines, at: usize) -> Self {
        Self {
            a: lines.line[at - 1],
            b: lines.above[at],
            c: lines.above[at - 1],
            d: lines.above[at + 1],
        }
    }

    /// The median edge detector (A.4.2).
    #[inline(always)]
    fn prediction(&self) -> i32 {
        let (low, high) = (self.a.min(self.b), self.a.max(self.b));
        (self.a + self.b - self.c).clamp(low, high)
    }
}

impl<'a> ScanDecoder<'a> {
    /// A decoder at the start of a scan or of a restart interval.
    pub fn new(parameters: &'a Parameters, reader: BitReader<'a>) -> Self {
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
        let done = if self.parameters.near == 0 {
            self.samples::<true>(lines)
        } else {
            self.samples::<false>(lines)
        };
        lines.end();
        done?;
        if self.reader.overrun() {
            Err(Damage)
        } else {
            Ok(())
        }
    }

    fn samples<const LOSSLESS: bool>(&mut self, lines: &mut Lines) -> Result<(), Damage> {
        let width = lines.line.len() - 2;
        let mut at = 1;
        while at <= width {
            let mut near = Neighbours::of(lines, at);
            let mut context = self.context(&near);
            // Neighbours move along without being read again.
            while context != 0 {
                let sample = self.regular::<LOSSLESS>(context, near.prediction())?;
                lines.line[at] = sample;
                at += 1;
                if at > width {
                    return Ok(());
                }
                near = Neighbours {
                    a: sample,
                    b: near.d,
                    c: near.b,
                    d: lines.above[at + 1],
                };
                context = self.context(&near);
            }
            let length = self.run_length(&mut lines.run_index, width + 1 - at)?;
            lines.line[at..at + length].fill(near.a);
            at += length;
            if at <= width {
                let (a, b) = (near.a, lines.above[at]);
                let alike = (a - b).abs() <= self.parameters.near;
                let run_bits = RUN_BITS[lines.run_index];
                let error = self.run_end(usize::from(alike), run_bits)?;
                lines.line[at] = if alike {
                    self.reconstruct(a, error)
                } else {
                    self.reconstruct(b, if b < a { -error } else { error })
                };
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
        let done = self.pixels(components);
        components.iter_mut().for_each(Lines::end);
        done?;
        if self.reader.overrun() {
            Err(Damage)
        } else {
            Ok(())
        }
    }

    fn pixels(&mut self, components: &mut [Lines]) -> Result<(), Damage> {
        let width = components[0].line.len() - 2;
        let mut at = 1;
        while at <= width {
            let mut flat = true;
            for lines in components.iter() {
                flat &= self.context(&Neighbours::of(lines, at)) == 0;
            }
            if !flat {
                for lines in components.iter_mut() {
                    let near = Neighbours::of(lines, at);
                    let context = self.context(&near);
                    lines.line[at] = self.regular::<false>(context, near.prediction())?;
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
                    let (a, b) = (lines.line[at - 1], lines.above[at]);
                    let error = self.run_end(0, run_bits)?;
                    lines.line[at] = self.reconstruct(b, if b < a { -error } else { error });
                }
                components[0].run_index = components[0].run_index.saturating_sub(1);
                at += 1;
            }
        }
        Ok(())
    }

    /// Number of the neighbourhood, negative for a mirrored one; 0 where it is flat (A.3.3, A.3.4).
    #[inline(always)]
    fn context(&self, near: &Neighbours) -> i32 {
        let classes = &self.parameters.classes;
        let middle = self.parameters.largest;
        let class = |gradient: i32| i32::from(classes[(gradient + middle) as usize]);
        class(near.d - near.b) * 81 + class(near.b - near.c) * 9 + class(near.c - near.a)
    }

    /// A sample outside of runs.
    #[inline(always)]
    fn regular<const LOSSLESS: bool>(
        &mut self,
        number: i32,
        prediction: i32,
    ) -> Result<i32, Damage> {
        let parameters = self.parameters;
        // All ones for a mirrored neighbourhood: exclusive or and subtraction turn a sign around.
        let mirror = number >> 31;
        let context = &mut self.contexts[number.unsigned_abs() as usize & (CONTEXTS - 1)];
        let correction = (context.c ^ mirror) - mirror;
        let prediction = (prediction + correction).clamp(0, parameters.largest);
        let bits = context.golomb();
        let mapped = code(
            &mut self.reader,
            bits,
            parameters.limit,
            parameters.error_bits,
        )?;
        let mut error = (mapped >> 1) ^ -(mapped & 1);
        let near = if LOSSLESS { 0 } else { parameters.near };
        if near == 0 && bits == 0 && context.is_turned() {
            error = !error;
        }
        context.update(error, near, parameters.reset);
        let error = (error ^ mirror) - mirror;
        Ok(
            if LOSSLESS && parameters.range & (parameters.range - 1) == 0 {
                (prediction + error) & parameters.largest
            } else {
                self.reconstruct(prediction, error)
            },
        )
    }

    /// The sample that a prediction and a quantised error give (A.4.5).
    #[inline(always)]
    fn reconstruct(&self, prediction: i32, error: i32) -> i32 {
        let Parameters {
            near,
            range,
            largest,
            ..
        } = *self.parameters;
        let step = 2 * near + 1;
        let mut value = prediction + error * step;
        if value < -near {
            value += range * step;
        } else if value > largest + near {
            value -= range * step;
        }
        value.clamp(0, largest)
    }

    /// Samples of a run, at most `left` (A.7.1).
    fn run_length(&mut self, run_index: &mut usize, left: usize) -> Result<usize, Damage> {
        let mut length = 0;
        loop {
            self.reader.refill();
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
        let mapped = code(&mut self.reader, bits, limit, parameters.error_bits)?;
        Ok(run.error(mapped, bits, parameters.reset))
    }
}

/// A Golomb code of at most `limit` bits (A.5.3).
#[inline(always)]
fn code(reader: &mut BitReader<'_>, bits: u32, limit: u32, error_bits: u32) -> Result<i32, Damage> {
    reader.refill();
    let zeros = reader.leading_zeros();
    if zeros < 16 && bits <= 15 && zeros + error_bits + 1 < limit {
        reader.consume(zeros + 1);
        return Ok((zeros << bits | reader.take(bits)) as i32);
    }
    long_code(reader, bits, limit, error_bits)
}

#[cold]
fn long_code(
    reader: &mut BitReader<'_>,
    bits: u32,
    limit: u32,
    error_bits: u32,
) -> Result<i32, Damage> {
    let longest = limit.saturating_sub(error_bits + 1);
    let mut zeros = 0;
    loop {
        reader.refill();
        let found = reader.leading_zeros().min(31);
        reader.consume(found);
        zeros += found;
        if zeros > longest {
            return Err(Damage);
        }
        if found < 31 {
            break;
        }
    }
    reader.refill();
    reader.consume(1);
    let (value, bits) = if zeros < longest {
        (zeros, bits)
    } else {
        (0, error_bits)
    };
    let low = reader.take(bits.min(16));
    reader.refill();
    // Codes of more than 16 low bits occur with damaged statistics only.
    if bits > 16 {
        return Err(Damage);
    }
    let mapped = value << bits | low;
    Ok(if zeros < longest {
        mapped as i32
    } else {
        low as i32 + 1
    })
}
