//! A picture whose quantised coefficients were coded by another standard and are transformed as
//! JPEG does.

use super::header::{Component, Frame, NATURAL, Process};
use super::planes::Planes;
use super::progressive::Coefficients;
use crate::error::EngineError;

/// Coefficients of 8-bit components, all zero at first.
pub struct Transcoded {
    frame: Frame,
    coefficients: Coefficients,
}

impl Transcoded {
    /// A picture of `size` columns and rows; `factors` are the sampling factors of its components.
    ///
    /// # Errors
    /// `limit-exceeded` for `decoded_frame_bytes`.
    pub fn new(size: (u32, u32), factors: &[(u32, u32)]) -> Result<Self, EngineError> {
        let component = |(index, &factors): (usize, &(u32, u32))| Component {
            id: index as u8,
            factors,
            table: 0,
            size: (0, 0),
        };
        let components = factors.iter().enumerate().map(component).collect();
        let frame = Frame::of(Process::Progressive, 8, size, components)?;
        let coefficients = Coefficients::new(&frame);
        Ok(Self {
            frame,
            coefficients,
        })
    }

    /// Sets the quantisation steps of a component, in natural order.
    pub fn set_steps(&mut self, component: usize, natural: &[u16; 64]) {
        let steps = std::array::from_fn(|index| natural[usize::from(NATURAL[index])]);
        self.coefficients.set_steps(component, steps);
    }

    /// Columns and rows of blocks of a component, including blocks that only fill an MCU.
    pub fn blocks(&self, component: usize) -> (usize, usize) {
        self.coefficients.blocks(component)
    }

    /// The coefficients of a block, in natural order.
    pub fn block_mut(&mut self, component: usize, at: (usize, usize)) -> &mut [i16; 64] {
        self.coefficients.block_mut(component, at)
    }

    /// Transforms everything into `memory`, whose content is replaced.
    pub fn store(&self, memory: &mut Vec<u8>) -> Planes {
        let planes = Planes::of(&self.frame);
        memory.clear();
        memory.resize(planes.samples, 0);
        self.coefficients.store(&self.frame, &planes, memory);
        planes
    }
}
