/** Segments of an image: what each structure is in codes, and how its lines were drawn (PS3.3 C.8.20.4). */
import { ownValue } from '@echometry/contract/rules/own-value.ts';
import type { TracedLine } from '../curves.ts';
import type { Item } from '../dicom-object.ts';
import { type Code, code, privateCode } from '../sr/code.ts';
import { SITES } from '../sr/codes.ts';
import { codeItem } from '../sr/items.ts';

/** Of CID 7150, Segmentation Property Category. */
const ANATOMY = code('91723000', 'SCT', 'Anatomical Structure');
const HEART = code('80891009', 'SCT', 'Heart');

/** Structures of the shipped configuration by the beginning of their name. */
const STRUCTURES: Readonly<Record<string, Code>> = { ...SITES, Heart: HEART };
export const STRUCTURE_CODES: readonly Code[] = [ANATOMY, HEART];

/** Boundaries by the end of a line's name: two segments may be of one structure. */
const BOUNDARIES: Readonly<Record<string, string>> = { endo: 'Area within the endocardium', epi: 'Area within the epicardium' };

const MAX_LABEL = 64;

/** The code of a structure by its name, such as `LV endo` or `Head`; of another name a private one. */
export function structureOf(name: string): Code {
  const [place = ''] = name.split(' ');
  return ownValue(STRUCTURES, place) ?? privateCode(`${name} (structure)`);
}

/** The methods that placed points of the lines, in words; empty where a person placed them all. */
const methodsOf = (lines: readonly TracedLine[]): string[] => [
  ...new Set(
    lines.flatMap(({ line }) =>
      line.points.flatMap(({ origin, method, method_version }) =>
        origin === undefined || origin === 'hand' ? [] : [[method ?? origin, method_version ?? ''].join(' ').trim()],
      ),
    ),
  ),
];

/** The segment of a structure; `number` counts from 1 within its object. */
export function segmentItem(name: string, number: number, lines: readonly TracedLine[]): Item {
  const methods = methodsOf(lines);
  const boundary = ownValue(BOUNDARIES, name.split(' ').at(-1) ?? '');
  return {
    SegmentNumber: number,
    SegmentLabel: name.slice(0, MAX_LABEL),
    ...(boundary === undefined ? {} : { SegmentDescription: boundary }),
    SegmentAlgorithmType: methods.length === 0 ? 'MANUAL' : 'SEMIAUTOMATIC',
    ...(methods.length === 0 ? {} : { SegmentAlgorithmName: methods.join(', ').slice(0, MAX_LABEL) }),
    SegmentedPropertyCategoryCodeSequence: [codeItem(ANATOMY)],
    SegmentedPropertyTypeCodeSequence: [codeItem(structureOf(name))],
  };
}
