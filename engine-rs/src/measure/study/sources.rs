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

/// Distances by caliper of this template and name, with the image they were taken on: those of the
/// image itself before those of the others.
pub fn caliper_for<'a>(
    own: &'a AnalysisImage,
    others: impl Iterator<Item = &'a AnalysisImage>,
    caliper: &str,
    name: &str,
) -> Option<(&'a AnalysisImage, Vec<Option<f64>>)> {
    let distances = |record: &'a AnalysisImage| -> Vec<Option<f64>> {
        let of_template = record
            .measurements_caliper
            .iter()
            .filter(|found| found.kind == caliper);
        let named = of_template.flat_map(|found| found.dists_name.iter().zip(&found.dists));
        let wanted = named.filter(|(found, _)| *found == name);
        wanted
            .map(|(_, distance)| distance.filter(|cm| cm.is_finite()))
            .collect()
    };
    let mut all = std::iter::once(own).chain(others);
    all.find_map(|record| {
        let found = distances(record);
        (!found.is_empty()).then_some((record, found))
    })
}

/// The inputs come from more than one image.
pub fn of_several_images(inputs: &[InputSource]) -> bool {
    inputs
        .iter()
        .any(|input| !matches!(input, InputSource::Own(_)))
}
