//! Segmented Palette Color Lookup Table Data, expanded (PS3.3 C.7.9.2).

const DISCRETE: u16 = 0;
const LINEAR: u16 = 1;
const INDIRECT: u16 = 2;

/// Expands segments of 16-bit words to at most `entries` entries; stops at the first invalid one.
pub fn expand(words: &[u16], entries: usize) -> Vec<u16> {
    let mut table = Vec::with_capacity(entries);
    let mut rest = words;
    while table.len() < entries {
        match segment(words, rest, entries, &mut table) {
            Some(used) => rest = &rest[used..],
            None => break,
        }
    }
    table.truncate(entries);
    table
}

/// Words of the segments that are expanded: later words do not belong to the table.
pub fn used_words(words: &[u16], entries: usize) -> usize {
    let mut table = Vec::with_capacity(entries);
    let mut rest = words;
    while table.len() < entries {
        match segment(words, rest, entries, &mut table) {
            Some(used) => rest = &rest[used..],
            None => break,
        }
    }
    words.len() - rest.len()
}

/// Expands one segment at the start of `rest`; returns its length in words.
fn segment(words: &[u16], rest: &[u16], entries: usize, table: &mut Vec<u16>) -> Option<usize> {
    if rest.first() != Some(&INDIRECT) {
        return direct(rest, table);
    }
    // A copy of earlier segments, named by their offset in bytes; copies are not nested.
    let [_, count, low, high, ..] = *rest else {
        return None;
    };
    let offset = usize::from(low) | usize::from(high) << 16;
    let mut copied = words.get(offset / 2..)?;
    for _ in 0..count {
        if table.len() >= entries {
            break;
        }
        copied = copied.get(direct(copied, table)?..)?;
    }
    Some(4)
}

fn direct(rest: &[u16], table: &mut Vec<u16>) -> Option<usize> {
    let [code, length, ..] = *rest else {
        return None;
    };
    let length = usize::from(length);
    match code {
        DISCRETE => {
            table.extend_from_slice(rest.get(2..2 + length)?);
            Some(2 + length)
        }
        LINEAR => {
            let from = f64::from(*table.last()?);
            let to = f64::from(*rest.get(2)?);
            let step = (to - from) / length as f64;
            table.extend((1..=length).map(|index| (from + step * index as f64).round() as u16));
            Some(3)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn segments_are_copied_interpolated_and_repeated() {
        let words = [
            0, 2, 10, 20, // 10 20
            1, 4, 60, // 30 40 50 60
            2, 2, 0, 0, // both once more
        ];
        let expected = [10, 20, 30, 40, 50, 60, 10, 20, 30, 40, 50, 60];
        assert_eq!(expand(&words, 12), expected);
        assert_eq!(expand(&words, 5), expected[..5]);
    }

    #[test]
    fn senseless_segments_end_the_table() {
        assert!(expand(&[1, 3, 5], 10).is_empty());
        assert_eq!(expand(&[0, 1, 7, 9, 9, 9], 10), [7]);
        assert!(expand(&[0, 9, 1], 10).is_empty());
        assert!(expand(&[2, 1, 0, 0], 10).is_empty());
    }
}
