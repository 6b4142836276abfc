import type { ConfigSetName } from '@echometry/contract/records/config-set.ts';
import type { ConfigEffect, ConfigFault } from '@echometry/contract/records/configuration.ts';
import type { RoleName } from '@echometry/contract/records/role.ts';
import { contentOf } from '@echometry/contract/rules/content.ts';
import { recordAct } from '../db/audit.ts';
import { addConfigVersion, chooseConfigVersion, currentConfigVersions, dropConfigChoice, findConfigSet } from '../db/config-sets.ts';
import type { Db } from '../db/connect.ts';
import type { ProjectRow } from '../db/projects.ts';
import { effectsOfVersion, faultsOfSet, type WithEngine } from './configuration.ts';
import type { ProjectWorks } from './project-states.ts';

export interface Choice {
  name: ConfigSetName;
  /** Null lets the project follow the workspace. */
  version: number | null;
  /** Null for the workspace. */
  project: ProjectRow | null;
  accepted: readonly ConfigEffect[];
  by: { userId: number; role: RoleName | null };
  now: number;
}

export type Chosen = { outcome: 'done' } | { outcome: 'asks'; effects: ConfigEffect[] } | { outcome: 'refused'; faults: ConfigFault[] };

const refused = (path: string, message: string): Chosen => ({ outcome: 'refused', faults: [{ path, message }] });

/** Makes a version current once engine and contract find nothing wrong with it there, and its effects were accepted. */
export async function chooseVersion(
  db: Db,
  tools: { withEngine: WithEngine; readWorks: (query: Db['query'], projectId: number) => Promise<ProjectWorks> },
  choice: Choice,
): Promise<Chosen> {
  const { name, project } = choice;
  const projectId = project?.id ?? null;
  if (choice.version === null && projectId === null) return refused(name, 'The workspace needs a version of every set.');
  // The version that the project would follow is checked.
  const version = choice.version ?? (await currentConfigVersions(db.query, null))[name];
  const set = version === undefined ? null : await findConfigSet(db.query, name, version);
  if (set === null) return refused(name, `This set has no version ${version ?? ''}.`);
  const faults = await faultsOfSet(db.query, tools.withEngine, set, projectId);
  if (faults.length > 0) return { outcome: 'refused', faults };
  const effects = await effectsOfVersion(db.query, tools.readWorks, set, projectId);
  if (contentOf(effects) !== contentOf(choice.accepted)) return { outcome: 'asks', effects };
  await db.query.transaction().execute(async (query) => {
    if (choice.version === null) await dropConfigChoice(query, { name, projectId });
    else await chooseConfigVersion(query, { name, projectId, version: choice.version, chosenBy: choice.by.userId, chosenAt: choice.now });
    await recordAct(query, db.dialect, {
      at: choice.now,
      actorId: choice.by.userId,
      role: choice.by.role,
      act: 'configuration-chosen',
      studyId: null,
      subject: name,
      detail: { version: choice.version, project: project?.project._id ?? null },
    });
  });
  return { outcome: 'done' };
}

/** Stores a version that was checked, with its act. */
export async function addVersion(
  db: Db,
  set: { name: ConfigSetName; data: readonly unknown[] },
  by: Choice['by'] & { now: number },
): Promise<number> {
  return db.query.transaction().execute(async (query) => {
    const version = await addConfigVersion(query, set, by);
    await recordAct(query, db.dialect, {
      at: by.now,
      actorId: by.userId,
      role: by.role,
      act: 'configuration-added',
      studyId: null,
      subject: set.name,
      detail: { version, rows: set.data.length },
    });
    return version;
  });
}
