/** The histories of the images of one work with their open caliper points, and what the browser keeps of them. */
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import { DOCUMENT_FORMAT } from '@echometry/contract/generated/document-format.ts';
import { sameWork } from '@echometry/contract/rules/merge-image.ts';
import { messages } from '../messages.ts';
import { ImageHistory, lean, markOf, type HistoryEntry, type Side } from './history.ts';
import type { KeptEntry, Remembered, Remembering } from './journal-records.ts';
import type { OpenCaliper } from '@echometry/contract/records/open-caliper.ts';

type Images = ReadonlyMap<string, AnalysisImage>;

interface Options {
  remembered: Remembered;
  now: () => number;
  write: (change: Remembering) => void;
}

const NOTHING: Remembering = { put: [], drop: [], images: [], forget: [] };

export class ImageHistories {
  readonly #options: Options;
  readonly #histories = new Map<string, ImageHistory>();
  readonly #orders = new Map<string, number>();
  readonly #open = new Map<string, OpenCaliper>();
  readonly #marks = new Map<string, string>();
  #lastOrder = 0;

  constructor(options: Options) {
    this.#options = options;
    const { entries, images } = options.remembered;
    const known = entries.filter(({ format }) => format === DOCUMENT_FORMAT).toSorted((a, b) => a.order - b.order);
    for (const instanceId of new Set(known.map(({ instance_id }) => instance_id))) {
      const own = known.filter(({ instance_id }) => instance_id === instanceId);
      const done = own.filter(({ undone }) => !undone);
      this.#histories.set(instanceId, new ImageHistory([...done, ...own.filter(({ undone }) => undone)], done.length));
      for (const { id, order } of own) this.#orders.set(id, order);
    }
    this.#lastOrder = known.at(-1)?.order ?? 0;
    for (const { instance_id, mark, open } of images) {
      this.#marks.set(instance_id, mark);
      if (open) this.#open.set(instance_id, open);
    }
  }

  /** Open caliper points, by instance_id. */
  get open(): ReadonlyMap<string, OpenCaliper> {
    return new Map(this.#open);
  }

  of(instanceId: string): ImageHistory {
    let history = this.#histories.get(instanceId);
    if (!history) {
      history = new ImageHistory();
      this.#histories.set(instanceId, history);
    }
    return history;
  }

  /** Adds a gesture to the history of an image. */
  push(instanceId: string, entry: HistoryEntry, images: Images): void {
    if (entry.open) this.#setOpen(instanceId, entry.open.after);
    const dropped = this.of(instanceId).push(entry);
    this.#keep(instanceId, { put: [this.#kept(instanceId, entry, false)], drop: dropped.map(({ id }) => id) }, images);
  }

  /** One entry was undone, or redone. */
  moved(instanceId: string, entry: HistoryEntry, to: Side, images: Images): void {
    if (entry.open) this.#setOpen(instanceId, entry.open[to]);
    this.of(instanceId).move(to);
    this.#keep(instanceId, { put: [this.#kept(instanceId, entry, to === 'before')] }, images);
  }

  /** Updates the mark of images that were changed by a gesture on another image. */
  note(instanceIds: readonly string[], images: Images): void {
    for (const instanceId of instanceIds) if (this.#isKept(instanceId)) this.#keep(instanceId, {}, images);
  }

  /** Enters a merge into the history of every image that it changed. */
  merged(name: string, before: Images, after: Images): void {
    for (const instanceId of this.#histories.keys())
      if (!sameWork(before.get(instanceId) ?? null, after.get(instanceId) ?? null)) this.#merge(instanceId, name, after);
  }

  /**
   * Enters what was changed elsewhere since the histories were kept.
   * @param blind the earlier reading must not be seen in a repeat: such a history is forgotten instead
   */
  reconcile(images: Images, blind: boolean): void {
    for (const [instanceId, mark] of this.#marks) {
      if (mark === markOf(images.get(instanceId) ?? null)) continue;
      if (blind) this.#forget(instanceId);
      else if (this.of(instanceId).entries.length > 0) this.#merge(instanceId, messages.history.elsewhere, images);
    }
  }

  #merge(instanceId: string, name: string, images: Images): void {
    const entry: HistoryEntry = {
      id: crypto.randomUUID(),
      name,
      tool: null,
      frame: null,
      at: this.#options.now(),
      images: {},
      missing: null,
      open: null,
    };
    const dropped = this.of(instanceId).merged(entry);
    this.#keep(instanceId, { put: [this.#kept(instanceId, entry, false)], drop: dropped.map(({ id }) => id) }, images);
  }

  #forget(instanceId: string): void {
    const drop = this.of(instanceId).entries.map(({ id }) => id);
    this.#histories.delete(instanceId);
    this.#open.delete(instanceId);
    this.#marks.delete(instanceId);
    this.#options.write({ ...NOTHING, drop, forget: [instanceId] });
  }

  #isKept(instanceId: string): boolean {
    return this.#marks.has(instanceId);
  }

  #setOpen(instanceId: string, open: OpenCaliper | null): void {
    if (open) this.#open.set(instanceId, open);
    else this.#open.delete(instanceId);
  }

  #kept(instanceId: string, entry: HistoryEntry, undone: boolean): KeptEntry {
    const order = this.#orders.get(entry.id) ?? Math.max(this.#options.now(), this.#lastOrder + 1);
    this.#orders.set(entry.id, order);
    this.#lastOrder = Math.max(order, this.#lastOrder);
    return { ...lean(entry), instance_id: instanceId, order, undone, format: DOCUMENT_FORMAT };
  }

  #keep(instanceId: string, change: Partial<Remembering>, images: Images): void {
    const mark = markOf(images.get(instanceId) ?? null);
    this.#marks.set(instanceId, mark);
    this.#options.write({ ...NOTHING, ...change, images: [{ instance_id: instanceId, mark, open: this.#open.get(instanceId) ?? null }] });
  }
}
