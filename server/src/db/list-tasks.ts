/** Next steps of works, computed from the facts of their images: documents are read only where no facts are stored. */
import type { Project } from '@echometry/contract/records/project.ts';
import { hasQc, isPositiveQc } from '@echometry/contract/rules/quality.ts';
import { type Work, type WorkTask, workTask } from '@echometry/contract/rules/work-task.ts';
import type { Kysely } from 'kysely';
import { Damage } from '../errors.ts';
import { type HeadRecord, type Manifest, VERSION_FORMAT } from './analyses.ts';
import { unpack } from './document.ts';
import { factsOfEntries, type ImageFacts, type KnownFacts, storedFactsOfStudies } from './image-documents.ts';
import type { Database } from './schema.ts';

type Query = Kysely<Database>;

/** Of a head what names its version. */
type Named = Pick<HeadRecord, 'study_id' | 'version_id'>;

interface Read extends Named {
  manifest: Manifest;
}

/** Null where something stored is damaged: the next step of such work is unknown, and opening it shows the damage. */
async function unlessDamaged<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Damage) return null;
    throw error;
  }
}

async function manifestsOf(query: Query, heads: readonly Named[]): Promise<Read[]> {
  const rows = await query
    .selectFrom('analysis_version')
    .select(['id as version_id', 'study_id', 'format', 'document', 'sha256'])
    .where(
      'id',
      'in',
      heads.map(({ version_id }) => version_id),
    )
    .execute();
  const read: Read[] = [];
  for (const { format, document, sha256, ...named } of rows) {
    // A migration made manifests of all older versions that could be read.
    const manifest = format === VERSION_FORMAT ? await unlessDamaged(() => unpack<Manifest>(document, sha256)) : null;
    if (manifest !== null) read.push({ ...named, manifest });
  }
  return read;
}

async function workOf(query: Query, { study_id, manifest: { images: entries, missing_images } }: Read, known: KnownFacts): Promise<Work> {
  const facts = await factsOfEntries(query, study_id, entries, known);
  const images = facts.map(({ cycles, ...state }, n) => ({
    ...state,
    instance_id: entries[n]!.instance_id,
    cardiac_events: { length: cycles },
  }));
  return { images, missing: missing_images };
}

const storedFactsOfWorks = (query: Query, works: readonly Read[]): Promise<KnownFacts> =>
  storedFactsOfStudies(
    query,
    works.flatMap(({ study_id, manifest }) => manifest.images.map(({ sha256 }) => ({ study_id, sha256 }))),
  );

/** The next step in each of some incomplete works, by its version; a complete one lacks nothing. */
export async function tasksOfHeads(
  query: Query,
  heads: readonly Named[],
  projectOf: (studyId: number) => Project,
): Promise<Map<number, WorkTask>> {
  const tasks = new Map<number, WorkTask>();
  if (heads.length === 0) return tasks;
  const works = await manifestsOf(query, heads);
  const known = await storedFactsOfWorks(query, works);
  for (const one of works) {
    const work = await unlessDamaged(() => workOf(query, one, known));
    const task = work && workTask(projectOf(one.study_id), work);
    if (task !== null) tasks.set(one.version_id, task);
  }
  return tasks;
}

/** Works that are read at once. */
const WORKS_AT_ONCE = 200;

/** A work by the facts of its images. */
interface WorkFacts {
  study_id: number;
  /** Types declared missing. */
  missing: string[];
  facts: ImageFacts[];
}

/** Works one after the other; damaged ones are left out. */
export async function* worksOfHeads(query: Query, heads: readonly Named[]): AsyncGenerator<WorkFacts> {
  for (let from = 0; from < heads.length; from += WORKS_AT_ONCE) {
    const works = await manifestsOf(query, heads.slice(from, from + WORKS_AT_ONCE));
    const known = await storedFactsOfWorks(query, works);
    for (const { study_id, manifest } of works) {
      const facts = await unlessDamaged(() => factsOfEntries(query, study_id, manifest.images, known));
      if (facts !== null) yield { study_id, missing: manifest.missing_images, facts };
    }
  }
}

/** Whether most assessed images of a work are good, by the number of its study; absent where no image was assessed. */
export async function goodQualityOf(query: Query, heads: readonly Named[]): Promise<Map<number, boolean>> {
  const good = new Map<number, boolean>();
  for await (const { study_id, facts } of worksOfHeads(query, heads)) {
    const assessed = facts.filter(hasQc);
    if (assessed.length > 0) good.set(study_id, assessed.filter(isPositiveQc).length * 2 > assessed.length);
  }
  return good;
}
