//! Lookup tables of PALETTE COLOR, up to the last entry the descriptor names (PS3.3 C.7.6.3.1.5).

/// Entries of a descriptor; 0 stands for 65536.
pub fn entries_of(descriptor: &[u16]) -> Option<usize> {
    match descriptor {
        [0, ..] => Some(65_536),
        [count, ..] => Some(usize::from(*count)),
        [] => None,
    }
}

/// The entries of a plain table. Whether a word holds one or two of them follows from the length of the
/// value, as where the table is read.
pub fn used_entries(table: &[u8], entries: usize) -> &[u8] {
    let bytes = if table.len() <= entries + 1 && table.len() < entries * 2 {
        entries
    } else {
        entries * 2
    };
    &table[..bytes.min(table.len())]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_follows_the_last_entry_goes() {
        assert_eq!(used_entries(b"abcdefsecret", 3), b"abcdef");
        assert_eq!(used_entries(b"abc\0", 3), b"abc");
        assert_eq!(used_entries(b"ab", 3), b"ab");
        assert_eq!(entries_of(&[0, 0, 16]), Some(65_536));
        assert_eq!(entries_of(&[]), None);
    }
}
