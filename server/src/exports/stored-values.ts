import type { AnswerOf } from '@echometry/contract/calls/call.ts';
import type { CALLS } from '@echometry/contract/calls/registry.ts';
import type { StoredValue } from '@echometry/contract/records/stored-value.ts';
import { seesMachine } from '@echometry/contract/rules/machine.ts';
import { dashedDate } from '@echometry/contract/rules/study-id.ts';
import type { Handlers } from '../access/call-route.ts';
import { inSeenOrder, seenBy } from '../access/blinding.ts';
import { projectByName, studyIn } from '../access/project-access.ts';
import { visibleHeads } from '../access/visible-head.ts';
import { readDocument } from '../analyses/read.ts';
import type { HeadRecord } from '../db/analyses.ts';
import { studiesWithMachineReports } from '../db/machine-reports.ts';
import { listStudies, type SeenStudy, type StudyRecord } from '../db/studies.ts';
import { storedRows } from './long-rows.ts';
import { machineRows } from './machine/machine-rows.ts';
import { definitionsOf, machineValuesOf } from './machine/machine-values.ts';
import type { ExportServices } from './services.ts';

type Line = AnswerOf<typeof CALLS.valuesGet>[number];

/** The values of one work, in the order of its images and of the configuration. */
async function valuesOf(services: Pick<ExportServices, 'db'>, study: SeenStudy, head: HeadRecord): Promise<StoredValue[]> {
  const { document } = await readDocument(services, head.version_id);
  const work = {
    study_id: study.study_id,
    patient: study.patient_show,
    study_date: study.study_date === null ? null : dashedDate(study.study_date),
    editor: head.editor,
    blind: head.blind === 1,
    pass: head.pass,
    version: head.version_id,
    study_state: head.study_state,
  };
  return document.images.flatMap((image) => storedRows(image).map((row) => ({ ...work, ...row })));
}

/** Values that machines reported of studies, one study after the other. */
async function* machineLines(services: Pick<ExportServices, 'db'>, projectId: number, studies: readonly StudyRecord[]) {
  const { query } = services.db;
  const reported = new Set(await studiesWithMachineReports(query, projectId));
  if (reported.size === 0) return;
  const definitions = await definitionsOf(query, projectId);
  for (const study of studies) if (reported.has(study.id)) yield machineRows(study, await machineValuesOf(query, study.id, definitions));
}

interface Asked {
  works: readonly { study: SeenStudy; head: HeadRecord }[];
  machine: AsyncIterable<StoredValue[]>;
}

/** One work is in memory at a time; the client reads as fast as it can take the lines. */
async function* lines(services: ExportServices, { works, machine }: Asked): AsyncGenerator<Line> {
  let values = 0;
  for (const { study, head } of works) {
    const found = await valuesOf(services, study, head);
    values += found.length;
    yield* found;
  }
  for await (const found of machine) {
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
    return lines(services, {
      works: inSeenOrder(access, studies).flatMap((stored) => {
        const study = seenBy(services, access, stored);
        return (heads.get(study.id) ?? []).map((head) => ({ study, head }));
      }),
      machine: machineLines(services, access.id, seesMachine(caller.role) ? studies : []),
    });
  },
});
