/** The small build on the calling thread: what a moving cursor needs at once (contracts.md 5). */
import type { ImageCalibration } from '@echometry/contract/generated/analysis-image.ts';
import type { FlowRegion, ImageMetadata, PhysicalUnit } from '@echometry/contract/generated/image-metadata.ts';
import * as wasm from '../wasm/geometry/engine.js';

/** Value = offset + scale * pixel on one axis; offset is null when only differences mean something. */
export interface AxisMap {
  unit: PhysicalUnit;
  scale: number;
  offset: number | null;
}

export interface PhysicalReading {
  region: { region_index: number | null; source: string; x: AxisMap | null; y: AxisMap | null } | null;
  x: { value: number; unit: PhysicalUnit } | null;
  y: { value: number; unit: PhysicalUnit } | null;
  /** Why a value is null. */
  reason: 'not_calibrated' | 'outside_regions' | 'no_scale' | 'no_baseline' | null;
}

/** Loads the build once. In a browser `source` is its address, in Node its bytes. */
export async function loadGeometry(source: URL | Uint8Array<ArrayBuffer>): Promise<void> {
  if (source instanceof URL) await wasm.default({ module_or_path: source });
  else wasm.initSync({ module: source });
}

/** Calibration of one image, synchronous. Pixels name their centre; call `free` when the image is closed. */
export class ImageScale {
  readonly #inner: wasm.Calibration;

  constructor(metadata: ImageMetadata, calibration: ImageCalibration | null = null) {
    // What the cursor does not need is left out: the listing of elements is long.
    this.#inner = new wasm.Calibration(JSON.stringify({ ...metadata, full_metadata: [], palette: null }), calibration ? JSON.stringify(calibration) : undefined);
  }

  at(x: number, y: number): PhysicalReading {
    return JSON.parse(this.#inner.physical_at(x, y)) as PhysicalReading;
  }

  /** The region an image of this modality is measured in; null when it has none. */
  flowRegion(modality?: string): FlowRegion | null {
    return JSON.parse(this.#inner.flow_region(modality)) as FlowRegion | null;
  }

  free(): void {
    this.#inner.free();
  }
}
