/** Connects the cycle-timing tool to the open study: gives it its context and carries out its effects. */
import type { ImageScale } from '@echometry/bindings/geometry.ts';
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import type { ImageMetadata } from '@echometry/contract/generated/image-metadata.ts';
import type { Proposals } from '@echometry/contract/generated/proposals.ts';
import type { PhysicalReading } from '@echometry/contract/generated/physical-reading.ts';
import { maxCycles } from '@echometry/contract/rules/cycle-timing.ts';
import type { PageContext, ToolPart } from '../../image-page/parts.ts';
import { beforeLastGesture } from '../../image-page/gesture-before.ts';
import { stripOf } from '../../image-page/strip-of.ts';
import { alertUser } from '../../lib/alerts.ts';
import { currentSession } from '../../study/store/current-study.ts';
import { cycleTimingTool } from '../../tools/cycle-timing/machine.ts';
import { kindOf } from '../../tools/cycle-timing/marks.ts';
import { openProposals } from '../../tools/cycle-timing/proposals.ts';
import {
  INITIAL,
  type CycleTimingContext,
  type CycleTimingEffect,
  type CycleTimingEvent,
  type CycleTimingState,
  type CycleTimingStatus,
} from '../../tools/cycle-timing/state.ts';
import { statusOf } from '../../tools/cycle-timing/status.ts';
import type { Strip } from '../../tools/strip.ts';
import { seat, type SeatOf } from '../../tools/stack.ts';
import type { Stage } from '../../viewer/stage.ts';
import { ENGINE_RULES } from './engine-rules.ts';
import { offered } from './offered.ts';
import { wanted } from './proposals-wanted.ts';
import { columnsToMs, lengthText } from './words.ts';

type TimingSeat = SeatOf<CycleTimingState, CycleTimingEvent, CycleTimingContext, CycleTimingEffect>;

/** What a context is made of; the same parts give the same object. */
interface Known {
  image: AnalysisImage | null;
  mayChange: boolean;
  maxCycles: number;
  metadata: ImageMetadata | null;
  scaling: ImageScale | null;
  zoom: number;
  found: Proposals | null;
  /** The person wants marks proposed. */
  offers: boolean;
}

const NOTHING: Known = { image: null, mayChange: false, maxCycles: 1, metadata: null, scaling: null, zoom: 1, found: null, offers: false };

/** Times of the frames in ms where the file has them. */
export const timesOf = (metadata: ImageMetadata | null): readonly number[] | null =>
  metadata && metadata.frame_time_source !== 'assumed' ? metadata.frame_times_ms : null;

export class Timing {
  #seat: TimingSeat | null = null;
  #stage: Stage | null = null;
  #page: () => PageContext | null = () => null;
  #scaling: { of: ImageMetadata; scale: ImageScale } | null = null;
  #found: { of: ImageMetadata; proposals: Proposals | null } | null = null;
  #known: Known = NOTHING;
  #context: CycleTimingContext = this.#make(NOTHING);

  /** Seats the tool on a page. */
  readonly part: ToolPart = ({ context, stage }) => {
    this.#page = context;
    this.#stage = stage;
    this.#seat = seat(
      cycleTimingTool,
      () => this.context(),
      (effect) => this.#perform(effect),
    );
    return this.#seat;
  };

  get stage(): Stage | null {
    return this.#stage;
  }

  get state(): CycleTimingState {
    return this.#seat?.state ?? INITIAL;
  }

  get status(): CycleTimingStatus {
    return statusOf(this.state, this.context());
  }

  readonly send = (event: CycleTimingEvent): void => {
    this.#seat?.send(event);
  };

  /** Goes to a frame of the clip, from 1. */
  goTo(frame: number): void {
    this.#page()?.player?.seek(frame - 1);
  }

  /** The scale of the picture has come, or gone. */
  setScaling(of: ImageMetadata | null, scale: ImageScale | null): void {
    this.#scaling = of && scale ? { of, scale } : null;
    this.refresh();
  }

  /** What the engine proposes for the picture has come, or the person wants none of it. */
  setProposals(of: ImageMetadata | null, proposals: Proposals | null): void {
    this.#found = of ? { of, proposals } : null;
    this.refresh();
  }

  /** Proposals wait for the person's word. */
  get proposes(): boolean {
    const context = this.context();
    return context.image !== null && openProposals(this.state, context, context.image).length > 0;
  }

  /** R waves of a clip as frames, with shares of the way to the next; those of the file before those of its picture. */
  rWaves(): readonly number[] {
    this.context();
    const { metadata, image, found } = this.#known;
    if (!metadata || image?.modality !== '2D') return [];
    const stated = framesAt(metadata.r_wave_times_ms, metadata.frame_times_ms);
    return stated.length > 0 || found?.method !== 'ecg-trace' ? stated : found.onsets;
  }

  /** What the engine proposes for the image that is shown; null where that is nothing, or not known yet. */
  get found(): Proposals | null {
    this.context();
    return this.#known.found;
  }

  /** What lies at a place of the picture in physical units; null before the scale is there. */
  reading(at: { x: number; y: number }): PhysicalReading | null {
    return this.context().rules ? (this.#scaling?.scale.at(at.x, at.y) ?? null) : null;
  }

  /** Length of some columns of the strip in ms; null without a scale of time. */
  readonly columnsToMs = (columns: number): number | null =>
    columnsToMs(columns, this.context().rules ? (this.#scaling?.scale.flowRegion(this.#known.image?.modality ?? undefined) ?? null) : null);

  /** Length of a proposed cycle, in columns or frames, in ms; null where the image has no times. */
  periodMs(period: number): number | null {
    if (this.#known.image?.modality !== '2D') return this.columnsToMs(period);
    const times = timesOf(this.#known.metadata);
    return times && times.length > 1 ? (period * (times.at(-1) ?? 0)) / (times.length - 1) : null;
  }

  /** What the tool was told has changed without a step of its own. */
  refresh(): void {
    this.#seat?.onStep();
  }

  /** The session's own records, not the snapshot of the last drawing: two keys may come in one. */
  context(): CycleTimingContext {
    const page = this.#page();
    const study = currentSession()?.study;
    const image = study?.images.find(({ instance_id }) => instance_id === page?.file?.instance_id) ?? null;
    const metadata = page?.player?.metadata ?? null;
    const scaling = this.#scaling?.of === metadata ? (this.#scaling?.scale ?? null) : null;
    const next: Known = {
      image,
      mayChange: study ? !study.readOnly : false,
      maxCycles: study ? maxCycles(study.project) : 1,
      metadata,
      scaling,
      zoom: this.#stage?.view.screenScale.x ?? 1,
      found: this.#found && this.#found.of === metadata ? this.#found.proposals : null,
      offers: wanted.on,
    };
    const same = (Object.keys(next) as (keyof Known)[]).every((part) => next[part] === this.#known[part]);
    if (!same) {
      this.#known = next;
      this.#context = this.#make(next);
    }
    return this.#context;
  }

  #make({ image, mayChange, maxCycles: most, metadata, scaling, found, offers }: Known): CycleTimingContext {
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
      frame: () => this.#frame(),
      scale: () => this.#stage?.view.screenScale ?? { x: 1, y: 1 },
      rules: scaling ? ENGINE_RULES : null,
      newId: () => crypto.randomUUID(),
      before: () => (image ? beforeLastGesture(image.instance_id, ['timing']) : null),
      proposals:
        image && found && mayChange && offers
          ? offered({ image, found, columnMs: columnsToMs(1, region), ...bounds(strip, metadata) })
          : [],
      lengthWords: (columns) => lengthText(columns, region),
    };
  }

  /** Frame on the screen, from 1, also while the clip plays. */
  #frame(): number {
    const player = this.#page()?.player;
    player?.publish();
    return (player?.state.frameIndex ?? 0) + 1;
  }

  #perform(effect: CycleTimingEffect): void {
    const session = currentSession();
    switch (effect.type) {
      case 'commit': {
        const { image } = effect;
        const images = session?.study.images.map((one) => (one.instance_id === image.instance_id ? image : one)) ?? [];
        session?.commit(image.instance_id, { images, missing_images: session.study.missing_images });
        return;
      }
      case 'step-back': {
        const file = this.#page()?.file;
        if (file) session?.undo(file.instance_id);
        return;
      }
      case 'show-frame':
        this.goTo(effect.frame);
        return;
      case 'alert':
        alertUser(effect.message, effect.level);
    }
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
