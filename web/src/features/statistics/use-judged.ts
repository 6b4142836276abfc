import { useEffect, useMemo, useState } from 'react';
import { NO_REFERENCE_CHOICE, type ReferenceChoice } from '@echometry/contract/records/reference-choice.ts';
import type { GuidelineCohort } from '@echometry/contract/records/statistics.ts';
import { messageOf } from '@echometry/contract/rules/message-of.ts';
import { loadReferences } from '../../lib/reference-packs.ts';
import { theEngine } from '../../viewer/clip/engine.ts';
import { keyOf, requestOf, type JudgedMeasurement, type JudgedProject } from './judged.ts';
import type { Statistics } from './use-statistics.ts';

type Files = NonNullable<Statistics['files']>;

/** Judges one measurement after the other, so that the values of a large project are never sent at once. */
async function judge(
  project: string,
  choice: ReferenceChoice,
  { data, cohort }: { data: Files['data']; cohort: GuidelineCohort },
  isHere: () => boolean,
): Promise<JudgedProject> {
  const { packs, version } = await loadReferences(project);
  const { studies, measurements } = data.plots[2];
  const judged = new Map<string, JudgedMeasurement>();
  for (const measurement of measurements) {
    const asked = requestOf(measurement, { packs, choice, studies, cohort });
    if (asked === null || !isHere()) continue;
    const found = await theEngine().judgeValues(asked.request);
    if (!found.ok) throw new Error(found.error.message);
    judged.set(keyOf(measurement), { measurement, rows: asked.rows, ...found.value });
  }
  return { measurements: judged, version, z_limit: choice.z_limit };
}

/** Values of a project among its reference values. */
export type Judging =
  | { state: 'done'; judged: JudgedProject }
  | { state: 'judging' | 'not kept'; judged: null }
  | { state: 'failed'; judged: null; failure: string }
  /** Blinded readers are given nothing of single studies. */
  | { state: 'none'; judged: null };

/** Statistics of an earlier version do not have the ages that equations use. */
const hasFacts = ({ studies }: GuidelineCohort): boolean => studies.every(({ age_days }) => age_days !== undefined);

const BEGINNING: Judging = { state: 'judging', judged: null };

/** The measurements of a project among its reference values, judged in a worker of this page. */
export function useJudged(project: string, choice: ReferenceChoice | undefined, files: Files | null, blind: boolean): Judging {
  const [judging, setJudging] = useState<Judging>(BEGINNING);
  const data = files?.data ?? null;
  const cohort = files?.guidelines ?? null;
  // Each look at the making of new statistics reads the same choice again.
  const text = JSON.stringify(choice ?? NO_REFERENCE_CHOICE);
  const chosen = useMemo(() => JSON.parse(text) as ReferenceChoice, [text]);
  useEffect(() => {
    setJudging(BEGINNING);
    if (blind || data === null || cohort === null || !hasFacts(cohort)) return;
    let isHere = true;
    judge(project, chosen, { data, cohort }, () => isHere).then(
      (judged) => isHere && setJudging({ state: 'done', judged }),
      (error: unknown) => isHere && setJudging({ state: 'failed', judged: null, failure: messageOf(error) }),
    );
    return () => {
      isHere = false;
    };
  }, [project, chosen, data, cohort, blind]);
  if (blind) return { state: 'none', judged: null };
  return data !== null && (cohort === null || !hasFacts(cohort)) ? { state: 'not kept', judged: null } : judging;
}
