import type { AnalysisImage, Measurement } from '@echometry/contract/generated/analysis-image.ts';
import type { PlausibilityRules } from '@echometry/contract/records/plausibility.ts';
import { oddities } from '@echometry/contract/rules/plausibility.ts';
import { hasQc, isPositiveQc } from '@echometry/contract/rules/quality.ts';
import type { ReadImage } from '@echometry/contract/rules/triage-facts.ts';
import type { Kysely } from 'kysely';
import { imagesOfEntries } from '../analyses/read.ts';
import { readSequences } from '../db/image-documents.ts';
import type { Database } from '../db/schema.ts';
import { Damage } from '../errors.ts';
import { editorsWork } from '../reviews/copy.ts';

type Query = Kysely<Database>;

/** A measurement with its normal range, which its cut-offs follow from. */
export type WorkValue = Pick<Measurement, 'name' | 'normal'> & {
  units: string;
  event: string | null;
  aggregate: number;
  cycles: readonly number[];
};

/** A reference image as it is judged, without what depends on others. */
export interface WorkImage extends Pick<ReadImage, 'type' | 'oddities' | 'proposal' | 'good'> {
  placed: Pick<AnalysisImage, 'instance_id' | 'type' | 'reference' | 'missing_image'>;
  values: readonly WorkValue[];
}

const known = (values: readonly (number | null)[]): number[] => values.filter((one) => one !== null);

const valuesOf = ({ measurements }: AnalysisImage): WorkValue[] =>
  measurements.flatMap(({ name, units = '', cardiac_event, aggregate, value, normal }): WorkValue[] => {
    if (aggregate === undefined) return [];
    const event = typeof cardiac_event === 'string' ? cardiac_event : null;
    return [{ name, units, event, aggregate, cycles: known(value), ...(normal === undefined ? {} : { normal }) }];
  });

const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length;

/** Lowest mean quality of a frame of the accepted lines of an image; null where it has none. */
async function proposalOf(query: Query, studyId: number, { segmentation }: AnalysisImage): Promise<number | null> {
  const hashes = segmentation.flatMap(({ sequence }) => sequence?.lines_sha256 ?? []);
  if (hashes.length === 0) return null;
  const sequences = [...(await readSequences(query, studyId, hashes)).values()];
  const frames = sequences.flatMap(({ lines }) => lines.flatMap((line) => line.frames)).filter(({ quality }) => quality.length > 0);
  return frames.length === 0 ? null : Math.min(...frames.map(({ quality }) => mean(quality)));
}

async function imageOf(query: Query, studyId: number, image: AnalysisImage, rules: PlausibilityRules | undefined): Promise<WorkImage[]> {
  const { instance_id, type, reference, missing_image, measurements } = image;
  if (type === null || missing_image) return [];
  return [
    {
      type,
      placed: { instance_id, type, reference, missing_image },
      values: valuesOf(image),
      oddities: oddities({ image, measurements, heartRate: null }, rules),
      proposal: await proposalOf(query, studyId, image),
      good: hasQc(image) ? isPositiveQc(image) : null,
    },
  ];
}

async function readWork(query: Query, studyId: number, version: number, rules: PlausibilityRules | undefined): Promise<WorkImage[]> {
  try {
    const { images, configVersions } = await editorsWork(query, studyId, version);
    const stored = await imagesOfEntries(query, { study_id: studyId, config_versions: JSON.stringify(configVersions) }, images);
    const read: WorkImage[] = [];
    for (const image of stored) read.push(...(await imageOf(query, studyId, image, rules)));
    return read;
  } catch (error) {
    // Damaged work has no values; opening it shows the damage.
    if (error instanceof Damage) return [];
    throw error;
  }
}

/** Versions whose values one server keeps, a few kilobytes each: enough for a few long queues. */
const VERSIONS_KEPT = 3000;

/** Values of versions, which never change, by workspace. */
const kept = new WeakMap<Query, Map<string, Promise<WorkImage[]>>>();

/** Reference images of a version with their values. */
export function workImages(query: Query, studyId: number, version: number, rules: PlausibilityRules | undefined): Promise<WorkImage[]> {
  const all = kept.get(query) ?? new Map<string, Promise<WorkImage[]>>();
  kept.set(query, all);
  const key = JSON.stringify([version, rules]);
  const work = all.get(key) ?? readWork(query, studyId, version, rules);
  // The latest requests are kept longest.
  all.delete(key);
  all.set(key, work);
  work.catch(() => all.delete(key));
  if (all.size > VERSIONS_KEPT) all.delete(all.keys().next().value ?? key);
  return work;
}
