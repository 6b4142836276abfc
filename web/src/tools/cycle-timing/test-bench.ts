/** The tool with an image and the rules of the specification, for tests. */
import type { AnalysisImage, ImageModality } from '@echometry/contract/generated/analysis-image.ts';
import { ToolBench } from '../tool-bench.ts';
import { cycleTimingTool } from './machine.ts';
import type { CycleRules, CycleTimingContext, CycleTimingEvent, CycleTimingState } from './state.ts';
import { statusOf } from './status.ts';

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

export interface BenchOptions {
  modality?: ImageModality;
  max?: number;
  image?: Partial<AnalysisImage>;
  context?: Partial<CycleTimingContext>;
}

export class TimingBench extends ToolBench<CycleTimingState, CycleTimingEvent, CycleTimingContext> {
  readonly #options: BenchOptions;

  constructor(options: BenchOptions = {}) {
    const image: Partial<AnalysisImage> = {
      type: 'Aortic outflow',
      view: 'A5C',
      reference: true,
      modality: options.modality ?? 'PW Doppler',
      ...options.image,
    };
    super(cycleTimingTool, image, 'cycle-timing', 50);
    this.#options = options;
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
      newId: this.newId,
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

  /** Marks the frame with the key of the state. */
  markFrame(frame: number): void {
    this.frame = frame;
    if (!this.key('diastole')) this.key('systole');
  }
}
