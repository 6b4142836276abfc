import type { Project } from '@echometry/contract/records/project.ts';
import { PROJECT_KEY, PROJECT_KEY_WORDS } from '@echometry/contract/rules/new-project.ts';
import { recordAct } from '../db/audit.ts';
import type { Db } from '../db/connect.ts';
import { createProject, findProject } from '../db/projects.ts';
import { Refusal } from '../errors.ts';
import type { Actor } from './change-person.ts';

/**
 * Makes a project whose name and database are new, as its version 1.
 * @throws Refusal when one of them is taken, or the name cannot be one of a project
 */
export async function createProjectOnce(db: Db, project: Project, by: { actor: Actor; now: number }): Promise<void> {
  if (!new RegExp(PROJECT_KEY).test(project._id)) throw new Refusal(`A project cannot be named ${project._id}. ${PROJECT_KEY_WORDS}`);
  await db.query.transaction().execute(async (query) => {
    for (const name of [{ key: project._id }, { dbName: project.db_name }]) {
      if ((await findProject(query, name)) !== null) throw new Refusal(`There is a project ${Object.values(name)[0]} already.`);
    }
    await createProject(query, project, { userId: by.actor.userId, now: by.now });
    await recordAct(query, db.dialect, {
      at: by.now,
      actorId: by.actor.userId,
      role: by.actor.role,
      act: 'project-made',
      studyId: null,
      subject: project._id,
      detail: { name: project.name_to_show, ...(by.actor.userId === null ? { command_line: true } : {}) },
    });
  });
}
