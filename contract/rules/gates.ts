/** Quality gates of a project: whether its work is good enough to leave the house (docs/readers.md#quality-gates). */
import { type Gated, type GateFailure, type GateKind, type Gates, type GateState, NAMED_FAILURES } from '../records/gates.ts';
import type { ReaderSummary } from '../records/reader-report.ts';
import { STANDARDS } from './standards.ts';

/** Cases of a measurement from which on the agreement of a reader is judged. */
export const JUDGED_CASES = 10;

/** A study with work, by the newest shared work. */
export interface StudyOfGates {
  study_id: string;
  patient_show: string;
  /** Required views that are neither there nor declared missing. */
  lacking: readonly string[];
  assessed: number;
  good: number;
}

/** A study with open issues of reviews, of blind work too. */
export interface IssuesOfGates {
  study_id: string;
  patient_show: string;
  open: number;
}

/** A study whose newest shared work cannot be read: nothing is known of it. */
export type UnreadStudy = Pick<StudyOfGates, 'study_id' | 'patient_show'>;

export interface GateFacts {
  studies: readonly StudyOfGates[];
  unread: readonly UnreadStudy[];
  issues: readonly IssuesOfGates[];
  readers: readonly ReaderSummary[];
}

interface Judged {
  value: number | null;
  judged: number;
  isMet: boolean;
  failures: GateFailure[];
}

const percent = (part: number, whole: number): number | null => (whole === 0 ? null : (100 * part) / whole);
const byMost = <T>(entries: readonly T[], of: (entry: T) => number): T[] => entries.toSorted((a, b) => of(b) - of(a));

const unreadFailures = (unread: readonly UnreadStudy[]): GateFailure[] =>
  unread.map(({ study_id, patient_show }) => ({ what: `${patient_show}: the stored work cannot be read`, study_id }));

function views({ studies, unread }: GateFacts, limit: number): Judged {
  const lacking = studies.filter((study) => study.lacking.length > 0);
  const value = percent(lacking.length, studies.length);
  return {
    value,
    judged: studies.length,
    isMet: value !== null && value <= limit && unread.length === 0,
    failures: [
      ...unreadFailures(unread),
      ...lacking.map(({ study_id, patient_show, lacking: types }) => ({ what: `${patient_show}: ${types.join(', ')}`, study_id })),
    ],
  };
}

function quality({ studies, unread }: GateFacts, limit: number): Judged {
  const sum = (of: (study: StudyOfGates) => number): number => studies.reduce((total, study) => total + of(study), 0);
  const [assessed, good] = [sum((study) => study.assessed), sum((study) => study.good)];
  const value = percent(good, assessed);
  const poor = studies.filter((study) => study.good < study.assessed);
  return {
    value,
    judged: assessed,
    isMet: value !== null && value >= limit && unread.length === 0,
    failures: [
      ...unreadFailures(unread),
      ...byMost(poor, (study) => study.assessed - study.good).map((study) => ({
        what: `${study.patient_show}: ${study.assessed - study.good} of ${study.assessed} images not good`,
        study_id: study.study_id,
      })),
    ],
  };
}

function issues({ studies, issues: found }: GateFacts, limit: number): Judged {
  const value = found.reduce((total, { open }) => total + open, 0);
  return {
    value,
    judged: studies.length,
    isMet: value <= limit,
    failures: byMost(found, ({ open }) => open).map(({ study_id, patient_show, open }) => ({
      what: `${patient_show}: ${open} open`,
      study_id,
    })),
  };
}

const shortName = (reader: string): string => reader.split('@')[0] ?? reader;

interface ReaderMeasured {
  who: string;
  of: ReaderSummary['measurements'][number];
}

/** Measurements with enough cases, of each reader against the weightiest standard that has any. */
function measurementsOf(readers: readonly ReaderSummary[]): ReaderMeasured[] {
  const keys = [...new Set(readers.map(({ reader, blind }) => JSON.stringify([reader, blind])))];
  return keys.flatMap((key) => {
    const own = readers
      .filter(({ reader, blind }) => JSON.stringify([reader, blind]) === key)
      .toSorted((a, b) => STANDARDS.indexOf(a.standard) - STANDARDS.indexOf(b.standard));
    const enough = own.map(({ reader, blind, measurements }) =>
      measurements
        .filter(({ n }) => n >= JUDGED_CASES)
        .map((of) => ({ who: blind ? `${shortName(reader)}, blind` : shortName(reader), of })),
    );
    return enough.find((list) => list.length > 0) ?? [];
  });
}

const named = ({ who, of: { name, image_type } }: ReaderMeasured): string => `${who}, ${name}, ${image_type}`;

function agreement({ readers }: GateFacts, limit: number): Judged {
  const judged = measurementsOf(readers).flatMap((one) => (one.of.icc === null ? [] : [{ one, icc: one.of.icc }]));
  const low = judged.filter(({ icc }) => icc < limit);
  return {
    value: judged.length === 0 ? null : Math.min(...judged.map(({ icc }) => icc)),
    judged: judged.length,
    isMet: judged.length > 0 && low.length === 0,
    failures: byMost(low, ({ icc }) => -icc).map(({ one, icc }) => ({ what: `${named(one)}: ICC ${icc.toFixed(2)}`, study_id: null })),
  };
}

function drift({ readers }: GateFacts, limit: number): Judged {
  const judged = measurementsOf(readers);
  const alarms = judged.filter(({ of }) => of.state === 'alarm');
  return {
    value: judged.length === 0 ? null : alarms.length,
    judged: judged.length,
    isMet: judged.length > 0 && alarms.length <= limit,
    failures: alarms.map((one) => ({ what: `${named(one)}: ${one.of.deviation === 'above' ? 'higher' : 'lower'}`, study_id: null })),
  };
}

const JUDGES: Readonly<Record<GateKind, (facts: GateFacts, limit: number) => Judged>> = { views, quality, issues, agreement, drift };

const limitsOf = ({ views_pct, quality_pct, issues: most, icc, drift: none }: Gates): [GateKind, number | undefined][] => [
  ['views', views_pct],
  ['quality', quality_pct],
  ['issues', most],
  ['agreement', icc],
  ['drift', none === true ? 0 : undefined],
];

/** The gates of a project as they stand. A gate without anything to judge is unknown, and an unknown gate is not met. */
export function judgeGates(gates: Gates, facts: GateFacts): GateState[] {
  return limitsOf(gates).flatMap(([kind, limit]): GateState[] => {
    if (limit === undefined) return [];
    const { value, judged, isMet, failures } = JUDGES[kind](facts, limit);
    return [
      {
        kind,
        state: value === null ? 'unknown' : isMet ? 'met' : 'failed',
        value,
        limit,
        judged,
        failures: isMet ? [] : failures.slice(0, NAMED_FAILURES),
        further: isMet ? 0 : Math.max(0, failures.length - NAMED_FAILURES),
      },
    ];
  });
}

export const GATE_NAMES: Readonly<Record<GateKind, string>> = {
  views: 'missing views',
  quality: 'image quality',
  issues: 'open issues',
  agreement: 'agreement of readers',
  drift: 'drift of readers',
};

export const requiresGates = (gates: Gates | undefined, by: Gated): boolean => gates?.required_for?.includes(by) === true;

/** Why something that requires the gates is refused; null where all are met. */
export function gatesRefusal(states: readonly GateState[]): string | null {
  const open = states.filter(({ state }) => state !== 'met');
  if (open.length === 0) return null;
  const list = open.map(({ kind, state }) => (state === 'unknown' ? `${GATE_NAMES[kind]} (nothing to judge yet)` : GATE_NAMES[kind]));
  return `Quality gates of the project are not met: ${list.join(', ')}. Statistics, Quality gates, shows what fails`;
}
