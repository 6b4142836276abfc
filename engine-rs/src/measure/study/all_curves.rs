//! All curves of a cycle: volumes, areas and strain.

use super::cycle_curves::{CurvesRequest, CycleCurves};
use super::evaluator::StudyEvaluator;
use super::facts::DataType;
use super::fetal_widths::widths_of;
use super::size_curves::Sizes;
use super::strain_curves::strains;
use crate::error::EngineError;

impl StudyEvaluator {
    /// Curves of the volumes and areas that are configured for lines of an image, and of the strain of
    /// its chambers; none where the image is not there, or has no data.
    ///
    /// # Errors
    /// `InvalidArgument` for lines whose frames are not in order, or too many.
    pub fn cycle_curves(
        &self,
        request: &CurvesRequest,
    ) -> Result<Option<CycleCurves>, EngineError> {
        let Some(sizes) = self.sizes(request)? else {
            return Ok(None);
        };
        let Sizes {
            held,
            image,
            frames,
            measures,
            mut curves,
        } = sizes;
        let lengths = self.lengths(held, &measures, &request.lines);
        curves.extend(lengths.iter().flat_map(|one| strains(&frames, image, one)));
        let of_fetus = self.facts.data_type == Some(DataType::Fetal);
        let fetal = lengths.iter().filter(|_| of_fetus);
        Ok(Some(CycleCurves {
            widths: fetal
                .filter_map(|one| widths_of(&frames, image, one))
                .collect(),
            curves,
            times_ms: frames.times_ms.clone(),
            frames: frames.numbers,
        }))
    }
}
