import type { AnswerOf } from '@echometry/contract/calls/call.ts';
import type { CALLS } from '@echometry/contract/calls/registry.ts';
import type { StudyTask } from '@echometry/contract/calls/studies.ts';
import type { StudyListQuery } from '@echometry/contract/records/study-list.ts';
import { maySave } from '@echometry/contract/rules/permissions.ts';
import { storedId } from '../access/blinding.ts';
import type { ProjectAccess } from '../access/project-access.ts';
import { listProject } from '../db/listing.ts';
import { isStorageFull } from '../db/storage-full.ts';
import type { Services } from '../access/services.ts';
import { listReader, type ListReader } from './listed.ts';
import { type Asking, readPage } from './page.ts';
import type { MadeRow } from './rows.ts';
import { taskOf } from './tasks.ts';

type Page = AnswerOf<typeof CALLS.studiesGet>;

/** Next steps of saving roles; steps of reviews are in their rows. */
const tasksOf = (rows: readonly MadeRow[], { role, first }: ListReader): StudyTask[] =>
  maySave(role) ? rows.flatMap(({ study, head }) => taskOf(study, head, first) ?? []) : [];

/** Where the disk is full nothing changed that a list could show, but for what an import began: that comes when there is room. */
export const listWhatIsNot = (services: Pick<Services, 'db'>, access: ProjectAccess): Promise<void> =>
  listProject(services.db, access.id).catch((error: unknown) => {
    if (!isStorageFull(error)) throw error;
  });

/** One page of the list of studies, of reviews or of tasks. */
export async function pageOfStudies(asking: Asking, query: StudyListQuery, activeOnly: boolean): Promise<Page> {
  const { services, caller, access } = asking;
  const reader = await listReader(services, caller, access, activeOnly);
  await listWhatIsNot(services, access);
  const { study_id, ...rest } = query;
  const named = study_id === undefined ? {} : { study_id: storedId(services, access, study_id) ?? '' };
  const { rows, list } = await readPage(asking, reader, { ...rest, ...named });
  return { studies: rows.map(({ row }) => row), list, ...(query.tasks === true ? { tasks: tasksOf(rows, reader) } : {}) };
}
