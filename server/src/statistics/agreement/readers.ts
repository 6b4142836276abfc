import type { Reader } from '@echometry/contract/records/agreement.ts';
import { GOLD_READER, type GoldOrigin } from '@echometry/contract/rules/gold.ts';
import { MACHINE_READER } from '@echometry/contract/rules/machine.ts';
import { CONSENSUS_READER, STANDARDS, standardOf } from '@echometry/contract/rules/standards.ts';
import type { Kysely } from 'kysely';
import { headsToExport, type HeadRecord } from '../../db/analyses.ts';
import { type SeenFeedback, seenFeedback } from '../../db/courses.ts';
import { goldOfProject, type GoldRow } from '../../db/gold.ts';
import { studiesWithMachineReports } from '../../db/machine-reports.ts';
import { type NamedReview, type ReviewRecord, reviewsToExport } from '../../db/reviews.ts';
import { FIRST_PASS } from '../../db/work-lines.ts';
import type { Database } from '../../db/schema.ts';
import type { StoredReview } from '../../reviews/copy.ts';

/** One study by one reader, before it is read. */
export interface Reading {
  /** Row of the study. */
  studyId: number;
  reader: Reader;
  /** When it was last saved; null for the machine. */
  savedAt: number | null;
  head: HeadRecord | null;
  review: StoredReview | null;
  /** Of a gold case and a consensus, the work that it was made from. */
  origin: GoldOrigin | null;
  /** Of others as a reader, the readings that it is the mean of. */
  meanOf?: readonly Reading[];
}

const ofHead = (head: HeadRecord): Reading => ({
  studyId: head.study_id,
  reader: { editor: head.editor, reviewer: null, blind: head.blind === 1, pass: head.pass },
  savedAt: head.updated_at,
  head,
  review: null,
  origin: null,
});

const ofReview = (review: NamedReview): Reading => ({
  studyId: review.study_id,
  reader: { editor: review.editor, reviewer: review.reviewer, blind: review.blind === 1, pass: FIRST_PASS },
  savedAt: review.updated_at,
  head: null,
  review,
  origin: null,
});

/** The consensus as it was when it was marked. */
const ofGold = (gold: GoldRow): Reading => ({
  studyId: gold.study_id,
  reader: GOLD_READER,
  savedAt: null,
  head: null,
  review: gold,
  origin: { editor: gold.editor, blind: gold.blind === 1, pass: gold.pass },
});

const ofConsensus = (review: NamedReview): Reading => ({
  studyId: review.study_id,
  reader: CONSENSUS_READER,
  savedAt: null,
  head: null,
  review,
  origin: { editor: review.editor, blind: review.blind === 1, pass: FIRST_PASS },
});

/** Values of the machine: neither an analysis nor a review. */
const ofMachine = (studyId: number): Reading => ({
  studyId,
  reader: MACHINE_READER,
  savedAt: null,
  head: null,
  review: null,
  origin: null,
});

export const readerKey = ({ editor, reviewer, blind, pass }: Reader): string => JSON.stringify([editor, reviewer, blind, pass]);

/** A finished consensus is made from the readings of others: as a reading of its reviewer it would overstate agreement. */
const isConsensus = ({ state, consensus_of }: ReviewRecord): boolean => state === 'finished' && consensus_of !== null;

const personOf = ({ reviewer, editor }: Reader): string => reviewer ?? editor;

/**
 * A reading with regard to feedback on course cases: the course reading counts as it was when its feedback was seen, and what its
 * reader made of the study later does not count, nor do reviews of it.
 */
function beforeFeedback(reading: Reading, seen: readonly SeenFeedback[]): Reading[] {
  const { studyId, reader, head, review, savedAt } = reading;
  const ofStudy = seen.filter((one) => one.studyId === studyId);
  const own = ofStudy.find((one) => one.reader === personOf(reader));
  if (head !== null && own !== undefined && reader.blind && reader.pass === FIRST_PASS)
    return [{ ...reading, savedAt: own.savedAt, head: { ...head, version_id: own.version } }];
  if (own !== undefined && savedAt !== null && savedAt > own.seenAt) return [];
  const reviewed = ofStudy.find((one) => review !== null && reader.blind && one.reader === reader.editor);
  return reviewed !== undefined && review !== null && review.base_version > reviewed.version ? [] : [reading];
}

/**
 * All readings of a project, shared and blind, test users' apart; reviews from their first check point onwards. The reviews that
 * a consensus settles stay readings, and finished consensuses are a separate reader. The machine has read the studies with a
 * report of it. Readings count as they were before their reader saw the feedback of a course.
 */
export async function readingsOf(query: Kysely<Database>, projectId: number): Promise<Reading[]> {
  const [heads, reviews, reported, cases, seen] = await Promise.all([
    headsToExport(query, projectId),
    reviewsToExport(query, projectId),
    studiesWithMachineReports(query, projectId),
    goldOfProject(query, projectId),
    seenFeedback(query, projectId),
  ]);
  const [settled, own] = [reviews.filter(isConsensus), reviews.filter((review) => !isConsensus(review))];
  // Of several consensuses of a study the newest counts.
  settled.sort((a, b) => (a.finished_at ?? 0) - (b.finished_at ?? 0));
  const consensus = new Map(settled.map((review) => [review.study_id, ofConsensus(review)]));
  const work = [...heads.map(ofHead), ...own.map(ofReview)].flatMap((one) => beforeFeedback(one, seen));
  return [...work, ...reported.map(ofMachine), ...cases.map(ofGold), ...consensus.values()];
}

/** Readers of readings with how many studies each has read. */
export function readersOf(readings: readonly Reading[]): (Reader & { studies: number })[] {
  const known = new Map<string, Reader & { studies: number }>();
  for (const { reader } of readings) {
    const entry = known.get(readerKey(reader)) ?? { ...reader, studies: 0 };
    entry.studies += 1;
    known.set(readerKey(reader), entry);
  }
  const rank = (reader: Reader): number => {
    const standard = standardOf(reader);
    return standard === null ? STANDARDS.length : STANDARDS.indexOf(standard);
  };
  return [...known.values()].toSorted(
    (a, b) =>
      rank(a) - rank(b) ||
      (a.reviewer ?? a.editor).localeCompare(b.reviewer ?? b.editor, 'en') ||
      a.editor.localeCompare(b.editor, 'en') ||
      a.pass - b.pass,
  );
}
