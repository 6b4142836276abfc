import { useEffect, useState } from 'react';
import type { Cohort } from '@echometry/contract/generated/references.ts';
import { NO_REFERENCE_CHOICE, type ReferenceChoice } from '@echometry/contract/records/reference-choice.ts';
import type { GuidelineCohort } from '@echometry/contract/records/statistics.ts';
import { messageOf } from '@echometry/contract/rules/message-of.ts';
import { statedAmounts } from '@echometry/contract/rules/stated-values.ts';
import { loadReferences } from '../../lib/reference-packs.ts';
import { theEngine } from '../../viewer/clip/engine.ts';
import { comparableTables, studiesFor, type KnownTable } from './cohort.ts';

interface Tables {
  /** Null while they load. */
  tables: readonly KnownTable[] | null;
  failure: string | null;
}

/** Decision tables by which the studies of a project can be compared. */
export function useComparableTables(project: string, choice: ReferenceChoice | undefined, cohort: GuidelineCohort): Tables {
  const [found, setFound] = useState<Tables>({ tables: null, failure: null });
  useEffect(() => {
    let isHere = true;
    loadReferences(project).then(
      ({ packs }) => isHere && setFound({ tables: comparableTables(packs, choice ?? NO_REFERENCE_CHOICE, cohort), failure: null }),
      (error: unknown) => isHere && setFound({ tables: null, failure: messageOf(error) }),
    );
    return () => {
      isHere = false;
    };
  }, [project, choice, cohort]);
  return found;
}

interface Graded {
  /** Null while it is computed. */
  result: Cohort | null;
  failure: string | null;
}

const NOTHING: Graded = { result: null, failure: null };

/** The studies by two tables, graded in a worker of this page. */
export function useGradedCohort(cohort: GuidelineCohort, chosen: readonly [KnownTable, KnownTable] | null): Graded {
  const [graded, setGraded] = useState<Graded>(NOTHING);
  const [before, after] = chosen ?? [];
  useEffect(() => {
    setGraded(NOTHING);
    if (before === undefined || after === undefined) return;
    let isHere = true;
    const studies = studiesFor(cohort, [before, after]).map(({ study_id, sex, height_cm, weight_kg, measured, stated = [] }) => ({
      id: study_id,
      given: { sex, values: statedAmounts([before.table, after.table], stated) },
      ...(height_cm === null ? {} : { height_cm }),
      ...(weight_kg === null ? {} : { weight_kg }),
      measured,
    }));
    void theEngine()
      .gradeCohort({ tables: [before.table, after.table], measurements: cohort.measurements, studies })
      .then((found) => {
        if (isHere) setGraded(found.ok ? { result: found.value, failure: null } : { result: null, failure: found.error.message });
      });
    return () => {
      isHere = false;
    };
  }, [cohort, before, after]);
  return graded;
}
