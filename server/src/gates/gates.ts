import type { Gated, GateState } from '@echometry/contract/records/gates.ts';
import type { ReaderSummary } from '@echometry/contract/records/reader-report.ts';
import { absentTypes } from '@echometry/contract/rules/completeness.ts';
import { type GateFacts, gatesRefusal, judgeGates, requiresGates, type StudyOfGates } from '@echometry/contract/rules/gates.ts';
import { hasQc, isPositiveQc } from '@echometry/contract/rules/quality.ts';
import type { ProjectAccess } from '../access/project-access.ts';
import { headsToExport } from '../db/analyses.ts';
import type { Db } from '../db/connect.ts';
import { worksOfHeads } from '../db/list-tasks.ts';
import { readerSummaries } from '../db/reader-reports.ts';
import { openIssuesByStudy } from '../db/review-issues.ts';
import { listStudies } from '../db/studies.ts';

type Project = Pick<ProjectAccess, 'id' | 'project'>;

/** Studies with shared work, by their newest, and open issues. */
async function factsOf({ query }: Db, { id, project }: Project): Promise<Omit<GateFacts, 'readers'>> {
  const studies = new Map((await listStudies(query, id, true)).map((study) => [study.id, study]));
  const newest = new Map<number, Awaited<ReturnType<typeof headsToExport>>[number]>();
  for (const head of await headsToExport(query, id))
    if (head.blind === 0 && studies.has(head.study_id) && !newest.has(head.study_id)) newest.set(head.study_id, head);
  const issues = [...(await openIssuesByStudy(query, id))].flatMap(([study_id, open]) => {
    const study = studies.get(study_id);
    return study === undefined ? [] : [{ study_id: study.study_id, patient_show: study.patient_show, open }];
  });
  const found: StudyOfGates[] = [];
  for await (const { study_id, missing, facts } of worksOfHeads(query, [...newest.values()])) {
    const study = studies.get(study_id);
    if (study === undefined) continue;
    const assessed = facts.filter(hasQc);
    found.push({
      study_id: study.study_id,
      patient_show: study.patient_show,
      lacking: absentTypes(facts, missing, project.image_requirements),
      assessed: assessed.length,
      good: assessed.filter(isPositiveQc).length,
    });
  }
  const read = new Set(found.map(({ study_id }) => study_id));
  const unread = [...newest.keys()].flatMap((id) => studies.get(id) ?? []).filter(({ study_id }) => !read.has(study_id));
  return { studies: found, unread: unread.map(({ study_id, patient_show }) => ({ study_id, patient_show })), issues };
}

/** The quality gates of a project as they stand; `shown` hides names of readers. */
export async function gatesOf(db: Db, of: Project, shown: (readers: ReaderSummary[]) => ReaderSummary[]): Promise<GateState[]> {
  const { gates } = of.project;
  if (gates === undefined) return [];
  const [facts, readers] = await Promise.all([factsOf(db, of), readerSummaries(db.query, of.id)]);
  return judgeGates(gates, { ...facts, readers: shown(readers) });
}

/** Why the gates of a project keep something from being made; null where they do not. */
export async function refusalOfGates(db: Db, of: Project, what: Gated): Promise<string | null> {
  if (!requiresGates(of.project.gates, what)) return null;
  return gatesRefusal(await gatesOf(db, of, (readers) => readers));
}
