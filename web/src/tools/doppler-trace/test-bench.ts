/** The tool that traces strips with an image and the rules of the engine, for tests. */
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import type { EnvelopeRequest } from '@echometry/contract/generated/envelope.ts';
import type { ImageTypeRow } from '@echometry/contract/records/config-rows.ts';
import type { PageEffect } from '../steps.ts';
import type { Strip } from '../strip.ts';
import { ENGINE_RULES, shippedType, ToolBench } from '../tool-bench.ts';
import type { EnvelopeOffer, EnvelopeSearch } from './envelope-search.ts';
import { dopplerTraceTool } from './machine.ts';
import type { TraceContext, TraceEffect, TraceEvent, TraceState } from './state.ts';
import { currentCycle, progresses, readyOf, statusOf } from './status.ts';
import { lineAt } from './trace.ts';

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

type OwnEffect = Exclude<TraceEffect, PageEffect>;

export class TraceBench extends ToolBench<TraceState, TraceEvent, TraceContext, OwnEffect> {
  offer: EnvelopeOffer | null = null;
  /** Searches that the page requested. */
  readonly looked: { of: EnvelopeSearch; request: EnvelopeRequest }[] = [];
  readonly type: ImageTypeRow;
  readonly #options: BenchOptions;

  constructor(options: BenchOptions = {}) {
    const type = shippedType(options.type ?? 'Mitral inflow');
    const onsets = options.onsets ?? [100, 300, 500, 740];
    const image: Partial<AnalysisImage> = {
      type: type.type,
      view: 'A4C',
      reference: true,
      modality: 'PW Doppler',
      is_annotated: true,
      cardiac_events: onsets
        .slice(0, -1)
        .map((start, cycle) => ({ id: `c${cycle}`, onset_start: start, onset_end: onsets[cycle + 1] ?? 0 })),
      ...options.image,
    };
    super(dopplerTraceTool, image, '', 150);
    this.type = type;
    this.#options = options;
  }

  get context(): TraceContext {
    return {
      image: this.image,
      type: this.type,
      mayChange: true,
      maxCycles: this.#options.max ?? 5,
      strip: { ...STRIP, baseline: this.image.calibration?.baseline_y ?? STRIP.baseline },
      scale: () => ({ x: 1, y: 1 }),
      rules: ENGINE_RULES,
      newId: this.newId,
      stamp: () => ({ author: 'editor@demo', at: 1_000 }),
      offer: this.offer,
      caliper: false,
      ...this.#options.context,
    };
  }

  protected override performOwn(effect: OwnEffect): void {
    this.looked.push(effect);
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

  /** Finishes all cycles, and accepts the copies that were not looked at. */
  finishAll(): void {
    this.key('segmentation.finish-all');
    if (this.state.asked) this.send({ type: 'answer', yes: true });
  }
}

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
