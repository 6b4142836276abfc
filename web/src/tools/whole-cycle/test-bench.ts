/** The tool with a clip of a shipped type and the rules of the engine, for tests; its lines are followed by a known motion. */
import type { AnalysisImage, SequenceLines } from '@echometry/contract/generated/analysis-image.ts';
import type { TrackRequest, Tracks } from '@echometry/contract/generated/tracking.ts';
import { clipCycles } from '../contours/test-bench.ts';
import type { ContourContext } from '../contours/state.ts';
import type { PageEffect } from '../steps.ts';
import { ENGINE_RULES, shippedType, ToolBench } from '../tool-bench.ts';
import { wholeCycleTool } from './machine.ts';
import { groupsOf, linesOfGroups, nextRequest, sequenceOf, takeOver, type KnownSequence } from './plan.ts';
import type { SequenceOffer, WholeCycleContext, WholeCycleEffect, WholeCycleEvent, WholeCycleState } from './state.ts';

export const FRAMES = 60;
export const METHOD = { method: 'speckle-tracking', method_version: '4' };
const TYPE = '4-chamber 2D';

/** Where a point of the first frame of a request is on another frame: so many pixels to the right a frame. */
export const STEP_PX = 0.5;

/** Result of a method that finds every line moved to the right, and at its drawn frames where it is drawn. */
export function moved({ first, last, frame_number, lines, anchors = [] }: TrackRequest): Tracks {
  const frames = Array.from({ length: last - first + 1 }, (_, at) => {
    const frame = first + at;
    const drawn = frame === frame_number ? lines.map(({ points }) => points) : anchors.find((one) => one.frame_number === frame)?.lines;
    const by = STEP_PX * (frame - frame_number);
    const found = lines.map(({ points }, number) =>
      points.map(([x, y], place) => {
        const [left, top] = drawn?.[number]?.[place] ?? [x + by, y];
        return { x: left, y: top, quality: drawn ? 1 : 0.9, drift_px: 0.4 };
      }),
    );
    return { frame_number: frame, lines: found };
  });
  return { ...METHOD, frames };
}

export class WholeCycleBench extends ToolBench<WholeCycleState, WholeCycleEvent, WholeCycleContext, Exclude<WholeCycleEffect, PageEffect>> {
  offer: SequenceOffer | null = null;
  /** Requests for the engine, the latest last. */
  readonly requests: TrackRequest[] = [];
  /** Lines of accepted sequences by their hash. */
  readonly documents = new Map<string, SequenceLines>();
  #contours: Partial<ContourContext> = {};
  #caliper = false;

  constructor(image: Partial<AnalysisImage>) {
    super(
      wholeCycleTool,
      { type: TYPE, view: 'A4C', modality: '2D', cardiac_events: clipCycles([5, 15], [25, 35]), ...image },
      'segmentation',
    );
    this.frame = 5;
  }

  get context(): WholeCycleContext {
    const contours: ContourContext = {
      image: this.image,
      type: shippedType(TYPE),
      mayChange: true,
      size: { width: 800, height: 600, frames: FRAMES },
      strip: null,
      scale: null,
      frame: () => this.frame,
      screen: () => ({ x: 1, y: 1 }),
      rules: ENGINE_RULES,
      newId: this.newId,
      offer: null,
      following: false,
      caliper: this.state.cycle !== null,
      ...this.#contours,
    };
    const stored = this.image.segmentation.map(({ sequence }) => (sequence ? (this.documents.get(sequence.lines_sha256) ?? null) : null));
    return { contours, cycle: 0, stored, offer: this.offer, following: false, caliper: this.#caliper };
  }

  /** The lines of events rest while the whole cycle is in work. */
  change(contours: Partial<ContourContext>, caliper = false): void {
    this.#contours = contours;
    this.#caliper = caliper;
  }

  protected override performOwn(effect: Exclude<WholeCycleEffect, PageEffect>): void {
    if (effect.type === 'drop-offer') this.offer = null;
    else if (effect.type === 'change-offer') this.offer = this.offer && { ...this.offer, sequence: effect.sequence };
    else this.#follow(effect.cycle, effect.known);
  }

  /** Follows as a page does; the hash of the lines is their number. */
  #follow(cycle: number, known: KnownSequence | null): void {
    const of = { image: this.image, cycle, frames: FRAMES, known };
    const groups = groupsOf(of);
    for (const group of groups) {
      for (let planned = nextRequest(group); planned; planned = nextRequest(group)) {
        this.requests.push(planned.request);
        takeOver(group, planned, moved(planned.request));
      }
    }
    const lines = linesOfGroups(groups);
    const hash = `lines ${this.documents.size}`;
    const sequence = sequenceOf(of, METHOD, hash);
    if (!lines || !sequence) throw new Error('Nothing was followed');
    this.documents.set(hash, lines);
    this.offer = { instance_id: this.image.instance_id, cycle, sequence, lines };
  }

  /** The lines that are offered, else the accepted ones. */
  get lines(): SequenceLines {
    const hash = this.image.segmentation[this.state.cycle ?? 0]?.sequence?.lines_sha256;
    const lines = this.offer?.lines ?? (hash === undefined ? undefined : this.documents.get(hash));
    if (!lines) throw new Error('Nothing was followed');
    return lines;
  }

  /** First point of a line on a frame of the first cycle. */
  firstPoint(name: string, frame: number): readonly number[] {
    const at = this.lines.lines.find((line) => line.name === name)?.frames.find(({ frame_number }) => frame_number === frame)?.points[0];
    if (!at) throw new Error(`${name} is not on frame ${frame}`);
    return at;
  }
}
