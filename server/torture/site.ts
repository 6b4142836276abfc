import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { DatabaseLocation } from '../src/db/connect.ts';
import type { BucketSettings } from '../src/objects/bucket-settings.ts';
import { openWorkspace, type Workspace } from '../src/workspace/workspace.ts';
import { addStudies, type StudyOfMany } from '../test/many-heads.ts';
import { temporaryFolder } from '../test/temporary.ts';
import { type Seeded, seedWorld } from '../test/world.ts';
import { DRAWN_STUDIES } from './limits.ts';

/** Name of the folder to import from, as config.json names it. */
export const INCOMING = 'incoming';

/** A workspace that is about to suffer, and what is known of it from outside. */
export interface Site {
  folder: string;
  /** Where imports take their files from; it is outside of the workspace. */
  incoming: string;
  /** A folder for backups, outside of the workspace. */
  backups: string;
  seeded: Seeded;
  drawn: StudyOfMany[];
  /** Environment of the server in addition to its folder. */
  env: NodeJS.ProcessEnv;
  /** Opens it in this process, while no server runs. */
  open: () => Promise<Workspace>;
}

/** Makes a workspace with people, a study to save, and studies with drawn heads to export. */
export async function makeSite(
  location: DatabaseLocation,
  options: { within?: string; drawn?: number; bucket?: BucketSettings } = {},
): Promise<Site> {
  const place = await temporaryFolder('torture');
  const folder = path.join(options.within ?? place, 'workspace');
  const incoming = path.join(place, INCOMING);
  const backups = path.join(place, 'backups');
  for (const made of [incoming, backups]) await mkdir(made);
  const database = location.kind === 'postgres' ? { database: location } : {};
  let seeded: Seeded | null = null;
  let drawn: StudyOfMany[] = [];
  const open = (): Promise<Workspace> =>
    openWorkspace({
      folder,
      kindIfNew: 'demo',
      ...database,
      bucket: options.bucket ?? null,
      onNew: async (workspace) => {
        seeded = await seedWorld(workspace.db, workspace.objects);
        drawn = await addStudies(workspace.db, seeded, options.drawn ?? DRAWN_STUDIES);
      },
    });
  await (await open()).close();
  if (seeded === null) throw new Error('The workspace was not seeded');
  await writeFile(path.join(folder, 'config.json'), JSON.stringify({ import_folders: [{ name: INCOMING, path: incoming }] }));
  const env = location.kind === 'postgres' ? { ECHOMETRY_DATABASE_URL: location.url } : {};
  return { folder, incoming, backups, seeded, drawn, env, open };
}
