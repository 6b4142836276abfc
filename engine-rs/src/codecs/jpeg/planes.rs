//! Place of the samples of each component in the decoded memory: the texture that shows them.

use super::header::Frame;

/// Samples of one component, row by row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Plane {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Samples from one row to the next.
    pub stride: usize,
    /// Sample in memory that comes first.
    pub offset: usize,
    /// Columns and rows of the picture that a sample stands for; 0 where that is not a whole
    /// number.
    pub divisors: [u8; 2],
}

/// Planes of one picture in one memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Planes {
    /// One for each component.
    pub list: Vec<Plane>,
    /// Horizontal and vertical divisor of the chroma planes where the memory is a texture of
    /// luma above chroma (bindings/src/engine/api.ts); none when planes lie one after the other.
    pub sampling: Option<[u8; 2]>,
    /// Samples of a texture row.
    pub stride: usize,
    /// Samples of memory.
    pub samples: usize,
}

impl Planes {
    /// The layout of a frame.
    pub fn of(frame: &Frame) -> Self {
        match sampling(frame) {
            Some(sampling) => Self::texture(frame, sampling),
            None => Self::behind_each_other(frame),
        }
    }

    fn behind_each_other(frame: &Frame) -> Self {
        let mut offset = 0;
        let list = frame.components.iter().map(|component| {
            let (width, height) = (component.size.0 as usize, component.size.1 as usize);
            let divisors = [
                divisor(frame.most.0, component.factors.0),
                divisor(frame.most.1, component.factors.1),
            ];
            let plane = Plane {
                width,
                height,
                stride: width,
                offset,
                divisors,
            };
            offset += width * height;
            plane
        });
        let list = list.collect();
        Self {
            list,
            sampling: None,
            stride: frame.width as usize,
            samples: offset,
        }
    }

    fn texture(frame: &Frame, sampling: [u8; 2]) -> Self {
        let (width, height) = (frame.width as usize, frame.height as usize);
        let chroma_width = width.div_ceil(usize::from(sampling[0]));
        let chroma_height = height.div_ceil(usize::from(sampling[1]));
        let beside = sampling[0] > 1;
        let stride = if beside {
            width.max(2 * chroma_width)
        } else {
            width
        };
        let chroma = |offset| Plane {
            width: chroma_width,
            height: chroma_height,
            stride,
            offset,
            divisors: sampling,
        };
        let below = stride * height;
        let second = if beside {
            chroma_width
        } else {
            stride * chroma_height
        };
        let rows = height + chroma_height * if beside { 1 } else { 2 };
        Self {
            list: vec![
                Plane {
                    width,
                    height,
                    stride,
                    offset: 0,
                    divisors: [1, 1],
                },
                chroma(below),
                chroma(below + second),
            ],
            sampling: Some(sampling),
            stride,
            samples: stride * rows,
        }
    }

    /// Every sample of memory belongs to a plane.
    pub fn are_tight(&self) -> bool {
        let owned: usize = self
            .list
            .iter()
            .map(|plane| plane.width * plane.height)
            .sum();
        owned == self.samples
    }
}

/// The divisors of chroma where luma is whole and both chroma planes are alike.
fn sampling(frame: &Frame) -> Option<[u8; 2]> {
    let [luma, blue, red] = frame.components.as_slice() else {
        return None;
    };
    let alike = luma.factors == frame.most && blue.factors == red.factors;
    let divisors = [
        divisor(frame.most.0, blue.factors.0),
        divisor(frame.most.1, blue.factors.1),
    ];
    (alike && !divisors.contains(&0)).then_some(divisors)
}

fn divisor(most: u32, own: u32) -> u8 {
    if most.is_multiple_of(own) {
        (most / own) as u8
    } else {
        0
    }
}
