/** Texts of the panel of calibration. */
import type { CalibrationSource } from '@echometry/contract/generated/analysis-image.ts';
import type { PixelSpacingSource, WarningCode } from '@echometry/contract/generated/image-metadata.ts';
import type { ScaleMark } from '../../tools/calibration/state.ts';

const sources: Readonly<Record<CalibrationSource, string>> = {
  regions: 'Regions of the file',
  pixel_spacing: 'Pixel Spacing of the file',
  confirmed_spacing: 'Nominal spacing, confirmed',
  manual: 'Typed scale',
  none: 'No scale: lengths stay in px',
};

const spacings: Readonly<Record<PixelSpacingSource, string>> = {
  pixel_spacing: 'Pixel Spacing',
  nominal_scanned_pixel_spacing: 'Nominal Scanned Pixel Spacing',
  imager_pixel_spacing: 'Imager Pixel Spacing',
};

/** Name of a mark, and how the pointer is used for it. */
const marks: Readonly<Record<ScaleMark, { name: string; how: string }>> = {
  distance: { name: 'Distance', how: 'Mark two points of the depth scale, then type the distance between them.' },
  across: { name: 'Distance across', how: 'Mark two points next to each other, then type the distance between their columns.' },
  depth: { name: 'Depth', how: 'Mark two rows of the depth scale, then type the distance between them.' },
  time: { name: 'Time', how: 'Mark two columns of the time scale, then type the time between them.' },
  velocity: { name: 'Velocity', how: 'Mark two rows of the velocity scale, then type the velocity between them.' },
  zero: { name: 'Zero line', how: 'Mark the row where the velocity is zero.' },
};

/** Advice about irregular regions of a file. */
const advice: Readonly<Partial<Record<WarningCode, string>>> = {
  reference_16_bit: 'Check that the zero line lies where the picture shows it; otherwise mark it.',
  baseline_may_be_absolute: 'Count the reference from the image below, or mark the zero line.',
  scale_against_prf: 'Compare the velocity axis with the numbers in the picture; type the velocity if they differ.',
  region_beyond_image: 'Measure the depth scale of the picture with the caliper; type the distance if it differs.',
  depth_implausible: 'Measure the depth scale of the picture with the caliper; type the distance if it differs.',
  delta_against_reference: 'Check that the zero line lies where the picture shows it; otherwise mark it.',
};

export const messages = {
  title: 'Scale and calibration',
  short: 'Scale',
  notLoaded: 'The image is not loaded yet.',
  labelFirst: 'Label this image first: its scale is kept with its analysis.',
  reset: 'Back to the scale of the file',
  recomputed: 'The scale has changed. All values of this image are recomputed.',
  facts: {
    title: 'Scale in use',
    from: 'From',
    column: 'Column',
    row: 'Row',
    cmPerSecond: 'cm/s per px',
    zeroLine: 'Zero line',
    noZeroLine: 'none',
    zeroRow: 'row',
    setBy: 'Set by',
    setByPerson: (author: string, ago: string, change: number) => `${author}, ${ago}, change ${change}`,
    setByFile: 'the file itself',
    setByPattern: 'the file, and the pattern: flow away from the probe',
    noScale: 'This image has no scale: lengths are in px, times and velocities are not known.',
    noVelocities: 'Velocities are not known: the file does not give a zero line.',
    markBelow: 'Mark it below.',
    advice,
  },
  source: {
    title: 'Source of the scale',
    names: sources,
    confirm: 'Confirm the nominal spacing',
    regions: (count: number) => (count === 1 ? '1 calibrated region' : `${count} calibrated regions`),
    spacing: (row: string, column: string) => `${row} × ${column} mm between pixels`,
    nominal: (spacing: string, source: PixelSpacingSource) =>
      `${spacing}, from ${spacings[source]}. It is valid only if the picture was not magnified: confirm it if a known distance agrees.`,
    markFirst: 'Mark it below first.',
    across: (value: string) => `across ${value}`,
    down: (value: string) => `down ${value}`,
  },
  marking: {
    title: 'Mark it in the picture',
    marks,
    between: (mark: string) => `${mark} between the points`,
    unit: 'Unit',
    tooNear: (apart: string, least: number) => `The points are ${apart} px apart; set them at least ${least} px apart.`,
    aboveZero: 'Type a number above 0.',
    precision: (scale: string, percent: string) => `${scale} per px. An error of one pixel changes every value by ${percent} %.`,
    cancel: 'Cancel',
    setZeroLine: 'Set the zero line',
    setScale: 'Set the scale',
    placeByKeys: 'Place by keys',
    point: (name: string, column: string, row: string) => `Point ${name} at column ${column}, row ${row}. Arrow keys move it.`,
    pointKeys: 'Arrow keys move it: 1 px, with Shift 10, with Ctrl 0.1',
  },
  axes: {
    sign: 'Sign of the velocity axis',
    up: 'Positive above the zero line',
    down: 'Positive below the zero line',
    asInFile: 'As in the file',
    flow: 'Direction of flow',
    toward: 'Towards the probe',
    away: 'Away from the probe',
    origin: 'Reference pixel is counted',
    region: 'From the corner of the region',
    image: 'From the corner of the image',
    noVelocities: 'no velocities',
    velocities: (top: string, bottom: string, zeroRow: string) => `top ${top}, bottom ${bottom} cm/s, zero at row ${zeroRow}`,
    counted: (velocities: string) => `values count as ${velocities}`,
  },
};
