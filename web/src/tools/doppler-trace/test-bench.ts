/** The tool that traces strips with an image and the rules of the engine, for tests; commits go into the image. */
import { readFileSync } from 'node:fs';
import * as cycles from '@echometry/bindings/engine/cycles.ts';
import * as drawing from '@echometry/bindings/engine/drawing.ts';
import { loadGeometry } from '@echometry/bindings/engine/geometry.ts';
import types from '@echometry/contract/config/echo_image_types.json' with { type: 'json' };
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import type { EnvelopeRequest } from '@echometry/contract/generated/envelope.ts';
import type { ImageTypeRow } from '@echometry/contract/records/config-rows.ts';
import { blankImage } from '@echometry/contract/rules/blank-image.ts';
import type { EnvelopeOffer, EnvelopeSearch } from './envelope-search.ts';
import { dopplerTraceTool } from './machine.ts';
import type { TraceContext, TraceEffect, TraceEvent, TraceRules, TraceState } from './state.ts';
import { currentCycle, progresses, readyOf, statusOf } from './status.ts';
import { lineAt } from './trace.ts';
import type { Point } from '../point.ts';
import type { Strip } from '../strip.ts';
import { PRIMARY, SECONDARY, type InputEvent } from '../port.ts';

export const TRACE_RULES: TraceRules = { ...drawing, ...cycles };

export const loadEngine = (): Promise<void> =>
  loadGeometry(new Uint8Array(readFileSync(new URL('../../../../bindings/wasm/geometry/engine_bg.wasm', import.meta.url))));

/** An image type as it is shipped. */
export function shippedType(name: string): ImageTypeRow {
  const found = (types.data as unknown as ImageTypeRow[]).find(({ type }) => type === name);
  if (!found) throw new Error(`No image type is called ${name}`);
  return found;
}

const NO_MODIFIERS = { shift: false, ctrl: false, alt: false };
/** The strip of the bench: rows 100 to 355, its zero line in row 200. */
export const STRIP: Strip = { left: 0, right: 999, top: 100, bottom: 355, baseline: 200 };

export interface BenchOptions {
  type?: string;
  /** Columns of the onsets. */
  onsets?: readonly number[];
  max?: number;
  image?: Partial<AnalysisImage>;
  context?: Partial<TraceContext>;
}

export class TraceBench {
  state: TraceState = dopplerTraceTool.initial;
  image: AnalysisImage;
  offer: EnvelopeOffer | null = null;
  /** Searches that the page requested. */
  readonly looked: { of: EnvelopeSearch; request: EnvelopeRequest }[] = [];
  /** Messages, the latest last. */
  readonly said: string[] = [];
  draft: AnalysisImage | null = null;
  taken = false;
  commits = 0;
  readonly type: ImageTypeRow;
  #ids = 0;
  #past: AnalysisImage[] = [];
  #future: AnalysisImage[] = [];
  readonly #options: BenchOptions;

  constructor(options: BenchOptions = {}) {
    this.#options = options;
    this.type = shippedType(options.type ?? 'Mitral inflow');
    const onsets = options.onsets ?? [100, 300, 500, 740];
    this.image = {
      ...blankImage({ instance_id: '2.25.1', filename: 'a.dcm', active: true, metadata: null }, 'adult'),
      type: this.type.type,
      view: 'A4C',
      reference: true,
      modality: 'PW Doppler',
      is_annotated: true,
      cardiac_events: onsets
        .slice(0, -1)
        .map((start, cycle) => ({ id: `c${cycle}`, onset_start: start, onset_end: onsets[cycle + 1] ?? 0 })),
      ...options.image,
    };
  }

  get context(): TraceContext {
    const baseline = this.image.calibration?.baseline_y ?? STRIP.baseline;
    return {
      image: this.image,
      type: this.type,
      mayChange: true,
      maxCycles: this.#options.max ?? 5,
      strip: { ...STRIP, baseline },
      scale: () => ({ x: 1, y: 1 }),
      rules: TRACE_RULES,
      newId: () => `n${(this.#ids += 1)}`,
      stamp: () => ({ author: 'editor@demo', at: 1_000 }),
      offer: this.offer,
      caliper: false,
      ...this.#options.context,
    };
  }

  get status() {
    return statusOf(this.state, this.context);
  }

  get progress() {
    const ready = readyOf(this.context);
    return ready ? progresses(ready) : [];
  }

  get cycle(): number {
    const ready = readyOf(this.context);
    return ready ? currentCycle(this.state, ready) : -1;
  }

  get lastSaid(): string | undefined {
    return this.said.at(-1);
  }

  line(cycle = 0) {
    return lineAt(this.image, cycle);
  }

  /** Points of a cycle as `[x, y]`. */
  places(cycle = 0): [number, number][] {
    return this.line(cycle)?.points.map(({ x, y }) => [x, y]) ?? [];
  }

  names(cycle = 0): string[] {
    return this.line(cycle)?.points.map(({ type }) => type) ?? [];
  }

  send(event: TraceEvent | InputEvent): void {
    const step = dopplerTraceTool.reduce(this.state, event, this.context);
    this.state = step.state;
    this.taken = step.taken ?? false;
    for (const effect of step.effects) this.#perform(effect);
  }

  #perform(effect: TraceEffect): void {
    switch (effect.type) {
      case 'commit':
        this.#past.push(this.image);
        this.#future = [];
        this.image = effect.image;
        this.commits += 1;
        return;
      case 'look':
        this.looked.push(effect);
        return;
      case 'draft':
        this.draft = effect.image;
        return;
      case 'alert':
        this.said.push(effect.message);
    }
  }

  /** Undo of the page, which knows gestures only. @returns false when there is none */
  undo(): boolean {
    const before = this.image;
    const last = this.#past.pop();
    if (!last) return false;
    this.#future.push(before);
    this.image = last;
    this.send({ type: 'restored', before, now: last });
    return true;
  }

  /** Redo of the page, which knows gestures only. @returns false when there is none */
  redo(): boolean {
    const before = this.image;
    const next = this.#future.pop();
    if (!next) return false;
    this.#past.push(before);
    this.image = next;
    this.send({ type: 'restored', before, now: next });
    return true;
  }

  /** The page is opened again: only the record is left. */
  reload(): void {
    this.#past = [];
    this.#future = [];
    this.state = dopplerTraceTool.initial;
    this.image = JSON.parse(JSON.stringify(this.image)) as AnalysisImage;
  }

  key(action: string): boolean {
    if (action.endsWith('undo')) return this.undo();
    const event = dopplerTraceTool.keymap?.(this.state, this.context)[action];
    if (event) this.send(event);
    return event !== undefined;
  }

  /** Finishes all cycles, and accepts the copies that were not looked at. */
  finishAll(): void {
    this.key('segmentation.finish-all');
    if (this.state.asked) this.send({ type: 'answer', yes: true });
  }

  keys(): string[] {
    return Object.keys(dopplerTraceTool.keymap?.(this.state, this.context) ?? {});
  }

  overlay() {
    return dopplerTraceTool.overlay?.(this.state, this.context, 1) ?? [];
  }

  click(x: number, y = 150, shift = false): void {
    this.down(x, y, PRIMARY, shift);
    this.up(x, y);
  }

  clicks(...points: readonly (readonly [number, number])[]): void {
    for (const [x, y] of points) this.click(x, y);
  }

  rightClick(x: number, y = 150): void {
    this.down(x, y, SECONDARY);
    this.up(x, y, SECONDARY);
  }

  drag([x, y]: readonly [number, number], to: readonly [number, number]): void {
    this.down(x, y);
    this.hover(...to);
    this.up(...to);
  }

  down(x: number, y: number, button = PRIMARY, shift = false): void {
    this.send({ type: 'pointer-down', at: place({ x, y }), button, keys: { ...NO_MODIFIERS, shift } });
  }

  up(x: number, y: number, button = PRIMARY): void {
    this.send({ type: 'pointer-up', at: place({ x, y }), button, keys: NO_MODIFIERS });
  }

  hover(x: number, y: number): void {
    this.send({ type: 'pointer-move', at: place({ x, y }), keys: NO_MODIFIERS });
  }
}

const place = (at: Point) => ({ stored: at, screen: at });

/** Control points of a mitral inflow in the first cycle of the bench, where a person would press. */
export const INFLOW: readonly (readonly [number, number])[] = [
  [105, 196],
  [150, 210],
  [180, 120],
  [210, 180],
  [230, 185],
  [250, 140],
  [280, 190],
  [296, 198],
];
