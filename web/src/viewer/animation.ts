/**
 * What happens in every animation frame: the clip moves on, and picture and lines are drawn when another is due.
 * Nothing is made here that was not there before, so that a clip that plays makes no garbage.
 */
import type { FrameView } from '@echometry/bindings/api.ts';
import type { ImageMetadata } from '@echometry/contract/generated/image-metadata.ts';
import type { Surface, Tone } from './gl.ts';
import type { OverlayLine } from './line-stream.ts';
import type { Player } from './player.ts';
import { NEUTRAL, toneOf, type ToneSetting } from './tone.ts';
import type { Size, ViewTransform } from './view-transform.ts';

/**
 * Lines over the frame that is really drawn, in screen pixels. Asked for with each picture: while nothing moves it
 * should answer the same array.
 */
export type Overlay = (view: ViewTransform, frameNumber: number) => readonly OverlayLine[];

/** What is shown, how and where. Whoever owns it changes it between animation frames. */
export interface Scene {
  player: Player;
  surface: Surface | null;
  /** Null until the size of the picture is known. */
  view: ViewTransform | null;
  /** Size of the canvas in CSS pixels. */
  size: Size;
  tone: ToneSetting;
  overlay: Overlay | null;
  /** True when the picture must be drawn though no other frame is due. */
  dirty: boolean;
}

const NO_LINES: readonly OverlayLine[] = [];
const NO_NUMBER = 0;

export class Animation {
  #toneFor: { bits: number; signed: boolean; layout: string; metadata: ImageMetadata | null; setting: ToneSetting } = { bits: 0, signed: false, layout: '', metadata: null, setting: NEUTRAL };
  #tone: Tone = { low: 0, width: 1 };
  /** Frame numbers as they are written on the canvas. */
  readonly #labels: string[] = [''];
  #shownNumber = NO_NUMBER;
  #shownView: ViewTransform | null = null;
  #shownSurface: Surface | null = null;

  /** @param now time of the animation frame in ms */
  step(now: number, scene: Scene): void {
    const { player, surface, view, size } = scene;
    if (player.tick(now)) scene.dirty = true;
    if (!scene.dirty || surface === null || view === null || size.width === 0) return;
    scene.dirty = false;
    const frame = player.frame();
    const lines = frame && scene.overlay ? scene.overlay(view, frame.frame_number) : NO_LINES;
    surface.draw(frame, view, this.#toneOf(frame, player.metadata, scene.tone), size, lines);
    this.#publish(surface, frame, view);
  }

  /** The window of the picture, worked out again when something it follows from has changed. */
  #toneOf(frame: FrameView | null, metadata: ImageMetadata | null, setting: ToneSetting): Tone {
    const known = this.#toneFor;
    const bits = frame?.bits ?? 0;
    const signed = frame?.signed ?? false;
    const layout = frame?.layout ?? '';
    if (known.bits !== bits || known.signed !== signed || known.layout !== layout || known.metadata !== metadata || known.setting !== setting) {
      this.#toneFor = { bits, signed, layout, metadata, setting };
      this.#tone = toneOf(frame, metadata, setting);
    }
    return this.#tone;
  }

  /** Writes on the canvas which frame is on screen, and where. */
  #publish(surface: Surface, frame: FrameView | null, view: ViewTransform): void {
    const { canvas } = surface;
    const number = frame?.frame_number ?? NO_NUMBER;
    if (surface !== this.#shownSurface || number !== this.#shownNumber) canvas.setAttribute('data-frame', (this.#labels[number] ??= String(number)));
    if (surface !== this.#shownSurface || view !== this.#shownView) canvas.setAttribute('data-view', JSON.stringify(view));
    this.#shownSurface = surface;
    this.#shownNumber = number;
    this.#shownView = view;
  }
}
