/** The tool with an image of a shipped type and the rules of the engine, for tests. */
import type { AnalysisImage, CardiacEvents, Line } from '@echometry/contract/generated/analysis-image.ts';
import type { TrackRequest } from '@echometry/contract/generated/tracking.ts';
import { allLines } from '@echometry/contract/rules/cardiac-events.ts';
import { linesAt, type LinePlace } from '../lines/place.ts';
import type { PageEffect } from '../steps.ts';
import { ENGINE_RULES, shippedType, ToolBench } from '../tool-bench.ts';
import { contourTool } from './machine.ts';
import type { ContourContext, ContourEffect, ContourEvent, ContourState } from './state.ts';
import type { TrackOffer } from './track-offer.ts';
import { readyOf, statusNow, workOf } from './work.ts';

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

export class ContourBench extends ToolBench<ContourState, ContourEvent, ContourContext, Exclude<ContourEffect, PageEffect>> {
  offer: TrackOffer | null = null;
  /** Requests to follow lines. */
  readonly asked: TrackRequest[] = [];
  readonly logged: string[] = [];
  #options: BenchOptions;

  constructor(options: BenchOptions) {
    const { type, views, modalities } = shippedType(options.type);
    const image: Partial<AnalysisImage> = {
      type,
      view: views[0] ?? null,
      reference: true,
      modality: modalities[0] ?? null,
      cardiac_events: [...(options.cycles ?? [])],
      is_annotated: true,
      ...options.image,
    };
    super(contourTool, image, 'segmentation', 5);
    this.#options = options;
  }

  get context(): ContourContext {
    const type = shippedType(this.#options.type);
    return {
      image: this.image,
      type,
      mayChange: true,
      size: { width: 800, height: 600, frames: 60 },
      strip: type.modalities.includes('M-Mode') ? { top: 250, bottom: 590 } : null,
      scale: null,
      frame: () => this.frame,
      screen: () => ({ x: 1, y: 1 }),
      rules: ENGINE_RULES,
      newId: this.newId,
      offer: this.offer,
      following: false,
      caliper: false,
      ...this.#options.context,
    };
  }

  change(context: Partial<ContourContext>): void {
    this.#options = { ...this.#options, context: { ...this.#options.context, ...context } };
  }

  protected override performOwn(effect: Exclude<ContourEffect, PageEffect>): void {
    if (effect.type === 'follow') this.asked.push(effect.request);
    else if (effect.type === 'log') this.logged.push(effect.message);
    else this.offer = null;
  }

  get status() {
    return statusNow(this.state, this.context);
  }

  get work() {
    const ready = readyOf(this.context);
    if (!ready) throw new Error('There is nothing to trace');
    return workOf(this.state, ready);
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
    return allLines(this.image);
  }

  get points(): number {
    return this.allLines.reduce((sum, { points }) => sum + points.length, 0);
  }
}
