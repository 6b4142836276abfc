/**
 * Several pictures on one page. They share the page's one drawing surface (docs/why/tools.md#one-drawing-surface-for-the-page): each is
 * drawn there and copied to a separate canvas, and only when it has another frame or size.
 */
import type { FrameView } from '@echometry/bindings/engine/api.ts';
import type { ImageMetadata } from '@echometry/contract/generated/image-metadata.ts';
import { afterPaint } from '../../lib/after-paint.ts';
import type { Player } from '../clip/player.ts';
import { NO_OVERLAY } from '../overlay/overlay-painter.ts';
import type { Surface } from '../picture/gl.ts';
import { leaveSurface, takeSurface } from '../picture/page-surface.ts';
import { toneOf, type ToneSetting } from '../picture/tone.ts';
import { pixelAspect } from '../view/pixel-aspect.ts';
import { type Box, fit, fitBox, onWholePixels, type Size } from '../view/view-transform.ts';

/** Further frames are decoded once every picture is on the screen, or so long after the last one was added, in ms. */
const LONGEST_WAIT_MS = 500;

interface Pane {
  player: Player;
  tone: ToneSetting;
  context: CanvasRenderingContext2D;
  size: Size;
  drawn: FrameView | null;
  /** The part of the picture that is shown; null for all of it. */
  part: Box | null;
}

export class CompareStage {
  /** Called before the pictures of each animation frame, with its time in ms. */
  onFrame: (now: number) => void = () => undefined;
  readonly #panes = new Map<HTMLCanvasElement, Pane>();
  /** When the last picture was added, in ms, until further frames of all of them are decoded; null after that. */
  #addedAt: number | null = null;
  #surface: Surface | null = null;
  #paletteOf: ImageMetadata | null = null;
  #settleShown: () => void = () => undefined;

  /** Resolves once the first pictures are on the screen. */
  readonly shown = new Promise<void>((resolve) => {
    this.#settleShown = resolve;
  });

  /**
   * Takes the page's surface into a hidden element.
   * @throws Error when the browser has no WebGL
   */
  mount(host: HTMLElement): () => void {
    const surface = takeSurface(host);
    this.#surface = surface;
    surface.onRestored = () => this.#redrawAll();
    let request = 0;
    const animate = (now: number): void => {
      request = requestAnimationFrame(animate);
      this.onFrame(now);
      for (const [canvas, pane] of this.#panes) this.#draw(surface, canvas, pane);
      this.#readAhead();
    };
    request = requestAnimationFrame(animate);
    return () => {
      cancelAnimationFrame(request);
      surface.onRestored = () => undefined;
      this.#surface = null;
      this.#paletteOf = null;
      leaveSurface(host, surface);
    };
  }

  /** Shows a clip on a canvas, as large as it fits. @returns ends that */
  add(canvas: HTMLCanvasElement, player: Player, tone: ToneSetting): () => void {
    const context = canvas.getContext('2d', { alpha: false });
    if (!context) return () => undefined;
    const pane: Pane = { player, tone, context, size: { width: 0, height: 0 }, drawn: null, part: null };
    this.#panes.set(canvas, pane);
    this.#addedAt = performance.now();
    const resize = new ResizeObserver(() => {
      const { width, height } = canvas.getBoundingClientRect();
      canvas.width = Math.max(1, Math.round(width * window.devicePixelRatio));
      canvas.height = Math.max(1, Math.round(height * window.devicePixelRatio));
      pane.size = { width, height };
      pane.drawn = null;
      // A canvas of another size is empty, and would be shown so.
      if (this.#surface) this.#draw(this.#surface, canvas, pane);
    });
    resize.observe(canvas);
    return () => {
      resize.disconnect();
      this.#panes.delete(canvas);
      canvas.width = 1;
      canvas.height = 1;
    };
  }

  /** Shows a part of the picture on a canvas; null shows all of it. */
  zoom(canvas: HTMLCanvasElement, part: Box | null): void {
    const pane = this.#panes.get(canvas);
    if (!pane) return;
    pane.part = part;
    pane.drawn = null;
  }

  #redrawAll(): void {
    this.#paletteOf = null;
    this.#surface?.forget();
    for (const pane of this.#panes.values()) pane.drawn = null;
  }

  #readAhead(): void {
    if (this.#addedAt === null) return;
    const panes = [...this.#panes.values()];
    if (panes.some(({ drawn }) => drawn === null) && performance.now() - this.#addedAt < LONGEST_WAIT_MS) return;
    this.#addedAt = null;
    afterPaint(() => {
      for (const { player } of panes) player.readAhead();
      this.#settleShown();
    });
  }

  #draw(surface: Surface, canvas: HTMLCanvasElement, pane: Pane): void {
    const { player, size } = pane;
    const frame = player.frame();
    if (!frame || frame === pane.drawn || size.width === 0) return;
    pane.drawn = frame;
    this.#prepare(surface, canvas, player.metadata);
    const aspect = pixelAspect(player.metadata);
    const placed = pane.part === null ? fit(frame, size, aspect) : fitBox(pane.part, size, aspect);
    const { width, height } = canvas;
    const ratio = width / size.width;
    const whole = { width: surface.canvas.width / ratio, height: surface.canvas.height / ratio };
    surface.draw(frame, onWholePixels(placed, ratio), toneOf(frame, player.metadata, pane.tone), whole, NO_OVERLAY);
    pane.context.drawImage(surface.canvas, 0, 0, width, height, 0, 0, width, height);
    canvas.dataset['frame'] = String(frame.frame_number);
  }

  /** The surface is at least as large as the canvas, and takes the palette of its file. Setting a size waits for the graphics process. */
  #prepare(surface: Surface, canvas: HTMLCanvasElement, metadata: ImageMetadata | null): void {
    if (surface.canvas.width < canvas.width) surface.canvas.width = canvas.width;
    if (surface.canvas.height < canvas.height) surface.canvas.height = canvas.height;
    const palette = metadata?.palette?.rgb;
    if (!palette || this.#paletteOf === metadata) return;
    this.#paletteOf = metadata;
    surface.setPalette(Uint8Array.from(palette));
  }
}
