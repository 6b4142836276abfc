/** COCO: every traced frame as a picture, its closed curves as polygons and its open ones as keypoints with a polyline. */
import type { Position } from '@echometry/bindings/drawing.ts';
import { type CurveSampler, type TracedLine, tracedLines } from './curves.ts';
import { frameOrNull } from './frames.ts';
import { nameOf, once } from './names.ts';
import { png } from './png.ts';
import { polygonArea } from './raster.ts';
import type { ArchiveFile, DecodedFrame, FormatWriter, SourceImage } from './source.ts';

/** COCO counts from the corner of the first pixel, stored points from its centre. */
export const CORNER_OF_CENTRE = 0.5;
const VISIBLE = 2;
export const COCO_FORMAT = 1;

const flat = (points: readonly Position[]): number[] => points.flatMap(({ x, y }) => [x + CORNER_OF_CENTRE, y + CORNER_OF_CENTRE]);

function boxOf(points: readonly Position[]): [number, number, number, number] {
  const corner = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const { x, y } of points) {
    corner.left = Math.min(corner.left, x);
    corner.top = Math.min(corner.top, y);
    corner.right = Math.max(corner.right, x);
    corner.bottom = Math.max(corner.bottom, y);
  }
  return [corner.left + CORNER_OF_CENTRE, corner.top + CORNER_OF_CENTRE, corner.right - corner.left, corner.bottom - corner.top];
}

interface Category {
  id: number;
  name: string;
  supercategory: string;
  keypoints: string[];
  skeleton: [number, number][];
}

const keypointNames = (line: TracedLine): string[] => line.line.points.map(({ type }, place) => type || `point ${place + 1}`);

/** Kinds of annotation: structure and ends, and for open lines the names of their points, which COCO keeps here. */
class Categories {
  readonly #known = new Map<string, Category>();

  idOf(line: TracedLine): number {
    const keypoints = line.ends === 'open' ? keypointNames(line) : [];
    const key = JSON.stringify([line.line.name, keypoints]);
    const known = this.#known.get(key);
    if (known) return known.id;
    const id = this.#known.size + 1;
    const skeleton = keypoints.slice(1).map((_, place): [number, number] => [place + 1, place + 2]);
    this.#known.set(key, { id, name: line.line.name, supercategory: line.line.shape, keypoints, skeleton });
    return id;
  }

  list(): Category[] {
    return [...this.#known.values()];
  }
}

function pictureOf(source: SourceImage, frame: DecodedFrame, frame_number: number, lines: readonly TracedLine[], id: number): object {
  const { study, work, image } = source;
  return {
    id,
    width: frame.columns,
    height: frame.rows,
    file_name: `images/${nameOf(source)}/frame-${String(frame_number).padStart(5, '0')}.png`,
    study: study.study_id,
    patient: study.patient,
    project: study.project,
    instance: image.instance_id,
    image_type: image.type,
    view: image.view,
    frame_index: frame_number - 1,
    time_ms: source.frame_times_ms?.[frame_number - 1] ?? null,
    cycle: [...new Set(lines.map(({ cycle }) => cycle + 1))],
    event: [...new Set(lines.flatMap(({ event }) => event ?? []))],
    pixel_size_mm: source.pixel_size_mm,
    editor: work.editor,
    reviewer: work.reviewer,
    role: work.role,
    blind: work.blind,
    pass: work.pass,
    version: work.version,
  };
}

/** The annotation of a line; coordinates are never rounded. */
function annotationOf(traced: TracedLine, id: number, image_id: number, category_id: number): object {
  const { line, curve, ends, cycle, event } = traced;
  const common = {
    id,
    image_id,
    category_id,
    bbox: boxOf(curve),
    iscrowd: 0,
    shape: line.shape,
    ends,
    cycle: cycle + 1,
    event,
    control_points: line.points.map(({ id: point, x, y, type }) => ({ id: point, type, x: x + CORNER_OF_CENTRE, y: y + CORNER_OF_CENTRE })),
  };
  if (ends !== 'open' && curve.length >= 3) return { ...common, area: polygonArea(curve), segmentation: [flat(curve)] };
  const keypoints = line.points.flatMap(({ x, y }) => [x + CORNER_OF_CENTRE, y + CORNER_OF_CENTRE, VISIBLE]);
  return { ...common, area: 0, segmentation: [], keypoints, num_keypoints: line.points.length, polyline: flat(curve) };
}

const INFO = {
  description: 'Echometry: traced frames',
  coordinates: 'x to the right, y down, 0,0 is the upper left corner of the first pixel and 0.5,0.5 its centre',
  frames: 'frame_index counts from 0, cycle from 1',
  format: COCO_FORMAT,
};

/** Joins what was written of each list into the one file that COCO is. */
async function* annotationsFile(
  pictures: readonly string[],
  annotations: readonly string[],
  categories: Categories,
): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`{"info":${JSON.stringify(INFO)},"licenses":[],"categories":${JSON.stringify(categories.list())},"images":[`);
  for (const [place, text] of pictures.entries()) yield Buffer.from(`${place === 0 ? '' : ','}\n${text}`);
  yield Buffer.from('],"annotations":[');
  for (const [place, text] of annotations.entries()) yield Buffer.from(`${place === 0 ? '' : ','}\n${text}`);
  yield Buffer.from(']}\n');
}

const pngOf = (frame: DecodedFrame): Uint8Array => png({ ...frame, kind: frame.samples_per_pixel === 1 ? 'grey' : 'rgb' });

/** Pictures first, annotations.json last: about 3 kB a line are held until then. */
export function cocoWriter(sample: CurveSampler): FormatWriter {
  return {
    name: 'coco',
    values: false,
    async *write(images, leaveOut): AsyncIterable<ArchiveFile> {
      const categories = new Categories();
      const pictures: string[] = [];
      const annotations: string[] = [];
      for await (const source of images) {
        const lines = tracedLines(source, sample, leaveOut);
        const frames = [...new Set(lines.map(({ frame_number }) => frame_number))].sort((a, b) => a - b);
        for (const frame_number of frames) {
          const here = lines.filter((line) => line.frame_number === frame_number);
          const frame = await frameOrNull(source, frame_number, leaveOut);
          if (frame === null) continue;
          const picture = pictureOf(source, frame, frame_number, here, pictures.length + 1);
          pictures.push(JSON.stringify(picture));
          for (const line of here) {
            annotations.push(JSON.stringify(annotationOf(line, annotations.length + 1, pictures.length, categories.idOf(line))));
          }
          yield { path: `coco/images/${nameOf(source)}/frame-${String(frame_number).padStart(5, '0')}.png`, content: once(pngOf(frame)) };
        }
      }
      yield { path: 'coco/annotations.json', content: annotationsFile(pictures, annotations, categories) };
    },
  };
}
