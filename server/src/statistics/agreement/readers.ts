import type { Reader } from '@echometry/contract/records/agreement.ts';
import { MACHINE_READER } from '@echometry/contract/rules/machine.ts';
import type { Kysely } from 'kysely';
import { headsToExport, type HeadRecord } from '../../db/analyses.ts';
import { studiesWithMachineReports } from '../../db/machine-reports.ts';
import { type ReviewRecord, reviewsToExport } from '../../db/reviews.ts';
import { FIRST_PASS } from '../../db/work-lines.ts';
import type { Database } from '../../db/schema.ts';

/** One study by one reader, before it is read. */
export interface Reading {
  /** Row of the study. */
  studyId: number;
  reader: Reader;
  /** When it was last saved; null for the machine. */
  savedAt: number | null;
  head: HeadRecord | null;
  review: (ReviewRecord & { editor: string; reviewer: string }) | null;
}

const ofHead = (head: HeadRecord): Reading => ({
  studyId: head.study_id,
  reader: { editor: head.editor, reviewer: null, blind: head.blind === 1, pass: head.pass },
  savedAt: head.updated_at,
  head,
  review: null,
});

const ofReview = (review: NonNullable<Reading['review']>): Reading => ({
  studyId: review.study_id,
  reader: { editor: review.editor, reviewer: review.reviewer, blind: review.blind === 1, pass: FIRST_PASS },
  savedAt: review.updated_at,
  head: null,
  review,
});

/** Values of the machine: neither an analysis nor a review. */
const ofMachine = (studyId: number): Reading => ({ studyId, reader: MACHINE_READER, savedAt: null, head: null, review: null });

export const readerKey = ({ editor, reviewer, blind, pass }: Reader): string => JSON.stringify([editor, reviewer, blind, pass]);

/** A finished consensus is made from the readings of others: compared with them, it would overstate agreement. */
const isOwnReading = ({ state, consensus_of }: ReviewRecord): boolean => state !== 'finished' || consensus_of === null;

/**
 * All readings of a project, shared and blind, test users' apart; reviews from their first check point onwards. The reviews that
 * a consensus settles stay readings, and the consensus is not one. The machine has read the studies with a report of it.
 */
export async function readingsOf(query: Kysely<Database>, projectId: number): Promise<Reading[]> {
  const [heads, reviews, reported] = await Promise.all([
    headsToExport(query, projectId),
    reviewsToExport(query, projectId),
    studiesWithMachineReports(query, projectId),
  ]);
  return [...heads.map(ofHead), ...reviews.filter(isOwnReading).map(ofReview), ...reported.map(ofMachine)];
}

/** Readers of readings with how many studies each has read. */
export function readersOf(readings: readonly Reading[]): (Reader & { studies: number })[] {
  const known = new Map<string, Reader & { studies: number }>();
  for (const { reader } of readings) {
    const entry = known.get(readerKey(reader)) ?? { ...reader, studies: 0 };
    entry.studies += 1;
    known.set(readerKey(reader), entry);
  }
  return [...known.values()].toSorted(
    (a, b) =>
      (a.reviewer ?? a.editor).localeCompare(b.reviewer ?? b.editor, 'en') || a.editor.localeCompare(b.editor, 'en') || a.pass - b.pass,
  );
}
