/** The tool with an image, for tests: commits go into the image, as on a page, with a separate undo. */
import type { AnalysisImage, ImageModality } from '@echometry/contract/generated/analysis-image.ts';
import { blankImage } from '@echometry/contract/rules/blank-image.ts';
import { PRIMARY, SECONDARY, type InputEvent } from '../port.ts';
import { cycleTimingTool } from './machine.ts';
import type { CycleRules, CycleTimingContext, CycleTimingEvent, CycleTimingState } from './state.ts';
import { statusOf } from './status.ts';
import type { PageEffect } from '../steps.ts';

/** The rules in the words of the specification, written again from it; a test of the page compares them with the engine's. */
export const SPECIFIED_RULES: CycleRules = {
  checkFrame: (frame, before) =>
    before !== null && frame <= before ? { code: 'later-frame', message: 'Please select a later frame' } : null,
  checkOnset: (x, before) => (before !== null && x - before <= 10 ? { code: 'later-onset', message: 'Please select a later onset' } : null),
  checkPosition: (x, before, after) => {
    if (before !== null && x - before <= 10) return { code: 'later-position', message: 'Please select a later position' };
    return after !== null && after - x <= 10 ? { code: 'earlier-position', message: 'Please select an earlier position' } : null;
  },
  checkOrder: (x, before, after, coincide) => {
    if (before !== null && (x < before || (x === before && !coincide)))
      return { code: 'later-position', message: 'Please select a later position' };
    return after !== null && (x > after || (x === after && !coincide))
      ? { code: 'earlier-position', message: 'Please select an earlier position' }
      : null;
  },
  checkCycles: (chosen, max) => {
    const sorted = chosen.toSorted((a, b) => a - b);
    if (sorted.length > max) return { code: 'too-many-cycles', message: `Please select a maximum of ${max} cycles` };
    const gap = sorted.some((cycle, at) => at > 0 && cycle - (sorted[at - 1] ?? 0) !== 1);
    return gap ? { code: 'not-contiguous', message: 'Please select continuous cycles' } : null;
  },
  cycleAlarms: (lengths) =>
    lengths.map((length, at) => {
      const others = lengths.filter((one, other) => one !== null && other !== at) as number[];
      if (length === null || others.length === 0) return null;
      const mean = others.reduce((sum, one) => sum + one, 0) / others.length;
      const alarms = length < mean / 2 || length > mean * 2;
      return alarms ? { code: 'cycle-deviation', message: 'The size of this cycle is more than 50% different than the mean' } : null;
    }),
};

const NO_MODIFIERS = { shift: false, ctrl: false, alt: false };

export interface BenchOptions {
  modality?: ImageModality;
  max?: number;
  image?: Partial<AnalysisImage>;
  context?: Partial<CycleTimingContext>;
}

export class TestBench {
  state: CycleTimingState = cycleTimingTool.initial;
  image: AnalysisImage;
  frame = 1;
  /** Messages, the latest last. */
  readonly said: { level: string; message: string }[] = [];
  taken = false;
  #cycles = 0;
  #past: AnalysisImage[] = [];
  #future: AnalysisImage[] = [];
  readonly #options: BenchOptions;

  constructor(options: BenchOptions = {}) {
    this.#options = options;
    const blank = blankImage({ instance_id: '2.25.1', filename: 'a.dcm', active: true, metadata: null }, 'adult');
    this.image = {
      ...blank,
      type: 'Aortic outflow',
      view: 'A5C',
      reference: true,
      modality: options.modality ?? 'PW Doppler',
      ...options.image,
    };
  }

  get context(): CycleTimingContext {
    return {
      image: this.image,
      mayChange: true,
      maxCycles: this.#options.max ?? 3,
      strip: { left: 0, right: 2000, top: 0, bottom: 100, baseline: 50 },
      frameTimes: null,
      frames: 200,
      frame: () => this.frame,
      scale: () => ({ x: 1, y: 1 }),
      rules: SPECIFIED_RULES,
      newId: () => `n${(this.#cycles += 1)}`,
      proposals: [],
      lengthWords: String,
      ...this.#options.context,
    };
  }

  get status() {
    return statusOf(this.state, this.context);
  }

  get events() {
    return this.image.cardiac_events;
  }

  get lastSaid(): string | undefined {
    return this.said.at(-1)?.message;
  }

  send(event: CycleTimingEvent | InputEvent): void {
    const step = cycleTimingTool.reduce(this.state, event, this.context);
    this.state = step.state;
    this.taken = step.taken ?? false;
    for (const effect of step.effects) this.#perform(effect);
  }

  #perform(effect: PageEffect): void {
    if (effect.type === 'commit') {
      this.#past.push(this.image);
      this.#future = [];
      this.image = effect.image;
    } else if (effect.type === 'show-frame') this.frame = effect.frame;
    else if (effect.type === 'alert') this.said.push(effect);
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
    this.state = cycleTimingTool.initial;
  }

  key(action: string): boolean {
    if (action.endsWith('undo')) return this.undo();
    const event = cycleTimingTool.keymap?.(this.state, this.context)[`cycle-timing.${action}`];
    if (event) this.send(event);
    return event !== undefined;
  }

  keys(): string[] {
    return Object.keys(cycleTimingTool.keymap?.(this.state, this.context) ?? {}).map((name) => name.replace('cycle-timing.', ''));
  }

  click(x: number, y = 50): void {
    this.#press(x, y, PRIMARY);
  }

  rightClick(x = 0): void {
    this.#press(x, 50, SECONDARY);
  }

  drag(from: number, to: number): void {
    const at = (x: number) => ({ stored: { x, y: 50 }, screen: { x, y: 50 } });
    this.send({ type: 'pointer-down', at: at(from), button: PRIMARY, keys: NO_MODIFIERS });
    this.send({ type: 'pointer-move', at: at(to), keys: NO_MODIFIERS });
    this.send({ type: 'pointer-up', at: at(to), button: PRIMARY, keys: NO_MODIFIERS });
  }

  hover(x: number, y = 50): void {
    this.send({ type: 'pointer-move', at: { stored: { x, y }, screen: { x, y } }, keys: NO_MODIFIERS });
  }

  #press(x: number, y: number, button: number): void {
    const at = { stored: { x, y }, screen: { x, y } };
    this.send({ type: 'pointer-down', at, button, keys: NO_MODIFIERS });
    this.send({ type: 'pointer-up', at, button, keys: NO_MODIFIERS });
  }

  /** Marks the frame with the key of the state. */
  markFrame(frame: number): void {
    this.frame = frame;
    if (!this.key('diastole')) this.key('systole');
  }

  clicks(...columns: number[]): void {
    for (const x of columns) this.click(x);
  }
}
