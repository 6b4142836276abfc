/** Plays hands, keys and the page's undo into a tool, for tests: what it asks of a page goes into an image, as on one. */
import { readFileSync } from 'node:fs';
import * as cycles from '@echometry/bindings/engine/cycles.ts';
import * as drawing from '@echometry/bindings/engine/drawing.ts';
import { loadGeometry } from '@echometry/bindings/engine/geometry.ts';
import types from '@echometry/contract/config/echo_image_types.json' with { type: 'json' };
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import type { ImageTypeRow } from '@echometry/contract/records/config-rows.ts';
import type { OpenCaliper } from '@echometry/contract/records/open-caliper.ts';
import { blankImage } from '@echometry/contract/rules/blank-image.ts';
import type { OverlayShape } from './overlay.ts';
import { PRIMARY, SECONDARY, type InputEvent, type Modifiers, type Place, type Step, type Tool } from './port.ts';
import { isPageEffect, type Alert, type PageEffect } from './steps.ts';

export const NO_KEYS: Modifiers = { shift: false, ctrl: false, alt: false };

/** The rules of the engine, as pages give them to the tools. */
export const ENGINE_RULES = { ...drawing, ...cycles };

export const loadEngine = (): Promise<void> =>
  loadGeometry(new Uint8Array(readFileSync(new URL('../../../bindings/wasm/geometry/engine_bg.wasm', import.meta.url))));

/** An image type as it is shipped. */
export function shippedType(name: string): ImageTypeRow {
  const found = (types.data as unknown as ImageTypeRow[]).find(({ type }) => type === name);
  if (!found) throw new Error(`No image type is called ${name}`);
  return found;
}

/** An image that has nothing but these parts. */
export const imageWith = (part: Partial<AnalysisImage>): AnalysisImage => ({
  ...blankImage({ instance_id: '2.25.1', filename: 'a.dcm', active: true, metadata: null }, 'adult'),
  ...part,
});

/** Numbers of a linear congruential generator (Numerical Recipes), so that a failing seed can be run again. */
export function random(seed: number): () => number {
  // Neighbouring seeds begin far apart.
  let state = Math.imul(seed, 0x9e3779b9) >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Events of a pointer; a stored pixel has so many CSS pixels. */
export function pointerAt(cssPx: number) {
  const at = (x: number, y: number): Place => ({ stored: { x, y }, screen: { x: x * cssPx, y: y * cssPx } });
  return {
    at,
    down: (x: number, y: number, button = PRIMARY, keys: Partial<Modifiers> = {}): InputEvent => ({
      type: 'pointer-down',
      at: at(x, y),
      button,
      keys: { ...NO_KEYS, ...keys },
    }),
    move: (x: number, y: number, keys: Partial<Modifiers> = {}): InputEvent => ({
      type: 'pointer-move',
      at: at(x, y),
      keys: { ...NO_KEYS, ...keys },
    }),
    up: (x: number, y: number, button = PRIMARY, keys: Partial<Modifiers> = {}): InputEvent => ({
      type: 'pointer-up',
      at: at(x, y),
      button,
      keys: { ...NO_KEYS, ...keys },
    }),
  };
}

const POINTER = pointerAt(1);

/** Plays events into a tool from its beginning. @returns the last state, and the effects of all steps */
export function play<State, Event, Context, Effect>(
  tool: Tool<State, Event, Context, Effect>,
  context: Context | (() => Context),
  events: readonly (Event | InputEvent)[],
  perform: (effect: Effect) => void = () => undefined,
): Step<State, Effect> {
  let { initial: state } = tool;
  const effects: Effect[] = [];
  for (const event of events) {
    const step = tool.reduce(state, event, context instanceof Function ? context() : context);
    ({ state } = step);
    effects.push(...step.effects);
    for (const effect of step.effects) perform(effect);
  }
  return { state, effects };
}

/** A place in the picture, or a column in the row of the bench. */
export type Spot = number | readonly [number, number];

/** The image and its open points: what undo is about. */
interface Held {
  image: AnalysisImage;
  open: OpenCaliper | null;
}

export abstract class ToolBench<State, Event, Context, Own extends { type: string } = never> implements Held {
  state: State;
  image: AnalysisImage;
  open: OpenCaliper | null = null;
  frame = 1;
  /** The image in the middle of a gesture; null between them. */
  draft: AnalysisImage | null = null;
  /** Gestures, except gestures that only placed open points. */
  commits = 0;
  /** The latest last. */
  readonly alerts: Alert[] = [];
  /** The last event was meant for the tool. */
  taken = false;
  #past: Held[] = [];
  #future: Held[] = [];
  #ids = 0;
  readonly #tool: Tool<State, Event, Context, PageEffect | Own>;
  /** The prefix of the names of its actions; other actions have their whole names. */
  readonly #scope: string;
  /** Where a press is of which only the column counts. */
  readonly #row: number;

  protected constructor(tool: Tool<State, Event, Context, PageEffect | Own>, image: Partial<AnalysisImage>, scope = '', row = 0) {
    this.#tool = tool;
    this.#scope = scope === '' ? '' : `${scope}.`;
    this.#row = row;
    this.state = tool.initial;
    this.image = imageWith(image);
  }

  abstract get context(): Context;

  /** Takes what only this tool asks of its page. */
  protected performOwn?(effect: Own): void;

  protected readonly newId = (): string => `n${(this.#ids += 1)}`;

  /** Messages, the latest last. */
  get said(): string[] {
    return this.alerts.map(({ message }) => message);
  }

  get lastSaid(): string | undefined {
    return this.alerts.at(-1)?.message;
  }

  send(event: Event | InputEvent): void {
    const step = this.#tool.reduce(this.state, event, this.context);
    this.state = step.state;
    this.taken = step.taken ?? false;
    for (const effect of step.effects)
      if (isPageEffect(effect)) this.#perform(effect);
      else this.performOwn?.(effect);
  }

  #perform(effect: PageEffect): void {
    switch (effect.type) {
      case 'commit':
        this.#past.push(this.#held);
        this.#future = [];
        if (effect.image !== this.image || effect.open === undefined) this.commits += 1;
        this.image = effect.image;
        if (effect.open !== undefined) this.open = effect.open;
        return;
      case 'draft':
        this.draft = effect.image;
        return;
      case 'show-frame':
        this.frame = effect.frame;
        return;
      case 'alert':
        this.alerts.push(effect);
    }
  }

  get #held(): Held {
    return { image: this.image, open: this.open };
  }

  #step(from: Held[], to: Held[]): boolean {
    const next = from.pop();
    if (!next) return false;
    const { image: before } = this;
    to.push(this.#held);
    Object.assign(this, next);
    this.send({ type: 'restored', before, now: next.image });
    return true;
  }

  /** Undo of the page, which knows gestures only. @returns false when there is none */
  undo(): boolean {
    return this.#step(this.#past, this.#future);
  }

  /** Redo of the page, which knows gestures only. @returns false when there is none */
  redo(): boolean {
    return this.#step(this.#future, this.#past);
  }

  /** The page is opened again: only the record and the open points are left. */
  reload(): void {
    this.#past = [];
    this.#future = [];
    this.image = JSON.parse(JSON.stringify(this.image)) as AnalysisImage;
    this.state = this.#tool.initial;
    this.send({ type: 'enter' });
  }

  /** Brings the key of an action. @returns false when the tool has no use for it now */
  key(action: string): boolean {
    if (action.endsWith('undo')) return this.undo();
    const event = this.#tool.keymap?.(this.state, this.context)[action.includes('.') ? action : `${this.#scope}${action}`];
    if (event !== undefined) this.send(event);
    return event !== undefined;
  }

  /** Actions whose keys work now. */
  keys(): string[] {
    return Object.keys(this.#tool.keymap?.(this.state, this.context) ?? {}).map((name) => name.replace(this.#scope, ''));
  }

  overlay(frame = this.frame): readonly OverlayShape[] {
    return this.#tool.overlay?.(this.state, this.context, frame) ?? [];
  }

  down(x: number, y = this.#row, keys: Partial<Modifiers> = {}, button = PRIMARY): void {
    this.send(POINTER.down(x, y, button, keys));
  }

  move(x: number, y = this.#row): void {
    this.send(POINTER.move(x, y));
  }

  up(x: number, y = this.#row, button = PRIMARY): void {
    this.send(POINTER.up(x, y, button));
  }

  /** A press without a movement before, as a pen or a finger makes it. */
  click(x: number, y = this.#row, keys: Partial<Modifiers> = {}): void {
    this.down(x, y, keys);
    this.up(x, y);
  }

  clicks(...spots: readonly Spot[]): void {
    for (const spot of spots) this.click(...this.#at(spot));
  }

  rightClick(x = 5, y = this.#row): void {
    this.down(x, y, {}, SECONDARY);
    this.up(x, y, SECONDARY);
  }

  drag(from: Spot, to: Spot, keys: Partial<Modifiers> = {}): void {
    this.down(...this.#at(from), keys);
    this.move(...this.#at(to));
    this.up(...this.#at(to));
  }

  /** Draws with a free hand along some points. */
  stroke(...spots: readonly Spot[]): void {
    const [first, ...others] = spots.map((spot) => this.#at(spot));
    if (!first) return;
    this.down(...first);
    for (const spot of others) this.move(...spot);
    this.up(...(others.at(-1) ?? first));
  }

  #at(spot: Spot): readonly [number, number] {
    return typeof spot === 'number' ? [spot, this.#row] : spot;
  }
}
