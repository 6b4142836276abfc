import type { ProjectEffect, ProjectFault, Saving } from '@echometry/contract/records/administered-project.ts';
import type { Project } from '@echometry/contract/records/project.ts';
import type { RoleName } from '@echometry/contract/records/role.ts';
import { contentOf } from '@echometry/contract/rules/content.ts';
import { projectChanges } from '@echometry/contract/rules/project-changes.ts';
import { signed } from '@echometry/contract/rules/reference-activation.ts';
import { recordAct } from '../db/audit.ts';
import type { Db } from '../db/connect.ts';
import { markProjectUnlisted } from '../db/list-marks.ts';
import type { ProjectRow } from '../db/projects.ts';
import { lockProject, storeProject, versionsOfProject } from '../db/project-versions.ts';
import { effectsOnWork } from './project-impact.ts';
import { markOfWorks, type ProjectWorks, stateBy } from './project-states.ts';

export interface ProjectSave {
  row: ProjectRow;
  project: Project;
  baseVersion: number;
  accepted: readonly ProjectEffect[];
  /** What keeps it from being saved, by the configuration. */
  faults: readonly ProjectFault[];
  by: { userId: number; email: string; role: RoleName | null };
  now: number;
}

export type ProjectSaved =
  | { outcome: 'saved'; version: number }
  | { outcome: 'asks'; effects: ProjectEffect[] }
  | { outcome: 'conflict'; newest: Saving; project: Project }
  | { outcome: 'refused'; faults: ProjectFault[] };

/** How often works are read again after a save during reading. */
const TRIES = 5;
/** Longest text of what changed that goes into the audit, in characters. */
const MAX_DETAIL = 2000;

/** Fixed fields: other records, addresses and exports name a project by these. */
const FIXED = ['_id', 'db_name'] as const;

/** The project with the person who saves at every reference value that is newly activated. */
function signedBy({ project, by, now }: ProjectSave, before: Project): Project {
  const references = signed(before.references, project.references, { by: by.email, at: now });
  return references === undefined ? project : { ...project, references };
}

/**
 * Saves a project as its next version, gives every line of work the state that the new requirements mean, and records it,
 * in one transaction. Versions of analyses keep the state they were saved with; reviews that are finished keep theirs.
 */
export async function saveProject(
  db: Db,
  readWorks: (query: Db['query'], projectId: number) => Promise<ProjectWorks>,
  save: ProjectSave,
): Promise<ProjectSaved> {
  const { row, now } = save;
  const faults = [...save.faults];
  for (const field of FIXED)
    if (save.project[field] !== row.project[field]) faults.push({ field, message: `${field} of a project stays as it is.` });
  if (faults.length > 0) return { outcome: 'refused', faults };
  for (let attempt = 1; ; attempt += 1) {
    const works = await readWorks(db.query, row.id);
    const saved = await db.query.transaction().execute(async (query): Promise<ProjectSaved | null> => {
      await lockProject(query, db.dialect, row.id);
      // A save happened while the works were read: what was counted is not what is there.
      if ((await markOfWorks(query, row.id)) !== works.mark) return null;
      const [newest] = await versionsOfProject(query, row.id, 1);
      if (newest === undefined) throw new Error(`Project ${row.project._id} has no version`);
      const { project: before, ...saving } = newest;
      if (newest.version !== save.baseVersion) return { outcome: 'conflict', newest: saving, project: before };
      const project = signedBy(save, before);
      const effects = effectsOnWork(works, before, project);
      if (contentOf(effects) !== contentOf(save.accepted)) return { outcome: 'asks', effects };
      const version = newest.version + 1;
      await storeProject(query, row.id, project, { version, userId: save.by.userId, now });
      for (const work of works.works) {
        const state = stateBy(work, project);
        if (state === work.state) continue;
        await query
          .updateTable('analysis_head')
          .set({ study_state: state, state_since: now })
          .where('study_id', '=', work.studyId)
          .where('editor_id', '=', work.editorId)
          .where('blind', '=', work.blind)
          .where('pass', '=', work.pass)
          .execute();
      }
      await markProjectUnlisted(query, row.id);
      await recordAct(query, db.dialect, {
        at: now,
        actorId: save.by.userId,
        role: save.by.role,
        act: 'project-saved',
        studyId: null,
        subject: project._id,
        detail: {
          version,
          changes: projectChanges(before, project).join('; ').slice(0, MAX_DETAIL),
          studies_changed: effects.filter(({ what }) => what === 'studies-become').reduce((sum, { count }) => sum + count, 0),
        },
      });
      return { outcome: 'saved', version };
    });
    if (saved !== null) return saved;
    if (attempt === TRIES)
      throw new Error(`Project ${row.project._id} was not saved: its works changed ${TRIES} times while they were counted`);
  }
}
