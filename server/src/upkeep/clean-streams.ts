import { counted } from '@echometry/contract/rules/counted.ts';
import type { Engine } from '@echometry/bindings/engine/api.ts';
import { createEngine } from '@echometry/bindings/node/client.ts';
import type { JobOptions } from './backup/back-up.ts';
import { recordAct } from '../db/audit.ts';
import { readBytes } from '../objects/read-bytes.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { CommandAnswer } from '../workspace/command-answer.ts';

/** Objects left as they are that are named; more are counted. */
const NAMED = 20;
const DICOM = 'application/dicom';

interface Waiting {
  sha256: string;
  deid_profile: string | null;
  created_at: number;
}

interface Tally {
  cleaned: number;
  /** Objects left as they are, and why. */
  left: Array<{ sha256: string; reason: string }>;
}

const objects = (count: number): string => counted(count, 'object');

/** Images stored under the rules of another version. */
const waitingFor = ({ db }: Workspace, profile: string): Promise<Waiting[]> =>
  db.query
    .selectFrom('stored_object')
    .select(['sha256', 'deid_profile', 'created_at'])
    .where('media_type', '=', DICOM)
    .where((e) => e.or([e('deid_profile', 'is', null), e('deid_profile', '!=', profile)]))
    .where((e) => e.exists(e.selectFrom('image_file').select('id').whereRef('image_file.object_sha256', '=', 'stored_object.sha256')))
    .orderBy('sha256')
    .execute();

/** Names the new object wherever the old one was named; the old one is named no more. */
async function replace({ db }: Workspace, old: Waiting, sha256: string, size_bytes: number, deid_profile: string): Promise<void> {
  await db.query.transaction().execute(async (query) => {
    await query
      .insertInto('stored_object')
      .values({ sha256, size_bytes, media_type: DICOM, deid_profile, created_at: old.created_at })
      .onConflict((on) => on.column('sha256').doUpdateSet({ deid_profile }))
      .execute();
    if (sha256 === old.sha256) return;
    await query.updateTable('image_file').set({ object_sha256: sha256, size_bytes }).where('object_sha256', '=', old.sha256).execute();
    await query.deleteFrom('stored_object').where('sha256', '=', old.sha256).execute();
  });
}

/** Cleans one object; returns why it was left as it is, or null. */
async function cleanOne(workspace: Workspace, engine: Engine, old: Waiting, profile: string): Promise<string | null> {
  const { objects: store } = workspace;
  if (!(await store.wasSound(old.sha256))) return 'damaged or missing';
  const clean = await engine.cleanStored(await readBytes(store, old.sha256));
  if (!clean.ok) return `${clean.error.code}: ${clean.error.message}`;
  // The new object is safe before a record names it; the old one goes after no record does.
  const size = clean.value.byteLength;
  const sha256 = await store.put(clean.value);
  await replace(workspace, old, sha256, size, profile);
  if (sha256 !== old.sha256) await store.remove(old.sha256);
  return null;
}

async function cleanAll(workspace: Workspace, engine: Engine, { signal, onProgress }: JobOptions): Promise<Tally> {
  const profile = await engine.deidProfile();
  if (!profile.ok) throw new Error(profile.error.message);
  const waiting = await waitingFor(workspace, profile.value);
  const tally: Tally = { cleaned: 0, left: [] };
  for (const [done, old] of waiting.entries()) {
    if (signal.aborted) break;
    const reason = await cleanOne(workspace, engine, old, profile.value);
    if (reason === null) tally.cleaned += 1;
    else tally.left.push({ sha256: old.sha256, reason });
    onProgress?.({ done: done + 1, total: waiting.length });
  }
  return tally;
}

/**
 * Writes the pixel data of images again that an earlier version stored, where every frame decodes to the same samples. Each
 * object is replaced in one transaction, so that the next run continues where this one ended.
 */
export async function cleanStreams(workspace: Workspace, options: JobOptions): Promise<CommandAnswer> {
  const engine = await createEngine({ workers: 1 });
  try {
    const { cleaned, left } = await cleanAll(workspace, engine, options);
    if (cleaned > 0)
      await workspace.db.query.transaction().execute((query) =>
        recordAct(query, workspace.db.dialect, {
          at: options.now(),
          actorId: null,
          role: null,
          act: 'streams-cleaned',
          studyId: null,
          subject: 'objects',
          detail: { cleaned, left: left.length },
        }),
      );
    const cancelled = options.signal.aborted;
    const lines = [
      ...left.slice(0, NAMED).map(({ sha256, reason }) => `LEFT AS IT IS ${sha256}: ${reason}`),
      ...(left.length > NAMED ? [`and ${left.length - NAMED} more; --json lists all`] : []),
      `${cancelled ? 'Cancelled. ' : ''}${objects(cleaned)} cleaned, every frame compared; ${left.length} left as they are.${cancelled ? ' The same command continues from here.' : ''}`,
      ...(cleaned > 0 ? ['Backups made before still hold the former objects: make a new backup and remove the old ones.'] : []),
    ];
    return { lines, data: { cleaned, left, cancelled }, failed: left.length > 0 || cancelled };
  } finally {
    await engine.close();
  }
}
