/** A drawing surface: regl with one fixed set of commands, so that its compiled code can be shipped. */
import createREGL, { type Regl, type Texture2D, type DrawCommand } from 'regl';
import type { FrameView } from '@echometry/bindings/engine/api.ts';
import type { SMOOTHINGS } from '@echometry/contract/records/user-settings.ts';
import type { OverlayPicture } from '../overlay/overlay-painter.ts';
import { FrameTexture, texelsOf } from './frame-texture.ts';
import { LabelAtlas } from './label-atlas.ts';
import { LABEL_STRIDE, LabelStream } from './label-stream.ts';
import { LineStream, pointsOf, type OverlayLine } from './line-stream.ts';
import { FRAME_FRAGMENT, FRAME_VERTEX, LABEL_FRAGMENT, LABEL_VERTEX, LINE_FRAGMENT, LINE_VERTEX } from './shaders.ts';
import type { Size, ViewTransform } from '../view/view-transform.ts';

/** Compiled command code by the hash of its source (regl-cache.generated.js). */
export type CommandCache = Record<string, (...args: unknown[]) => unknown>;

/** From this many CSS pixels an image pixel on, pixels are drawn as squares: a user who zooms so far wants to see them. */
export const SQUARE_PIXELS_FROM_SCALE = 3;

export interface Tone {
  /** Sample value shown black, and width from black to white, in units of the layout (8 bit: 0..1; 16 bit: sample values). */
  low: number;
  width: number;
}

interface FrameProps {
  frame: Texture2D;
  palette: Texture2D;
  /** The shaders' `picture`, sixteen numbers. */
  picture: Float32Array;
  /** The shaders' `part`, four numbers. */
  part: Float32Array;
}

interface LineProps {
  /** The shaders' `line`, nine numbers. */
  line: Float32Array;
  /** First point of the strip in the stream. */
  first: number;
  count: number;
}

interface LabelProps {
  words: Texture2D;
  sheet: Float32Array;
  count: number;
}

/** A square of the canvas, in CSS pixels. */
export interface Square {
  x: number;
  y: number;
  size: number;
}

/** How samples are drawn: smoothly between pixels, exactly as squares, or exactly above a zoom that shows them. */
export type Smoothing = (typeof SMOOTHINGS)[number];

/**
 * A strip whose uppermost and lowest rows are drawn at its other end, where aliased flow runs on. Stored pixels; edges
 * are inclusive.
 */
export interface Wrap {
  left: number;
  right: number;
  top: number;
  bottom: number;
  /** Rows of the top that are drawn below the bottom. */
  up: number;
  /** Rows of the bottom that are drawn above the top. */
  down: number;
}

/** A window above every sample: what is drawn with it is black. */
const ABOVE_ALL = 1e30;

/** Behind the picture. */
const BLACK: { color: [number, number, number, number] } = { color: [0, 0, 0, 1] };
/** Entries of a palette that was not set. */
const NO_PALETTE = new Uint8Array(256 * 3);

const LAYOUT_NUMBER = { grey: 0, planes: 1, rgb: 2, palette: 3 } as const;

export class Surface {
  readonly canvas: HTMLCanvasElement;
  readonly regl: Regl;
  /** Called when the picture must be drawn again: the card had lost it, or the words have their font now. */
  onRestored: () => void = () => undefined;
  readonly #drawFrame: DrawCommand;
  readonly #drawLine: DrawCommand;
  readonly #drawLabels: DrawCommand;
  readonly #atlas: LabelAtlas;
  readonly #labels: LabelStream;
  smoothing: Smoothing = 'auto';
  wrap: Wrap | null = null;
  readonly #palette: Texture2D;
  readonly #texture: FrameTexture;
  readonly #stream: LineStream;
  #paletteEntries: Uint8Array = NO_PALETTE;
  /** Size of the canvas that regl knows, in device pixels. */
  #width = 0;
  #height = 0;
  /** Inputs of the commands, overwritten for each drawing: a clip that plays makes no garbage. */
  readonly #frameProps: FrameProps;
  readonly #lineProps: LineProps = { line: new Float32Array(9), first: 0, count: 0 };
  readonly #labelProps: LabelProps;

  constructor(canvas: HTMLCanvasElement, cachedCode: CommandCache | undefined) {
    this.canvas = canvas;
    this.regl = createREGL({
      canvas,
      attributes: {
        alpha: false,
        antialias: false,
        depth: false,
        stencil: false,
        preserveDrawingBuffer: false,
        powerPreference: 'high-performance',
      },
      ...(cachedCode ? { cachedCode } : {}),
    } as Parameters<typeof createREGL>[0]);
    const { regl } = this;
    this.#texture = new FrameTexture(regl);
    this.#stream = new LineStream(regl);
    this.#atlas = new LabelAtlas(regl);
    this.#atlas.onForgotten = () => this.onRestored();
    this.#labels = new LabelStream(regl);
    this.#labelProps = { words: this.#atlas.texture, sheet: new Float32Array(2), count: 0 };
    this.#palette = regl.texture({ width: 256, height: 1, format: 'rgb' });
    this.#frameProps = { frame: this.#texture.texture, palette: this.#palette, picture: new Float32Array(16), part: new Float32Array(4) };
    this.#drawFrame = regl({
      vert: FRAME_VERTEX,
      frag: FRAME_FRAGMENT,
      attributes: {
        corner: [
          [0, 0],
          [1, 0],
          [0, 1],
          [1, 1],
        ],
      },
      uniforms: {
        frame: regl.prop<FrameProps, 'frame'>('frame'),
        palette: regl.prop<FrameProps, 'palette'>('palette'),
        picture: regl.prop<FrameProps, 'picture'>('picture'),
        part: regl.prop<FrameProps, 'part'>('part'),
      },
      depth: { enable: false },
      primitive: 'triangle strip',
      count: 4,
    });
    this.#drawLine = regl({
      vert: LINE_VERTEX,
      frag: LINE_FRAGMENT,
      attributes: { position: { buffer: this.#stream.buffer, size: 2 } },
      uniforms: { line: regl.prop<LineProps, 'line'>('line') },
      blend: { enable: true, func: { srcRGB: 'src alpha', srcAlpha: 1, dstRGB: 'one minus src alpha', dstAlpha: 1 } },
      depth: { enable: false },
      primitive: 'triangle strip',
      offset: regl.prop<LineProps, 'first'>('first'),
      count: regl.prop<LineProps, 'count'>('count'),
    });
    this.#drawLabels = regl({
      vert: LABEL_VERTEX,
      frag: LABEL_FRAGMENT,
      attributes: {
        position: { buffer: this.#labels.buffer, size: 2, stride: LABEL_STRIDE, offset: 0 },
        corner: { buffer: this.#labels.buffer, size: 2, stride: LABEL_STRIDE, offset: LABEL_STRIDE / 2 },
      },
      uniforms: {
        words: regl.prop<LabelProps, 'words'>('words'),
        sheet: regl.prop<LabelProps, 'sheet'>('sheet'),
      },
      blend: { enable: true, func: { src: 'one', dst: 'one minus src alpha' } },
      depth: { enable: false },
      primitive: 'triangles',
      count: regl.prop<LabelProps, 'count'>('count'),
    });
    // regl recreates its objects, but their content is gone.
    regl.on('restore', () => {
      this.#texture.forget();
      this.#atlas.renew();
      this.#labels.renew();
      this.setPalette(this.#paletteEntries);
      this.onRestored();
    });
  }

  /** 8-bit RGB entries of a palette image. */
  setPalette(entries: Uint8Array | null): void {
    this.#paletteEntries = entries && entries.length >= 3 ? entries : NO_PALETTE;
    this.#palette({ width: this.#paletteEntries.length / 3, height: 1, format: 'rgb', data: this.#paletteEntries });
  }

  /**
   * Draws one frame and the overlay lines in the same call, so that no line is ever over another frame.
   * @param canvas size of the canvas in CSS pixels
   */
  draw(view: FrameView | null, transform: ViewTransform, tone: Tone, canvas: Size, overlay: OverlayPicture): void {
    this.#fitCanvas();
    this.#drawAll(view, transform, tone, canvas, overlay);
  }

  /** Draws the same in a square of the canvas, by a separate transform. */
  drawInside(square: Square, view: FrameView, transform: ViewTransform, tone: Tone, canvas: Size, overlay: OverlayPicture): void {
    const gl = this.regl._gl;
    const ratio = this.canvas.width / canvas.width;
    // regl knows nothing of scissors, and leaves them as they are.
    gl.enable(gl.SCISSOR_TEST);
    gl.scissor(
      Math.round(square.x * ratio),
      Math.round((canvas.height - square.y - square.size) * ratio),
      Math.round(square.size * ratio),
      Math.round(square.size * ratio),
    );
    this.#drawAll(view, transform, tone, canvas, overlay);
    gl.disable(gl.SCISSOR_TEST);
  }

  /** Draws lines over what is there already. */
  drawOver(overlay: OverlayPicture, canvas: Size): void {
    this.#drawLines(overlay.lines, canvas);
  }

  #drawAll(view: FrameView | null, transform: ViewTransform, tone: Tone, canvas: Size, overlay: OverlayPicture): void {
    this.regl.clear(BLACK);
    if (view) {
      this.#texture.show(view);
      this.#describe(view, tone, transform);
      this.#drawPart(0, 0, view.width, view.height, 0, transform, canvas);
      if (this.wrap) this.#drawWrap(this.wrap, tone, transform, canvas);
    }
    if (overlay.lines.length > 0) this.#drawLines(overlay.lines, canvas);
    if (overlay.labels.length > 0) this.#drawWords(overlay, canvas);
  }

  #drawWords(overlay: OverlayPicture, canvas: Size): void {
    const props = this.#labelProps;
    props.count = this.#labels.load(overlay, this.#atlas, this.canvas.width / canvas.width);
    props.sheet[0] = canvas.width;
    props.sheet[1] = canvas.height;
    this.#drawLabels(props);
  }

  /** Sets another size for regl. Only then: asking it for each picture makes it write down the time as well. */
  #fitCanvas(): void {
    const { width, height } = this.canvas;
    if (width === this.#width && height === this.#height) return;
    this.#width = width;
    this.#height = height;
    this.regl.poll();
  }

  #drawLines(lines: readonly OverlayLine[], canvas: Size): void {
    const props = this.#lineProps;
    props.line[4] = canvas.width;
    props.line[5] = canvas.height;
    props.first = 0;
    this.#stream.load(lines);
    for (let i = 0; i < lines.length; i += 1) {
      const line = lines[i];
      if (!line) continue;
      for (let channel = 0; channel < 4; channel += 1) props.line[channel] = line.colour[channel] ?? 0;
      props.count = line.points ?? pointsOf(line);
      this.#drawLine(props);
      props.first += pointsOf(line);
    }
  }

  /** Draws a part of the frame, from corner to corner in pixels, so many rows further down than its place in it. */
  #drawPart(left: number, top: number, right: number, bottom: number, down: number, transform: ViewTransform, canvas: Size): void {
    const { picture, part } = this.#frameProps;
    const height = transform.scale * transform.aspect;
    part[0] = left;
    part[1] = top;
    part[2] = right;
    part[3] = bottom;
    picture[0] = ((transform.left + left * transform.scale) / canvas.width) * 2 - 1;
    picture[1] = 1 - ((transform.top + (top + down) * height) / canvas.height) * 2;
    picture[2] = ((transform.left + right * transform.scale) / canvas.width) * 2 - 1;
    picture[3] = 1 - ((transform.top + (bottom + down) * height) / canvas.height) * 2;
    this.#drawFrame(this.#frameProps);
  }

  /** Moves the rows of both ends of a strip to the other one; where they were is black. */
  #drawWrap({ left, right, top, bottom, up, down }: Wrap, { low }: Tone, transform: ViewTransform, canvas: Size): void {
    const { picture } = this.#frameProps;
    const rows = bottom - top + 1;
    const [x0, x1] = [left, right + 1];
    picture[13] = ABOVE_ALL;
    if (up > 0) this.#drawPart(x0, top, x1, top + up, 0, transform, canvas);
    if (down > 0) this.#drawPart(x0, bottom + 1 - down, x1, bottom + 1, 0, transform, canvas);
    picture[13] = low;
    if (up > 0) this.#drawPart(x0, top, x1, top + up, rows, transform, canvas);
    if (down > 0) this.#drawPart(x0, bottom + 1 - down, x1, bottom + 1, -rows, transform, canvas);
  }

  /** Takes the whole transform: a number with a fraction that is handed on becomes an object in every animation frame. */
  #describe(view: FrameView, tone: Tone, transform: ViewTransform): void {
    const { picture } = this.#frameProps;
    picture[4] = view.width;
    picture[5] = view.height;
    picture[6] = texelsOf(view);
    picture[7] = view.rows;
    picture[8] = view.sampling[0];
    picture[9] = view.sampling[1];
    picture[10] = view.layout === 'grey' && view.bits === 16 ? 4 : LAYOUT_NUMBER[view.layout];
    picture[11] = this.#paletteEntries.length / 3;
    picture[12] = this.#isSmooth(transform) ? 1 : 0;
    picture[13] = tone.low;
    picture[14] = tone.width;
    picture[15] = view.signed ? 1 : 0;
  }

  #isSmooth({ scale }: ViewTransform): boolean {
    return this.smoothing === 'auto' ? scale < SQUARE_PIXELS_FROM_SCALE : this.smoothing === 'smooth';
  }

  /** Black, without a picture. */
  blank(): void {
    this.#fitCanvas();
    this.regl.clear(BLACK);
  }

  /** Forgets which frame is on the card: its memory may be used for another now. */
  forget(): void {
    this.#texture.forget();
  }

  /** Black and as for the first picture. Its memory stays: the next picture has the same size as a rule. */
  reset(): void {
    for (const name of Object.keys(this.canvas.dataset)) delete this.canvas.dataset[name];
    this.wrap = null;
    this.setPalette(null);
    this.forget();
    this.blank();
  }

  /** Lets go of the last picture: one pixel of each memory stays. Setting a size waits for the graphics process. */
  clear(): void {
    this.canvas.width = 1;
    this.canvas.height = 1;
    this.#texture.clear();
    this.#atlas.clear();
  }
}
