//! Every kind of measurement by name: one line for each file of `formulas`.

use super::formulas as f;
use super::kind::Kind;

/// All kinds.
pub const KINDS: [&Kind; 35] = [
    &f::angle::KIND,
    &f::area::KIND,
    &f::auc::KIND,
    &f::cycle_length::KIND,
    &f::difference::KIND,
    &f::distance::KIND,
    &f::ejection_fraction::KIND,
    &f::event_time::KIND,
    &f::fractional_shortening::KIND,
    &f::heart_rate::KIND,
    &f::line_distance::KIND,
    &f::long_gls::KIND,
    &f::mass::KIND,
    &f::mean::KIND,
    &f::oval_circ::KIND,
    &f::oval_diam::KIND,
    &f::p2p_distance::KIND,
    &f::plot::KIND,
    &f::pressure_gradient::KIND,
    &f::product::KIND,
    &f::pulsatility::KIND,
    &f::ratio::KIND,
    &f::reference_multiple::KIND,
    &f::slope::KIND,
    &f::slope_derivative::KIND,
    &f::stroke_volume::KIND,
    &f::sum::KIND,
    &f::surface_index::KIND,
    &f::thickness::KIND,
    &f::time::KIND,
    &f::time_combined::KIND,
    &f::time_percentage::KIND,
    &f::velocity::KIND,
    &f::velocity_curve::KIND,
    &f::volume::KIND,
];

/// The kind of a name.
pub fn find(name: &str) -> Option<&'static Kind> {
    KINDS.into_iter().find(|kind| kind.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_a_name_of_its_own_and_says_what_it_is() {
        for (place, kind) in KINDS.iter().enumerate() {
            assert!(KINDS[..place].iter().all(|other| other.name != kind.name));
            assert!(!kind.invalid.is_empty() && !kind.formulas.is_empty());
            for (place, formula) in kind.formulas.iter().enumerate() {
                let before = &kind.formulas[..place];
                assert!(before.iter().all(|other| other.name != formula.name));
                assert!(!formula.equation.is_empty() && !formula.source.is_empty());
                assert!(!formula.inputs.is_empty() && formula.version > 0);
                assert_eq!(
                    formula.name.is_empty(),
                    kind.formulas.len() == 1,
                    "{}",
                    kind.name
                );
            }
        }
        assert!(find("no such kind").is_none());
    }
}
