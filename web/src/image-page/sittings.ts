/** The version history as people remember it: who worked when, and what they changed. */
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import { ownValue } from '@echometry/contract/rules/own-value.ts';
import type { AnalysisVersion } from '@echometry/contract/records/analysis-version.ts';
import { goesOn } from '@echometry/contract/rules/sittings.ts';
import { messages } from './messages.ts';

export interface Sitting {
  author: string;
  role: AnalysisVersion['role'];
  from: number;
  to: number;
  /** Newest first. */
  versions: AnalysisVersion[];
}

/** @param versions newest first */
export function sittingsOf(versions: readonly AnalysisVersion[]): Sitting[] {
  const sittings: Sitting[] = [];
  for (const version of versions) {
    const last = sittings.at(-1);
    if (last && last.author === version.author && last.role === version.role && goesOn(version.created_at, last.from)) {
      last.versions.push(version);
      last.from = version.created_at;
    } else
      sittings.push({ author: version.author, role: version.role, from: version.created_at, to: version.created_at, versions: [version] });
  }
  return sittings;
}

export interface ImageChange {
  instance_id: string;
  /** Changes, in words. */
  words: string[];
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Parts of an image that are listed only by their name. */
const PARTS: readonly [string, readonly (keyof AnalysisImage)[]][] = [
  [messages.changes.quality, ['accepted', 'score']],
  [messages.changes.timing, ['cardiac_events', 'onset_type', 'is_annotated']],
  [messages.changes.lines, ['segmentation', 'is_segmented', 'cycles_segmented']],
  [messages.changes.calipers, ['measurements_caliper']],
  [messages.changes.measurements, ['measurements', 'is_measured']],
];

function labelWords(before: AnalysisImage, after: AnalysisImage): string[] {
  const labels = new Set([...Object.keys(before.additional_labels), ...Object.keys(after.additional_labels)]);
  return [
    ...(before.view === after.view ? [] : [messages.changes.view(before.view, after.view)]),
    ...(before.type === after.type ? [] : [messages.changes.type(before.type, after.type)]),
    ...(before.modality === after.modality || before.type !== after.type
      ? []
      : [messages.changes.modality(before.modality, after.modality)]),
    ...(before.reference === after.reference ? [] : [after.reference ? messages.changes.reference : messages.changes.noReference]),
    ...[...labels].flatMap((category) => {
      const [from, to] = [ownValue(before.additional_labels, category) || null, ownValue(after.additional_labels, category) || null];
      return from === to ? [] : [messages.changes.label(category, from, to)];
    }),
  ];
}

function wordsOf(before: AnalysisImage | undefined, after: AnalysisImage | undefined): string[] {
  if (!before && after) return [[after.view, after.type].filter(Boolean).join(' · ') || messages.changes.labelsSet];
  if (before && !after) return [messages.changes.labelsRemoved];
  if (!before || !after) return [];
  return [
    ...labelWords(before, after),
    ...PARTS.flatMap(([name, keys]) => (keys.every((key) => same(before[key], after[key])) ? [] : [name])),
  ];
}

/** Images that differ between two versions, with what differs. */
export function changesBetween(before: readonly AnalysisImage[], after: readonly AnalysisImage[]): ImageChange[] {
  const [from, to] = [before, after].map((images) => new Map(images.map((image) => [image.instance_id, image])));
  return [...new Set([...(from?.keys() ?? []), ...(to?.keys() ?? [])])].flatMap((instance_id) => {
    const words = wordsOf(from?.get(instance_id), to?.get(instance_id));
    return words.length === 0 ? [] : [{ instance_id, words }];
  });
}
