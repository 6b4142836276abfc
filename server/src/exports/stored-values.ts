import type { AnswerOf } from '@echometry/contract/calls/call.ts';
import type { CALLS } from '@echometry/contract/calls/registry.ts';
import type { StoredValue } from '@echometry/contract/records/stored-value.ts';
import { dashedDate } from '@echometry/contract/rules/study-id.ts';
import type { Handlers } from '../access/call-route.ts';
import { projectByName, studyIn } from '../access/project-access.ts';
import { visibleHeads } from '../access/visible-head.ts';
import { readDocument } from '../analyses/read.ts';
import type { HeadRecord } from '../db/analyses.ts';
import { listStudies, type StudyRecord } from '../db/studies.ts';
import { storedRows } from './long-rows.ts';
import type { ExportServices } from './services.ts';

type Line = AnswerOf<typeof CALLS.valuesGet>[number];

/** The values of one work, in the order of its images and of the configuration. */
async function valuesOf(services: Pick<ExportServices, 'db'>, study: StudyRecord, head: HeadRecord): Promise<StoredValue[]> {
  const { document } = await readDocument(services, head.version_id);
  const work = {
    study_id: study.study_id,
    patient: study.patient_show,
    study_date: dashedDate(study.study_date),
    editor: head.editor,
    blind: head.blind === 1,
    pass: head.pass,
    version: head.version_id,
    study_state: head.study_state,
  };
  return document.images.flatMap((image) => storedRows(image).map((row) => ({ ...work, ...row })));
}

/** One work is in memory at a time; the client reads as fast as it can take the lines. */
async function* lines(services: ExportServices, works: readonly { study: StudyRecord; head: HeadRecord }[]): AsyncGenerator<Line> {
  let values = 0;
  for (const { study, head } of works) {
    const found = await valuesOf(services, study, head);
    values += found.length;
    yield* found;
  }
  yield { values };
}

export const storedValuesHandlers = (services: ExportServices): Pick<Handlers, 'valuesGet'> => ({
  valuesGet: async ({ body, caller }) => {
    const { query } = services.db;
    const access = await projectByName(services, caller, body.db_name);
    const named = body.studies && (await Promise.all(body.studies.map((id) => studyIn(services, access, id, 'studies'))));
    const ids = named?.map(({ id }) => id);
    const [studies, heads] = [await listStudies(query, access.id, true, ids), await visibleHeads(services, caller, access, ids)];
    return lines(
      services,
      studies.flatMap((study) => (heads.get(study.id) ?? []).map((head) => ({ study, head }))),
    );
  },
});
