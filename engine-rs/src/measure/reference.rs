//! Medians of fetal quantities over gestational age (docs/image-types.md#normal-ranges), in base units.

/// Powers and logarithm of the age, for the equations.
struct Age {
    weeks: f64,
    square: f64,
    cube: f64,
    log: f64,
}

/// A quantity with the weeks for which its equation is valid.
struct Reference {
    name: &'static str,
    weeks: [f64; 2],
    median: fn(&Age) -> f64,
}

/// mm of an equation to cm.
const CM_PER_MM: f64 = 0.1;
/// INTERGROWTH-21st Doppler (Drukker 2020).
const DOPPLER_WEEKS: [f64; 2] = [24.0, 40.0];
/// INTERGROWTH-21st biometry (Papageorghiou 2014), and regressions of the ductus venosus.
const FETAL_WEEKS: [f64; 2] = [14.0, 40.0];

const REFERENCES: [Reference; 10] = [
    Reference {
        name: "UA PI",
        weeks: DOPPLER_WEEKS,
        median: |age| 1.02944 + 77.7456 / age.square - 0.000004455 * age.cube,
    },
    Reference {
        name: "UA RI",
        weeks: DOPPLER_WEEKS,
        median: |age| 0.674914 + 25.3909 / age.square - 0.0000022523 * age.cube,
    },
    Reference {
        name: "UA S/D",
        weeks: DOPPLER_WEEKS,
        median: |age| 2.60358 + 445.991 / age.square - 0.0000108754 * age.cube,
    },
    // Mari 2000.
    Reference {
        name: "MCA PSV",
        weeks: [18.0, 40.0],
        median: |age| libm::exp(2.31 + 0.046 * age.weeks),
    },
    Reference {
        name: "DV PIV",
        weeks: FETAL_WEEKS,
        median: |age| 0.6053 + 17.2947 * libm::exp(-0.2512 * age.weeks),
    },
    Reference {
        name: "DV PVIV",
        weeks: FETAL_WEEKS,
        median: |age| 0.5609 + 6.9371 * libm::exp(-0.2184 * age.weeks),
    },
    Reference {
        name: "HC",
        weeks: FETAL_WEEKS,
        median: |age| {
            CM_PER_MM * (-28.2849 + 1.69267 * age.square - 0.397485 * age.square * age.log)
        },
    },
    Reference {
        name: "BPD",
        weeks: FETAL_WEEKS,
        median: |age| CM_PER_MM * (5.60878 + 0.158369 * age.square - 0.00256379 * age.cube),
    },
    Reference {
        name: "AC",
        weeks: FETAL_WEEKS,
        median: |age| CM_PER_MM * (-81.3243 + 11.6772 * age.weeks - 0.000561865 * age.cube),
    },
    Reference {
        name: "FL",
        weeks: FETAL_WEEKS,
        median: |age| CM_PER_MM * (-39.9616 + 4.32298 * age.weeks - 0.0380156 * age.square),
    },
];

fn find(name: &str) -> Option<&'static Reference> {
    REFERENCES.iter().find(|reference| reference.name == name)
}

/// Every reference with its weeks.
pub fn all() -> impl Iterator<Item = (&'static str, [f64; 2])> {
    REFERENCES
        .iter()
        .map(|reference| (reference.name, reference.weeks))
}

/// There is a reference of this name.
pub fn is_known(name: &str) -> bool {
    find(name).is_some()
}

/// Median at an age in weeks, in base units (cm for biometry); none outside of the weeks.
pub fn median(name: &str, weeks: f64) -> Option<f64> {
    let reference = find(name)?;
    let [first, last] = reference.weeks;
    if !(first..=last).contains(&weeks) {
        return None;
    }
    let square = weeks * weeks;
    let age = Age {
        weeks,
        square,
        cube: square * weeks,
        log: libm::log(weeks),
    };
    Some((reference.median)(&age))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worked_values_of_32_weeks_are_met() {
        // docs/image-types.md#normal-ranges, "Worked values", rounded there.
        let worked = [
            ("UA PI", 0.96, 0.005),
            ("HC", 29.44, 0.005),
            ("AC", 27.39, 0.005),
            ("FL", 5.94, 0.005),
            ("MCA PSV", 43.9, 0.05),
            ("DV PIV", 0.611, 0.0005),
        ];
        for (name, expected, half_digit) in worked {
            let found = median(name, 32.0).unwrap();
            assert!(
                (found - expected).abs() <= half_digit + 1e-9,
                "{name} {found}"
            );
        }
        for (weeks, expected) in [(24.0, 1.10), (28.0, 1.03), (36.0, 0.88), (40.0, 0.83)] {
            assert!((median("UA PI", weeks).unwrap() - expected).abs() <= 0.051);
        }
    }

    #[test]
    fn outside_of_its_weeks_a_reference_has_no_median() {
        assert_eq!(median("UA PI", 23.9), None);
        assert_eq!(median("HC", 40.1), None);
        assert!(median("HC", 14.0).is_some() && median("nothing", 30.0).is_none());
    }
}
