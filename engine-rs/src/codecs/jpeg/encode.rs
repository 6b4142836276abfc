//! Sequential streams from coefficients (T.81 F.1.2): tables, headers and one scan, or a scan for each
//! component where an MCU would hold too many blocks.

use super::coded::Coded;
use super::header::{NATURAL, malformed};
use super::optimal_codes::OptimalCodes;
use crate::error::EngineError;

/// Most blocks of an MCU (T.81 B.2.3).
const MAX_MCU_BLOCKS: u32 = 10;
/// Largest category of a DC difference and of a coefficient (T.81 F.1.2.1 and F.1.2.2, 12 bits).
const MAX_CATEGORY: u32 = 15;
/// Run of 16 zeros.
const LONG_RUN: u8 = 0xf0;
/// End of block.
const END: u8 = 0;

/// Parts of a scan.
enum Token {
    /// A symbol of a table, and the bits after its code.
    Code {
        table: usize,
        symbol: u8,
        bits: u32,
        count: u32,
    },
    /// A restart marker of this number.
    Restart(u8),
}

/// Tables of a stream: DC and AC for the first component, DC and AC for the others.
const TABLES: usize = 4;

fn tables_of(component: usize) -> (usize, usize) {
    if component == 0 { (0, 1) } else { (2, 3) }
}

/// The stream of a picture, with Huffman codes made for its coefficients.
///
/// # Errors
/// `malformed-frame` for coefficients that no code is defined for.
pub fn write(coded: &Coded) -> Result<Vec<u8>, EngineError> {
    let scans = scans_of(coded);
    let mut occurrences = [[0u32; 256]; TABLES];
    for scan in &scans {
        walk(coded, scan, &mut |token| {
            if let Token::Code { table, symbol, .. } = token {
                occurrences[table][usize::from(symbol)] += 1;
            }
        })?;
    }
    let codes: Vec<OptimalCodes> = occurrences.iter().map(OptimalCodes::of).collect();
    let mut stream = vec![0xff, 0xd8];
    stream.extend_from_slice(&coded.applications);
    put_steps(&mut stream, coded);
    put_frame(&mut stream, coded);
    put_codes(&mut stream, &codes, coded.components());
    for (number, scan) in scans.iter().enumerate() {
        if number == 0 && coded.restart_interval > 0 {
            let interval = coded.restart_interval as u16;
            put_segment(&mut stream, 0xdd, &interval.to_be_bytes());
        }
        put_scan(&mut stream, coded, scan, &codes)?;
    }
    stream.extend([0xff, 0xd9]);
    Ok(stream)
}

/// Components of each scan.
fn scans_of(coded: &Coded) -> Vec<Vec<usize>> {
    let components = &coded.frame.components;
    let blocks = |of: &super::header::Component| of.factors.0 * of.factors.1;
    let all: Vec<usize> = (0..components.len()).collect();
    if components.len() == 1 || components.iter().map(blocks).sum::<u32>() <= MAX_MCU_BLOCKS {
        vec![all]
    } else {
        all.into_iter().map(|component| vec![component]).collect()
    }
}

/// Hands over every token of a scan in order.
fn walk(coded: &Coded, scan: &[usize], emit: &mut impl FnMut(Token)) -> Result<(), EngineError> {
    let frame = &coded.frame;
    let alone = scan.len() == 1;
    let (width, height, mcu) = match scan {
        [only] => {
            let size = frame.components[*only].size;
            (size.0, size.1, (8, 8))
        }
        _ => (
            frame.width,
            frame.height,
            (8 * frame.most.0, 8 * frame.most.1),
        ),
    };
    let columns = width.div_ceil(mcu.0) as usize;
    let rows = height.div_ceil(mcu.1) as usize;
    let mut means = [0i32; 4];
    for index in 0..columns * rows {
        let interval = coded.restart_interval;
        if interval > 0 && index > 0 && index.is_multiple_of(interval) {
            emit(Token::Restart(((index / interval - 1) % 8) as u8));
            means = [0; 4];
        }
        let (column, row) = (index % columns, index / columns);
        for &component in scan {
            let (across, down) = match frame.components[component].factors {
                _ if alone => (1, 1),
                (h, v) => (h as usize, v as usize),
            };
            for block in 0..across * down {
                let at = (
                    column * across + block % across,
                    row * down + block / across,
                );
                let values = coded.block(component, at);
                put_block(values, component, &mut means[component], emit)?;
            }
        }
    }
    Ok(())
}

fn put_block(
    values: &[i16; 64],
    component: usize,
    mean: &mut i32,
    emit: &mut impl FnMut(Token),
) -> Result<(), EngineError> {
    let (dc, ac) = tables_of(component);
    let value = i32::from(values[0]);
    let difference = value - *mean;
    *mean = value;
    emit(token(dc, 0, difference)?);
    let mut run = 0;
    for &position in &NATURAL[1..64] {
        let value = i32::from(values[usize::from(position)]);
        if value == 0 {
            run += 1;
            continue;
        }
        while run > 15 {
            emit(symbol(ac, LONG_RUN));
            run -= 16;
        }
        emit(token(ac, run, value)?);
        run = 0;
    }
    if run > 0 {
        emit(symbol(ac, END));
    }
    Ok(())
}

fn symbol(table: usize, symbol: u8) -> Token {
    Token::Code {
        table,
        symbol,
        bits: 0,
        count: 0,
    }
}

/// A value after a run of zeros: its category, then its bits, those of negative values less one.
fn token(table: usize, run: u8, value: i32) -> Result<Token, EngineError> {
    let category = 32 - value.unsigned_abs().leading_zeros();
    if category > MAX_CATEGORY {
        return Err(malformed("a coefficient beyond all categories"));
    }
    let bits = if value < 0 { value - 1 } else { value } as u32 & ((1 << category) - 1);
    Ok(Token::Code {
        table,
        symbol: run << 4 | category as u8,
        bits,
        count: category,
    })
}

fn put_segment(stream: &mut Vec<u8>, code: u8, content: &[u8]) {
    stream.extend([0xff, code]);
    stream.extend((content.len() as u16 + 2).to_be_bytes());
    stream.extend_from_slice(content);
}

/// A table for each component: two with the same number may have had different ones in turn.
fn put_steps(stream: &mut Vec<u8>, coded: &Coded) {
    for (index, steps) in coded.steps.iter().enumerate() {
        let is_wide = steps.iter().any(|&step| step > 255);
        let mut content = vec![u8::from(is_wide) << 4 | index as u8];
        for &step in steps {
            if is_wide {
                content.extend(step.to_be_bytes());
            } else {
                content.push(step as u8);
            }
        }
        put_segment(stream, 0xdb, &content);
    }
}

fn put_frame(stream: &mut Vec<u8>, coded: &Coded) {
    let frame = &coded.frame;
    let mut content = vec![frame.precision];
    content.extend((frame.height as u16).to_be_bytes());
    content.extend((frame.width as u16).to_be_bytes());
    content.push(frame.components.len() as u8);
    for (index, component) in frame.components.iter().enumerate() {
        let factors = component.factors.0 << 4 | component.factors.1;
        content.extend([component.id, factors as u8, index as u8]);
    }
    put_segment(
        stream,
        if coded.is_extended() { 0xc1 } else { 0xc0 },
        &content,
    );
}

fn put_codes(stream: &mut Vec<u8>, codes: &[OptimalCodes], components: usize) {
    let used = if components == 1 { 2 } else { TABLES };
    for (index, table) in codes.iter().take(used).enumerate() {
        let (class, number) = (index as u8 % 2, index as u8 / 2);
        let content = [&[class << 4 | number], &table.counts[..], &table.symbols].concat();
        put_segment(stream, 0xc4, &content);
    }
}

fn put_scan(
    stream: &mut Vec<u8>,
    coded: &Coded,
    scan: &[usize],
    codes: &[OptimalCodes],
) -> Result<(), EngineError> {
    let mut content = vec![scan.len() as u8];
    for &component in scan {
        let table = u8::from(component > 0);
        content.extend([coded.frame.components[component].id, table << 4 | table]);
    }
    content.extend([0, 63, 0]);
    put_segment(stream, 0xda, &content);
    let mut bits = BitWriter::new(stream);
    walk(coded, scan, &mut |token| match token {
        Token::Code {
            table,
            symbol,
            bits: value,
            count,
        } => {
            let (code, length) = codes[table].code(symbol);
            bits.put(code, length);
            bits.put(value, count);
        }
        Token::Restart(number) => {
            bits.flush();
            bits.stream.extend([0xff, 0xd0 + number]);
        }
    })?;
    bits.flush();
    Ok(())
}

/// Entropy-coded bits, with a zero byte after each byte of only ones (T.81 F.1.2.3).
struct BitWriter<'a> {
    stream: &'a mut Vec<u8>,
    bits: u64,
    count: u32,
}

impl<'a> BitWriter<'a> {
    fn new(stream: &'a mut Vec<u8>) -> Self {
        Self {
            stream,
            bits: 0,
            count: 0,
        }
    }

    fn put(&mut self, value: u32, count: u32) {
        self.bits = self.bits << count | u64::from(value);
        self.count += count;
        while self.count >= 8 {
            self.count -= 8;
            let byte = (self.bits >> self.count) as u8;
            self.stream.push(byte);
            if byte == 0xff {
                self.stream.push(0);
            }
        }
    }

    /// Fills the last byte with ones.
    fn flush(&mut self) {
        if self.count > 0 {
            let missing = 8 - self.count;
            self.put((1 << missing) - 1, missing);
        }
    }
}
