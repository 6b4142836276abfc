//! Which pixels of a picture are shown and which are blacked out.

/// Pixels that are blacked out, with sums from which any rectangle is counted at once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Coverage {
    /// Columns of the picture.
    pub width: usize,
    /// Rows of the picture.
    pub height: usize,
    /// Hidden pixels above and left of each corner, (width + 1) by (height + 1).
    sums: Vec<u32>,
}

/// Columns and rows, ends exclusive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span {
    /// First and end column.
    pub x: (usize, usize),
    /// First and end row.
    pub y: (usize, usize),
}

impl Coverage {
    /// The coverage of a picture whose hidden pixels are known one by one, row after row.
    pub fn of(width: usize, height: usize, hidden: &[bool]) -> Self {
        let stride = width + 1;
        let mut sums = vec![0; stride * (height + 1)];
        for (y, row) in hidden.chunks_exact(width.max(1)).take(height).enumerate() {
            let mut line = 0;
            for (x, &is_hidden) in row.iter().enumerate() {
                line += u32::from(is_hidden);
                sums[(y + 1) * stride + x + 1] = sums[y * stride + x + 1] + line;
            }
        }
        Self {
            width,
            height,
            sums,
        }
    }

    /// Pixels of the picture in a span, and how many of them are hidden.
    pub fn count(&self, span: Span) -> (usize, usize) {
        let clip = |(start, end): (usize, usize), most: usize| (start.min(most), end.min(most));
        let ((x0, x1), (y0, y1)) = (clip(span.x, self.width), clip(span.y, self.height));
        let at = |x: usize, y: usize| self.sums[y * (self.width + 1) + x];
        let hidden = at(x1, y1) + at(x0, y0) - at(x0, y1) - at(x1, y0);
        ((x1 - x0) * (y1 - y0), hidden as usize)
    }

    /// A pixel is hidden; pixels beyond the picture are not.
    pub fn is_hidden(&self, x: usize, y: usize) -> bool {
        let span = Span {
            x: (x, x + 1),
            y: (y, y + 1),
        };
        self.count(span).1 > 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_are_counted_as_one_by_one() {
        let hidden: Vec<bool> = (0..35).map(|n| n * n % 3 == 1).collect();
        let coverage = Coverage::of(7, 5, &hidden);
        for (x0, x1, y0, y1) in [(0, 7, 0, 5), (2, 5, 1, 4), (3, 3, 0, 5), (5, 12, 4, 9)] {
            let inside = |n: &usize| (x0..x1).contains(&(n % 7)) && (y0..y1).contains(&(n / 7));
            let pixels: Vec<usize> = (0..35).filter(inside).collect();
            let count = pixels.iter().filter(|&&n| hidden[n]).count();
            let span = Span {
                x: (x0, x1),
                y: (y0, y1),
            };
            assert_eq!(coverage.count(span), (pixels.len(), count));
        }
        assert!(coverage.is_hidden(1, 0) && !coverage.is_hidden(0, 0));
    }
}
