/** Connects the cycle-timing tool to the open study: gives it its context and carries out its effects. */
import type { ImageMetadata } from '@echometry/contract/generated/image-metadata.ts';
import type { Proposals } from '@echometry/contract/generated/proposals.ts';
import type { PhysicalReading } from '@echometry/contract/generated/physical-reading.ts';
import { maxCycles } from '@echometry/contract/rules/cycle-timing.ts';
import { ToolOnPage, type ShownImage } from '../../image-page/tool-on-page.ts';
import { ENGINE_RULES } from '../../image-page/engine-rules.ts';
import { stripOf } from '../../image-page/strip-of.ts';
import { cycleTimingTool } from '../../tools/cycle-timing/machine.ts';
import { kindOf } from '../../tools/cycle-timing/marks.ts';
import { openProposals } from '../../tools/cycle-timing/proposals.ts';
import type { CycleTimingContext, CycleTimingEvent, CycleTimingState, CycleTimingStatus } from '../../tools/cycle-timing/state.ts';
import { statusOf } from '../../tools/cycle-timing/status.ts';
import type { Strip } from '../../tools/strip.ts';
import { offered } from './offered.ts';
import { wanted } from './proposals-wanted.ts';
import { columnsToMs, lengthText } from './format.ts';

interface Known extends ShownImage {
  maxCycles: number;
  found: Proposals | null;
  /** The person wants marks proposed. */
  offers: boolean;
}

/** Times of the frames in ms where the file has them. */
export const timesOf = (metadata: ImageMetadata | null): readonly number[] | null =>
  metadata && metadata.frame_time_source !== 'assumed' ? metadata.frame_times_ms : null;

export class Timing extends ToolOnPage<CycleTimingState, CycleTimingEvent, CycleTimingContext, Known> {
  #found: { of: ImageMetadata; proposals: Proposals | null } | null = null;

  constructor() {
    super(cycleTimingTool);
  }

  get status(): CycleTimingStatus {
    return statusOf(this.state, this.context());
  }

  /** Proposals of the engine for the picture have come, or the user wants none. */
  setProposals(of: ImageMetadata | null, proposals: Proposals | null): void {
    this.#found = of ? { of, proposals } : null;
    this.refresh();
  }

  /** Proposals wait for the person's word. */
  get proposes(): boolean {
    const context = this.context();
    return context.image !== null && openProposals(this.state, context, context.image).length > 0;
  }

  /** R waves of a clip as frames, with shares of the way to the next; from the file, else from its ECG or its picture. */
  rWaves(): readonly number[] {
    const { metadata, image, found } = this.known;
    if (!metadata || image?.modality !== '2D') return [];
    const stated = framesAt(metadata.r_wave_times_ms, metadata.frame_times_ms);
    const isSeen = found?.method === 'ecg-waveform' || found?.method === 'ecg-trace';
    return stated.length === 0 && isSeen ? found.onsets : stated;
  }

  /** Proposals of the engine for the current image; null where that is nothing, or not known yet. */
  get found(): Proposals | null {
    return this.known.found;
  }

  /** Physical units at a place of the picture; null before the scale is there. */
  reading(at: { x: number; y: number }): PhysicalReading | null {
    return this.known.scaling?.at(at.x, at.y) ?? null;
  }

  /** Length of some columns of the strip in ms; null without a scale of time. */
  readonly columnsToMs = (columns: number): number | null =>
    columnsToMs(columns, this.known.scaling?.flowRegion(this.known.image?.modality ?? undefined) ?? null);

  /** Length of a proposed cycle, in columns or frames, in ms; null where the image has no times. */
  periodMs(period: number): number | null {
    if (this.known.image?.modality !== '2D') return this.columnsToMs(period);
    const times = timesOf(this.known.metadata);
    return times && times.length > 1 ? (period * (times.at(-1) ?? 0)) / (times.length - 1) : null;
  }

  protected know(shown: ShownImage): Known {
    const { study, metadata } = shown;
    return {
      ...shown,
      maxCycles: study ? maxCycles(study.project) : 1,
      found: this.#found && this.#found.of === metadata ? this.#found.proposals : null,
      offers: wanted.on,
    };
  }

  protected make({ image, mayChange, maxCycles: most, metadata, scaling, found, offers }: Known): CycleTimingContext {
    const modality = image?.modality ?? null;
    const strip = image && metadata && scaling && kindOf(image) !== '2D' ? stripOf(metadata, scaling, modality) : null;
    const region = strip ? (scaling?.flowRegion(modality ?? undefined) ?? null) : null;
    return {
      image,
      mayChange,
      maxCycles: most,
      strip,
      frameTimes: timesOf(metadata),
      frames: metadata?.number_of_frames ?? 0,
      frame: this.frame,
      scale: this.scale,
      rules: scaling ? ENGINE_RULES : null,
      newId: () => crypto.randomUUID(),
      proposals:
        image && found && mayChange && offers
          ? offered({ image, found, columnMs: columnsToMs(1, region), ...bounds(strip, metadata) })
          : [],
      lengthWords: (columns) => lengthText(columns, region),
    };
  }
}

/** Frames at some times, from 1, with the share of the way to the next; times outside of the clip are left out. */
function framesAt(times: readonly number[], frameTimes: readonly number[]): number[] {
  return times.flatMap((time) => {
    const next = frameTimes.findIndex((start) => start > time);
    const [before, after] = [frameTimes[next - 1], frameTimes[next]];
    return before === undefined || after === undefined ? [] : [next + (time - before) / (after - before)];
  });
}

/** Where a mark can lie: columns of the strip, or frames. */
const bounds = (strip: Strip | null, metadata: ImageMetadata | null): { from: number; to: number } =>
  strip ? { from: strip.left, to: strip.right } : { from: 1, to: metadata?.number_of_frames ?? 0 };
