import { type AnswerOf } from '@echometry/contract/calls/call.ts';
import { type CALLS } from '@echometry/contract/calls/registry.ts';
import { type StudyTask } from '@echometry/contract/calls/studies/get-tasks.ts';
import { type StudyListQuery } from '@echometry/contract/records/study-list.ts';
import { type StudyRow } from '@echometry/contract/records/study.ts';
import { maySave } from '@echometry/contract/rules/permissions.ts';
import { reviewTask, taskWords } from '@echometry/contract/rules/review-task.ts';
import { pageOfList } from '@echometry/contract/rules/study-list.ts';
import { listProject } from '../db/listing.ts';
import { isStorageFull } from '../db/storage-full.ts';
import { listReader } from './listed.ts';
import { type Asking, readPage } from './page.ts';
import { type MadeRow, rowsOfProject } from './rows.ts';
import { taskOf } from './tasks.ts';

type Page = AnswerOf<typeof CALLS.studiesGet>;

/** The page by the rules of the contract, of all rows. */
async function pageOfAll(asking: Asking, query: StudyListQuery, activeOnly: boolean): Promise<Page> {
  const made = await rowsOfProject(asking.services, asking.caller, asking.access, activeOnly);
  const tasks = query.tasks === true && maySave(asking.access.role) ? await tasksOf(asking, made) : new Map<string, StudyTask>();
  const next = ({ study_id, review }: StudyRow): string | null => {
    const task = tasks.get(study_id) ?? reviewTask(review);
    return task === null ? null : taskWords(task);
  };
  const looking = { role: asking.caller.role, email: asking.caller.user.person.email };
  const { rows, list } = pageOfList(
    made.map(({ row }) => row),
    query,
    looking,
    next,
  );
  return { studies: rows, list, ...(query.tasks === true ? { tasks: rows.flatMap(({ study_id }) => tasks.get(study_id) ?? []) } : {}) };
}

async function tasksOf({ services, access }: Asking, made: readonly MadeRow[]): Promise<Map<string, StudyTask>> {
  const tasks = new Map<string, StudyTask>();
  for (const { study, head } of made) {
    const task = await taskOf(services, access, study, head, access.role);
    if (task !== null) tasks.set(study.study_id, task);
  }
  return tasks;
}

/** Where the disk is full nothing changed that a list could show, but for what an import began: that comes when there is room. */
const listWhatIsNot = ({ services, access }: Asking): Promise<void> =>
  listProject(services.db, access.id).catch((error: unknown) => {
    if (!isStorageFull(error)) throw error;
  });

/** One page of the list of studies, of reviews or of tasks. */
export async function pageOfStudies(asking: Asking, query: StudyListQuery, activeOnly: boolean): Promise<Page> {
  const { services, caller, access } = asking;
  const reader = await listReader(services, caller, access, activeOnly);
  if (reader === null || (query.tasks === true && maySave(access.role))) return pageOfAll(asking, query, activeOnly);
  await listWhatIsNot(asking);
  const { rows, list } = await readPage(asking, reader, query);
  return { studies: rows, list, ...(query.tasks === true ? { tasks: [] } : {}) };
}
