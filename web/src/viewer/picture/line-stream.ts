/** Points of the overlay's lines, sent to the card for each picture: one buffer made by regl, filled by WebGL itself. */
import type { Buffer, Regl } from 'regl';

/** Points (x and y, single precision) that fit before the buffer grows for the first time. */
const FIRST_POINTS = 4096;
const BYTES_PER_POINT = 8;

export interface OverlayLine {
  /** Points of the strip that are drawn; all of them without it. */
  points?: number;
  /** Screen pixels, x and y in turn: a triangle strip as wide as the line. */
  strip: Float32Array;
  colour: readonly [number, number, number, number];
}

export class LineStream {
  readonly buffer: Buffer;
  readonly #gl: WebGLRenderingContext;
  #points = FIRST_POINTS;

  constructor(regl: Regl) {
    this.#gl = regl._gl;
    this.buffer = regl.buffer({ length: this.#points * BYTES_PER_POINT, type: 'float', usage: 'stream' });
  }

  /** Sends the strips one after the other. Without regl, whose streams describe every upload by new objects. */
  load(lines: readonly OverlayLine[]): void {
    const gl = this.#gl;
    this.#grow(lines);
    gl.bindBuffer(gl.ARRAY_BUFFER, handleOfBuffer(this.buffer));
    let offset = 0;
    for (let i = 0; i < lines.length; i += 1) {
      const strip = lines[i]?.strip;
      if (!strip) continue;
      gl.bufferSubData(gl.ARRAY_BUFFER, offset, strip);
      offset += strip.byteLength;
    }
  }

  #grow(lines: readonly OverlayLine[]): void {
    let points = 0;
    for (let i = 0; i < lines.length; i += 1) points += pointsOf(lines[i]);
    if (points <= this.#points) return;
    while (this.#points < points) this.#points *= 2;
    this.buffer({ length: this.#points * BYTES_PER_POINT, type: 'float', usage: 'stream' });
  }
}

/** Points that the memory of a strip has room for; the next strip begins after them. */
export function pointsOf(line: OverlayLine | undefined): number {
  return line ? line.strip.length / 2 : 0;
}

/** What WebGL calls the buffer; another one after the context was restored. */
export function handleOfBuffer(buffer: Buffer): WebGLBuffer {
  return (buffer as unknown as { _buffer: { buffer: WebGLBuffer } })._buffer.buffer;
}
