//! The reference grid (ISO 15444-1 Annex B): where the picture and its tiles lie.

/// A rectangle of samples; the ends are not part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Area {
    /// First column and row.
    pub start: (u32, u32),
    /// Column and row after the last.
    pub end: (u32, u32),
}

impl Area {
    /// Columns.
    pub fn width(&self) -> usize {
        self.end.0.saturating_sub(self.start.0) as usize
    }

    /// Rows.
    pub fn height(&self) -> usize {
        self.end.1.saturating_sub(self.start.1) as usize
    }
}

/// The reference grid as SIZ gives it; every component has a sample at each of its points.
pub struct Grid {
    /// The picture on the grid.
    pub picture: Area,
    /// Corner of the first tile and size of all of them.
    pub tile_start: (u32, u32),
    pub tile_size: (u32, u32),
}

impl Grid {
    /// Columns and rows of tiles.
    pub fn tiles(&self) -> (u32, u32) {
        let along = |end: u32, start: u32, size: u32| (end - start).div_ceil(size);
        (
            along(self.picture.end.0, self.tile_start.0, self.tile_size.0),
            along(self.picture.end.1, self.tile_start.1, self.tile_size.1),
        )
    }

    /// The part of the picture that a tile covers, or none for a number that no tile has.
    pub fn tile(&self, number: u16) -> Option<Area> {
        let (across, down) = self.tiles();
        let (column, row) = (u32::from(number) % across, u32::from(number) / across);
        let along = |start: u32, size: u32, at: u32, first: u32, last: u32| {
            let from = u64::from(start) + u64::from(size) * u64::from(at);
            let to = (from + u64::from(size)).min(u64::from(last));
            // Both are within the picture, whose ends have 32 bits.
            (from.max(u64::from(first)) as u32, to as u32)
        };
        if row >= down {
            return None;
        }
        let (origin, size, picture) = (self.tile_start, self.tile_size, self.picture);
        let x = along(origin.0, size.0, column, picture.start.0, picture.end.0);
        let y = along(origin.1, size.1, row, picture.start.1, picture.end.1);
        Some(Area {
            start: (x.0, y.0),
            end: (x.1, y.1),
        })
    }
}
