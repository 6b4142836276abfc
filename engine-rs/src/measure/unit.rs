//! Units of values: what each measures and how many of it make the base unit.

use core::ops::{Add, Sub};

/// The dimension of a unit, as powers of length, time, mass, pressure and angle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dimension([i8; 5]);

impl Dimension {
    const INDEX: Self = Self([0; 5]);

    const fn of(length: i8, time: i8) -> Self {
        Self([length, time, 0, 0, 0])
    }
}

impl Add for Dimension {
    type Output = Self;

    /// Of a product.
    fn add(self, other: Self) -> Self {
        Self(core::array::from_fn(|power| self.0[power] + other.0[power]))
    }
}

impl Sub for Dimension {
    type Output = Self;

    /// Of a ratio.
    fn sub(self, other: Self) -> Self {
        Self(core::array::from_fn(|power| self.0[power] - other.0[power]))
    }
}

/// A unit that values may be shown in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// An index.
    None,
    /// Centimetre.
    Centimetre,
    /// Millimetre.
    Millimetre,
    /// Square centimetre.
    SquareCentimetre,
    /// Millilitre.
    Millilitre,
    /// Second.
    Second,
    /// Millisecond.
    Millisecond,
    /// Centimetre per second.
    CentimetrePerSecond,
    /// Metre per second.
    MetrePerSecond,
    /// Centimetre per square second.
    CentimetrePerSquareSecond,
    /// Millimetre of mercury.
    MillimetreOfMercury,
    /// Millimetre of mercury per second.
    MillimetreOfMercuryPerSecond,
    /// Beat per minute.
    BeatPerMinute,
    /// Percent.
    Percent,
    /// Gram.
    Gram,
    /// Gram per square metre of body surface.
    GramPerSquareMetre,
    /// Degree.
    Degree,
    /// Millilitre per minute.
    MillilitrePerMinute,
    /// Litre per minute.
    LitrePerMinute,
}

impl Unit {
    /// All of them.
    pub const ALL: [Self; 19] = [
        Self::None,
        Self::Centimetre,
        Self::Millimetre,
        Self::SquareCentimetre,
        Self::Millilitre,
        Self::Second,
        Self::Millisecond,
        Self::CentimetrePerSecond,
        Self::MetrePerSecond,
        Self::CentimetrePerSquareSecond,
        Self::MillimetreOfMercury,
        Self::MillimetreOfMercuryPerSecond,
        Self::BeatPerMinute,
        Self::Percent,
        Self::Gram,
        Self::GramPerSquareMetre,
        Self::Degree,
        Self::MillilitrePerMinute,
        Self::LitrePerMinute,
    ];

    /// Name in configurations; empty for an index.
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "",
            Self::Centimetre => "cm",
            Self::Millimetre => "mm",
            Self::SquareCentimetre => "cm2",
            Self::Millilitre => "ml",
            Self::Second => "s",
            Self::Millisecond => "ms",
            Self::CentimetrePerSecond => "cm/s",
            Self::MetrePerSecond => "m/s",
            Self::CentimetrePerSquareSecond => "cm/s2",
            Self::MillimetreOfMercury => "mmHg",
            Self::MillimetreOfMercuryPerSecond => "mmHg/s",
            Self::BeatPerMinute => "bpm",
            Self::Percent => "%",
            Self::Gram => "g",
            Self::GramPerSquareMetre => "g/m2",
            Self::Degree => "deg",
            Self::MillilitrePerMinute => "ml/min",
            Self::LitrePerMinute => "l/min",
        }
    }

    /// The unit of a name; `none` is the unit of an index too.
    pub fn of(name: &str) -> Option<Self> {
        if name == "none" {
            return Some(Self::None);
        }
        Self::ALL.into_iter().find(|unit| unit.name() == name)
    }

    /// Its dimension.
    pub const fn dimension(self) -> Dimension {
        match self {
            Self::None | Self::Percent => Dimension::INDEX,
            Self::Centimetre | Self::Millimetre => Dimension::of(1, 0),
            Self::SquareCentimetre => Dimension::of(2, 0),
            Self::Millilitre => Dimension::of(3, 0),
            Self::Second | Self::Millisecond => Dimension::of(0, 1),
            Self::CentimetrePerSecond | Self::MetrePerSecond => Dimension::of(1, -1),
            Self::CentimetrePerSquareSecond => Dimension::of(1, -2),
            Self::BeatPerMinute => Dimension::of(0, -1),
            Self::MillilitrePerMinute | Self::LitrePerMinute => Dimension::of(3, -1),
            Self::MillimetreOfMercury => Dimension([0, 0, 0, 1, 0]),
            Self::MillimetreOfMercuryPerSecond => Dimension([0, -1, 0, 1, 0]),
            Self::Gram => Dimension([0, 0, 1, 0, 0]),
            Self::GramPerSquareMetre => Dimension([-2, 0, 1, 0, 0]),
            Self::Degree => Dimension([0, 0, 0, 0, 1]),
        }
    }

    /// The base unit of what it measures, and how many of this unit make one of it.
    pub const fn base(self) -> (Self, f64) {
        match self {
            Self::Millimetre => (Self::Centimetre, 10.0),
            Self::Millisecond => (Self::Second, 1000.0),
            Self::MetrePerSecond => (Self::CentimetrePerSecond, 0.01),
            Self::LitrePerMinute => (Self::MillilitrePerMinute, 0.001),
            other => (other, 1.0),
        }
    }
}

/// Factor from an amount of one unit to an amount of another; none where they measure different
/// things.
pub fn conversion(from: Unit, to: Unit) -> Option<f64> {
    let ((one, per_one), (other, per_other)) = (from.base(), to.base());
    (one == other).then(|| per_other / per_one)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_convert_within_what_they_measure() {
        use Unit::{
            Centimetre, CentimetrePerSecond, LitrePerMinute, MetrePerSecond, Millilitre,
            Millimetre, Second,
        };
        assert_eq!(conversion(Centimetre, Millimetre), Some(10.0));
        assert_eq!(conversion(MetrePerSecond, CentimetrePerSecond), Some(100.0));
        assert_eq!(conversion(Centimetre, Second), None);
        assert_eq!(conversion(Millilitre, LitrePerMinute), None);
        let speed = Centimetre.dimension() - Second.dimension();
        assert_eq!(speed, MetrePerSecond.dimension());
        let flow = speed + Centimetre.dimension() + Millimetre.dimension();
        assert_eq!(flow, LitrePerMinute.dimension());
    }

    #[test]
    fn every_unit_is_found_by_its_name() {
        for unit in Unit::ALL {
            assert_eq!(Unit::of(unit.name()), Some(unit));
        }
        assert_eq!(Unit::of("none"), Some(Unit::None));
        assert_eq!(Unit::of("furlong"), None);
    }
}
