//! Pictures that arrive in decode order, numbered in the order of the screen.

use std::collections::BTreeSet;

/// Stands for a picture without a number.
const UNNUMBERED: u32 = u32::MAX;

/// Numbers pictures as a decoder brings them out: once so many later ones wait that none which is
/// still to come can be shown before, or once the stream states it. A number never changes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Order {
    /// Pictures that may be decoded before one that is shown before them.
    depth: usize,
    /// Order on the screen and index of pictures that wait for their number.
    waiting: BTreeSet<(i64, u32)>,
    /// Picture of each number.
    pictures: Vec<u32>,
    /// Number of each picture.
    numbers: Vec<u32>,
}

impl Order {
    /// An order in which at most `depth` pictures are decoded ahead of one shown before them.
    pub fn new(depth: usize) -> Self {
        Self {
            depth,
            ..Self::default()
        }
    }

    /// Adds the next picture in decode order.
    pub fn push(&mut self, order: i64) {
        self.waiting.insert((order, self.numbers.len() as u32));
        self.numbers.push(UNNUMBERED);
        while self.waiting.len() > self.depth {
            self.number_first();
        }
    }

    /// Nothing that is still to come is shown before this.
    pub fn settle(&mut self, order: i64) {
        while self.waiting.first().is_some_and(|first| first.0 <= order) {
            self.number_first();
        }
    }

    /// All that waits is shown before what is still to come.
    pub fn close(&mut self) {
        self.settle(i64::MAX);
    }

    fn number_first(&mut self) {
        if let Some((_, picture)) = self.waiting.pop_first() {
            self.numbers[picture as usize] = self.pictures.len() as u32;
            self.pictures.push(picture);
        }
    }

    /// Picture of each number so far, both from 0.
    pub fn pictures(&self) -> &[u32] {
        &self.pictures
    }

    /// Number of a picture; none while it is open.
    pub fn number(&self, picture: usize) -> Option<u32> {
        let number = self.numbers.get(picture).copied()?;
        (number != UNNUMBERED).then_some(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_given_once_nothing_can_come_before() {
        let mut order = Order::new(2);
        let mut known = Vec::new();
        for place in [0, 8, 4, 2, 6, 16, 12] {
            order.push(place);
            known.push(order.pictures().len());
        }
        assert_eq!(known, [0, 0, 1, 2, 3, 4, 5]);
        order.close();
        assert_eq!(order.pictures(), [0, 3, 2, 4, 1, 6, 5]);
        assert_eq!(order.number(3), Some(1));
        assert_eq!(order.number(7), None);
    }

    #[test]
    fn what_the_stream_settles_does_not_wait() {
        let mut order = Order::new(16);
        order.push(0);
        order.settle(0);
        assert_eq!(order.pictures(), [0]);
        order.push(4);
        order.push(2);
        order.settle(3);
        assert_eq!(order.pictures(), [0, 2]);
        // A late picture is shown next, as in a decoder.
        order.push(1);
        order.close();
        assert_eq!(order.pictures(), [0, 2, 3, 1]);
    }
}
