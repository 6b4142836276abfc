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

type GroupName = Pick<EffortGroup, 'per' | 'work' | 'image_type' | 'step'>;

/** Cases of a group, without who they are of. */
interface Group extends GroupName {
  seconds: number[];
  /** Cases of each reader other than the viewer. */
  others: Map<number, number>;
  /** Images or studies of these readers, as far as they have to be counted. */
  subjects: Set<string>;
}

/** Distributions one after the other, and null where a server can do other work in between. */
type Turns = Generator<EffortGroup | null>;
/** Cases that are counted in one turn. */
const COUNTED_AT_ONCE = 5_000;

interface StudyCase {
  group: GroupName;
  reader: number;
  study: number;
  active_ms: number;
}

/** Gathers rows into cases, for a person who looks at them. Rows may come in parts; each is of another image, step or work line. */
export class EffortCases {
  readonly #viewer: number;
  readonly #groups = new Map<string, Group>();
  /** Sums by reader, work line, study and step. */
  readonly #studies = new Map<string, StudyCase>();

  constructor(viewer: number) {
    this.#viewer = viewer;
  }

  add(row: EffortRow): void {
    const { reader, study, instance_id, image_type, step, work, active_ms } = row;
    if (instance_id !== null) this.#count({ per: 'image', work, image_type, step }, reader, `${study} ${instance_id}`, active_ms);
    this.#sum(row, { per: 'study', work, image_type: null, step });
    this.#sum(row, { per: 'study', work, image_type: null, step: null });
  }

  #sum({ reader, editor, pass, study, active_ms }: EffortRow, group: GroupName): void {
    const key = `${study} ${reader} ${editor} ${pass} ${group.work} ${group.step}`;
    const before = this.#studies.get(key);
    if (before === undefined) this.#studies.set(key, { group, reader, study, active_ms });
    else before.active_ms += active_ms;
  }

  #count(name: GroupName, reader: number, subject: string, active_ms: number): void {
    const key = JSON.stringify([name.per, name.work, name.image_type, name.step]);
    const group = this.#groups.get(key) ?? { ...name, seconds: [], others: new Map<number, number>(), subjects: new Set<string>() };
    this.#groups.set(key, group);
    group.seconds.push(active_ms / SECOND_MS);
    if (reader === this.#viewer) return;
    group.others.set(reader, (group.others.get(reader) ?? 0) + 1);
    if (group.subjects.size < MIN_EFFORT_CASES) group.subjects.add(subject);
  }

  /** The viewer's own distributions, of rows that are all theirs. */
  own(): Turns {
    return this.#listed(() => true);
  }

  /** Distributions over several readers, as far as the viewer may see them. */
  together(): Turns {
    return this.#listed(isLarge);
  }

  *#listed(isShown: (group: Group) => boolean): Turns {
    let counted = 0;
    for (const { group, reader, study, active_ms } of this.#studies.values()) {
      this.#count(group, reader, String(study), active_ms);
      counted += 1;
      if (counted % COUNTED_AT_ONCE === 0) yield null;
    }
    this.#studies.clear();
    for (const group of [...this.#groups.values()].toSorted(inOrder)) {
      const { per, work, image_type, step, seconds } = group;
      yield { per, work, image_type, step, figures: isShown(group) ? figuresOf(seconds) : null };
    }
  }
}

/** Whether no reader's time can be read from the figures of a group, not even by a reader who knows their own. */
function isLarge({ others, subjects }: Group): boolean {
  const counts = [...others.values()];
  const all = counts.reduce((sum, count) => sum + count, 0);
  return counts.length >= MIN_EFFORT_READERS && subjects.size >= MIN_EFFORT_CASES && Math.max(...counts) <= all * MAX_READER_SHARE;
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
const inOrder = (a: GroupName, b: GroupName): number =>
  byText(a.per, b.per) || byText(a.work, b.work) || byText(a.image_type, b.image_type) || placeOf(a.step) - placeOf(b.step);
