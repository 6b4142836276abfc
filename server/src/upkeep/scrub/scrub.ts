import type { Kysely } from 'kysely';
import { type Manifest, VERSION_FORMAT } from '../../db/analyses.ts';
import { faultsOfAudit } from '../../db/audit-check.ts';
import { unpack } from '../../db/document.ts';
import { documentsOfEntry, storedHashes } from '../../db/image-documents.ts';
import { isStored } from '../../db/kept-versions.ts';
import { REVIEW_FORMAT, type ReviewManifest } from '../../db/review-versions.ts';
import type { Database } from '../../db/schema.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { faultsOfRecordedAudit } from '../../workspace/audit-head.ts';
import type { ObjectStore } from '../../objects/store.ts';
import { messageOf } from '@echometry/contract/rules/message-of.ts';

type Query = Kysely<Database>;

/** Something stored that is not what was stored. Named so that a person finds it: study, image, version. */
export interface Fault {
  what: 'image' | 'icon' | 'metadata' | 'analysis' | 'review' | 'configuration' | 'audit';
  study: string | null;
  /** `instance_id` of the image. */
  image: string | null;
  /** Of the analysis, the review or the configuration set. */
  version: number | null;
  detail: string;
}

export interface ScrubReport {
  objects: number;
  documents: number;
  faults: Fault[];
  cancelled: boolean;
}

export interface ScrubOptions {
  signal: AbortSignal;
  onProgress?: (progress: { done: number; total: number }) => void;
  /** Rest after each thing that was read, in ms: the job of a running server leaves the disk to people. */
  restMs?: number;
}

const rest = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

async function faultOfDocument(bytes: Uint8Array, sha256?: string): Promise<string | null> {
  try {
    await unpack(bytes, sha256);
    return null;
  } catch (error) {
    return messageOf(error);
  }
}

/** Pages through a table of versions by its key, whose columns are named alike, so that no snapshot is held while people work. */
async function* versions(query: Query, table: 'analysis_version' | 'review_version') {
  for (let after = 0; ;) {
    const row = await query
      .selectFrom(`${table} as version` as 'analysis_version as version')
      .innerJoin('study', 'study.id', 'version.study_id')
      .select(['version.id', 'version.document', 'version.sha256', 'version.format', 'study.study_id', 'study.id as study_key'])
      .where('version.id', '>', after)
      .orderBy('version.id')
      .limit(1)
      .executeTakeFirst();
    if (row === undefined) return;
    after = row.id;
    yield row;
  }
}

async function* imageDocuments(query: Query) {
  for (let after = { study_id: 0, sha256: '' }; ;) {
    const { study_id, sha256 } = after;
    const row = await query
      .selectFrom('image_document')
      .innerJoin('study', 'study.id', 'image_document.study_id')
      .select(['image_document.study_id', 'sha256', 'instance_id', 'document', 'study.study_id as study'])
      .where((where) =>
        where.or([
          where('image_document.study_id', '>', study_id),
          where.and([where('image_document.study_id', '=', study_id), where('sha256', '>', sha256)]),
        ]),
      )
      .orderBy('image_document.study_id')
      .orderBy('sha256')
      .limit(1)
      .executeTakeFirst();
    if (row === undefined) return;
    after = row;
    yield row;
  }
}

async function* images(query: Query) {
  for (let after = 0; ;) {
    const row = await query
      .selectFrom('image_file')
      .innerJoin('study', 'study.id', 'image_file.study_id')
      .select(['image_file.id', 'instance_id', 'object_sha256', 'small_icon_sha256', 'big_icon_sha256', 'metadata', 'study.study_id'])
      .where('image_file.id', '>', after)
      .orderBy('image_file.id')
      .limit(1)
      .executeTakeFirst();
    if (row === undefined) return;
    after = row.id;
    yield row;
  }
}

/** Tables whose rows are read back. */
const COUNTED = ['image_file', 'image_document', 'analysis_version', 'review_version', 'config_set'] as const;

async function countOf(query: Query, table: (typeof COUNTED)[number]): Promise<number> {
  const row = await query
    .selectFrom(table)
    .select((e) => e.fn.countAll().as('n'))
    .executeTakeFirstOrThrow();
  return Number(row.n);
}

/** Places that are read back; the folder of the keys holds the newest act as it was recorded outside of the database. */
type Scrubbed = Pick<Workspace, 'db' | 'objects'> & Partial<Pick<Workspace, 'keysFolder'>>;

/** Reads back everything that is stored and compares it with its hash. Finds damage; changes and removes nothing. */
export async function scrub({ db, objects, keysFolder }: Scrubbed, options: ScrubOptions): Promise<ScrubReport> {
  const { query } = db;
  const { signal } = options;
  const report: ScrubReport = { objects: 0, documents: 0, faults: [], cancelled: false };
  let total = 0;
  for (const table of COUNTED) total += await countOf(query, table);
  let done = 0;
  const next = async (): Promise<boolean> => {
    done += 1;
    options.onProgress?.({ done, total: Math.max(total, done) });
    if (options.restMs !== undefined) await rest(options.restMs);
    return !signal.aborted;
  };
  const passes = [
    () => scrubImages(query, objects, report, next),
    async () => {
      const damaged = await scrubImageDocuments(query, report, next);
      for (const kind of KINDS) if (!signal.aborted) await scrubVersions(query, kind, report, damaged, next);
    },
    () => scrubSets(query, report, next),
    async () => addAuditFaults(report, await (keysFolder === undefined ? faultsOfAudit(query) : faultsOfRecordedAudit({ db, keysFolder }))),
  ];
  for (const pass of passes) if (!signal.aborted) await pass();
  report.cancelled = signal.aborted;
  return report;
}

async function scrubImages(query: Query, objects: ObjectStore, report: ScrubReport, next: () => Promise<boolean>): Promise<void> {
  for await (const row of images(query)) {
    const at = { study: row.study_id, image: row.instance_id, version: null };
    for (const [what, key] of [
      ['image', row.object_sha256],
      ['icon', row.small_icon_sha256],
      ['icon', row.big_icon_sha256],
    ] as const) {
      report.objects += 1;
      if (await objects.isSound(key)) continue;
      const missing = (await objects.size(key)) === null;
      report.faults.push({ what, ...at, detail: `object ${key} ${missing ? 'is missing' : 'differs from its hash'}` });
    }
    const fault = await faultOfDocument(row.metadata);
    if (fault !== null) report.faults.push({ what: 'metadata', ...at, detail: fault });
    if (!(await next())) return;
  }
}

/** Documents of images; returns the damaged ones by study and hash, for the versions that name them. */
async function scrubImageDocuments(query: Query, report: ScrubReport, next: () => Promise<boolean>): Promise<Map<string, string>> {
  const damaged = new Map<string, string>();
  for await (const row of imageDocuments(query)) {
    report.documents += 1;
    const fault = await faultOfDocument(row.document, row.sha256);
    if (fault !== null) damaged.set(`${row.study} ${row.sha256}`, fault);
    if (!(await next())) break;
  }
  return damaged;
}

/** Stored versions by what they are of: the format they have, and the documents they name. */
const KINDS = [
  { what: 'analysis', table: 'analysis_version', format: VERSION_FORMAT, entriesOf: ({ images }: Manifest) => images },
  {
    what: 'review',
    table: 'review_version',
    format: REVIEW_FORMAT,
    // An image that the reviewer left as it was is named twice.
    entriesOf: ({ images, originals }: ReviewManifest) => [
      ...new Map([...images, ...originals].map((entry) => [`${entry.instance_id} ${entry.sha256}`, entry])).values(),
    ],
  },
] as const;

/** Versions: their manifests, and that what they name is there and sound. A fault names every version that it damages. */
async function scrubVersions(
  query: Query,
  { what, table, format, entriesOf }: (typeof KINDS)[number],
  report: ScrubReport,
  damaged: ReadonlyMap<string, string>,
  next: () => Promise<boolean>,
): Promise<void> {
  for await (const row of versions(query, table)) {
    report.documents += 1;
    const at = { what, study: row.study_id, version: row.id };
    const found: Fault[] = [];
    try {
      const entries = entriesOf(await unpack<never>(row.document, row.sha256));
      if (row.format < format) throw new Error('its document could not be read when it was to become a manifest');
      const there = await storedHashes(query, row.study_key, entries.flatMap(documentsOfEntry));
      for (const entry of entries)
        for (const sha256 of documentsOfEntry(entry)) {
          const fault = there.has(sha256) ? damaged.get(`${row.study_id} ${sha256}`) : `its document ${sha256} is missing`;
          if (fault !== undefined) found.push({ ...at, image: entry.instance_id, detail: fault });
        }
    } catch (error) {
      found.push({ ...at, image: null, detail: messageOf(error) });
    }
    // A version that went by the policy of versions took its documents with it.
    if (found.length > 0 && (await isStored(query, table, row.id))) report.faults.push(...found);
    if (!(await next())) return;
  }
}

async function scrubSets(query: Query, report: ScrubReport, next: () => Promise<boolean>): Promise<void> {
  for (const set of await query.selectFrom('config_set').selectAll().execute()) {
    report.documents += 1;
    const fault = await faultOfDocument(set.data, set.sha256);
    if (fault !== null)
      report.faults.push({ what: 'configuration', study: null, image: null, version: set.version, detail: `${set.name}: ${fault}` });
    if (!(await next())) return;
  }
}

function addAuditFaults(report: ScrubReport, faults: readonly string[]): void {
  for (const detail of faults) report.faults.push({ what: 'audit', study: null, image: null, version: null, detail });
}

/** One line for a person. */
export const faultLine = ({ what, study, image, version, detail }: Fault): string =>
  [
    what === 'configuration' || what === 'audit' ? what : `${what} of study ${study}`,
    ...(image === null ? [] : [`image ${image}`]),
    ...(version === null ? [] : [`version ${version}`]),
    detail,
  ].join(', ');
