import { ALL, type ExportRequest } from '@echometry/contract/records/export.ts';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/schema.ts';
import type { LongRow } from '../columns.ts';
import { ofWork } from '../long-rows.ts';
import type { ReadWork } from '../read-work.ts';
import { NO_VALUE } from '../value-rows.ts';
import { machineRows } from './machine-rows.ts';
import { definitionsOf, machineValuesOf } from './machine-values.ts';

/** A request for some editor, type or mode is one for the work of people. */
const asksForMachine = ({ editor, image_type, mode, include_normal }: ExportRequest): boolean =>
  include_normal && [editor, image_type, mode].every((filter) => filter === ALL);

/** The rows of the rater `machine` in the long table, for the studies of an export. */
export async function* machineLongRows(
  query: Kysely<Database>,
  { projectId, request }: { projectId: number; request: ExportRequest },
  works: ReadonlyMap<number, ReadWork>,
): AsyncIterable<LongRow> {
  if (!asksForMachine(request)) return;
  const definitions = await definitionsOf(query, projectId);
  for (const [studyId, work] of works) {
    const { study_id, study_date } = work.source.study;
    const study = { study_id, study_date, patient_show: work.study.patient };
    for (const row of machineRows(study, await machineValuesOf(query, studyId, definitions)))
      yield {
        ...NO_VALUE,
        ...ofWork(work),
        reviewer: null,
        role: null,
        review_state: null,
        changed_since: null,
        consensus_of: null,
        finished_with_reason: null,
        validated: null,
        ...row,
        abbreviation: row.measurement,
      };
  }
}
