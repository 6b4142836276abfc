/** Physical readings under the cursor, and the words of the calibration chip. */
import wasmUrl from '@echometry/bindings/../wasm/geometry/engine_bg.wasm?url';
import { ImageScale, loadGeometry } from '@echometry/bindings/engine/geometry.ts';
import type { ImageCalibration } from '@echometry/contract/generated/analysis-image.ts';
import type { ImageMetadata } from '@echometry/contract/generated/image-metadata.ts';
import type { PhysicalReading } from '@echometry/contract/generated/physical-reading.ts';
import type { Tone } from '../../ui/chip.tsx';
import { messages, regionKind } from './messages.ts';

export type { PhysicalReading };

let loading: Promise<void> | null = null;
let isLoaded = false;

/** Loads the synchronous part of the engine; it is small and needed as soon as a cursor moves. */
export const geometryReady = (): Promise<void> =>
  (loading ??= loadGeometry(new URL(wasmUrl, window.location.href)).then(() => {
    isLoaded = true;
  }));

/** Whether `geometryReady` has resolved. */
export const isGeometryReady = (): boolean => isLoaded;

export const scaleOf = (metadata: ImageMetadata, calibration: ImageCalibration | null): ImageScale => new ImageScale(metadata, calibration);

/** Choices whose scales an image keeps. */
const MAX_KEPT_SCALES = 4;
const keptScales = new WeakMap<ImageMetadata, Map<string, ImageScale>>();

/**
 * The scale of an image, which every page of it asks for. It is kept with the metadata, and must not be freed. Needs `isGeometryReady`.
 * @param chosen what a person chose of the scale, as JSON; null for the file's own
 * @throws Error when the choice is not one
 */
export function keptScale(metadata: ImageMetadata, chosen: string | null): ImageScale {
  const kept = keptScales.get(metadata) ?? new Map<string, ImageScale>();
  keptScales.set(metadata, kept);
  const key = chosen ?? '';
  const scale = kept.get(key) ?? scaleOf(metadata, chosen === null ? null : (JSON.parse(chosen) as ImageCalibration));
  kept.delete(key);
  kept.set(key, scale);
  const [oldest] = kept.keys();
  if (kept.size > MAX_KEPT_SCALES && oldest !== undefined) kept.delete(oldest);
  return scale;
}

export interface ChipText {
  tone: Tone;
  text: string;
  detail: string;
}

/** Text of an image without a scale, and the parts of its file that might become one. */
function unscaled({ pixel_spacing: spacing }: ImageMetadata, calibration: ImageCalibration | null): ChipText {
  if (calibration?.source === 'none') return { tone: 'warn', ...messages.calibration.rejected };
  if (calibration?.source === 'manual') return { tone: 'warn', ...messages.calibration.incomplete };
  if (spacing && spacing.source !== 'pixel_spacing') return { tone: 'warn', ...messages.calibration.notConfirmed };
  return { tone: 'warn', ...messages.calibration.notCalibrated };
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
      ? { tone: 'warn', ...messages.calibration.noRegion(modality) }
      : unscaled(metadata, calibration);
  }
  const { region_index: index } = flow;
  const region = index === null ? undefined : metadata.doppler_regions[index];
  const units = flow.units_x === flow.units_y ? flow.units_x : `${flow.units_y} × ${flow.units_x}`;
  const author = calibration?.author ?? null;
  if (calibration?.source === 'manual') return { tone: 'ok', ...messages.calibration.typed(units, author) };
  if (calibration?.source === 'confirmed_spacing') return { tone: 'ok', ...messages.calibration.confirmed(units, author) };
  if (index === null || !region) return { tone: 'ok', ...messages.calibration.spacing(units) };
  const kind = regionKind(region.region_data_type, region.region_spatial_format);
  return { tone: 'ok', ...messages.calibration.region(units, index + 1, metadata.doppler_regions.length, kind) };
}
