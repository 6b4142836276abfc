/** Reference values of the open study: read when values are first shown, and given to the engine that measures it. */
import { tablesOf, type SourcedTable } from '@echometry/contract/rules/guidelines.ts';
import { messageOf } from '@echometry/contract/rules/message-of.ts';
import { studyReferences, type SourcedRow } from '@echometry/contract/rules/reference-choice.ts';
import type { ReferencePack } from '@echometry/contract/records/reference-pack.ts';
import { useEffect } from 'react';
import { proxy, ref, useSnapshot } from 'valtio';
import { loadReferences } from '../../lib/reference-packs.ts';
import type { OpenStudy } from '../store/open-study.ts';
import { studyMeasuring } from './measuring.ts';
import type { StudyMeasuring } from './study-measuring.ts';

export interface Judging {
  /** Rows of the packs by name; null until they are read. */
  rows: ReadonlyMap<string, SourcedRow> | null;
  /** Decision tables of the packs. */
  tables: readonly SourcedTable[];
  version: number | null;
  /** Why they could not be read. */
  failure: string | null;
}

const NOTHING: Judging = { rows: null, tables: [], version: null, failure: null };
const judging = proxy<{ of: StudyMeasuring | null; found: Judging; packs: readonly ReferencePack[] | null }>({
  of: null,
  found: NOTHING,
  packs: null,
});
/** Data by which the rows in use were chosen. */
let chosenBy = '';

const byName = (packs: readonly ReferencePack[]): ReadonlyMap<string, SourcedRow> =>
  new Map(packs.flatMap((pack) => pack.rows.map((row) => [row.id, { pack, row }] as const)));

async function read(measuring: StudyMeasuring, { project }: Pick<OpenStudy, 'project'>): Promise<void> {
  Object.assign(judging, { of: ref(measuring), found: ref(NOTHING), packs: null });
  chosenBy = '';
  const isHere = (): boolean => judging.of === measuring;
  try {
    const { packs, version } = await loadReferences(project.db_name);
    if (!isHere()) return;
    judging.packs = ref(packs);
    judging.found = ref({ rows: byName(packs), tables: tablesOf(packs), version, failure: null });
  } catch (error) {
    if (isHere()) judging.found = ref({ ...NOTHING, failure: messageOf(error) });
  }
}

/** Gives the engine the rows for the study's kind of data, and what was stated of it; once, however many parts of the page show values. */
function judge(measuring: StudyMeasuring, packs: readonly ReferencePack[], { project, head }: Pick<OpenStudy, 'project' | 'head'>): void {
  const by = JSON.stringify([head.data_type, head.stated]);
  if (by === chosenBy) return;
  chosenBy = by;
  measuring.setReferences(studyReferences(packs, project.references, head.data_type, head.stated));
}

/**
 * Judges the values of the open study once they are shown. Returns its reference values.
 * @param wanted false while what a person waits for first is still on its way
 */
export function useJudging(study: OpenStudy, wanted = true): Judging {
  const measuring = studyMeasuring();
  useEffect(() => {
    if (wanted && measuring && judging.of !== measuring) void read(measuring, study);
  }, [measuring, study, wanted]);
  const { of, found, packs } = useSnapshot(judging) as typeof judging;
  const { data_type, stated } = study.head;
  useEffect(() => {
    if (measuring && of === measuring && packs) judge(measuring, packs, study);
  }, [measuring, of, packs, study, data_type, stated]);
  return of === measuring ? found : NOTHING;
}
