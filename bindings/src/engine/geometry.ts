/** The small build on the calling thread: what a moving cursor needs at once (docs/contracts.md#engine-boundary). */
import type { ImageCalibration } from '@echometry/contract/generated/analysis-image.ts';
import type { FlowRegion, ImageMetadata } from '@echometry/contract/generated/image-metadata.ts';
import type { PhysicalReading } from '@echometry/contract/generated/physical-reading.ts';
import * as wasm from '../../wasm/geometry/engine.js';

/** Loads the build once. In a browser `source` is its address, in Node its bytes. */
export async function loadGeometry(source: URL | Uint8Array<ArrayBuffer>): Promise<void> {
  if (source instanceof URL) await wasm.default({ module_or_path: source });
  else wasm.initSync({ module: source });
}

/** Version of the engine that is built. */
export const engineVersion = (): string => wasm.engine_version();

/** Calibration of one image, synchronous. Pixels name their centre; call `free` when the image is closed. */
export class ImageScale {
  readonly #inner: wasm.Calibration;

  constructor(metadata: ImageMetadata, calibration: ImageCalibration | null = null) {
    // Without parts that the cursor does not need: the listing of elements is long.
    this.#inner = new wasm.Calibration(
      JSON.stringify({ ...metadata, full_metadata: [], palette: null }),
      calibration ? JSON.stringify(calibration) : undefined,
    );
  }

  at(x: number, y: number): PhysicalReading {
    return JSON.parse(this.#inner.physical_at(x, y)) as PhysicalReading;
  }

  /** Codes of what is odd about the file's regions: `region_beyond_image`, `depth_implausible`, `delta_against_reference`, `baseline_may_be_absolute`, `scale_against_prf`, `reference_16_bit`. */
  warnings(): string[] {
    return JSON.parse(this.#inner.warnings()) as string[];
  }

  /** The region an image of this modality is measured in; null when it has none. */
  flowRegion(modality?: string): FlowRegion | null {
    return JSON.parse(this.#inner.flow_region(modality)) as FlowRegion | null;
  }

  free(): void {
    this.#inner.free();
  }
}
