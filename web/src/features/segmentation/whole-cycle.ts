/** Connects the tool for the lines on every frame to the open study: has them followed, and keeps what was found until it is accepted or dropped. */
import { proxy, ref } from 'valtio';
import type { Engine, FileHandle } from '@echometry/bindings/engine/api.ts';
import type { CycleSequence, SequenceLines } from '@echometry/contract/generated/analysis-image.ts';
import type { Tracks } from '@echometry/contract/generated/tracking.ts';
import { ToolOnPage, type ShownImage } from '../../image-page/tool-on-page.ts';
import { currentSession } from '../../study/store/current-study.ts';
import type { PageEffect } from '../../tools/steps.ts';
import { cycleView, type CycleView } from '../../tools/whole-cycle/cycle.ts';
import { canNow, type Can } from '../../tools/whole-cycle/guards.ts';
import { wholeCycleTool } from '../../tools/whole-cycle/machine.ts';
import {
  groupsOf,
  linesOfGroups,
  nextRequest,
  sequenceOf,
  takeOver,
  type CycleToFollow,
  type Group,
  type KnownSequence,
} from '../../tools/whole-cycle/plan.ts';
import type {
  SequenceOffer,
  WholeCycleContext,
  WholeCycleEffect,
  WholeCycleEvent,
  WholeCycleState,
} from '../../tools/whole-cycle/state.ts';
import { messages } from './messages.ts';
import type { Plane } from './plane.ts';

/** How far lines are followed. */
export type CycleSearch =
  | { state: 'off' }
  /** `share` of what is followed, 0 to 1. */
  | { state: 'following'; share: number }
  | { state: 'failed'; why: string };

const OFF: CycleSearch = { state: 'off' };
const NONE: readonly null[] = [];

interface Known extends ShownImage {
  contours: WholeCycleContext['contours'];
  cycle: number;
  offer: SequenceOffer | null;
  following: boolean;
  /** How often lines were loaded. */
  loaded: number;
  caliper: boolean;
}

/** Where the cycle in work stands. */
export interface WholeCycleView extends CycleView {
  can: Can;
  /** Frame on the screen. */
  frame: number;
}

type OwnEffect = Exclude<WholeCycleEffect, PageEffect>;

export class WholeCycle extends ToolOnPage<WholeCycleState, WholeCycleEvent, WholeCycleContext, Known, OwnEffect> {
  readonly search = proxy<{ now: CycleSearch }>({ now: OFF });
  readonly #plane: () => Plane;
  readonly #caliperInHand: () => boolean;
  #offer: SequenceOffer | null = null;
  #stop: AbortController | null = null;
  #loaded = 0;

  /** @param plane the tool of the events; made after this one, which it rests for */
  constructor(plane: () => Plane, caliperInHand: () => boolean) {
    super(wholeCycleTool);
    this.#plane = plane;
    this.#caliperInHand = caliperInHand;
  }

  /** The lines on every frame are in work, and the lines of the events rest. */
  get inWork(): boolean {
    return this.state.cycle !== null;
  }

  /** The cycle of the event in work has frames that its lines can be followed through. */
  get canOpen(): boolean {
    const context = this.context();
    const view = cycleView(context, context.cycle);
    return view !== null && (view.anchors.length > 0 || view.known !== null);
  }

  /** The cycle in work, or another; null where it cannot be followed. */
  view(cycle = this.state.cycle): WholeCycleView | null {
    const context = this.context();
    const view = cycle === null ? null : cycleView(context, cycle);
    const frame = this.frame();
    return view && { ...view, frame, can: canNow(view, frame, context.following) };
  }

  /** Reads the accepted lines of the image. @returns stops it */
  load(): () => void {
    const session = currentSession();
    const { image } = this.known;
    if (!session || !image) return () => undefined;
    const stop = session.sequences.subscribe(() => {
      this.#loaded += 1;
      this.refresh();
    });
    session.sequences.load([image]).catch((error: unknown) => {
      console.warn('The lines on every frame could not be read.', error);
    });
    return stop;
  }

  /** Gives up what is followed and what is offered. */
  drop(): void {
    this.#stop?.abort();
    this.#stop = null;
    this.#offer = null;
    this.search.now = OFF;
    this.refresh();
  }

  protected know(shown: ShownImage): Known {
    const { contours, view } = this.#plane().now();
    return {
      ...shown,
      contours,
      cycle: view?.work.place.cycle ?? 0,
      offer: this.#offer,
      following: this.search.now.state === 'following',
      loaded: this.#loaded,
      caliper: this.#caliperInHand(),
    };
  }

  protected make({ image, contours, cycle, offer, following, caliper }: Known): WholeCycleContext {
    const sequences = currentSession()?.sequences;
    const linesOf = (hash: string | undefined): SequenceLines | null => (hash === undefined ? null : (sequences?.of(hash) ?? null));
    const stored = image?.segmentation.map(({ sequence }) => linesOf(sequence?.lines_sha256)) ?? NONE;
    return { contours, cycle, stored, offer, following, caliper };
  }

  protected override performOwn(effect: OwnEffect): void {
    if (effect.type === 'drop-offer') this.drop();
    else if (effect.type === 'change-offer') this.#change(effect.sequence);
    else void this.#follow(effect.cycle, effect.known);
  }

  /** The offered lines with another decision about them. */
  #change(sequence: CycleSequence): void {
    if (this.#offer) this.#offer = ref({ ...this.#offer, sequence });
    this.refresh();
  }

  async #follow(cycle: number, known: KnownSequence | null): Promise<void> {
    const opened = this.page?.player?.opened;
    const session = currentSession();
    const { image, contours } = this.known;
    if (!opened || !session || !image) return;
    this.#stop?.abort();
    const stop = new AbortController();
    this.#stop = stop;
    const show = (now: CycleSearch): void => {
      if (!stop.signal.aborted) this.search.now = now;
    };
    show({ state: 'following', share: 0 });
    this.refresh();
    const of = { image, cycle, frames: contours.size.frames, known };
    const found = await followed(opened, of, stop.signal, (share) => show({ state: 'following', share }));
    if (stop.signal.aborted) return;
    if (typeof found === 'string') show({ state: 'failed', why: found });
    else {
      const sequence = sequenceOf(of, found.by, await session.sequences.hold(found.lines));
      if (stop.signal.aborted || !sequence) return;
      show(OFF);
      this.#offer = ref({ instance_id: image.instance_id, cycle, sequence, lines: found.lines });
    }
    this.refresh();
  }
}

interface Opened {
  engine: Engine;
  handle: FileHandle;
}

interface Followed {
  by: Pick<Tracks, 'method' | 'method_version'>;
  lines: SequenceLines;
}

/** Most requests that a group of lines takes: to the last drawn line, and from there to the end of the cycle. */
const REQUESTS_OF_GROUP = 2;

/** Lines on every frame of a cycle, or why there are none. */
async function followed(
  opened: Opened,
  of: CycleToFollow,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<Followed | string> {
  const groups = groupsOf(of);
  let by: Followed['by'] | null = of.known?.sequence ?? null;
  for (const [number, group] of groups.entries()) {
    const found = await followGroup(opened, group, signal, (share) => onProgress((number + share) / groups.length));
    if (typeof found === 'string') return found;
    // Stretches of two versions of the method are not put together.
    if (found && of.known && found.method_version !== of.known.sequence.method_version)
      return followed(opened, { ...of, known: null }, signal, onProgress);
    by = found ?? by;
  }
  const lines = linesOfGroups(groups);
  return lines && by ? { lines, by } : messages.whole.nothingFound;
}

/** Follows what a group lacks. @returns the method; null where nothing was missing */
async function followGroup(
  { engine, handle }: Opened,
  group: Group,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<Tracks | string | null> {
  let last: Tracks | null = null;
  let told = 0;
  for (let done = 0; done < REQUESTS_OF_GROUP; done += 1) {
    const planned = nextRequest(group);
    if (!planned) break;
    const tracks = await engine.track(handle, planned.request, {
      signal,
      onProgress: (share) => onProgress((told = Math.max(told, (done + share) / REQUESTS_OF_GROUP))),
    });
    if (!tracks.ok) return tracks.error.message;
    takeOver(group, planned, tracks.value);
    last = tracks.value;
  }
  return last;
}
