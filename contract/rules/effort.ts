/** Distributions of active time, and when they are too small to be shown (docs/readers.md#effort). */
import type { EffortFigures, EffortGroup } from '../records/effort.ts';
import { quantile, sorted } from './quantile.ts';
import { EFFORT_STEPS, type EffortStep } from './step-tabs.ts';

/** Readers that a group of others needs, apart from the person who looks at it. */
export const MIN_EFFORT_READERS = 3;
/** Images, or studies, that a group of others needs. */
export const MIN_EFFORT_CASES = 10;
/** Share of the cases that one reader may have: a group that is mostly one reader's shows that reader. */
export const MAX_READER_SHARE = 2 / 3;

const SECOND_MS = 1000;

/** Active time of a reader with an image in a step, as it is stored. */
export interface EffortRow {
  reader: number;
  /** Row of the study. */
  study: number;
  /** Whose work it was: the reader's, or for a review the editor's. */
  editor: number;
  pass: number;
  work: EffortGroup['work'];
  instance_id: string | null;
  image_type: string | null;
  step: EffortStep;
  active_ms: number;
}

interface Case {
  reader: number;
  /** The image or study. */
  subject: string;
  active_ms: number;
}

interface Cases extends Pick<EffortGroup, 'per' | 'work' | 'image_type' | 'step'> {
  /** By reader and piece of work. */
  cases: Map<string, Case>;
}

/** Gathers rows into cases; rows may come in parts. */
export class EffortCases {
  readonly #groups = new Map<string, Cases>();

  add(row: EffortRow): void {
    const { study, instance_id, image_type, step, work } = row;
    if (instance_id !== null) this.#count(row, { per: 'image', work, image_type, step }, `${study} ${instance_id}`);
    this.#count(row, { per: 'study', work, image_type: null, step }, String(study));
    this.#count(row, { per: 'study', work, image_type: null, step: null }, String(study));
  }

  #count({ reader, editor, pass, active_ms }: EffortRow, group: Omit<Cases, 'cases'>, subject: string): void {
    const name = JSON.stringify([group.per, group.work, group.image_type, group.step]);
    const { cases } = this.#groups.get(name) ?? { cases: new Map<string, Case>() };
    this.#groups.set(name, { ...group, cases });
    const key = `${reader} ${editor} ${pass} ${subject}`;
    cases.set(key, { reader, subject, active_ms: (cases.get(key)?.active_ms ?? 0) + active_ms });
  }

  /** A person's distributions, which are only shown to that person. */
  own(): EffortGroup[] {
    return this.#listed(() => true);
  }

  /** Distributions over several readers, as a person may see them. */
  together(viewer: number): EffortGroup[] {
    return this.#listed((cases) => isLarge(cases, viewer));
  }

  #listed(isShown: (cases: readonly Case[]) => boolean): EffortGroup[] {
    return [...this.#groups.values()].toSorted(inOrder).map(({ cases, ...group }) => {
      const all = [...cases.values()];
      return { ...group, figures: isShown(all) ? figuresOf(all.map(({ active_ms }) => active_ms / SECOND_MS)) : null };
    });
  }
}

/** Whether no reader's time can be read from the figures of a group, not even by a reader who knows their own. */
function isLarge(cases: readonly Case[], viewer: number): boolean {
  const others = cases.filter(({ reader }) => reader !== viewer);
  const counts = new Map<number, number>();
  for (const { reader } of others) counts.set(reader, (counts.get(reader) ?? 0) + 1);
  return (
    counts.size >= MIN_EFFORT_READERS &&
    new Set(others.map(({ subject }) => subject)).size >= MIN_EFFORT_CASES &&
    Math.max(...counts.values()) <= others.length * MAX_READER_SHARE
  );
}

/** Figures of a sample in seconds. */
export function figuresOf(seconds: readonly number[]): EffortFigures {
  const sample = sorted(seconds);
  return {
    n: sample.length,
    p5: quantile(sample, 0.05),
    q1: quantile(sample, 0.25),
    median: quantile(sample, 0.5),
    q3: quantile(sample, 0.75),
    p95: quantile(sample, 0.95),
  };
}

const byText = (a: string | null, b: string | null): number => (a ?? '\uffff').localeCompare(b ?? '\uffff', 'en');
const placeOf = (step: EffortStep | null): number => (step === null ? EFFORT_STEPS.length : EFFORT_STEPS.indexOf(step));

/** By what the time was spent on; never by how long it took. */
const inOrder = (a: Cases, b: Cases): number =>
  byText(a.per, b.per) || byText(a.work, b.work) || byText(a.image_type, b.image_type) || placeOf(a.step) - placeOf(b.step);
