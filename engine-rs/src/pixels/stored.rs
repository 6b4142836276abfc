//! Samples as the command line hands them out: pixel by pixel, chroma at full size.

use super::upsample::Rows;
use crate::codecs::{Colour, Decoded, Layout};
use crate::dicom::pixel_format::PixelFormat;

/// Photometric Interpretation of the samples that [`interleave`] leaves.
pub fn photometric<'a>(format: &'a PixelFormat, decoded: &Decoded) -> &'a str {
    match decoded.colour {
        Colour::Rgb => "RGB",
        Colour::YbrFull if decoded.layout == Layout::Packed422 => "YBR_FULL_422",
        Colour::YbrFull => "YBR_FULL",
        Colour::Palette => "PALETTE COLOR",
        Colour::Grey | Colour::YbrPartial | Colour::Other => &format.photometric_interpretation,
    }
}

/// Brings planes to interleaved samples of full size; other layouts stay as they are.
pub fn interleave(decoded: &mut Decoded, samples: &mut Vec<u8>) {
    let Layout::Planes(planes) = &decoded.layout else {
        return;
    };
    let (width, height) = (decoded.width as usize, decoded.height as usize);
    let count = usize::from(decoded.samples_per_pixel);
    let mut pixels = vec![0; width * height * count * decoded.sample_bytes];
    if decoded.sample_bytes == 1 {
        let mut rows = Rows::new(planes, samples, (width, height));
        let mut line = vec![0; width];
        for (row, target) in pixels.chunks_exact_mut(width * count).enumerate() {
            for component in 0..count {
                rows.write(component, row, &mut line);
                let places = target[component..].iter_mut().step_by(count);
                places
                    .zip(&line)
                    .for_each(|(place, &sample)| *place = sample);
            }
        }
    } else {
        // Two bytes a sample: subsampled chroma is repeated.
        let (words, _) = samples.as_chunks::<2>();
        let (targets, _) = pixels.as_chunks_mut::<2>();
        for (component, plane) in planes.list.iter().enumerate() {
            for row in 0..height {
                let start = plane.offset + row * plane.height / height * plane.stride;
                let targets = targets[row * width * count + component..]
                    .iter_mut()
                    .step_by(count);
                for (column, target) in targets.take(width).enumerate() {
                    *target = words[start + column * plane.width / width];
                }
            }
        }
    }
    *samples = pixels;
    decoded.layout = Layout::Interleaved;
}
