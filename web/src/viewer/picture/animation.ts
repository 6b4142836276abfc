/**
 * Work of every animation frame: the clip moves on, and picture and lines are drawn when another is due. Nothing is made here
 * that was not there before, so that a clip that plays makes no garbage.
 */
import type { FrameView } from '@echometry/bindings/engine/api.ts';
import type { ImageMetadata } from '@echometry/contract/generated/image-metadata.ts';
import type { Player } from '../clip/player.ts';
import { NO_OVERLAY, type OverlayPicture } from '../overlay/overlay-painter.ts';
import { StripWriter } from '../overlay/strip-writer.ts';
import { zoomAt, type Point, type Size, type ViewTransform } from '../view/view-transform.ts';
import type { Square, Surface, Tone, Wrap } from './gl.ts';
import { NEUTRAL, toneOf, type ToneSetting } from './tone.ts';

/**
 * Drawings over the frame that is really shown. Asked for with each picture: while nothing moves it should return the same object
 * with the same revision.
 */
export type Overlay = (view: ViewTransform, frameNumber: number) => OverlayPicture;

/** Side of the magnifier in CSS pixels, and how much it enlarges. */
export const LENS_PX = 200;
export const LENS_FACTOR = 2;

/** The shown content, with its form and place. Its owner changes it between animation frames. */
export interface Scene {
  player: Player | null;
  surface: Surface | null;
  /** Null until the size of the picture is known. */
  view: ViewTransform | null;
  /** Size of the canvas in CSS pixels. */
  size: Size;
  tone: ToneSetting;
  overlay: Overlay | null;
  /** Rows of a strip that are drawn at its other end; null for none. */
  wrap: Wrap | null;
  /** Where the magnifier is, in CSS pixels of the canvas; null while it is not held. */
  lens: Point | null;
  /** True when the picture must be drawn though no other frame is due. */
  dirty: boolean;
}

/** Line around the magnifier: width in CSS pixels, and the accent. */
const EDGE_PX = 2;
const EDGE_COLOUR = [0.455, 0.714, 0.949, 1] as const;

const NO_NUMBER = 0;

export class Animation {
  #toneFor: { bits: number; signed: boolean; layout: string; metadata: ImageMetadata | null; setting: ToneSetting } = {
    bits: 0,
    signed: false,
    layout: '',
    metadata: null,
    setting: NEUTRAL,
  };
  #tone: Tone = { low: 0, width: 1 };
  /** Frame numbers as they are written on the canvas. */
  readonly #labels: string[] = [''];
  #shownNumber = NO_NUMBER;
  #shownView: ViewTransform | null = null;
  #shownSurface: Surface | null = null;
  readonly #edge = new StripWriter(EDGE_COLOUR);
  readonly #lens: OverlayPicture = { lines: [this.#edge], labels: [], revision: 0 };
  #paletteOf: ImageMetadata | null = null;

  /** The outline of the magnifier, which sets it apart from the picture. */
  #edgeOf({ x, y, size }: Square): OverlayPicture {
    const [right, bottom] = [x + size, y + size];
    this.#edge.clear();
    this.#edge.polyline([x, y, right, y, right, bottom, x, bottom], 4, true, EDGE_PX);
    return this.#lens;
  }

  /**
   * @param now time of the animation frame in ms
   * @returns whether a frame of the clip was drawn
   */
  step(now: number, scene: Scene): boolean {
    const { player, surface, view, size } = scene;
    if (player === null) return false;
    if (player.tick(now)) scene.dirty = true;
    if (!scene.dirty || surface === null || view === null || size.width === 0) return false;
    scene.dirty = false;
    const frame = player.frame();
    if (frame && this.#paletteOf !== player.metadata) this.#setPalette(surface, player.metadata);
    const tone = this.#toneOf(frame, player.metadata, scene.tone);
    const overlay = frame && scene.overlay ? scene.overlay(view, frame.frame_number) : NO_OVERLAY;
    surface.wrap = scene.wrap;
    surface.draw(frame, view, tone, size, overlay);
    if (frame && scene.lens) this.#magnify(surface, frame, view, tone, scene.lens, scene);
    this.#publish(surface, frame, view);
    return frame !== null;
  }

  /** The surface shows another picture, or none: its last state is published again. */
  forget(): void {
    this.#shownSurface = null;
    this.#paletteOf = null;
  }

  /** Palettes of files are set with their first frame: the picture before it keeps its own. */
  #setPalette(surface: Surface, metadata: ImageMetadata | null): void {
    this.#paletteOf = metadata;
    const entries = metadata?.palette?.rgb;
    surface.setPalette(entries ? Uint8Array.from(entries) : null);
  }

  #magnify(surface: Surface, frame: FrameView, view: ViewTransform, tone: Tone, at: Point, { size, overlay }: Scene): void {
    const square: Square = { x: at.x - LENS_PX / 2, y: at.y - LENS_PX / 2, size: LENS_PX };
    const larger = zoomAt(view, view.scale * LENS_FACTOR, at);
    surface.drawInside(square, frame, larger, tone, size, overlay ? overlay(larger, frame.frame_number) : NO_OVERLAY);
    surface.drawOver(this.#edgeOf(square), size);
  }

  /** The window of the picture, worked out again when something it follows from has changed. */
  #toneOf(frame: FrameView | null, metadata: ImageMetadata | null, setting: ToneSetting): Tone {
    const known = this.#toneFor;
    const bits = frame?.bits ?? 0;
    const signed = frame?.signed ?? false;
    const layout = frame?.layout ?? '';
    if (
      known.bits !== bits ||
      known.signed !== signed ||
      known.layout !== layout ||
      known.metadata !== metadata ||
      known.setting !== setting
    ) {
      this.#toneFor = { bits, signed, layout, metadata, setting };
      this.#tone = toneOf(frame, metadata, setting);
    }
    return this.#tone;
  }

  /** Writes on the canvas which frame is on screen, and where. */
  #publish(surface: Surface, frame: FrameView | null, view: ViewTransform): void {
    const { canvas } = surface;
    const number = frame?.frame_number ?? NO_NUMBER;
    if (surface !== this.#shownSurface || number !== this.#shownNumber)
      canvas.setAttribute('data-frame', (this.#labels[number] ??= String(number)));
    if (surface !== this.#shownSurface || view !== this.#shownView) canvas.setAttribute('data-view', JSON.stringify(view));
    this.#shownSurface = surface;
    this.#shownNumber = number;
    this.#shownView = view;
  }
}
