/** Exported lines are read back as they were drawn; other content is refused by file, entry and reason. */
import type { Position } from '@echometry/bindings/engine/drawing.ts';
import type { AnalysisImage, Line, LinePoint } from '@echometry/contract/generated/analysis-image.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { END_DIASTOLE, END_SYSTOLE, INSTANCE, fourChamber, loadedSampler, source, valve, written } from '../../../test/format-sources.ts';
import { EXPORT_DOCUMENT_FORMAT } from '../../exports/document-schema.ts';
import { axisAndChords } from '../../exports/formats/chords.ts';
import { cocoWriter } from '../../exports/formats/coco.ts';
import { type CurveSampler, type TracedLine, tracedLines } from '../../exports/formats/curves.ts';
import { echonetWriter } from '../../exports/formats/echonet.ts';
import { polygonArea } from '../../exports/formats/raster.ts';
import { readCoco } from './coco.ts';
import { parseEchonet } from './echonet.ts';
import { jsonOf, type Imported, MAX_ENTRIES, type NamedText, type NamedValue } from './imported.ts';
import { readOwnJson } from './own-json.ts';

const CLOSE_PX = 0.01;
/** Allowed change of volumes. */
const VOLUME_SHARE = 0.001;

let sample: CurveSampler;
let drawn: TracedLine[];
let coco: string;
let openLines: string;
let tracings: NamedText;
let sources: NamedText;

beforeAll(async () => {
  sample = await loadedSampler();
  drawn = tracedLines(source(), sample, () => undefined);
  const textOf = (files: Map<string, Buffer>, name: string): string => files.get(name)?.toString('utf8') ?? '';
  const pictures = (await written(cocoWriter(sample), [source(), source(valve())])).files;
  coco = textOf(pictures, 'coco/annotations.json');
  openLines = textOf(pictures, 'coco/lines.json');
  const { files } = await written(echonetWriter(sample), [source()]);
  tracings = { name: 'VolumeTracings.csv', text: textOf(files, 'echonet/VolumeTracings.csv') };
  sources = { name: 'sources.csv', text: textOf(files, 'echonet/sources.csv') };
});

/** Reads the JSON of a file as an import does. */
const parsed = (file: NamedText, read: (value: NamedValue) => Imported): Imported => {
  const json = jsonOf(file);
  return json.ok ? read({ name: file.name, value: json.value }) : { lines: [], refused: [json.refused] };
};
const parseCoco = (file: NamedText, exported: NamedText | null = null): Imported => parsed(file, (value) => readCoco(value, exported));
const parseOwnJson = (file: NamedText): Imported => parsed(file, readOwnJson);

describe('COCO', () => {
  it('gives every line of an export back within 0.01 px', () => {
    const { lines, refused } = parseCoco({ name: 'annotations.json', text: coco });
    expect(refused).toEqual([]);
    expect(lines).toHaveLength(6);
    for (const { line, event, frame_number } of drawn) {
      const found = lines.find((one) => one.name === line.name && one.frame_number === frame_number);
      expect(found).toMatchObject({ instance_id: INSTANCE, event, cycle: 0, shape: line.shape, score: null });
      expect(found?.points).toHaveLength(line.points.length);
      found?.points.forEach((point, place) =>
        expect(Math.hypot(point.x - (line.points[place]?.x ?? 0), point.y - (line.points[place]?.y ?? 0))).toBeLessThan(CLOSE_PX),
      );
    }
    expect(parseCoco({ name: 'lines.json', text: openLines }).lines.at(-1)).toMatchObject({
      name: 'Mitral ring',
      shape: 'valve',
      frame_number: 1,
      event: null,
      points: [
        { x: 40.125, y: 30.75 },
        { x: 60.5, y: 38.25 },
        { x: 90.0625, y: 33.5 },
      ],
    });
  });

  it('reads results of a model on an exported data set, with their score', () => {
    const results = [{ image_id: 1, category_id: 1, segmentation: [[10.5, 20.5, 30.5, 20.5, 20.5, 40.5]], score: 0.75 }];
    const { lines, refused } = parseCoco({ name: 'results.json', text: JSON.stringify(results) }, { name: 'annotations.json', text: coco });
    expect(refused).toEqual([]);
    expect(lines).toMatchObject([
      {
        instance_id: INSTANCE,
        frame_number: END_DIASTOLE,
        name: 'LV endo',
        score: 0.75,
        points: [
          { x: 10, y: 20 },
          { x: 30, y: 20 },
          { x: 20, y: 40 },
        ],
      },
    ]);
  });

  it('refuses content other than lines by its place, and reads the rest', () => {
    const polygon = [[10.5, 20.5, 30.5, 20.5, 20.5, 40.5]];
    const row = { image_id: 1, category_id: 1, segmentation: polygon };
    const rows = [
      { ...row, segmentation: { size: [120, 160], counts: 'abc' } },
      { ...row, segmentation: { size: [160, 120], counts: [19_200] } },
      { ...row, segmentation: { size: [120, 160], counts: [19_200] } },
      { ...row, image_id: 99 },
      { ...row, category_id: 99 },
      { ...row, segmentation: [...polygon, ...polygon] },
      { ...row, segmentation: [[1, 2, 3]] },
      { ...row, segmentation: [[10, 10, 500, 20, 30, 40]] },
      { image_id: 1, category_id: 1 },
      { ...row, score: 3 },
      row,
    ];
    const { lines, refused } = parseCoco({ name: 'results.json', text: JSON.stringify(rows) }, { name: 'annotations.json', text: coco });
    expect(lines).toHaveLength(1);
    expect(refused.map(({ entry, reason }) => `${entry}: ${reason}`)).toEqual([
      'annotations/0: the counts of its mask (RLE) do not add up to its pixels',
      'annotations/1: its mask has 120 x 160 pixels, and the picture 160 x 120',
      'annotations/2: its mask (RLE) is empty',
      'annotations/3: image 99 with instance and frame_index does not exist',
      'annotations/4: category 99 whose supercategory is a shape does not exist',
      'annotations/5: it has several polygons, and a line is one',
      'annotations/6: its polygon has an odd number of coordinates',
      'annotations/7: the point 499.5, 19.5 is outside of the picture of 160 x 120 pixels',
      'annotations/8: it has neither a polygon nor keypoints',
      expect.stringContaining('annotations/9: /score'),
    ]);
    expect(refused.every(({ file }) => file === 'results.json')).toBe(true);
    const broken = parseCoco({ name: 'broken.json', text: '{"images": [' });
    expect(broken.refused).toMatchObject([
      { file: 'broken.json', entry: '', reason: expect.stringContaining('it is not valid JSON') as string },
    ]);
    expect(parseCoco({ name: 'list.json', text: '[]' }).refused).toMatchObject([
      { entry: '', reason: expect.stringContaining('images and categories are missing') as string },
    ]);
  });
});

describe('EchoNet', () => {
  it('gives chords back on the walls that were drawn, within 0.01 px', () => {
    const { lines, refused } = parseEchonet(tracings, sources);
    expect(refused).toEqual([]);
    expect(lines.map(({ frame_number, event, cycle, name }) => [frame_number, event, cycle, name])).toEqual([
      [END_SYSTOLE, 'end_systole', 0, 'LV endo'],
      [END_DIASTOLE, 'end_diastole', 0, 'LV endo'],
    ]);
    for (const found of lines) {
      const curve = drawn.find(({ line, frame_number }) => line.name === 'LV endo' && frame_number === found.frame_number)?.curve ?? [];
      // Every point is on a piece of the curve: the walls run from ring to ring.
      for (const point of found.points) {
        const distance = Math.min(
          ...curve.slice(1).map((b, place) => {
            const a = curve[place] ?? b;
            const [dx, dy] = [b.x - a.x, b.y - a.y];
            const share = Math.max(0, Math.min(1, ((point.x - a.x) * dx + (point.y - a.y) * dy) / (dx * dx + dy * dy)));
            return Math.hypot(point.x - a.x - share * dx, point.y - a.y - share * dy);
          }),
        );
        expect(distance).toBeLessThan(CLOSE_PX);
      }
      // An apex, both ends of 20 chords, and both rings.
      expect(found.points).toHaveLength(43);
    }
  });

  /** Half an ellipse whose base is turned by so many degrees, in stored pixels: the mitral plane is seldom upright to the axis. */
  function oblique(degrees: number): AnalysisImage {
    const image = fourChamber();
    const turned = (line: Line): Line => {
      const last = line.points.length - 1;
      const raise = (Math.tan((degrees * Math.PI) / 180) * (line.points[last]!.x - line.points[0]!.x)) / 2;
      return {
        ...line,
        points: line.points.map((point, at) => ({ ...point, y: point.y + (at === 0 ? raise : at === last ? -raise : 0) })),
      };
    };
    const [cycle] = image.segmentation;
    const events = (['end_diastole', 'end_systole'] as const).map((event) => [event, { lines: cycle![event]!.lines.map(turned) }]);
    return { ...image, segmentation: [Object.fromEntries(events) as (typeof image.segmentation)[number]] };
  }

  const rebuilt = async (image: AnalysisImage, asSources: (text: string) => string = (text) => text) => {
    const { files } = await written(echonetWriter(sample), [source(image)]);
    const text = (name: string): NamedText => ({ name, text: files.get(`echonet/${name}`)!.toString('utf8') });
    const own = text('sources.csv');
    const { lines, refused } = parseEchonet(text('VolumeTracings.csv'), { ...own, text: asSources(own.text) });
    expect(refused).toEqual([]);
    const before = tracedLines(source(image), sample, () => undefined);
    return lines.map((found) => {
      const traced = before.find(({ line, event }) => line.name === 'LV endo' && event === found.event)!;
      const named = found.points.map((point, at): LinePoint => ({
        ...traced.line.points[0]!,
        ...point,
        type: at === 0 || at === found.points.length - 1 ? 'ring' : '',
      }));
      return [sample(image, { ...traced.line, points: named }) ?? [], traced.curve] as const;
    });
  };
  /** Single-plane area-length, 8 A^2 / (3 pi L), and the method of 20 discs, in stored pixels. */
  const volumesOf = (curve: readonly Position[]): number[] => {
    const [first, last] = [curve[0]!, curve.at(-1)!];
    const base = { x: (first.x + last.x) / 2, y: (first.y + last.y) / 2 };
    const lengths = axisAndChords(curve, 20)!.map(([a, b]) => Math.hypot(a.x - b.x, a.y - b.y));
    const length = Math.max(...curve.map(({ x, y }) => Math.hypot(x - base.x, y - base.y)));
    const discs = lengths.slice(1).reduce((sum, width) => sum + (Math.PI / 4) * width * width * (length / 20), 0);
    return [(8 * polygonArea(curve) ** 2) / (3 * Math.PI * length), discs];
  };

  it.each([0, 6, 20])('keeps EDV and ESV within 0.1 %% with a base that is turned by %i degrees', async (degrees) => {
    for (const [after, before] of await rebuilt(oblique(degrees)))
      volumesOf(after).forEach((volume, at) => expect(Math.abs(volume / volumesOf(before)[at]! - 1)).toBeLessThan(VOLUME_SHARE));
  });

  it('continues the walls to the base where the contour is not the exported one', async () => {
    const withoutRings = (text: string) => text.replaceAll('_ring_', '_other_');
    for (const [after, before] of await rebuilt(oblique(0), withoutRings))
      volumesOf(after).forEach((volume, at) => expect(Math.abs(volume / volumesOf(before)[at]! - 1)).toBeLessThan(VOLUME_SHARE));
  });

  it('refuses another header, unknown videos and rows without numbers', () => {
    expect(parseEchonet({ name: 't.csv', text: 'FileName,X,Y,Frame\n' }, sources).refused).toMatchObject([{ file: 't.csv', entry: '' }]);
    const text = `FileName,X1,Y1,X2,Y2,Frame\nother.avi,1,2,3,4,0\nother.avi,1,,3,4,0\nother.avi,1,2,3,4,No Systolic\n`;
    expect(parseEchonet({ name: 't.csv', text }, sources).refused).toEqual([
      { file: 't.csv', entry: 'row 3', reason: 'X1, Y1, X2, Y2 are numbers and Frame counts from 0' },
      { file: 't.csv', entry: 'row 4', reason: 'X1, Y1, X2, Y2 are numbers and Frame counts from 0' },
      { file: 't.csv', entry: 'other.avi', reason: 'sources.csv does not name this video' },
    ]);
    expect(parseEchonet(tracings, { name: 's.csv', text: 'FileName\n' }).refused[0]?.reason).toContain('s.csv has no column instance_id');
  });

  it('reads as many rows of one frame as a file may have', () => {
    const rows = Array.from({ length: MAX_ENTRIES - 1 }, (_, n) => `video.avi,${n % 90},1,2,${n % 80},0`);
    const { lines, refused } = parseEchonet(
      { name: 'VolumeTracings.csv', text: ['FileName,X1,Y1,X2,Y2,Frame', ...rows].join('\n') },
      {
        name: 'sources.csv',
        text: `FileName,instance_id,cycle,end_diastole_frame_number,end_systole_frame_number,scale_x,scale_y,margin_x,margin_y\nvideo,${INSTANCE},1,1,2,1,1,0,0\n`,
      },
    );
    // The axis gives the apex, every chord a point on each wall, and both walls end at the base.
    expect([refused, lines.map(({ points }) => points.length)]).toEqual([[], [2 * (MAX_ENTRIES - 2) + 3]]);
  });
});

describe('JSON of our own', () => {
  const row = {
    instance_id: INSTANCE,
    cycle: 0,
    event: 'end_diastole',
    line: 'LV endo',
    shape: 'endo-epi',
    frame_number: 3,
    points_px: [
      [1.5, 2],
      [3, 4],
    ],
  };
  const document = (lines: unknown[], format = EXPORT_DOCUMENT_FORMAT): NamedText => ({
    name: 'own.json',
    text: JSON.stringify({ format, study: {}, lines }),
  });

  it('gives control points back as they stand', () => {
    expect(parseOwnJson(document([{ ...row, score: 0.5, curve_px: [], units: null }]))).toEqual({
      lines: [
        {
          instance_id: INSTANCE,
          frame_number: 3,
          name: 'LV endo',
          shape: 'endo-epi',
          event: 'end_diastole',
          cycle: 0,
          points: [
            { x: 1.5, y: 2 },
            { x: 3, y: 4 },
          ],
          score: 0.5,
        },
      ],
      refused: [],
    });
  });

  it('refuses unknown fields, other formats and wrong entries by their place', () => {
    const { lines, refused } = parseOwnJson(document([{ ...row, colour: 'red' }, { ...row, frame_number: 0 }, row]));
    expect(lines).toHaveLength(1);
    expect(refused.map(({ entry }) => entry)).toEqual(['lines/0', 'lines/1']);
    expect(refused[0]?.reason).toBe('/colour: a field that is not known');
    expect(parseOwnJson(document([], 9)).refused).toEqual([
      { file: 'own.json', entry: '', reason: 'it has format 9; this version reads format 1' },
    ]);
  });
});
