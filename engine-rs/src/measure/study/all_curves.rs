//! All curves of a cycle: volumes, areas and strain.

use super::cycle_curves::{CurvesRequest, CycleCurves, MissingCurve};
use super::evaluator::StudyEvaluator;
use super::facts::DataType;
use super::fetal_widths::widths_of;
use super::mid_wall_curves::{KIND, mid_walls};
use super::size_curves::Sizes;
use super::strain_curves::{circumferential, strains};
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
            mut frames,
            measures,
            mut curves,
        } = sizes;
        let (place, end_systole) = self.end_systole(&frames, image, &curves);
        frames.systole = place;
        let lengths = self.lengths(held, &measures, &request.lines);
        curves.extend(lengths.iter().flat_map(|one| strains(&frames, image, one)));
        let (mut missing, mut middles) = (Vec::new(), Vec::new());
        for length in &lengths {
            let outer = self.outer_line(held, request, length);
            match outer.map(|outer| (outer, frames.followed(outer).is_some())) {
                None => {}
                Some((outer, true)) => {
                    let (line, of_line) = mid_walls(&frames, image, (length, outer));
                    curves.extend(of_line);
                    middles.push(line);
                }
                Some((outer, false)) => missing.push(MissingCurve {
                    line: length.line.to_owned(),
                    kind: KIND.to_owned(),
                    needs: outer.to_owned(),
                }),
            }
        }
        let perimeters = self.perimeters(&measures, &request.lines);
        curves.extend(
            perimeters
                .iter()
                .map(|one| circumferential(&frames, image, one)),
        );
        let of_fetus = self.facts.data_type == Some(DataType::Fetal);
        let fetal = lengths.iter().filter(|_| of_fetus);
        Ok(Some(CycleCurves {
            widths: fetal
                .filter_map(|one| widths_of(&frames, image, one))
                .collect(),
            curves,
            missing,
            mid_walls: middles,
            end_systole,
            times_ms: frames.times_ms.clone(),
            frames: frames.numbers,
        }))
    }
}
