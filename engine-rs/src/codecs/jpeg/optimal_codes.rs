//! Huffman codes made for what is to be coded (T.81 annex K.2), so that no symbol is without a code.

/// Symbols of a table, and one that keeps the code of only ones unused.
const SYMBOLS: usize = 257;
/// Longest code a stream may have.
const MAX_LENGTH: usize = 16;

/// Codes of one table.
#[derive(Debug, Clone)]
pub struct OptimalCodes {
    /// How many codes have each length from 1 on.
    pub counts: [u8; MAX_LENGTH],
    /// Symbols in the order of their codes.
    pub symbols: Vec<u8>,
    codes: [(u16, u8); 256],
}

impl OptimalCodes {
    /// The shortest codes for symbols that occur so often.
    pub fn of(occurrences: &[u32; 256]) -> Self {
        let lengths = code_lengths(occurrences);
        let mut counts = lengths_used(&lengths);
        shorten(&mut counts);
        let mut symbols: Vec<u8> = (0..=255u8)
            .filter(|&symbol| lengths[usize::from(symbol)] > 0)
            .collect();
        symbols.sort_by_key(|&symbol| (lengths[usize::from(symbol)], symbol));
        let mut codes = [(0, 0); 256];
        let mut code = 0u32;
        let mut next = symbols.iter();
        for (index, &count) in counts[1..=MAX_LENGTH].iter().enumerate() {
            for &symbol in next.by_ref().take(count) {
                codes[usize::from(symbol)] = (code as u16, index as u8 + 1);
                code += 1;
            }
            code <<= 1;
        }
        let counts = std::array::from_fn(|index| counts[index + 1] as u8);
        Self {
            counts,
            symbols,
            codes,
        }
    }

    /// Bits and length of a symbol's code.
    pub fn code(&self, symbol: u8) -> (u32, u32) {
        let (bits, length) = self.codes[usize::from(symbol)];
        (u32::from(bits), u32::from(length))
    }
}

/// Length of every symbol's code, however long (figure K.1).
fn code_lengths(occurrences: &[u32; 256]) -> [usize; SYMBOLS] {
    let mut weights = [0u64; SYMBOLS];
    for (weight, &count) in weights.iter_mut().zip(occurrences) {
        *weight = u64::from(count);
    }
    weights[SYMBOLS - 1] = 1;
    let mut lengths = [0; SYMBOLS];
    let mut groups: Vec<Vec<usize>> = (0..SYMBOLS).map(|symbol| vec![symbol]).collect();
    // The lightest, and of equals the last.
    let lightest = |weights: &[u64; SYMBOLS], but: Option<usize>| {
        (0..SYMBOLS)
            .filter(|&index| weights[index] > 0 && Some(index) != but)
            .min_by_key(|&index| (weights[index], SYMBOLS - index))
    };
    while let Some(first) = lightest(&weights, None)
        && let Some(second) = lightest(&weights, Some(first))
    {
        weights[first] += weights[second];
        weights[second] = 0;
        let joined = std::mem::take(&mut groups[second]);
        groups[first].extend(joined);
        for &symbol in &groups[first] {
            lengths[symbol] += 1;
        }
    }
    lengths
}

fn lengths_used(lengths: &[usize; SYMBOLS]) -> [usize; SYMBOLS] {
    let mut counts = [0; SYMBOLS];
    for &length in lengths {
        counts[length] += 1;
    }
    counts[0] = 0;
    counts
}

/// Limits codes to [`MAX_LENGTH`] bits and removes the code of the reserved symbol (figure K.3).
fn shorten(counts: &mut [usize; SYMBOLS]) {
    for length in (MAX_LENGTH + 1..SYMBOLS).rev() {
        while counts[length] > 0 {
            let shorter = (1..length - 1).rev().find(|&shorter| counts[shorter] > 0);
            let Some(shorter) = shorter else {
                break;
            };
            counts[length] -= 2;
            counts[length - 1] += 1;
            counts[shorter + 1] += 2;
            counts[shorter] -= 1;
        }
    }
    if let Some(longest) = counts.iter().rposition(|&count| count > 0) {
        counts[longest] -= 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codecs::jpeg::huffman::Huffman;

    #[test]
    fn lengths_are_those_of_huffman() {
        // With the symbol that is none, 1 + 1 + 2 + 4 + 8: lengths 4, 3, 2, 1, and 4 for none.
        let mut occurrences = [0; 256];
        for (symbol, count) in [(7, 1), (8, 2), (9, 4), (10, 8)] {
            occurrences[symbol] = count;
        }
        let codes = OptimalCodes::of(&occurrences);
        assert_eq!(codes.counts[..5], [1, 1, 1, 1, 0]);
        assert_eq!(codes.symbols, [10, 9, 8, 7]);
        assert_eq!(codes.code(10), (0, 1));
        assert_eq!(codes.code(7), (0b1110, 4));
    }

    #[test]
    fn codes_of_any_weights_fit_into_16_bits() {
        // Fibonacci numbers make the longest codes there are.
        let mut occurrences = [0; 256];
        let (mut a, mut b) = (1u32, 1u32);
        for place in occurrences.iter_mut().take(40) {
            *place = a;
            (a, b) = (b, a + b);
        }
        let codes = OptimalCodes::of(&occurrences);
        let total: usize = codes.counts.iter().map(|&count| usize::from(count)).sum();
        assert_eq!((total, codes.symbols.len()), (40, 40));
        assert!(Huffman::new(&codes.counts, &codes.symbols).is_ok());
        let one = OptimalCodes::of(&std::array::from_fn(|symbol| u32::from(symbol == 5)));
        assert_eq!((one.code(5), one.symbols), ((0, 1), vec![5]));
    }
}
