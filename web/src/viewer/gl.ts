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
  /** What the shaders call `picture`, sixteen numbers. */
  picture: Float32Array;
}

interface LineProps {
  position: Float32Array;
  /** What the shaders call `line`, nine numbers. */
  line: Float32Array;
  count: number;
}

interface TextureShape { layout: FrameView['layout'] | null; wide: boolean; width: number; rows: number }
const NO_SHAPE: TextureShape = { layout: null, wide: false, width: 0, rows: 0 };

/** Behind the picture. */
const BLACK: { color: [number, number, number, number] } = { color: [0, 0, 0, 1] };

const LAYOUT_NUMBER = { grey: 0, planes: 1, rgb: 2, palette: 3 } as const;

export class Surface {
  readonly canvas: HTMLCanvasElement;
  readonly regl: Regl;
  readonly #drawFrame: DrawCommand;
  readonly #drawLine: DrawCommand;
  readonly #palette: Texture2D;
  #texture: Texture2D;
  #uploaded: FrameView | null = null;
  /** What the texture was made for, and what an upload into it is described by. */
  #shape: TextureShape = NO_SHAPE;
  readonly #patch: { width: number; height: number; data: Uint8Array; alignment: number } = { width: 1, height: 1, data: new Uint8Array(), alignment: 1 };
  #paletteSize = 256;
  /** What the commands are given, written anew for each drawing: a clip that plays makes no garbage. */
  readonly #frameProps: FrameProps;
  readonly #lineProps: LineProps = { position: new Float32Array(), line: new Float32Array(9), count: 0 };

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
    this.#frameProps = { frame: this.#texture, palette: this.#palette, picture: new Float32Array(16) };
    this.#drawFrame = regl({
      vert: FRAME_VERTEX,
      frag: FRAME_FRAGMENT,
      attributes: { corner: [[0, 0], [1, 0], [0, 1], [1, 1]] },
      uniforms: {
        frame: regl.prop<FrameProps, 'frame'>('frame'),
        palette: regl.prop<FrameProps, 'palette'>('palette'),
        picture: regl.prop<FrameProps, 'picture'>('picture'),
      },
      depth: { enable: false },
      primitive: 'triangle strip',
      count: 4,
    });
    this.#drawLine = regl({
      vert: LINE_VERTEX,
      frag: LINE_FRAGMENT,
      attributes: { position: regl.prop<LineProps, 'position'>('position') },
      uniforms: { line: regl.prop<LineProps, 'line'>('line') },
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
    regl.clear(BLACK);
    if (view) {
      this.#upload(view);
      this.#describe(view, transform, tone, canvas);
      this.#drawFrame(this.#frameProps);
    }
    const props = this.#lineProps;
    props.line[4] = canvas.width;
    props.line[5] = canvas.height;
    for (let i = 0; i < lines.length; i += 1) {
      const line = lines[i];
      if (!line) continue;
      props.position = line.strip;
      for (let channel = 0; channel < 4; channel += 1) props.line[channel] = line.colour[channel] ?? 0;
      props.count = line.strip.length / 2;
      this.#drawLine(props);
    }
  }

  #describe(view: FrameView, transform: ViewTransform, tone: Tone, canvas: Size): void {
    const { picture } = this.#frameProps;
    const right = transform.left + view.width * transform.scale;
    const bottom = transform.top + view.height * transform.scale * transform.aspect;
    picture[0] = (transform.left / canvas.width) * 2 - 1;
    picture[1] = 1 - (transform.top / canvas.height) * 2;
    picture[2] = (right / canvas.width) * 2 - 1;
    picture[3] = 1 - (bottom / canvas.height) * 2;
    picture[4] = view.width;
    picture[5] = view.height;
    picture[6] = view.layout === 'rgb' ? view.stride / 3 : view.stride;
    picture[7] = view.rows;
    picture[8] = view.sampling[0];
    picture[9] = view.sampling[1];
    picture[10] = view.layout === 'grey' && view.bits === 16 ? 4 : LAYOUT_NUMBER[view.layout];
    picture[11] = this.#paletteSize;
    picture[12] = transform.scale < SQUARE_PIXELS_FROM_SCALE ? 1 : 0;
    picture[13] = tone.low;
    picture[14] = tone.width;
    picture[15] = view.signed ? 1 : 0;
  }

  /** One upload a frame; the same frame again costs nothing. */
  #upload(view: FrameView): void {
    if (this.#uploaded === view) return;
    const buffer = view.buffers[0];
    if (!buffer) return;
    const wide = view.bits === 16;
    const width = view.layout === 'rgb' ? view.stride / 3 : view.stride;
    const data = wide ? new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength) : (buffer as Uint8Array);
    const shape = this.#shape;
    if (shape.layout === view.layout && shape.wide === wide && shape.width === width && shape.rows === view.rows) {
      this.#patch.width = width;
      this.#patch.height = view.rows;
      this.#patch.data = data;
      this.#texture.subimage(this.#patch as never);
    } else {
      const format = view.layout === 'rgb' ? 'rgb' : wide ? 'luminance alpha' : 'luminance';
      const filter = wide || view.layout === 'palette' ? 'nearest' : 'linear';
      this.#texture({ width, height: view.rows, format, data, alignment: 1, mag: filter, min: filter, wrap: 'clamp' } as never);
      this.#shape = { layout: view.layout, wide, width, rows: view.rows };
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
    this.#shape = NO_SHAPE;
    this.#patch.data = new Uint8Array();
    this.#uploaded = null;
    this.setPalette(null);
  }
}
