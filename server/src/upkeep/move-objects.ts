import { counted } from '@echometry/contract/rules/counted.ts';
import { recordAct } from '../db/audit.ts';
import { claimBucket, refuseForeignBucket } from '../objects/bucket-identity.ts';
import { bucketName } from '../objects/bucket-settings.ts';
import { MOVES_AT_ONCE } from '../objects/limits.ts';
import { type ObjectsPlace, openStore } from '../objects/place.ts';
import type { ObjectStore } from '../objects/store.ts';
import type { JobOptions } from './backup/back-up.ts';
import { Refusal } from '../errors.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { keysMark } from '../workspace/keys.ts';
import { withHome, writeMark } from '../workspace/mark.ts';
import { homeOf, placeOf } from '../workspace/objects-home.ts';
import { noteShared } from '../workspace/records-identity.ts';
import type { CommandAnswer } from '../workspace/command-answer.ts';
import type { MoveRequest } from './request.ts';

/** Damaged objects that are named; more are counted. */
const NAMED = 20;

const wordsOf = (place: ObjectsPlace): string => (place.kind === 'folder' ? place.root : `the bucket ${bucketName(place.bucket)}`);
const objects = (count: number): string => counted(count, 'object');

interface Tally {
  /** At the target and equal to their hash. */
  moved: number;
  bytes: number;
  copied: number;
  /** Missing or damaged at the source, before anything was done to them. */
  damaged: string[];
}

async function countNamed({ db }: Workspace): Promise<number> {
  const row = await db.query
    .selectFrom('stored_object')
    .select((e) => e.fn.countAll().as('n'))
    .executeTakeFirstOrThrow();
  return Number(row.n);
}

/** Copies what the target lacks; both ends are compared with the hash. Whatever is there from an earlier try is not sent again. */
async function copyAll(workspace: Workspace, target: ObjectStore, { signal, onProgress }: JobOptions): Promise<Tally> {
  const source = workspace.objects;
  const tally: Tally = { moved: 0, bytes: 0, copied: 0, damaged: [] };
  const total = await countNamed(workspace);
  let done = 0;
  const one = async (key: string): Promise<void> => {
    const size = await source.size(key);
    if (size === null || !(await source.wasSound(key))) return void tally.damaged.push(key);
    if ((await target.size(key)) !== size || !(await target.wasSound(key))) {
      await target.take(key, size, () => source.read(key));
      tally.copied += 1;
    }
    tally.moved += 1;
    tally.bytes += size;
  };
  const keys = source.keys()[Symbol.asyncIterator]();
  let failed = false;
  const worker = async (): Promise<void> => {
    while (!signal.aborted && !failed) {
      const next = await keys.next();
      if (next.done === true) return;
      await one(next.value).catch((error: unknown) => {
        failed = true;
        throw error;
      });
      done += 1;
      onProgress?.({ done, total: Math.max(done, total) });
    }
  };
  // All of them end before the store is closed.
  for (const ended of await Promise.allSettled(Array.from({ length: MOVES_AT_ONCE }, worker)))
    if (ended.status === 'rejected') throw ended.reason;
  return tally;
}

/** Named objects that a store does not have, or not as they were stored. */
async function missingAt({ db }: Workspace, store: ObjectStore, { signal, onProgress }: JobOptions): Promise<string[]> {
  const rows = await db.query.selectFrom('stored_object').select('sha256').orderBy('sha256').execute();
  const missing: string[] = [];
  for (const [done, { sha256 }] of rows.entries()) {
    if (signal.aborted) throw new Refusal('Cancelled. Nothing was removed.');
    if (!(await store.wasSound(sha256))) missing.push(sha256);
    onProgress?.({ done: done + 1, total: rows.length });
  }
  return missing;
}

const named = (keys: readonly string[], what: string): string[] => [
  ...keys.slice(0, NAMED).map((key) => `${what}: ${key}`),
  ...(keys.length > NAMED ? [`and ${keys.length - NAMED} more`] : []),
];

/** The workspace now finds its objects at the target. */
async function switchTo(workspace: Workspace, target: ObjectsPlace, tally: Tally, now: number): Promise<void> {
  const mark = withHome(workspace.mark, target.kind === 'bucket' ? homeOf(target.bucket) : null);
  if (target.kind === 'bucket') await claimBucket(target.bucket, mark.workspace_id);
  await workspace.db.query.transaction().execute(async (query) => {
    await recordAct(query, workspace.db.dialect, {
      at: now,
      actorId: null,
      role: null,
      act: 'objects-moved',
      studyId: null,
      subject: target.kind === 'bucket' ? bucketName(target.bucket) : 'folder',
      detail: { objects: tally.moved, bytes: tally.bytes },
    });
  });
  await writeMark(workspace.folder, mark);
  if (workspace.location.kind === 'postgres') await noteShared(workspace.db, mark, keysMark(workspace.folder, workspace.keysFolder));
}

/**
 * Copies all objects to the other store, and makes that the workspace's own when no other process uses the workspace. The source
 * keeps everything; `removeSource` is a separate step. An interrupted move continues where it was.
 */
export async function moveObjects(
  workspace: Workspace,
  request: MoveRequest,
  options: JobOptions & { alone: boolean },
): Promise<CommandAnswer> {
  if (request.to === 'bucket' && request.bucket === null)
    throw new Refusal(
      'No bucket is named. Name it with object_store in config.json or ECHOMETRY_OBJECT_STORE, and its keys by the environment.',
    );
  const target = placeOf(workspace.folder, request.to === 'bucket' ? request.bucket : null);
  if (target.kind === workspace.place.kind) throw new Refusal(`The objects of this workspace are in ${wordsOf(workspace.place)} already.`);
  if (target.kind === 'bucket') await refuseForeignBucket(target.bucket, workspace.mark.workspace_id);
  const store = await openStore(target, { db: workspace.db, shared: false });
  try {
    const tally = await copyAll(workspace, store, options);
    const { damaged, copied, moved, bytes } = tally;
    const data = { to: request.to, moved, bytes, copied, damaged, switched: false, cancelled: options.signal.aborted };
    const where = `${objects(moved)} (${(bytes / 1e6).toFixed(1)} MB) ${moved === 1 ? 'is' : 'are'} in ${wordsOf(target)}, compared with ${moved === 1 ? 'its hash' : 'their hashes'}; ${copied} came with this run`;
    if (options.signal.aborted) return { lines: [`Cancelled. ${where}. Repeat the command to continue.`], data, failed: true };
    if (damaged.length > 0 && !request.leave_damaged)
      return {
        lines: [
          ...named(damaged, 'NOT MOVED, damaged or missing'),
          `${where}. The workspace stays with ${wordsOf(workspace.place)}: bring the damaged objects back (npm run admin -- scrub names their images), or leave them behind with --leave-damaged.`,
        ],
        data,
        failed: true,
      };
    if (!options.alone)
      return {
        lines: [
          `${where}. The server continues with ${wordsOf(workspace.place)}. Stop it and give the same command once more: it copies what came since, and switches.`,
        ],
        data,
      };
    await switchTo(workspace, target, tally, options.now());
    const settings =
      target.kind === 'bucket'
        ? 'Start the server with object_store as it is configured now.'
        : 'Take object_store out of the configuration before the next start.';
    return {
      lines: [
        `${where}. The workspace now keeps its objects there. ${settings}`,
        `${wordsOf(workspace.place)} still holds everything, its quarantine too. When the server has run well: npm run admin -- move-objects --remove-source.`,
      ],
      data: { ...data, switched: true },
    };
  } finally {
    await store.close();
  }
}

/** Removes from the former store what was verified in the present one, and nothing else. */
export async function removeSource(workspace: Workspace, request: MoveRequest, options: JobOptions): Promise<CommandAnswer> {
  const former = placeOf(workspace.folder, workspace.place.kind === 'folder' ? request.bucket : null);
  if (former.kind === workspace.place.kind)
    throw new Refusal('No bucket is named that objects were moved from. Name it with object_store or ECHOMETRY_OBJECT_STORE.');
  if (former.kind === 'bucket' && !(await refuseForeignBucket(former.bucket, workspace.mark.workspace_id)))
    throw new Refusal(`${wordsOf(former)} never held the objects of this workspace.`);
  const missing = await missingAt(workspace, workspace.objects, options);
  if (missing.length > 0)
    return {
      lines: [
        ...named(missing, 'MISSING OR DAMAGED'),
        `Nothing was removed: ${wordsOf(workspace.place)} does not hold everything that the records name. Bring these back first.`,
      ],
      data: { removed: 0, missing },
      failed: true,
    };
  const source = await openStore(former, { db: workspace.db, shared: false });
  let removed = 0;
  let kept = 0;
  try {
    for await (const key of source.keys()) {
      if (options.signal.aborted) break;
      if (await workspace.objects.wasSound(key)) {
        await source.remove(key);
        removed += 1;
      } else kept += 1;
    }
  } finally {
    await source.close();
  }
  await workspace.db.query.transaction().execute((query) =>
    recordAct(query, workspace.db.dialect, {
      at: options.now(),
      actorId: null,
      role: null,
      act: 'moved-objects-removed',
      studyId: null,
      subject: former.kind === 'bucket' ? bucketName(former.bucket) : 'folder',
      detail: { removed, kept },
    }),
  );
  const left = kept === 0 ? '' : ` ${objects(kept)} that no record names and that ${wordsOf(workspace.place)} does not hold stayed.`;
  return {
    lines: [`${objects(removed)} removed from ${wordsOf(former)}.${left} Its quarantine was not changed.`],
    data: { removed, kept },
  };
}
