/** Several clips played by one clock. A frame is shown when every clip has its own: they never run apart. */
import { proxy } from 'valtio';
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import { timeline } from '../clip/clock.ts';
import { PUBLISH_EVERY_MS, SPEEDS, type Player } from '../clip/player.ts';
import { beatsOf } from './beats.ts';
import { framesAt, lengthOf, paceOf, stepped, whyNotByPhase, type By, type StepClip } from './in-step.ts';

/** A pause longer than this (hidden tab, debugger) does not advance the clips. */
const MAX_STEP_MS = 250;

export interface CompareState {
  playing: boolean;
  speed: number;
  by: By;
  /** ms by time, beats by phase; as of the last publication while playing. */
  position: number;
  length: number;
  /** Frame of each clip, from 0. */
  frames: readonly number[];
  /** Why the clips cannot be played by phase; null when they can. */
  whyNotByPhase: string | null;
}

export interface ComparedImage {
  player: Player;
  /** Its name on the page. */
  name: string;
  cycles: AnalysisImage['cardiac_events'];
}

const clipOf = ({ player, cycles }: ComparedImage): StepClip => {
  const { frames, metadata } = player.state;
  const times = metadata?.frame_time_source === 'assumed' ? null : (metadata?.frame_times_ms ?? null);
  const line = timeline(Math.max(frames, 1), times?.slice(0, frames) ?? null);
  return { line, beats: frames > 1 ? beatsOf(cycles, (frameNumber) => line.starts[frameNumber - 1] ?? null) : [] };
};

export class ComparePlayer {
  readonly state = proxy<CompareState>({ playing: false, speed: 1, by: 'time', position: 0, length: 0, frames: [], whyNotByPhase: null });
  #images: readonly ComparedImage[] = [];
  #clips: readonly StepClip[] = [];
  /** Inputs of the clips: they are recreated when a file turns out to have other frames. */
  #madeOf: readonly unknown[] = [];
  #position = 0;
  #last: number | null = null;
  #published = 0;

  /** Other images, or another number of frames of one of them. */
  show(images: readonly ComparedImage[]): void {
    const changed = images.length !== this.#images.length || images.some(({ player }, index) => player !== this.#images[index]?.player);
    this.#images = images;
    this.#clips = images.map(clipOf);
    this.#madeOf = this.#facts();
    this.state.whyNotByPhase = whyNotByPhase(
      this.#clips,
      images.map(({ name }) => name),
    );
    if (this.state.whyNotByPhase !== null) this.state.by = 'time';
    this.state.length = lengthOf(this.#clips, this.state.by);
    if (changed) this.pause();
    this.seek(changed ? 0 : Math.min(this.#position, this.state.length), this.state.playing);
  }

  playBy(by: By): void {
    if (by === this.state.by || (by === 'phase' && this.state.whyNotByPhase !== null)) return;
    this.state.by = by;
    this.state.length = lengthOf(this.#clips, by);
    this.seek(0, this.state.playing);
  }

  toggle(): void {
    if (this.state.playing) this.pause();
    else this.play();
  }

  play(): void {
    // Planes of a volume have no time to play in.
    if (this.state.length === 0 || this.#images.some(({ player }) => player.isVolume)) return;
    this.#last = null;
    this.state.playing = true;
  }

  pause(): void {
    this.state.playing = false;
    this.#publish();
  }

  /** Goes to a position, and stays there unless it plays on. */
  seek(position: number, playing = false): void {
    this.state.playing = playing;
    this.#position = Math.max(0, position);
    this.#ask();
    this.#publish();
  }

  step(frames: number): void {
    this.seek(stepped(this.#clips, this.#position, this.state.by, frames));
  }

  /** The last frame of the clip that sets the pace. */
  toEnd(): void {
    this.seek(stepped(this.#clips, 0, this.state.by, -1));
  }

  changeSpeed(by: number): void {
    const at = SPEEDS.findIndex((speed) => speed === this.state.speed);
    this.state.speed = SPEEDS[Math.min(Math.max(at + by, 0), SPEEDS.length - 1)] ?? 1;
  }

  setSpeed(speed: number): void {
    this.state.speed = speed;
  }

  /** Advances to now, in ms. */
  tick(now: number): void {
    const { state } = this;
    if (this.#facts().some((fact, index) => fact !== this.#madeOf[index])) this.show(this.#images);
    if (!state.playing) return;
    const elapsed = this.#last === null ? 0 : Math.min(now - this.#last, MAX_STEP_MS);
    this.#last = now;
    const pace = paceOf(this.#clips, state.by, this.#position) * state.speed;
    const due = (this.#position + elapsed * pace) % Math.max(state.length, Number.MIN_VALUE);
    // The clips wait for each other's frames.
    if (!this.#ask(due)) return;
    this.#position = due;
    if (now - this.#published < PUBLISH_EVERY_MS) return;
    this.#published = now;
    this.#publish();
  }

  /** Asks every clip for its frame at a position. @returns true when all have it */
  #ask(position = this.#position): boolean {
    const frames = framesAt(this.#clips, position, this.state.by);
    let ready = true;
    for (const [index, { player }] of this.#images.entries()) {
      const frame = frames[index] ?? 0;
      if (player.state.wantedIndex !== frame || player.playing) player.seek(frame);
      ready &&= player.isDecoded(frame) || player.state.failure !== null || player.state.frameFailure !== null;
    }
    return ready;
  }

  #facts(): unknown[] {
    return this.#images.flatMap(({ player }) => [player.state.frames, player.metadata]);
  }

  #publish(): void {
    this.state.position = this.#position;
    this.state.frames = framesAt(this.#clips, this.#position, this.state.by);
  }
}
