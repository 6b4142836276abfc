import type { Transaction } from 'kysely';
import { recordAct } from '../../db/audit.ts';
import type { Db } from '../../db/connect.ts';
import {
  bytesOfVersions,
  removeDocuments,
  removeVersions,
  setParents,
  storedDocuments,
  type VersionTable,
} from '../../db/kept-versions.ts';
import type { Database } from '../../db/schema.ts';
import { lockStudy } from '../../reviews/save.ts';
import { type ByTable, namedDocuments, studyVersions, type StudyVersions, VERSION_TABLES } from './plan.ts';
import { parentLeft, type Period } from './policy.ts';

/** Versions that go in one transaction at most: saves wait for it. */
const VERSIONS_AT_ONCE = 500;

/** A study, and what keeps its versions. */
export interface StudyToPrune {
  studyId: number;
  /** Versions made after this time are kept. */
  since: number;
  /** While exports read whatever was current. */
  reads: readonly Period[];
}

/** Removed content, or content to remove. */
export interface Pruned {
  versions: number;
  reviewVersions: number;
  documents: number;
  bytes: number;
}

type Versions = ByTable<readonly number[]>;

/** Versions that are removed at once. Reviews come first, because they name versions of analyses. */
function batchOf({ gone }: StudyVersions, most: number): Versions {
  const review_version = gone.review_version.slice(0, most);
  const isRest = review_version.length === gone.review_version.length;
  return { review_version, analysis_version: isRest ? gone.analysis_version.slice(0, most - review_version.length) : [] };
}

const countOf = (versions: Versions): number => versions.analysis_version.length + versions.review_version.length;
const without = (all: ReadonlySet<string>, named: ReadonlySet<string>): Set<string> => new Set([...all].filter((hash) => !named.has(hash)));

/** Documents that some versions name and no other version of the study does. */
async function documentsOnlyOf(query: Db['query'], studyId: number, { rows }: StudyVersions, gone: Versions): Promise<Set<string>> {
  let only = new Set<string>();
  for (const table of VERSION_TABLES) for (const hash of await namedDocuments(query, table, gone[table])) only.add(hash);
  for (const table of VERSION_TABLES) {
    const going = new Set(gone[table]);
    const left = rows[table].map(({ id }) => id).filter((id) => !going.has(id));
    only = without(only, await namedDocuments(query, table, left));
  }
  return new Set((await storedDocuments(query, studyId, [...only])).keys());
}

/** A batch as it was planned, and what of it still goes once the study is locked. */
interface Batch {
  before: StudyVersions;
  planned: Versions;
  now: StudyVersions;
  gone: Versions;
}

/** Documents that are named neither by saves since the plan, nor by versions that are kept after all. */
async function stillOnlyOf(query: Db['query'], documents: ReadonlySet<string>, batch: Batch): Promise<Set<string>> {
  let only = new Set(documents);
  for (const table of VERSION_TABLES) {
    const stayed = new Set(batch.before.rows[table].map(({ id }) => id));
    for (const id of batch.planned[table]) stayed.delete(id);
    for (const id of batch.gone[table]) stayed.add(id);
    const unseen = batch.now.rows[table].map(({ id }) => id).filter((id) => !stayed.has(id));
    only = without(only, await namedDocuments(query, table, unseen));
  }
  return only;
}

async function measured(query: Db['query'], studyId: number, gone: Versions, documents: ReadonlySet<string>): Promise<Pruned> {
  const stored = await storedDocuments(query, studyId, [...documents]);
  let bytes = [...stored.values()].reduce((sum, size) => sum + size, 0);
  for (const table of VERSION_TABLES) bytes += await bytesOfVersions(query, table, gone[table]);
  return { versions: gone.analysis_version.length, reviewVersions: gone.review_version.length, documents: stored.size, bytes };
}

/** Takes versions out of their lines, and removes them. */
async function takeOut(query: Db['query'], table: VersionTable, { rows }: StudyVersions, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const gone = new Set(ids);
  const byId = new Map(rows[table].map((row) => [row.id, row]));
  const orphans = rows[table].filter(({ id, parent }) => !gone.has(id) && parent !== null && gone.has(parent));
  await setParents(query, table, new Map(orphans.map((row) => [row.id, parentLeft(row, byId, gone)])));
  await removeVersions(query, table, ids);
}

const stillGone = (planned: readonly number[], now: readonly number[]): number[] => {
  const gone = new Set(now);
  return planned.filter((id) => gone.has(id));
};

async function removeBatch(
  query: Transaction<Database>,
  { studyId }: StudyToPrune,
  documents: ReadonlySet<string>,
  batch: Batch,
): Promise<Pruned> {
  const only = await stillOnlyOf(query, documents, batch);
  const pruned = await measured(query, studyId, batch.gone, only);
  for (const table of ['review_version', 'analysis_version'] as const) await takeOut(query, table, batch.now, batch.gone[table]);
  await removeDocuments(query, studyId, [...only]);
  return pruned;
}

/** Counts what the policy does not keep of a study. */
export async function countStudy({ query }: Db, study: StudyToPrune): Promise<Pruned | null> {
  const versions = await studyVersions(query, study.studyId, study);
  if (countOf(versions.gone) === 0) return null;
  return measured(query, study.studyId, versions.gone, await documentsOnlyOf(query, study.studyId, versions, versions.gone));
}

/**
 * Removes versions of a study that the policy does not keep, as many as one transaction may, with the documents that only they
 * name; null when nothing was to go. Their documents are read before the study is locked, while people save.
 * @throws Damage when a version of the study cannot be read
 */
export async function pruneStudyOnce(db: Db, study: StudyToPrune, by: { now: number; keptDays: number }): Promise<Pruned | null> {
  const { studyId } = study;
  const before = await studyVersions(db.query, studyId, study);
  const planned = batchOf(before, VERSIONS_AT_ONCE);
  if (countOf(planned) === 0) return null;
  const documents = await documentsOnlyOf(db.query, studyId, before, planned);
  return db.query.transaction().execute(async (query) => {
    await lockStudy(query, db.dialect, studyId);
    const now = await studyVersions(query, studyId, study);
    const gone = {
      analysis_version: stillGone(planned.analysis_version, now.gone.analysis_version),
      review_version: stillGone(planned.review_version, now.gone.review_version),
    };
    if (countOf(gone) === 0) return null;
    const pruned = await removeBatch(query, study, documents, { before, planned, now, gone });
    await recordAct(query, db.dialect, {
      at: by.now,
      actorId: null,
      role: null,
      act: 'versions-pruned',
      studyId,
      subject: null,
      detail: { ...pruned, kept_days: by.keptDays },
    });
    return pruned;
  });
}
