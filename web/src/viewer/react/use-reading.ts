import { useEffect, useMemo, useState } from 'react';
import type { ImageScale } from '@echometry/bindings/engine/geometry.ts';
import type { ImageCalibration } from '@echometry/contract/generated/analysis-image.ts';
import type { DopplerRegion, ImageMetadata } from '@echometry/contract/generated/image-metadata.ts';
import type { PhysicalReading } from '@echometry/contract/generated/physical-reading.ts';
import { firstPicture } from '../../lib/first-picture.ts';
import type { Player } from '../clip/player.ts';
import { geometryReady, isGeometryReady, keptScale } from '../facts/calibration.ts';
import { sampleAt, type Sample } from '../facts/sample.ts';
import type { Stage } from '../stage.ts';
import type { Point } from '../view/view-transform.ts';

/**
 * The synchronous calibration of an image; null until the small engine is there.
 * @param calibration what a person chose of its scale; null for the file's own
 */
export function useScaling(metadata: ImageMetadata | null, calibration: ImageCalibration | null = null): ImageScale | null {
  const [isReady, setIsReady] = useState(isGeometryReady);
  useEffect(() => {
    if (isReady) return;
    let here = true;
    firstPicture
      .then(geometryReady)
      .then(() => here && setIsReady(true))
      .catch((error: unknown) => {
        console.error('The readout is not available.', error);
      });
    return () => {
      here = false;
    };
  }, [isReady]);
  // By its content: the record is recreated with every gesture.
  const chosen = calibration ? JSON.stringify(calibration) : null;
  return useMemo(() => {
    if (!isReady || !metadata) return null;
    try {
      return keptScale(metadata, chosen);
    } catch (error) {
      console.error('The scale of the picture cannot be read.', error);
      return null;
    }
  }, [isReady, metadata, chosen]);
}

export interface Reading {
  /** Stored pixels. */
  at: Point;
  /** The frame that the clip was at. */
  frameIndex: number;
  sample: Sample | null;
  physical: PhysicalReading | null;
  region: DopplerRegion | null;
}

/** Values under the pointer; null outside of the picture. Synchronous: it belongs to the very position it is shown with. */
export function readingAt(
  cursor: Point | null,
  frameIndex: number,
  { stage, player, scaling }: { stage: Stage; player: Player; scaling: ImageScale | null },
): Reading | null {
  const { metadata } = player;
  if (!cursor || !metadata || !stage.view.contains(cursor)) return null;
  const frame = player.frame();
  const physical = scaling?.at(cursor.x, cursor.y) ?? null;
  const index = physical?.region?.region_index ?? null;
  return {
    at: cursor,
    frameIndex,
    sample: frame ? sampleAt(frame, metadata, cursor) : null,
    physical,
    region: index === null ? null : (metadata.doppler_regions[index] ?? null),
  };
}
