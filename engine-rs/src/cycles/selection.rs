//! Choosing contiguous cycles (docs/specification.md#image-analysis).

use super::refusal::MarkRefusal;

/// Most cycles where a project leaves the number to the user.
pub const USER_DEFINED_MAX_CYCLES: usize = 1000;

/// The chosen cycles in order, each once, checked.
///
/// # Errors
/// `too-many-cycles`, `not-contiguous`.
pub fn check_selection(chosen: &[usize], max: usize) -> Result<Vec<usize>, MarkRefusal> {
    let mut cycles = chosen.to_vec();
    cycles.sort_unstable();
    cycles.dedup();
    if cycles.len() > max {
        return Err(MarkRefusal::TooManyCycles { max });
    }
    if cycles.windows(2).any(|pair| pair[1] - pair[0] != 1) {
        return Err(MarkRefusal::NotContiguous);
    }
    Ok(cycles)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_selection_is_contiguous_and_not_too_long() {
        assert_eq!(check_selection(&[4, 3, 4], 3), Ok(vec![3, 4]));
        assert_eq!(check_selection(&[1, 3], 3), Err(MarkRefusal::NotContiguous));
        let four = check_selection(&[1, 2, 3, 4], 3);
        assert_eq!(four, Err(MarkRefusal::TooManyCycles { max: 3 }));
        assert_eq!(check_selection(&[], 3), Ok(Vec::new()));
        assert!(check_selection(&(0..1000).collect::<Vec<_>>(), USER_DEFINED_MAX_CYCLES).is_ok());
    }
}
