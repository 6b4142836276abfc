//! Tag trees (ISO 15444-1 B.10.2): numbers of a grid of code blocks, coded by bounds that neighbours share.

use super::header_bits::HeaderBits;

/// A node knows its value, or a bound below it.
#[derive(Clone, Copy, Default)]
struct Node {
    least: u16,
    known: bool,
}

/// The tree over a grid.
pub struct TagTree {
    /// Columns of each level and its first node, from the leaves to the root.
    levels: Vec<(usize, usize)>,
    nodes: Vec<Node>,
}

impl TagTree {
    /// A tree about whose values nothing is known.
    pub fn new(across: usize, down: usize) -> Self {
        let (mut across, mut down) = (across.max(1), down.max(1));
        let mut levels = Vec::new();
        let mut count = 0;
        loop {
            levels.push((across, count));
            count += across * down;
            if across * down == 1 {
                break;
            }
            (across, down) = (across.div_ceil(2), down.div_ceil(2));
        }
        Self {
            levels,
            nodes: vec![Node::default(); count],
        }
    }

    /// Reads until it is known whether the value of a leaf is below `bound`. None where bits end.
    pub fn is_below(
        &mut self,
        (x, y): (usize, usize),
        bound: u16,
        bits: &mut HeaderBits<'_>,
    ) -> Option<bool> {
        let mut least = 0;
        let mut known = false;
        for (level, (across, first)) in self.levels.iter().enumerate().rev() {
            let node = &mut self.nodes[first + (y >> level) * across + (x >> level)];
            node.least = node.least.max(least);
            while node.least < bound && !node.known {
                if bits.bit()? == 1 {
                    node.known = true;
                } else {
                    node.least += 1;
                }
            }
            least = node.least;
            known = node.known;
        }
        Some(known && least < bound)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of figure B.12 and table B.5: a grid of 6 x 3 whose first leaves are 1, 3 and 2.
    #[test]
    fn the_example_of_the_standard() {
        // q(0,0) = 1 is coded 01111, q(1,0) = 3 is 001, q(2,0) = 2 is 101.
        let bytes = [0b0111_1001, 0b1010_0000];
        let mut bits = HeaderBits::new(&bytes);
        let mut tree = TagTree::new(6, 3);
        let mut value = |x| {
            let mut bound = 1;
            while !tree.is_below((x, 0), bound, &mut bits).unwrap() {
                bound += 1;
            }
            bound - 1
        };
        assert_eq!([value(0), value(1), value(2)], [1, 3, 2]);
    }
}
