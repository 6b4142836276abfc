/** A drawing surface: regl with one fixed set of commands, so that its compiled code can be shipped. */
import createREGL, { type Regl, type Texture2D, type DrawCommand } from 'regl';
import type { FrameView } from '@echometry/bindings/api.ts';
import { FRAME_FRAGMENT, FRAME_VERTEX, LINE_FRAGMENT, LINE_VERTEX } from './shaders.ts';
import type { Size, ViewTransform } from './view-transform.ts';

/** Compiled command code by the hash of its source (regl-cache.generated.js). */
export type CommandCache = Record<string, (...args: unknown[]) => unknown>;

/** From this many CSS pixels an image pixel on, pixels are drawn as squares: whoever zooms so far wants to see them. */
export const SQUARE_PIXELS_FROM_SCALE = 3;

export interface Tone {
  /** Sample value shown black, and width from black to white, in units of the layout (8 bit: 0..1; 16 bit: sample values). */
  low: number;
  width: number;
}

export interface OverlayLine {
  /** Screen pixels, x and y in turn: a triangle strip as wide as the line. */
  strip: Float32Array;
  colour: readonly [number, number, number, number];
}

interface FrameProps {
  frame: Texture2D;
  palette: Texture2D;
  rectangle: [number, number, number, number];
  imageSize: [number, number];
  textureSize: [number, number];
  sampling: [number, number];
  layout: number;
  paletteSize: number;
  smooth_: number;
  windowing: [number, number];
  signed_: number;
}

interface LineProps {
  position: Float32Array;
  canvasSize: [number, number];
  colour: readonly number[];
  count: number;
}

const LAYOUT_NUMBER = { grey: 0, planes: 1, rgb: 2, palette: 3 } as const;

export class Surface {
  readonly canvas: HTMLCanvasElement;
  readonly regl: Regl;
  readonly #drawFrame: DrawCommand;
  readonly #drawLine: DrawCommand;
  readonly #palette: Texture2D;
  #texture: Texture2D;
  #uploaded: FrameView | null = null;
  #textureKey = '';
  #paletteSize = 256;

  constructor(canvas: HTMLCanvasElement, cachedCode: CommandCache | undefined) {
    this.canvas = canvas;
    this.regl = createREGL({
      canvas,
      attributes: { alpha: false, antialias: false, depth: false, stencil: false, preserveDrawingBuffer: false, powerPreference: 'high-performance' },
      ...(cachedCode ? { cachedCode } : {}),
    } as Parameters<typeof createREGL>[0]);
    const { regl } = this;
    this.#texture = regl.texture({ width: 1, height: 1, format: 'luminance' });
    this.#palette = regl.texture({ width: 256, height: 1, format: 'rgb' });
    this.#drawFrame = regl({
      vert: FRAME_VERTEX,
      frag: FRAME_FRAGMENT,
      attributes: { corner: [[0, 0], [1, 0], [0, 1], [1, 1]] },
      uniforms: {
        frame: regl.prop<FrameProps, 'frame'>('frame'),
        palette: regl.prop<FrameProps, 'palette'>('palette'),
        rectangle: regl.prop<FrameProps, 'rectangle'>('rectangle'),
        imageSize: regl.prop<FrameProps, 'imageSize'>('imageSize'),
        textureSize: regl.prop<FrameProps, 'textureSize'>('textureSize'),
        sampling: regl.prop<FrameProps, 'sampling'>('sampling'),
        layout: regl.prop<FrameProps, 'layout'>('layout'),
        paletteSize: regl.prop<FrameProps, 'paletteSize'>('paletteSize'),
        smooth_: regl.prop<FrameProps, 'smooth_'>('smooth_'),
        windowing: regl.prop<FrameProps, 'windowing'>('windowing'),
        signed_: regl.prop<FrameProps, 'signed_'>('signed_'),
      },
      depth: { enable: false },
      primitive: 'triangle strip',
      count: 4,
    });
    this.#drawLine = regl({
      vert: LINE_VERTEX,
      frag: LINE_FRAGMENT,
      attributes: { position: regl.prop<LineProps, 'position'>('position') },
      uniforms: {
        canvasSize: regl.prop<LineProps, 'canvasSize'>('canvasSize'),
        colour: regl.prop<LineProps, 'colour'>('colour'),
      },
      blend: { enable: true, func: { srcRGB: 'src alpha', srcAlpha: 1, dstRGB: 'one minus src alpha', dstAlpha: 1 } },
      depth: { enable: false },
      primitive: 'triangle strip',
      count: regl.prop<LineProps, 'count'>('count'),
    });
  }

  /** 8-bit RGB entries of a palette image. */
  setPalette(entries: Uint8Array | null): void {
    const data = entries && entries.length >= 3 ? entries : new Uint8Array(256 * 3);
    this.#paletteSize = data.length / 3;
    this.#palette({ width: this.#paletteSize, height: 1, format: 'rgb', data });
  }

  /**
   * Draws one frame and the overlay lines in the same call, so that no line is ever over another frame.
   * @param canvas size of the canvas in CSS pixels
   */
  draw(view: FrameView | null, transform: ViewTransform, tone: Tone, canvas: Size, lines: readonly OverlayLine[]): void {
    const { regl } = this;
    regl.poll();
    regl.clear({ color: [0, 0, 0, 1] });
    if (view) {
      this.#upload(view);
      const right = transform.left + view.width * transform.scale;
      const bottom = transform.top + view.height * transform.scale * transform.aspect;
      const toClip = (x: number, y: number): [number, number] => [(x / canvas.width) * 2 - 1, 1 - (y / canvas.height) * 2];
      const samples = view.layout === 'rgb' ? view.stride / 3 : view.stride;
      this.#drawFrame({
        frame: this.#texture, palette: this.#palette,
        rectangle: [...toClip(transform.left, transform.top), ...toClip(right, bottom)],
        imageSize: [view.width, view.height], textureSize: [samples, view.rows], sampling: [view.sampling[0], view.sampling[1]],
        layout: view.layout === 'grey' && view.bits === 16 ? 4 : LAYOUT_NUMBER[view.layout],
        paletteSize: this.#paletteSize, smooth_: transform.scale < SQUARE_PIXELS_FROM_SCALE ? 1 : 0,
        windowing: [tone.low, tone.width], signed_: view.signed ? 1 : 0,
      } satisfies FrameProps);
    }
    for (const line of lines) {
      this.#drawLine({ position: line.strip, canvasSize: [canvas.width, canvas.height], colour: line.colour, count: line.strip.length / 2 } satisfies LineProps);
    }
  }

  /** One upload a frame; the same frame again costs nothing. */
  #upload(view: FrameView): void {
    if (this.#uploaded === view) return;
    const buffer = view.buffers[0];
    if (!buffer) return;
    const wide = view.bits === 16;
    const format = view.layout === 'rgb' ? 'rgb' : wide ? 'luminance alpha' : 'luminance';
    const width = view.layout === 'rgb' ? view.stride / 3 : view.stride;
    const data = wide ? new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength) : (buffer as Uint8Array);
    const filter = wide || view.layout === 'palette' ? 'nearest' : 'linear';
    const key = `${format} ${width} ${view.rows} ${filter}`;
    if (key === this.#textureKey) {
      this.#texture.subimage({ width, height: view.rows, data, alignment: 1 } as never);
    } else {
      this.#texture({ width, height: view.rows, format, data, alignment: 1, mag: filter, min: filter, wrap: 'clamp' } as never);
      this.#textureKey = key;
    }
    this.#uploaded = view;
  }

  /** Forgets which frame is on the card: its memory may be used for another now. */
  forget(): void {
    this.#uploaded = null;
  }

  /** Lets go of the last picture and everything known about it: one pixel of each memory stays. */
  clear(): void {
    this.canvas.width = 1;
    this.canvas.height = 1;
    for (const name of Object.keys(this.canvas.dataset)) delete this.canvas.dataset[name];
    this.#texture({ width: 1, height: 1, format: 'luminance' });
    this.#textureKey = '';
    this.#uploaded = null;
    this.setPalette(null);
  }
}
