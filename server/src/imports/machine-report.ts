/** Structured reports of machines in an import: stored with their study, or until its images come. */
import type { ImportIdentity, MachineReport } from '@echometry/bindings/engine/api.ts';
import { counted } from '@echometry/contract/rules/counted.ts';
import type { Db } from '../db/connect.ts';
import { attachMachineReports, recordMachineReport, studyOfMachineReport } from '../db/machine-reports.ts';
import { definitionsOf, valuesOfReport } from '../exports/machine/machine-values.ts';
import { NAMED_NUMBERS } from './limits.ts';
import type { PatientKeys } from './records.ts';

/** Outcome of a structured report. */
export type ReportOutcome =
  | { kind: 'measurements'; studyId: string | null; instanceId: string; reason: string }
  | { kind: 'already-there'; studyId: string; instanceId: string; kept: string[]; order: null }
  | { kind: 'conflict'; reason: string }
  | { kind: 'skipped'; reason: string };

const OURS = 'own-report: Echometry exported this report, so its values do not come from a machine. Nothing was imported';
const OTHER_PATIENT =
  'same-study-other-patient: a study of this Study Instance UID is there under another patient. Nothing was changed; find out which file is right';
const WAITED_FOR_OTHER_PATIENT =
  'same-study-other-patient: the images of its study came under another patient, so the report was removed. Find out which file is right, and import the report again';
const OTHER_CONTENT =
  'same-instance-other-content: a report of this SOP Instance UID is there with other measurements. The stored ones stay; find out which file is right';
const WAITS = 'they are shown once images of their study are imported';

type Reported = { code: { scheme: string; value: string } | null; reason: string };

/** The first of some numbers by code and reason, and how many more there are. */
function named(words: string, numbers: readonly Reported[]): string[] {
  if (numbers.length === 0) return [];
  const shown = numbers
    .slice(0, NAMED_NUMBERS)
    .map(({ code, reason }) => `${code === null ? 'no code' : `${code.scheme} ${code.value}`} ${reason}`);
  const more = numbers.length > shown.length ? [`and ${numbers.length - shown.length} more`] : [];
  return [`${numbers.length} ${words} (${[...shown, ...more].join(', ')})`];
}

/** Summary of a report: how many numbers were read, which have no counterpart, and which are not measurements. */
async function readInWords({ query }: Db, projectId: number, report: MachineReport): Promise<string> {
  const { unmapped } = valuesOfReport(report, await definitionsOf(query, projectId));
  return [
    `${counted(report.numbers.length, 'measurement')} read`,
    `${report.numbers.length - unmapped.length} mapped`,
    ...named('not mapped', unmapped),
    ...named('left out', report.left_out),
  ].join(', ');
}

/** Stores a structured report. Whose study it is may be known only after the other files: `placedReport` completes the outcome. */
export async function importReport(
  db: Db,
  { projectId, now }: { projectId: number; now: number },
  { identity, keys, report }: { identity: ImportIdentity; keys: PatientKeys; report: MachineReport },
): Promise<ReportOutcome> {
  if (report.is_ours) return { kind: 'skipped', reason: OURS };
  const read = await readInWords(db, projectId, report);
  if (report.numbers.length === 0) return { kind: 'skipped', reason: `no-measurements: ${read}` };
  const { instance_id: instanceId, study_instance_uid: studyInstanceUid } = identity;
  const recorded = await recordMachineReport(db, { projectId, instanceId, studyInstanceUid, patientKeys: keys, content: report, now });
  if (recorded === 'other-patient') return { kind: 'conflict', reason: OTHER_PATIENT };
  if (recorded === 'other-content') return { kind: 'conflict', reason: OTHER_CONTENT };
  const studyId = await studyOfMachineReport(db.query, projectId, instanceId);
  if (recorded === 'there' && studyId !== null) return { kind: 'already-there', studyId, instanceId, kept: [], order: null };
  return { kind: 'measurements', studyId, instanceId, reason: read };
}

/** Gives waiting reports of a project to their studies; returns the outcome of each report that was removed. */
export async function placeReports(db: Db, projectId: number): Promise<{ instanceId: string; outcome: ReportOutcome }[]> {
  const removed = await attachMachineReports(db, projectId);
  return removed.map((instanceId) => ({ instanceId, outcome: { kind: 'conflict', reason: WAITED_FOR_OTHER_PATIENT } }));
}

/** Name of a report that an earlier import read, whose file name is no longer known. */
export const earlierReport = (instanceId: string): string => `report ${instanceId} of an earlier import`;

/** The outcome of a report after all files of its import. */
export async function placedReport(
  { query }: Db,
  projectId: number,
  outcome: Extract<ReportOutcome, { kind: 'measurements' }>,
): Promise<ReportOutcome> {
  const studyId = await studyOfMachineReport(query, projectId, outcome.instanceId);
  return { ...outcome, studyId, reason: studyId === null ? `${outcome.reason}; ${WAITS}` : outcome.reason };
}
