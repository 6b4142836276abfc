//! Paths from left to right that are best as a whole: dynamic programming over rows.

/// Lets every row be reached from every other at a cost for each row between them, and returns
/// the row of the column before from which each is best reached.
pub fn spread(best: &mut [f64], cost: f64) -> Vec<u16> {
    let rows = best.len();
    let mut origin: Vec<u16> = (0..rows).map(|row| row as u16).collect();
    let mut carry = |from: usize, to: usize| {
        let value = best[from] - cost;
        if value > best[to] {
            best[to] = value;
            origin[to] = origin[from];
        }
    };
    for row in 1..rows {
        carry(row - 1, row);
    }
    for row in (1..rows).rev() {
        carry(row, row - 1);
    }
    origin
}

/// The path that ends in the best row.
pub fn trace_back(best: &[f64], from: &[Vec<u16>]) -> Vec<usize> {
    let mut at = (0..best.len()).fold(
        0,
        |most, row| if best[row] > best[most] { row } else { most },
    );
    let mut path = vec![0; from.len()];
    for (column, origin) in from.iter().enumerate().rev() {
        path[column] = at;
        at = usize::from(origin[at]);
    }
    path
}
