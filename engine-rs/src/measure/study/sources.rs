//! Which image or caliper gives the input of another measurement.

use std::collections::BTreeMap;

use super::configuration::InputSource;
use crate::records::analysis::AnalysisImage;

/// The image of a study that another measurement is taken from: of this type and with these
/// labels, segmented, with data of the image, and the reference of its type. Where labels are
/// asked for, an image that is no reference will do when no reference has them, because a type may
/// have one reference only. Of several the first in the order of the record.
pub fn image_for<'a>(
    images: impl Iterator<Item = (usize, &'a AnalysisImage, bool)> + Clone,
    image_type: &str,
    label: &BTreeMap<String, String>,
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
    let any = fitting.filter(|_| !label.is_empty());
    reference
        .or_else(|| any.into_iter().next())
        .map(|(place, _, _)| place)
}

/// Distances by caliper of this template and name on one image, in the order in which they were
/// taken; none where there is no such distance. A caliper of another image is not looked at: nothing
/// says that it measured the same.
pub fn caliper_distances(
    record: &AnalysisImage,
    caliper: &str,
    name: &str,
    event: Option<&str>,
) -> Option<Vec<Option<f64>>> {
    let of_template = record.measurements_caliper.iter().filter(|found| {
        found.kind == caliper && event.is_none_or(|event| found.event.as_deref() == Some(event))
    });
    let distances = of_template.flat_map(|found| found.dists_name.iter().zip(&found.dists));
    let wanted = distances.filter(|(found, _)| *found == name);
    let found: Vec<Option<f64>> = wanted
        .map(|(_, distance)| distance.filter(|cm| cm.is_finite()))
        .collect();
    (!found.is_empty()).then_some(found)
}

/// Some input comes from another image.
pub fn of_several_images(inputs: &[InputSource]) -> bool {
    inputs
        .iter()
        .any(|input| matches!(input, InputSource::Other { .. }))
}
