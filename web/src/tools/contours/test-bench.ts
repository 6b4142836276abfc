/** The tool with an image and the rules of the engine, for tests: commits go into the image, as on a page, with a separate undo. */
import { readFileSync } from 'node:fs';
import * as cycles from '@echometry/bindings/engine/cycles.ts';
import * as drawing from '@echometry/bindings/engine/drawing.ts';
import { loadGeometry } from '@echometry/bindings/engine/geometry.ts';
import IMAGE_TYPES from '@echometry/contract/config/echo_image_types.json' with { type: 'json' };
import type { AnalysisImage, CardiacEvents, Line } from '@echometry/contract/generated/analysis-image.ts';
import type { TrackRequest } from '@echometry/contract/generated/tracking.ts';
import type { ImageTypeRow } from '@echometry/contract/records/config-rows.ts';
import { blankImage } from '@echometry/contract/rules/blank-image.ts';
import { linesAt, type LinePlace } from '../lines/place.ts';
import type { DrawingRules, PredictionRules } from '../lines/rules.ts';
import { PRIMARY, SECONDARY, type InputEvent, type Modifiers } from '../port.ts';
import type { Point } from '../point.ts';
import { contourTool } from './machine.ts';
import type { ContourContext, ContourEffect, ContourEvent, ContourState } from './state.ts';
import type { TrackOffer } from './track-offer.ts';
import { readyOf, statusNow, workOf } from './work.ts';

export const loadRules = (): Promise<void> =>
  loadGeometry(new Uint8Array(readFileSync(new URL('../../../../bindings/wasm/geometry/engine_bg.wasm', import.meta.url))));

export const CONTOUR_RULES: DrawingRules & PredictionRules = { ...drawing, ...cycles };
const NO_MODIFIERS = { shift: false, ctrl: false, alt: false };

export const typeNamed = (name: string): ImageTypeRow => {
  const type = (IMAGE_TYPES.data as ImageTypeRow[]).find((row) => row.type === name);
  if (!type) throw new Error(`The configuration has no ${name}`);
  return type;
};

/** Cycles of a clip by the frames of their end diastole and end systole. */
export const clipCycles = (...frames: readonly (readonly [number, number])[]): CardiacEvents[] =>
  frames.map(([end_diastole, end_systole], cycle) => ({ id: `c${cycle}`, end_diastole, end_systole }));

/** Cycles of an M-Mode strip, each by its end diastoles; its end systole is in the middle. */
export const stripCycles = (...columns: readonly (readonly [number, number])[]): CardiacEvents[] =>
  columns.map(([start, end], cycle) => ({
    id: `c${cycle}`,
    onset_start: start - 12,
    onset_end: end - 12,
    end_diastole_start: start,
    end_diastole_end: end,
    end_systole: (start + end) / 2,
  }));

export interface BenchOptions {
  type: string;
  cycles?: readonly CardiacEvents[];
  image?: Partial<AnalysisImage>;
  context?: Partial<ContourContext>;
}

export class PlaneBench {
  state: ContourState = contourTool.initial;
  image: AnalysisImage;
  frame = 1;
  offer: TrackOffer | null = null;
  /** Requests to follow lines. */
  readonly asked: TrackRequest[] = [];
  /** The image during a drag. */
  draft: AnalysisImage | null = null;
  readonly said: string[] = [];
  readonly logged: string[] = [];
  taken = false;
  #ids = 0;
  #past: AnalysisImage[] = [];
  #future: AnalysisImage[] = [];
  #options: BenchOptions;

  constructor(options: BenchOptions) {
    this.#options = options;
    const type = typeNamed(options.type);
    const blank = blankImage({ instance_id: '2.25.1', filename: 'a.dcm', active: true, metadata: null }, 'adult');
    this.image = {
      ...blank,
      type: type.type,
      view: type.views[0] ?? null,
      reference: true,
      modality: type.modalities[0] ?? null,
      cardiac_events: [...(options.cycles ?? [])],
      is_annotated: true,
      ...options.image,
    };
  }

  get context(): ContourContext {
    return {
      image: this.image,
      type: typeNamed(this.#options.type),
      mayChange: true,
      size: { width: 800, height: 600, frames: 60 },
      strip: typeNamed(this.#options.type).modalities.includes('M-Mode') ? { top: 250, bottom: 590 } : null,
      scale: null,
      frame: () => this.frame,
      screen: () => ({ x: 1, y: 1 }),
      rules: CONTOUR_RULES,
      newId: () => `n${(this.#ids += 1)}`,
      offer: this.offer,
      following: false,
      caliper: false,
      ...this.#options.context,
    };
  }

  change(context: Partial<ContourContext>): void {
    this.#options = { ...this.#options, context: { ...this.#options.context, ...context } };
  }

  get status() {
    return statusNow(this.state, this.context);
  }

  get work() {
    const ready = readyOf(this.context);
    if (!ready) throw new Error('There is nothing to trace');
    return workOf(this.state, ready);
  }

  get lastSaid(): string | undefined {
    return this.said.at(-1);
  }

  lines(place: LinePlace = this.work.place): readonly Line[] {
    return linesAt(this.image, place);
  }

  line(name: string, place: LinePlace = this.work.place): Line {
    const line = this.lines(place).find((one) => one.name === name);
    if (!line) throw new Error(`There is no ${name}`);
    return line;
  }

  get allLines(): Line[] {
    return this.image.segmentation.flatMap(({ lines, end_diastole, end_systole }) => [
      ...(lines ?? []),
      ...(end_diastole?.lines ?? []),
      ...(end_systole?.lines ?? []),
    ]);
  }

  get points(): number {
    return this.allLines.reduce((sum, { points }) => sum + points.length, 0);
  }

  send(event: ContourEvent | InputEvent): void {
    const step = contourTool.reduce(this.state, event, this.context);
    this.state = step.state;
    this.taken = step.taken ?? false;
    for (const effect of step.effects) this.#perform(effect);
  }

  #perform(effect: ContourEffect): void {
    switch (effect.type) {
      case 'commit':
        this.#past.push(this.image);
        this.#future = [];
        this.image = effect.image;
        return;
      case 'draft':
        this.draft = effect.image;
        return;
      case 'show-frame':
        this.frame = effect.frame;
        return;
      case 'alert':
        this.said.push(effect.message);
        return;
      case 'follow':
        this.asked.push(effect.request);
        return;
      case 'drop-offer':
        this.offer = null;
        return;
      case 'log':
        this.logged.push(effect.message);
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
    this.state = contourTool.initial;
  }

  key(action: string): boolean {
    if (action.endsWith('undo')) return this.undo();
    const event = contourTool.keymap?.(this.state, this.context)[action.includes('.') ? action : `segmentation.${action}`];
    if (event) this.send(event);
    return event !== undefined;
  }

  keys(): string[] {
    return Object.keys(contourTool.keymap?.(this.state, this.context) ?? {}).map((name) => name.replace('segmentation.', ''));
  }

  click(x: number, y: number): void {
    this.#press(x, y, PRIMARY);
  }

  clicks(...points: readonly (readonly [number, number])[]): void {
    for (const [x, y] of points) this.click(x, y);
  }

  rightClick(x = 5, y = 5): void {
    this.#press(x, y, SECONDARY);
  }

  down(x: number, y: number, keys: Partial<Modifiers> = {}): void {
    this.send({ type: 'pointer-down', at: at(x, y), button: PRIMARY, keys: { ...NO_MODIFIERS, ...keys } });
  }

  move(x: number, y: number): void {
    this.send({ type: 'pointer-move', at: at(x, y), keys: NO_MODIFIERS });
  }

  up(x: number, y: number): void {
    this.send({ type: 'pointer-up', at: at(x, y), button: PRIMARY, keys: NO_MODIFIERS });
  }

  drag([x0, y0]: readonly [number, number], [x1, y1]: readonly [number, number], keys: Partial<Modifiers> = {}): void {
    this.down(x0, y0, keys);
    this.move(x1, y1);
    this.up(x1, y1);
  }

  /** Draws with a free hand along some points. */
  stroke(...points: readonly (readonly [number, number])[]): void {
    for (const [place, [x, y]] of points.entries())
      if (place === 0) this.down(x, y);
      else this.move(x, y);
    const [x, y] = points.at(-1) ?? [0, 0];
    this.up(x, y);
  }

  #press(x: number, y: number, button: number): void {
    this.send({ type: 'pointer-move', at: at(x, y), keys: NO_MODIFIERS });
    this.send({ type: 'pointer-down', at: at(x, y), button, keys: NO_MODIFIERS });
    this.send({ type: 'pointer-up', at: at(x, y), button, keys: NO_MODIFIERS });
  }
}

const at = (x: number, y: number): { stored: Point; screen: Point } => ({ stored: { x, y }, screen: { x, y } });
