import type { AnalysisImage, Measurement } from '@echometry/contract/generated/analysis-image.ts';
import type { PlausibilityRules } from '@echometry/contract/records/plausibility.ts';
import { oddities } from '@echometry/contract/rules/plausibility.ts';
import { hasQc, isPositiveQc } from '@echometry/contract/rules/quality.ts';
import type { ReadImage } from '@echometry/contract/rules/triage-facts.ts';
import type { Kysely } from 'kysely';
import { imagesOfEntries, manifestOf } from '../analyses/read.ts';
import { factsOfEntries, type ManifestEntry, readImagesOfStudies, readSequences, storedFactsOfStudies } from '../db/image-documents.ts';
import type { Database } from '../db/schema.ts';
import { Damage } from '../errors.ts';
import { editorsWork, referenceEntries } from '../reviews/copy.ts';

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

/** Damaged work has no values; opening it shows the damage. */
async function noneIfDamaged<T>(read: () => Promise<readonly T[]>): Promise<readonly T[]> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Damage) return [];
    throw error;
  }
}

async function imagesOf(
  query: Query,
  studyId: number,
  stored: readonly AnalysisImage[],
  rules: PlausibilityRules | undefined,
): Promise<readonly WorkImage[]> {
  const read: WorkImage[] = [];
  for (const image of stored) read.push(...(await imageOf(query, studyId, image, rules)));
  return read;
}

const readWork = (query: Query, studyId: number, version: number, rules: PlausibilityRules | undefined): Promise<readonly WorkImage[]> =>
  noneIfDamaged(async () => {
    const { images, configVersions } = await editorsWork(query, studyId, version);
    const stored = await imagesOfEntries(query, { study_id: studyId, config_versions: JSON.stringify(configVersions) }, images);
    return imagesOf(query, studyId, stored, rules);
  });

/** A version of a study. */
export interface VersionOfStudy {
  studyId: number;
  version: number;
}

/** Entries of the reference images of versions, and of damaged ones none. A version that is not kept any more is left out. */
async function entriesOf(query: Query, versions: readonly number[]): Promise<{ id: number; study_id: number; images: ManifestEntry[] }[]> {
  const rows = await query
    .selectFrom('analysis_version')
    .select(['id', 'study_id', 'format', 'document', 'sha256', 'config_versions'])
    .where('id', 'in', versions)
    .execute();
  const manifests = new Map<number, readonly ManifestEntry[]>();
  for (const row of rows) manifests.set(row.id, await noneIfDamaged(async () => (await manifestOf(row)).images));
  const entries = rows.flatMap(({ id, study_id }) => (manifests.get(id) ?? []).map(({ sha256 }) => ({ study_id, sha256 })));
  const known = await storedFactsOfStudies(query, entries);
  const found = [];
  for (const { id, study_id, config_versions } of rows) {
    const named = [...(manifests.get(id) ?? [])];
    const images = await noneIfDamaged(async () => {
      const facts = await factsOfEntries(query, study_id, named, known);
      return referenceEntries({ images: named }, facts, JSON.parse(config_versions) as Record<string, number>);
    });
    found.push({ id, study_id, images: [...images] });
  }
  return found;
}

/** Versions whose values one server keeps, a few kilobytes each: enough for a few long queues. */
const VERSIONS_KEPT = 3000;

/** Values of versions, which never change, by workspace. */
const kept = new WeakMap<Query, Map<string, Promise<readonly WorkImage[]>>>();

function keptOf(query: Query): Map<string, Promise<readonly WorkImage[]>> {
  const all = kept.get(query) ?? new Map<string, Promise<readonly WorkImage[]>>();
  kept.set(query, all);
  return all;
}

const keyOf = (version: number, rules: PlausibilityRules | undefined): string => JSON.stringify([version, rules]);

/** The latest requests are kept longest. */
function keep(query: Query, key: string, work: Promise<readonly WorkImage[]>): void {
  const all = keptOf(query);
  all.delete(key);
  all.set(key, work);
  if (all.size > VERSIONS_KEPT) all.delete(all.keys().next().value ?? key);
}

/** Reference images of a version with their values. */
export function workImages(
  query: Query,
  { studyId, version }: VersionOfStudy,
  rules: PlausibilityRules | undefined,
): Promise<readonly WorkImage[]> {
  const key = keyOf(version, rules);
  const work = keptOf(query).get(key) ?? readWork(query, studyId, version, rules);
  keep(query, key, work);
  work.catch(() => keptOf(query).delete(key));
  return work;
}

/** Versions that are read at once: a few megabytes of documents. */
const VERSIONS_AT_ONCE = 50;

/** Reads those of some versions that are not kept, many in one query, so that `workImages` has them. */
export async function readAhead(query: Query, versions: readonly number[], rules: PlausibilityRules | undefined): Promise<void> {
  const unknown = [...new Set(versions)].filter((version) => !keptOf(query).has(keyOf(version, rules))).slice(0, VERSIONS_KEPT);
  for (let from = 0; from < unknown.length; from += VERSIONS_AT_ONCE) {
    const works = await entriesOf(query, unknown.slice(from, from + VERSIONS_AT_ONCE));
    const read = await readImagesOfStudies(query, works);
    for (const [n, { id, study_id }] of works.entries()) {
      const stored = read[n];
      const images = stored === undefined || stored instanceof Damage ? [] : await imagesOf(query, study_id, stored, rules);
      keep(query, keyOf(id, rules), Promise.resolve(images));
    }
  }
}
