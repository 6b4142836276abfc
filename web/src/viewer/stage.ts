/**
 * The surface on a page: which clip it shows, where, and what lies over it. Without React: components mount it, forward
 * input, and ask where the picture is.
 */
import { afterPaint } from '../lib/after-paint.ts';
import { settleFirstPicture } from '../lib/first-picture.ts';
import type { Player } from './clip/player.ts';
import { messages } from './messages.ts';
import { OverlayPainter, NO_OVERLAY } from './overlay/overlay-painter.ts';
import { Animation, type Scene } from './picture/animation.ts';
import type { Smoothing, Wrap } from './picture/gl.ts';
import { leaveSurface, takeSurface } from './picture/page-surface.ts';
import { NEUTRAL, type ToneSetting } from './picture/tone.ts';
import { pixelAspect } from './view/pixel-aspect.ts';
import { ViewController, type KeptView } from './view/view-controller.ts';
import type { Point } from './view/view-transform.ts';
import type { OverlayShape } from '../tools/overlay.ts';
import { NO_SHAPES, type Place } from '../tools/port.ts';

/** The picture before stays this long for the next one, in ms; then the place is black until it comes. */
export const HELD_MS = 500;

export class Stage {
  readonly view = new ViewController();
  /** Shapes over the picture; another array for other shapes. */
  shapes: (frameNumber: number) => readonly OverlayShape[] = () => NO_SHAPES;
  readonly #scene: Scene = {
    player: null,
    surface: null,
    view: null,
    size: { width: 0, height: 0 },
    tone: NEUTRAL,
    overlay: null,
    wrap: null,
    lens: null,
    dirty: true,
  };
  readonly #animation = new Animation();
  readonly #painter = new OverlayPainter();
  #host: HTMLElement | null = null;
  /** Animation frame since which the picture before is kept; null while the clip's own is shown. */
  #heldSince: number | null = null;
  /** A frame of the clip has been drawn. */
  #isShown = false;
  /** Animation frame that is asked for; null while nothing on the surface may change. */
  #request: number | null = null;
  #hidden = false;
  #cursor: Point | null = null;
  #magnified = false;
  #published = -1;

  constructor() {
    this.view.onView = (view) => {
      this.#scene.view = view;
      this.redraw();
      this.#changed();
    };
    this.#scene.overlay = (view, frameNumber) => (this.#hidden ? NO_OVERLAY : this.#painter.paint(this.shapes(frameNumber), view));
  }

  readonly #listeners = new Set<() => void>();
  #settleShown: () => void = () => undefined;

  /** Resolves once a first picture is on the screen. */
  readonly shown = new Promise<void>((resolve) => {
    this.#settleShown = resolve;
  });

  /** Calls the listener with every other view, and when what lies over the picture is hidden or shown. @returns stops that */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }

  /**
   * Takes the page's surface into an element.
   * @throws Error when the browser has no WebGL
   */
  mount(host: HTMLElement, className: string): () => void {
    const surface = takeSurface(host);
    this.#host = host;
    this.#scene.surface = surface;
    describe(surface.canvas, className);
    const resize = new ResizeObserver(() => {
      this.#fitCanvas(surface.canvas, host.getBoundingClientRect());
      this.#drawNow();
    });
    resize.observe(host);
    surface.onRestored = () => {
      this.#animation.forget();
      this.redraw();
    };
    this.redraw();
    return () => {
      if (this.#request !== null) cancelAnimationFrame(this.#request);
      this.#request = null;
      resize.disconnect();
      surface.onRestored = () => undefined;
      this.#scene.surface = null;
      this.#host = null;
      leaveSurface(host, surface);
    };
  }

  /** Another clip. The picture before stays until this one has a frame. */
  show(player: Player, kept: KeptView): void {
    const scene = this.#scene;
    if (scene.player) scene.player.onChange = () => undefined;
    scene.player = player;
    scene.view = null;
    this.#isShown = false;
    this.#heldSince = performance.now();
    this.#published = -1;
    this.view.clear(kept);
    this.#animation.forget();
    scene.surface?.forget();
    const canvas = scene.surface?.canvas;
    if (canvas) {
      delete canvas.dataset['frame'];
      delete canvas.dataset['view'];
      delete canvas.dataset['waits'];
    }
    player.onChange = () => this.redraw();
    this.redraw();
  }

  set tone(tone: ToneSetting) {
    this.#scene.tone = tone;
    this.redraw();
  }

  set smoothing(smoothing: Smoothing) {
    if (this.#scene.surface) this.#scene.surface.smoothing = smoothing;
    this.redraw();
  }

  /** Rows of a strip that are drawn at its other end, where its aliased flow runs on. They may be outside of the picture. */
  set wrap(wrap: Wrap | null) {
    this.#scene.wrap = wrap;
    this.redraw();
    this.view.setRoom(wrap);
  }

  /** Nothing lies over the picture while this holds. */
  get hidden(): boolean {
    return this.#hidden;
  }

  set hidden(hidden: boolean) {
    this.#hidden = hidden;
    this.redraw();
    this.#changed();
  }

  /** The place under the pointer is enlarged while this holds. */
  set magnified(magnified: boolean) {
    this.#magnified = magnified;
    this.#lens();
  }

  /** Where the pointer is, in CSS pixels of the canvas; null where it is not over it. */
  set cursor(cursor: Point | null) {
    this.#cursor = cursor;
    if (this.#magnified) this.#lens();
  }

  /** Draws with the next animation frame: the picture, or what lies over it, has changed. */
  redraw(): void {
    this.#scene.dirty = true;
    if (this.#scene.surface !== null) this.#request ??= requestAnimationFrame(this.#animate);
  }

  /** Further animation frames are asked for while a clip plays or is waited for: a still picture costs nothing. */
  readonly #animate = (now: number): void => {
    this.#request = null;
    const { player, surface } = this.#scene;
    if (player === null || surface === null) return;
    const awaits = this.#heldSince !== null && surface.canvas.dataset['waits'] === undefined;
    if (player.playing || awaits) this.#request = requestAnimationFrame(this.#animate);
    this.#step(now, player, surface.canvas);
  };

  /** Draws in the animation frame that is being made: a canvas of another size is empty, and would be shown so. */
  #drawNow(): void {
    if (this.#request !== null) cancelAnimationFrame(this.#request);
    this.#animate(document.timeline.currentTime as number);
  }

  /** The place of a pointer of the page. */
  placeOf(client: { clientX: number; clientY: number }): Place {
    const box = this.#host?.getBoundingClientRect();
    const screen = { x: client.clientX - (box?.left ?? 0), y: client.clientY - (box?.top ?? 0) };
    return { screen, stored: this.view.toStored(screen) };
  }

  #lens(): void {
    this.#scene.lens = this.#magnified ? this.#cursor : null;
    this.redraw();
  }

  #fitCanvas(canvas: HTMLCanvasElement, box: DOMRect): void {
    const ratio = window.devicePixelRatio;
    this.#scene.size = { width: box.width, height: box.height };
    const width = Math.max(1, Math.round(box.width * ratio));
    const height = Math.max(1, Math.round(box.height * ratio));
    // A size that is set gets new memory, even if it is the same.
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
    this.view.setCanvas(this.#scene.size, ratio);
    this.redraw();
  }

  #step(now: number, player: Player, canvas: HTMLCanvasElement): void {
    if (this.#heldSince !== null) this.#await(player, now, canvas);
    const isDrawn = this.#animation.step(now, this.#scene);
    if (isDrawn && !this.#isShown) {
      this.#isShown = true;
      settleFirstPicture();
      afterPaint(() => {
        player.readAhead();
        this.#settleShown();
      });
    }
    if (!player.playing && player.ticks !== this.#published) {
      this.#published = player.ticks;
      canvas.dataset['ticks'] = String(player.ticks);
      canvas.dataset['held'] = String(player.heldFrames);
    }
  }

  /** Takes up the clip as soon as it has a frame; a picture that was kept too long goes. */
  #await(player: Player, now: number, canvas: HTMLCanvasElement): void {
    const frame = player.frame();
    if (frame) {
      this.#heldSince = null;
      delete canvas.dataset['waits'];
      this.view.setImage(frame, pixelAspect(player.metadata));
    } else if (canvas.dataset['waits'] === undefined && now - (this.#heldSince ?? now) > HELD_MS) {
      canvas.dataset['waits'] = 'true';
      this.#scene.surface?.blank();
    }
  }
}

function describe(canvas: HTMLCanvasElement, className: string): void {
  canvas.className = className;
  canvas.dataset['testid'] = 'viewer';
  canvas.setAttribute('role', 'img');
  canvas.setAttribute('aria-label', messages.picture.image);
}
