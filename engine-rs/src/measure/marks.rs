//! Marks of one cycle by name.

/// A mark of a cycle, in the order of the alphabet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Event {
    /// Frame of end diastole, 2D.
    EndDiastole,
    /// End diastole that closes a cycle of M-Mode.
    EndDiastoleEnd,
    /// End diastole that opens a cycle of M-Mode.
    EndDiastoleStart,
    /// End systole: a frame, or a column of M-Mode.
    EndSystole,
    /// End of the cycle on a strip.
    OnsetEnd,
    /// Start of the cycle on a strip.
    OnsetStart,
}

impl Event {
    /// All of them, in order.
    pub const ALL: [Self; 6] = [
        Self::EndDiastole,
        Self::EndDiastoleEnd,
        Self::EndDiastoleStart,
        Self::EndSystole,
        Self::OnsetEnd,
        Self::OnsetStart,
    ];

    /// Name in records and definitions.
    pub fn name(self) -> &'static str {
        match self {
            Self::EndDiastole => "end_diastole",
            Self::EndDiastoleEnd => "end_diastole_end",
            Self::EndDiastoleStart => "end_diastole_start",
            Self::EndSystole => "end_systole",
            Self::OnsetEnd => "onset_end",
            Self::OnsetStart => "onset_start",
        }
    }

    /// The mark of a name.
    pub fn of(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|event| event.name() == name)
    }
}

/// Marks of a cycle: frame numbers from 1 on a plane, columns in px on a strip; absent ones are not
/// set.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Marks([Option<f64>; Event::ALL.len()]);

impl Marks {
    /// Position of a mark; none where it is not set.
    pub fn get(&self, event: Event) -> Option<f64> {
        self.0[event as usize]
    }

    /// Sets a mark.
    pub fn set(&mut self, event: Event, position: f64) {
        self.0[event as usize] = Some(position);
    }

    /// The positions that are set, in the order of [`Event`].
    pub fn positions_mut(&mut self) -> impl Iterator<Item = &mut f64> {
        self.0.iter_mut().flatten()
    }
}

impl FromIterator<(Event, f64)> for Marks {
    fn from_iter<I: IntoIterator<Item = (Event, f64)>>(marks: I) -> Self {
        let mut read = Self::default();
        marks
            .into_iter()
            .for_each(|(event, at)| read.set(event, at));
        read
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_mark_has_its_own_name_and_place_in_order_of_the_alphabet() {
        let numbered = Event::ALL.into_iter().zip([1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
        let marks: Marks = numbered.clone().collect();
        for (event, at) in numbered {
            assert_eq!(
                (marks.get(event), Event::of(event.name())),
                (Some(at), Some(event))
            );
        }
        assert!(Event::ALL.is_sorted_by_key(|event| event.name()));
        assert_eq!(Event::of("onset"), None);
        assert_eq!(Marks::default().get(Event::OnsetEnd), None);
    }
}
