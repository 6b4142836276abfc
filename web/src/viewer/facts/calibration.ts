/** Physical readings under the cursor, and the words of the calibration chip. */
import wasmUrl from '@echometry/bindings/../wasm/geometry/engine_bg.wasm?url';
import { ImageScale, loadGeometry } from '@echometry/bindings/geometry.ts';
import type { ImageCalibration } from '@echometry/contract/generated/analysis-image.ts';
import type { ImageMetadata } from '@echometry/contract/generated/image-metadata.ts';
import type { NoValue, PhysicalReading } from '@echometry/contract/generated/physical-reading.ts';
import type { Tone } from '../../ui/chip.tsx';

export type { PhysicalReading };

export const NO_VALUE_TEXT: Readonly<Record<NoValue, string>> = {
  not_calibrated: 'not calibrated',
  outside_regions: 'outside of the calibrated regions',
  no_scale: 'no scale on this axis',
  no_baseline: 'no zero line',
};

let loading: Promise<void> | null = null;

/** Loads the synchronous part of the engine; it is small and needed as soon as a cursor moves. */
export const geometryReady = (): Promise<void> => (loading ??= loadGeometry(new URL(wasmUrl, window.location.href)));

export const scaleOf = (metadata: ImageMetadata, calibration: ImageCalibration | null): ImageScale => new ImageScale(metadata, calibration);

const KIND = new Map([
  [1, '2D'],
  [2, 'M-Mode'],
  [3, 'spectral'],
  [4, 'waveform'],
  [5, 'graphics'],
]);
const DATA = new Map([
  [1, 'tissue'],
  [2, 'colour flow'],
  [3, 'PW'],
  [4, 'CW'],
  [10, 'ECG'],
  [11, 'pulse'],
  [12, 'phonocardiogram'],
]);

export interface ChipText {
  tone: Tone;
  text: string;
  detail: string;
}

/** Text of an image without a scale, and the parts of its file that might become one. */
function unscaled({ pixel_spacing: spacing }: ImageMetadata, calibration: ImageCalibration | null): ChipText {
  if (calibration?.source === 'none')
    return { tone: 'warn', text: 'px · scale rejected', detail: "A reader marked the file's scale as invalid." };
  if (calibration?.source === 'manual')
    return { tone: 'warn', text: 'px · typed scale incomplete', detail: 'A scale was typed for one axis; the other one is missing.' };
  if (spacing && spacing.source !== 'pixel_spacing')
    return {
      tone: 'warn',
      text: 'px · nominal spacing not confirmed',
      detail: 'The file has a nominal spacing, which is used once a reader confirms it.',
    };
  return {
    tone: 'warn',
    text: 'px · not calibrated',
    detail: 'The file names no region and no Pixel Spacing: nothing can be measured in it yet.',
  };
}

/** Scale of measurements of this image: units, region and its kind, or that there is nothing. */
export function calibrationChip(
  metadata: ImageMetadata,
  scale: ImageScale | null,
  modality: string | null,
  calibration: ImageCalibration | null,
): ChipText {
  const flow = scale && modality !== null ? scale.flowRegion(modality) : metadata.flow_region;
  if (!flow) {
    return modality !== null && metadata.flow_region && calibration === null
      ? {
          tone: 'warn',
          text: `px · no region for ${modality}`,
          detail: 'The image has regions, but none with the units this modality is measured in.',
        }
      : unscaled(metadata, calibration);
  }
  const { region_index: index } = flow;
  const region = index === null ? undefined : metadata.doppler_regions[index];
  const units = flow.units_x === flow.units_y ? flow.units_x : `${flow.units_y} × ${flow.units_x}`;
  const by = calibration?.author ? ` by ${calibration.author}` : '';
  if (calibration?.source === 'manual')
    return { tone: 'ok', text: `${units} · typed scale`, detail: `Scale from points that were marked and a value that was typed${by}.` };
  if (calibration?.source === 'confirmed_spacing')
    return { tone: 'ok', text: `${units} · nominal spacing, confirmed`, detail: `Nominal spacing of the file, confirmed${by}.` };
  if (index === null || !region)
    return { tone: 'ok', text: `${units} · Pixel Spacing`, detail: 'Scale from Pixel Spacing over the whole image.' };
  const kind = DATA.get(region.region_data_type ?? 0) ?? KIND.get(region.region_spatial_format ?? 0) ?? 'region';
  return {
    tone: 'ok',
    text: `${units} · US region ${index + 1} (${kind})`,
    detail: `Scale from region ${index + 1} of ${metadata.doppler_regions.length} of the file.`,
  };
}
