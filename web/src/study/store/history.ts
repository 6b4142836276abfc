/**
 * The history of one image: an entry for each gesture of any tool, with the parts of the record that it changed. Undo
 * writes the parts as they were before, redo as they were after. A part that was changed elsewhere since is not touched.
 */
import type { AnalysisImage, CycleSegmentation } from '@echometry/contract/generated/analysis-image.ts';
import { contentOf } from '@echometry/contract/rules/content.ts';
import { COMPUTED_FIELDS, IMAGE_PARTS, sameWork, workInField } from '@echometry/contract/rules/merge-image.ts';
import type { OpenCaliper } from '@echometry/contract/records/open-caliper.ts';
import type { NamedSequences } from '@echometry/contract/records/sequence.ts';

/** Gestures that are kept of one image; the oldest fall out. */
export const MAX_HISTORY = 100;

/** Fields of a record that are different. Of `segmentation` only the cycles that are, by their place; null is no such cycle. */
export interface Parts extends Partial<Omit<AnalysisImage, 'segmentation'>> {
  cycles?: Readonly<Record<number, CycleSegmentation | null>>;
}

export type ImageChange =
  | { whole: true; before: AnalysisImage | null; after: AnalysisImage | null }
  | { whole: false; before: Parts; after: Parts };

export interface HistoryEntry {
  id: string;
  /** Name of the gesture: "Point moved, LV endo, end systole 2". */
  name: string;
  tool: string | null;
  /** Frame that was shown, from 1; null where the gesture belongs to none. */
  frame: number | null;
  /** When it was made, in ms since 1970 UTC. */
  at: number;
  /** By instance_id: one gesture may label several images. */
  images: Readonly<Record<string, ImageChange>>;
  /** Types declared missing; null where they stayed. */
  missing: { before: readonly string[]; after: readonly string[] } | null;
  /** Open caliper of the image that the history belongs to; null where it stayed. */
  open: { before: OpenCaliper | null; after: OpenCaliper | null } | null;
  /** Lines on every frame that the gesture brought in, for a redo that comes before they were saved. */
  sequences?: NamedSequences;
}

export type Side = 'before' | 'after';

/** Work that a step of the history reads and makes. */
export interface Present {
  images: readonly AnalysisImage[];
  missing_images: readonly string[];
  open: OpenCaliper | null;
}

/** Computed fields, and fields that other calls write: a step takes them along while the page is open, and does not compare them. */
const FOLLOWING: ReadonlySet<string> = new Set<string>([...COMPUTED_FIELDS, 'comments', 'comments_review']);
/** Fields that gestures change; all others belong to the server. */
const FIELDS: readonly (keyof AnalysisImage)[] = [...Object.values(IMAGE_PARTS).flat(), 'validated', 'comments', 'comments_review'];

/** Fields that values are measured from. */
const MEASURED_FROM: ReadonlySet<string> = new Set([
  ...IMAGE_PARTS.timing,
  ...IMAGE_PARTS.calibration,
  'type',
  'view',
  'modality',
  'cycles',
]);

const same = (a: unknown, b: unknown): boolean => a === b || contentOf(a ?? null) === contentOf(b ?? null);

/** The difference that a gesture made to one image. */
export function changeBetween(before: AnalysisImage | null, after: AnalysisImage | null): ImageChange {
  if (before === null || after === null) return { whole: true, before, after };
  const change = { whole: false, before: {} as Record<string, unknown>, after: {} as Record<string, unknown> } as const;
  for (const field of FIELDS) {
    if (field === 'segmentation' || same(before[field], after[field])) continue;
    change.before[field] = before[field];
    change.after[field] = after[field];
  }
  const cycles = Array.from({ length: Math.max(before.segmentation.length, after.segmentation.length) }, (_, cycle) => cycle);
  const changed = cycles.filter((cycle) => !same(before.segmentation[cycle], after.segmentation[cycle]));
  if (changed.length > 0) {
    const of = (image: AnalysisImage) => Object.fromEntries(changed.map((cycle) => [cycle, image.segmentation[cycle] ?? null]));
    change.before['cycles'] = of(before);
    change.after['cycles'] = of(after);
  }
  return change;
}

/** A field as users left it. Cycles without marks are left out at the end: the server adds one where lines have no cycle. */
function doneIn(image: AnalysisImage, field: keyof AnalysisImage): unknown {
  if (field !== 'cardiac_events') return workInField(image, field);
  const last = image.cardiac_events.findLastIndex(({ id: _id, ...events }) => Object.values(events).some((mark) => mark !== false));
  return image.cardiac_events.slice(0, last + 1);
}

/** The image still holds what the gesture left on this side. */
function holds(image: AnalysisImage | null, change: ImageChange, side: Side): boolean {
  if (change.whole) return sameWork(image, change[side]);
  if (image === null) return false;
  const { cycles, ...fields } = change[side];
  return (
    Object.entries(cycles ?? {}).every(([cycle, lines]) => same(image.segmentation[Number(cycle)], lines)) &&
    (Object.keys(change.before) as (keyof Parts)[]).every(
      (field) => field === 'cycles' || FOLLOWING.has(field) || same(doneIn(image, field), doneIn({ ...image, ...fields }, field)),
    )
  );
}

function withParts(image: AnalysisImage, { cycles, ...fields }: Parts): AnalysisImage {
  const next: AnalysisImage = { ...image, ...fields };
  if (cycles) {
    const segmentation: (CycleSegmentation | null)[] = [...image.segmentation];
    for (const [cycle, lines] of Object.entries(cycles)) {
      while (segmentation.length <= Number(cycle)) segmentation.push(null);
      segmentation[Number(cycle)] = lines;
    }
    while (segmentation.length > 0 && segmentation.at(-1) === null) segmentation.pop();
    next.segmentation = segmentation.map((lines) => lines ?? {});
  }
  // Values belong to the marks and lines they were measured from. Unknown ones are computed again.
  const { measurements = [], is_measured = false } = fields;
  return Object.keys({ ...fields, cycles }).some((field) => MEASURED_FROM.has(field)) ? { ...next, measurements, is_measured } : next;
}

const withoutFollowing = (parts: Parts): Parts => Object.fromEntries(Object.entries(parts).filter(([field]) => !FOLLOWING.has(field)));

/** The entry as it is kept across reloads: without values, which are many and computed again, and without comments. */
export function lean(entry: HistoryEntry): HistoryEntry {
  const images = Object.entries(entry.images).map(([id, change]): [string, ImageChange] => [
    id,
    change.whole ? change : { whole: false, before: withoutFollowing(change.before), after: withoutFollowing(change.after) },
  ]);
  return { ...entry, images: Object.fromEntries(images) };
}

/** Types declared missing on the other side; what was declared or withdrawn since stays. */
function missingAfter(now: readonly string[], { from, to }: { from: readonly string[]; to: readonly string[] }): readonly string[] {
  if (same(now, from)) return to;
  const gone = from.filter((type) => !to.includes(type));
  const added = to.filter((type) => !from.includes(type) && !now.includes(type));
  return [...now.filter((type) => !gone.includes(type)), ...added];
}

const other = (side: Side): Side => (side === 'before' ? 'after' : 'before');

/**
 * The work with one entry undone (`to` is before) or redone (after).
 * @param instanceId image whose history it is
 * @returns null if that image was changed elsewhere since; `left` names other images of the gesture that were
 */
export function stepped(entry: HistoryEntry, to: Side, present: Present, instanceId: string): { next: Present; left: string[] } | null {
  const from = other(to);
  const images = new Map(present.images.map((image) => [image.instance_id, image]));
  const left: string[] = [];
  for (const [id, change] of Object.entries(entry.images)) {
    const image = images.get(id) ?? null;
    if (!holds(image, change, from)) {
      if (id === instanceId) return null;
      left.push(id);
      continue;
    }
    const next = change.whole ? change[to] : image && withParts(image, change[to]);
    if (next) images.set(id, next);
    else images.delete(id);
  }
  if (entry.open && !same(present.open, entry.open[from])) return null;
  const { missing } = entry;
  return {
    next: {
      images: [...images.values()],
      missing_images: missing ? missingAfter(present.missing_images, { from: missing[from], to: missing[to] }) : present.missing_images,
      open: entry.open ? entry.open[to] : present.open,
    },
    left,
  };
}

/** A merged save of another person or another tab. Undo reports it when it crosses it. */
export const isMerge = ({ images, missing, open }: HistoryEntry): boolean =>
  Object.keys(images).length === 0 && missing === null && open === null;

/** Entries of one image, oldest first; those from `done` on are undone. */
export class ImageHistory {
  #entries: HistoryEntry[];
  #done: number;

  constructor(entries: readonly HistoryEntry[] = [], done = entries.length) {
    this.#entries = [...entries];
    this.#done = done;
  }

  get entries(): readonly HistoryEntry[] {
    return this.#entries;
  }

  /** Number of entries that are done. */
  get done(): number {
    return this.#done;
  }

  /** The entry that undo or redo would apply to. */
  at(to: Side): HistoryEntry | null {
    return (to === 'before' ? this.#entries[this.#done - 1] : this.#entries[this.#done]) ?? null;
  }

  /** Adds a gesture; what could be redone is gone. @returns entries that fell out */
  push(entry: HistoryEntry): HistoryEntry[] {
    return [...this.#entries.splice(this.#done), ...this.#add(entry)];
  }

  /** Adds a merge, which leaves what can be redone. @returns entries that fell out */
  merged(entry: HistoryEntry): HistoryEntry[] {
    return this.#add(entry);
  }

  move(to: Side): void {
    this.#done += to === 'before' ? -1 : 1;
  }

  #add(entry: HistoryEntry): HistoryEntry[] {
    this.#entries.splice(this.#done, 0, entry);
    this.#done += 1;
    const gone = this.#entries.splice(0, Math.max(this.#entries.length - MAX_HISTORY, 0));
    this.#done = Math.max(this.#done - gone.length, 0);
    return gone;
  }
}

/** Fields that no gesture changes: the selection of files is saved separately. */
const NOT_BY_GESTURES: ReadonlySet<string> = new Set<keyof AnalysisImage>(['active', 'missing_image']);
const WORK_FIELDS = Object.values(IMAGE_PARTS)
  .flat()
  .filter((field) => !COMPUTED_FIELDS.has(field) && !NOT_BY_GESTURES.has(field));

/** A short mark of the work on an image, by which a later page sees that it was changed elsewhere (FNV-1a, twice). */
export function markOf(image: AnalysisImage | null): string {
  const text = contentOf(image && WORK_FIELDS.map((field) => doneIn(image, field)));
  let [a, b] = [0x811c9dc5, 0x1000193];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    a = Math.imul(a ^ code, 0x01000193);
    b = Math.imul(b ^ (code + at), 0x85ebca6b);
  }
  return `${(a >>> 0).toString(36)}-${(b >>> 0).toString(36)}-${text.length}`;
}
