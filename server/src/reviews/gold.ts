import type { BodyOf } from '@echometry/contract/calls/call.ts';
import type { CALLS } from '@echometry/contract/calls/registry.ts';
import type { GoldCandidate, Tolerances } from '@echometry/contract/records/gold.ts';
import { contentOf } from '@echometry/contract/rules/content.ts';
import { dashedDate } from '@echometry/contract/rules/study-id.ts';
import { offeredTolerances } from '@echometry/contract/rules/tolerances.ts';
import type { Handlers } from '../access/call-route.ts';
import type { Caller } from '../access/caller.ts';
import { type ProjectAccess, projectByName, studyIn } from '../access/project-access.ts';
import type { Services } from '../access/services.ts';
import { recordAct } from '../db/audit.ts';
import { notFound } from '../errors.ts';
import { imagesOfReview } from './copy.ts';
import { consensusOfProject, endGold, type GoldRow, goldOfProject, markGold, tolerancesOf } from '../db/gold.ts';

type Consensus = Awaited<ReturnType<typeof consensusOfProject>>[number];

/** Admins see every consensus of the project, Reviewers their own and those of people they review. */
function sees(caller: Caller, { role, reviewsTo }: ProjectAccess, { editor, reviewer }: Consensus): boolean {
  if (role === 'Admin') return true;
  return reviewsTo.includes(editor) && (reviewer === caller.user.person.email || reviewsTo.includes(reviewer));
}

const isOf = (review: Consensus, gold: GoldRow): boolean =>
  gold.study_id === review.study_id &&
  gold.editor_id === review.editor_id &&
  gold.blind === review.blind &&
  gold.reviewer_id === review.reviewer_id;

function candidateOf(review: Consensus, cases: readonly GoldRow[]): GoldCandidate {
  const gold = cases.find((one) => isOf(review, one));
  return {
    study_id: review.study,
    patient_show: review.patient_show,
    date: dashedDate(review.study_date),
    editor: review.editor,
    blind: review.blind === 1,
    reviewer: review.reviewer,
    finished_at: review.finished_at,
    gold:
      gold === undefined
        ? null
        : {
            marked_at: gold.marked_at,
            marked_by: gold.marker,
            changed: review.state !== 'finished' || gold.version_id !== review.version_id,
            tolerances: tolerancesOf(gold),
          },
  };
}

type GoldReview = BodyOf<typeof CALLS.goldTolerances>;

const countOf = (of: Tolerances | null): number => (of === null ? 0 : of.values.length + of.lines.length + of.marks.length);

/** Gold cases: finished consensus reviews that readers are compared with. */
export function goldHandlers(services: Services): Pick<Handlers, 'goldList' | 'goldMark' | 'goldTolerances'> {
  const { db, now } = services;

  const visible = async (caller: Caller, access: ProjectAccess): Promise<Consensus[]> =>
    (await consensusOfProject(db.query, access.id)).filter((review) => sees(caller, access, review));

  const goldList: Handlers['goldList'] = async ({ body, caller }) => {
    const access = await projectByName(services, caller, body.db_name);
    const [reviews, cases] = await Promise.all([visible(caller, access), goldOfProject(db.query, access.id)]);
    return { candidates: reviews.map((review) => candidateOf(review, cases)) };
  };

  const candidate = async (caller: Caller, access: ProjectAccess, { id, editor, blind, reviewer }: GoldReview) =>
    (await visible(caller, access)).find(
      (one) => one.study === id && one.editor === editor && (one.blind === 1) === blind && one.reviewer === reviewer,
    );

  const goldMark: Handlers['goldMark'] = async ({ body, caller }) => {
    const { id, editor, blind, reviewer, marked, db_name } = body;
    const access = await projectByName(services, caller, db_name);
    const review = await candidate(caller, access, body);
    // A review that the caller does not see is treated like a missing one.
    if (review === undefined) return { changed: 0 };
    const gold = (await goldOfProject(db.query, access.id)).find((one) => isOf(review, one));
    const before = gold === undefined ? null : tolerancesOf(gold);
    const tolerances = body.tolerances === undefined ? before : body.tolerances;
    const isSame = gold?.version_id === review.version_id && contentOf(tolerances) === contentOf(before);
    if (marked ? review.state !== 'finished' || isSame : gold === undefined) return { changed: 0 };
    return db.query.transaction().execute(async (inside) => {
      const at = now();
      if (marked) await markGold(inside, review, tolerances, { userId: caller.user.id, now: at });
      else await endGold(inside, review.study_id, at);
      await recordAct(inside, db.dialect, {
        at,
        actorId: caller.user.id,
        role: caller.role,
        act: marked ? 'gold-marked' : 'gold-ended',
        studyId: review.study_id,
        subject: id,
        detail: { editor, blind, reviewer, version: review.version_id, tolerances: countOf(marked ? tolerances : null) },
      });
      return { changed: 1 };
    });
  };

  const goldTolerances: Handlers['goldTolerances'] = async ({ body, caller }) => {
    const access = await projectByName(services, caller, body.db_name);
    const review = await candidate(caller, access, body);
    if (review === undefined) throw notFound('id', 'There is no such consensus review');
    const study = await studyIn(services, access, body.id, 'id');
    return offeredTolerances(await imagesOfReview(db.query, review), study.data_type);
  };

  return { goldList, goldMark, goldTolerances };
}
