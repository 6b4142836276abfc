//! Which image or caliper gives the input of another measurement.

use std::collections::BTreeMap;

use super::configured::InputSource;
use crate::records::analysis::AnalysisImage;
use crate::records::measurement::CaliperMeasurement;

/// The image of a study that another measurement is taken from: of this type and with these labels,
/// segmented, with data of the image, and the reference of its type. Where labels are required, an
/// image that is not a reference is used when no reference has them, because a type may have only
/// one reference; not so for `references_alone`. Of several the first in the order of the record.
pub fn image_for<'a>(
    images: impl Iterator<Item = (usize, &'a AnalysisImage, bool)> + Clone,
    (image_type, label): (&str, &BTreeMap<String, String>),
    references_alone: bool,
) -> Option<usize> {
    let fits = |record: &AnalysisImage| {
        record.image_type.as_deref() == Some(image_type)
            && record.is_segmented
            && label.iter().all(|(category, wanted)| {
                let chosen = record.additional_labels.get(category);
                chosen.is_some_and(|chosen| chosen.0.as_ref() == Some(wanted))
            })
    };
    let fitting = images.filter(|(_, record, has_data)| *has_data && fits(record));
    let reference = fitting.clone().find(|(_, record, _)| record.reference);
    let any = fitting.filter(|_| !label.is_empty() && !references_alone);
    reference
        .or_else(|| any.into_iter().next())
        .map(|(place, _, _)| place)
}

/// Place of the caliper that counts in the cycle and event of the one at a place: the latest of its
/// template. An unassigned caliper counts separately.
pub fn latest(calipers: &[CaliperMeasurement], place: usize) -> usize {
    let one = &calipers[place];
    if one.cycle.is_none() {
        return place;
    }
    let same = |other: &CaliperMeasurement| {
        (&other.kind, other.cycle, &other.event) == (&one.kind, one.cycle, &one.event)
    };
    let last = calipers.iter().rposition(same);
    last.unwrap_or(place)
}

/// Some input comes from another image.
pub fn of_several_images(inputs: &[InputSource]) -> bool {
    inputs
        .iter()
        .any(|input| matches!(input, InputSource::Other(_)))
}

/// Some input comes from the image itself.
pub fn takes_own(inputs: &[InputSource]) -> bool {
    inputs
        .iter()
        .any(|input| matches!(input, InputSource::Own(_)))
}
