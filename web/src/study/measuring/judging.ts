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
const judging = proxy<{ of: StudyMeasuring | null; found: Judging }>({ of: null, found: NOTHING });

const byName = (packs: readonly ReferencePack[]): ReadonlyMap<string, SourcedRow> =>
  new Map(packs.flatMap((pack) => pack.rows.map((row) => [row.id, { pack, row }] as const)));

async function judge(measuring: StudyMeasuring, study: OpenStudy): Promise<void> {
  judging.of = ref(measuring);
  judging.found = ref(NOTHING);
  const isHere = (): boolean => judging.of === measuring;
  try {
    const { packs, version } = await loadReferences(study.project.db_name);
    if (!isHere()) return;
    measuring.setReferences(studyReferences(packs, study.project.references, study.head.data_type));
    judging.found = ref({ rows: byName(packs), tables: tablesOf(packs), version, failure: null });
  } catch (error) {
    if (isHere()) judging.found = ref({ ...NOTHING, failure: messageOf(error) });
  }
}

/**
 * Judges the values of the open study once they are shown. Returns its reference values.
 * @param wanted false while what a person waits for first is still on its way
 */
export function useJudging(study: OpenStudy, wanted = true): Judging {
  const measuring = studyMeasuring();
  useEffect(() => {
    if (wanted && measuring && judging.of !== measuring) void judge(measuring, study);
  }, [measuring, study, wanted]);
  const { found } = useSnapshot(judging) as typeof judging;
  return judging.of === measuring ? found : NOTHING;
}
