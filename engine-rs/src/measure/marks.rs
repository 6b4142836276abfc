//! Marks of one cycle by name.

/// Names of marks, in the order of the alphabet.
pub const NAMES: [&str; 6] = [
    "end_diastole",
    "end_diastole_end",
    "end_diastole_start",
    "end_systole",
    "onset_end",
    "onset_start",
];

/// Marks of a cycle: frame numbers from 1 on a plane, columns in px on a strip; absent ones are not
/// set.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Marks([Option<f64>; NAMES.len()]);

impl Marks {
    /// Position of a mark; none where it is not set, or no mark has this name.
    pub fn get(&self, name: &str) -> Option<f64> {
        self.0[place(name)?]
    }

    /// Sets a mark; a name that no mark has changes nothing.
    pub fn set(&mut self, name: &str, position: f64) {
        if let Some(place) = place(name) {
            self.0[place] = Some(position);
        }
    }

    /// The positions that are set, in the order of [`NAMES`].
    pub fn positions_mut(&mut self) -> impl Iterator<Item = &mut f64> {
        self.0.iter_mut().flatten()
    }
}

impl<'a> FromIterator<(&'a str, f64)> for Marks {
    fn from_iter<I: IntoIterator<Item = (&'a str, f64)>>(marks: I) -> Self {
        let mut read = Self::default();
        marks.into_iter().for_each(|(name, at)| read.set(name, at));
        read
    }
}

fn place(name: &str) -> Option<usize> {
    match name {
        "end_diastole" => Some(0),
        "end_diastole_end" => Some(1),
        "end_diastole_start" => Some(2),
        "end_systole" => Some(3),
        "onset_end" => Some(4),
        "onset_start" => Some(5),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_has_its_own_place_and_others_have_none() {
        let marks: Marks = NAMES
            .into_iter()
            .zip([1.0, 2.0, 3.0, 4.0, 5.0, 6.0])
            .collect();
        for (name, at) in NAMES.into_iter().zip([1.0, 2.0, 3.0, 4.0, 5.0, 6.0]) {
            assert_eq!(marks.get(name), Some(at));
        }
        assert_eq!(marks.get("onset"), None);
        assert_eq!(Marks::default().get("onset_end"), None);
    }
}
