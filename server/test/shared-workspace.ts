import path from 'node:path';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import { readDocument } from '../src/analyses/read.ts';
import { faultsOfAudit } from '../src/db/audit-check.ts';
import { openWorkspace, type Workspace } from '../src/workspace/workspace.ts';
import type { Client } from './client.ts';
import { freshDatabase } from './postgres.ts';
import { freshBucket } from './s3.ts';
import { temporaryFolder } from './temporary.ts';
import { PROJECT, SCOPE, seedWorld, type Seeded } from './world.ts';

/** A workspace in a separate database and bucket, for several servers. */
interface SharedWorkspace {
  /** Parent of the folders of servers. */
  temporary: string;
  seeded: Seeded;
  /** Environment of a replica. */
  env: Record<string, string>;
  /** Opens it exclusively, while no server runs. */
  open: () => Promise<Workspace>;
}

/** Makes one with the people and the study of every test; `more` is put in after them. */
export async function makeShared(more?: (workspace: Workspace, seeded: Seeded) => Promise<void>): Promise<SharedWorkspace> {
  const temporary = await temporaryFolder('replicas');
  const database = { kind: 'postgres' as const, url: await freshDatabase() };
  const bucket = await freshBucket();
  const folder = path.join(temporary, 'made');
  let seeded: Seeded | null = null;
  const open = (): Promise<Workspace> =>
    openWorkspace({
      folder,
      kindIfNew: 'demo',
      database,
      bucket,
      onNew: async (workspace) => {
        seeded = await seedWorld(workspace.db, workspace.objects);
        await more?.(workspace, seeded);
      },
    });
  await (await open()).close();
  if (seeded === null) throw new Error('the workspace was not seeded');
  const { endpoint, prefix, bucket: name, accessKeyId, secretAccessKey } = bucket;
  const env = {
    ECHOMETRY_REPLICAS: 'true',
    ECHOMETRY_KEYS: path.join(folder, 'keys'),
    ECHOMETRY_DATABASE_URL: database.url,
    ECHOMETRY_OBJECT_STORE: JSON.stringify({ endpoint, bucket: name, prefix }),
    ECHOMETRY_S3_ACCESS_KEY_ID: accessKeyId,
    ECHOMETRY_S3_SECRET_ACCESS_KEY: secretAccessKey,
  };
  return { temporary, seeded, env, open };
}

/** Saves that the server acknowledged: the version of each, by its id. */
export type Acknowledged = Map<string, number>;

/** Saves the study once; each save carries its id in a label of every image. */
export async function saveOnce(client: Client, seeded: Seeded, email: string, turn: number, acknowledged: Acknowledged): Promise<void> {
  const save_id = `${email}-${String(turn).padStart(6, '0')}`;
  const images = seeded.images.map((image) => ({ ...image, additional_labels: { mark: save_id } }));
  const body = { id: seeded.studyId, images, missing_images: [], validated: false, editor: email, project: PROJECT._id, ...SCOPE };
  const answer = await client.call(CALLS.analysisUpdate, { ...body, study_state: 'Valid', save_id });
  if (answer.conflict === false) acknowledged.set(save_id, answer.version);
  else throw new Error('a save without a base met a conflict');
}

/** Faults of the records: saves that were acknowledged and are not there or differ, saves stored twice, a broken audit. */
export async function faultsAfter(workspace: Pick<Workspace, 'db'>, acknowledged: Acknowledged): Promise<string[]> {
  const { query } = workspace.db;
  const faults: string[] = [];
  const stored = await query.selectFrom('analysis_version').select(['id', 'save_id']).execute();
  const byId = new Map(stored.map(({ id, save_id }) => [id, save_id]));
  for (const [saveId, version] of acknowledged) {
    if (byId.get(version) !== saveId) faults.push(`${saveId} is not version ${version}`);
    else if ((await readDocument(workspace, version)).document.images[0]?.additional_labels['mark'] !== saveId)
      faults.push(`${saveId} was stored with another content`);
  }
  const named = stored.filter(({ save_id }) => save_id !== null);
  if (new Set(named.map(({ save_id }) => save_id)).size !== named.length) faults.push('a save that was sent twice is two versions');
  return [...faults, ...(await faultsOfAudit(query)).map((fault) => JSON.stringify(fault))];
}
