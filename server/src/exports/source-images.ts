import type { Engine, FileHandle } from '@echometry/bindings/engine/api.ts';
import type { EngineFailure } from '@echometry/bindings/engine/failure.ts';
import { ImageScale } from '@echometry/bindings/engine/geometry.ts';
import type { Result } from '@echometry/bindings/engine/result.ts';
import type { AnalysisImage, SequenceLines } from '@echometry/contract/generated/analysis-image.ts';
import type { ImageMetadata } from '@echometry/contract/generated/image-metadata.ts';
import { readBytes } from '../objects/read-bytes.ts';
import type { ObjectReader } from '../objects/store.ts';
import type { SourceImage } from './formats/source.ts';
import type { ReadWork } from './read-work.ts';

const MM_PER_CM = 10;

/** Bounds of the region in force where both of its axes are lengths, and height and width of its pixels; null otherwise. */
export function tissueOf(metadata: ImageMetadata | null, image: AnalysisImage): Pick<SourceImage, 'sector' | 'pixel_size_mm'> {
  const unknown = { sector: null, pixel_size_mm: null };
  if (metadata === null) return unknown;
  const scale = new ImageScale(metadata, image.calibration);
  try {
    const region = scale.flowRegion(image.modality ?? undefined);
    if (region === null || region.units_x !== 'cm' || region.units_y !== 'cm') return unknown;
    return {
      sector: {
        left: Math.max(0, region.region_location_min_x),
        top: Math.max(0, region.region_location_min_y),
        right: Math.min(metadata.width - 1, region.region_location_max_x),
        bottom: Math.min(metadata.height - 1, region.region_location_max_y),
      },
      pixel_size_mm: [Math.abs(region.physical_delta_y) * MM_PER_CM, Math.abs(region.physical_delta_x) * MM_PER_CM],
    };
  } finally {
    scale.free();
  }
}

/** Lines on every frame of a study by their hash; null where they are missing or damaged. */
export type ReadSequence = (studyId: number, hash: string) => Promise<SequenceLines | null>;

/** An image with its values as an export has them. */
export type ExportedValues = Pick<SourceImage, 'image' | 'stored' | 'judged' | 'calipers' | 'curves'>;

/** One chosen image of a work for writers of formats. Its file is read when the first frame is requested, and held until `close`. */
export function sourceImage(
  { engine, objects, sequences }: { engine: Engine; objects: ObjectReader; sequences: ReadSequence },
  work: ReadWork,
  { image, stored, judged, calipers, curves }: ExportedValues,
  metadata: ImageMetadata | null,
): { image: SourceImage; close: () => Promise<void> } {
  const file = work.files.get(image.instance_id);
  let opened: Promise<FileHandle> | null = null;
  const openFile = async (): Promise<FileHandle> => {
    if (file === undefined) throw new Error(`${image.filename} is not in the workspace`);
    const handle = await engine.open(await readBytes(objects, file.object_sha256), file.colours === null ? {} : { colour: file.colours });
    if (!handle.ok) throw new Error(`${image.filename}: ${handle.error.message}`);
    return handle.value;
  };
  const open = (): Promise<FileHandle> => (opened ??= openFile());
  const sequence = async (cycle: number): Promise<SequenceLines | null> => {
    const hash = image.segmentation[cycle]?.sequence?.lines_sha256;
    return hash === undefined ? null : sequences(work.source.study.id, hash);
  };
  const made = <T>(frame_number: number, result: Result<T, EngineFailure>): T => {
    if (!result.ok) throw new Error(`${image.filename}, frame ${frame_number}: ${result.error.message}`);
    return result.value;
  };
  return {
    image: {
      study: work.study,
      work: work.facts,
      image,
      stored,
      judged,
      calipers,
      curves,
      number_of_frames: metadata?.number_of_frames ?? file?.number_of_frames ?? 0,
      frame_times_ms: metadata === null || metadata.frame_time_source === 'assumed' ? null : metadata.frame_times_ms,
      ...tissueOf(metadata, image),
      sequence,
      frame: async (frame_number) => made(frame_number, await engine.picture(await open(), frame_number)),
      square: async (frame_number, to) => made(frame_number, await engine.square(await open(), frame_number, to)),
    },
    close: async () => {
      if (opened !== null) engine.release(await opened);
    },
  };
}
