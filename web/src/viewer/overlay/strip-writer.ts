/**
 * Triangle strips of lines and shapes in CSS pixels, since lines of WebGL are one pixel wide at most. The memory is kept
 * and grows: what is dragged is drawn in every animation frame, and should make no garbage.
 */
import type { OverlayLine } from '../picture/line-stream.ts';

/** Points that fit before the memory grows for the first time. */
const FIRST_POINTS = 256;
/** A miter longer than this many widths is cut: it would stand out as a spike. */
const MITER_LIMIT = 2;
/** Corners of a disc for each CSS pixel of its radius, at least and at most. */
const DISC_CORNERS = { min: 12, max: 64, perPx: 3 };

/** Cosine and sine of each corner of half a disc, by how many there are: a drawing has thousands of discs of few sizes. */
const circles = new Map<number, Float64Array>();

function circle(corners: number): Float64Array {
  const known = circles.get(corners);
  if (known) return known;
  const made = new Float64Array((corners + 1) * 2);
  for (let corner = 0; corner <= corners; corner += 1) {
    made[corner * 2] = Math.cos((Math.PI * corner) / corners);
    made[corner * 2 + 1] = Math.sin((Math.PI * corner) / corners);
  }
  circles.set(corners, made);
  return made;
}

export class StripWriter implements OverlayLine {
  strip = new Float32Array(FIRST_POINTS * 2);
  points = 0;
  #beyond = 0;
  colour: OverlayLine['colour'];

  constructor(colour: OverlayLine['colour']) {
    this.colour = colour;
  }

  clear(): void {
    this.points = 0;
  }

  /**
   * Bands of the polyline through `count` points of `xy`; the first pair may repeat the last for a closed one.
   * @param beyond how far both ends of an open one reach past their points
   */
  polyline(xy: ArrayLike<number>, count: number, closed: boolean, width: number, beyond = 0): void {
    if (count < 2) return;
    const half = width / 2;
    this.#beyond = beyond;
    const last = closed ? count : count - 1;
    for (let index = 0; index <= last; index += 1) {
      const at = index % count;
      const before = index === 0 ? (closed ? count - 1 : -1) : (index - 1) % count;
      const after = index === last ? (closed ? 1 % count : -1) : (index + 1) % count;
      this.#joint(xy, before, at, after, half, index === 0);
    }
  }

  /** A filled disc, as a strip that goes from side to side. */
  disc(x: number, y: number, radius: number): void {
    const corners = Math.min(Math.max(Math.ceil(radius * DISC_CORNERS.perPx), DISC_CORNERS.min), DISC_CORNERS.max);
    const directions = circle(corners);
    this.#begin(x + radius, y);
    this.#makeRoom(2 * (corners + 1));
    const { strip } = this;
    let at = this.points * 2;
    for (let corner = 0; corner <= corners; corner += 1) {
      const right = x + (directions[corner * 2] ?? 0) * radius;
      const dy = (directions[corner * 2 + 1] ?? 0) * radius;
      strip[at] = right;
      strip[at + 1] = y - dy;
      strip[at + 2] = right;
      strip[at + 3] = y + dy;
      at += 4;
    }
    this.points += 2 * (corners + 1);
  }

  rectangle(x0: number, y0: number, x1: number, y1: number): void {
    this.#begin(x0, y0);
    this.#put(x0, y0);
    this.#put(x0, y1);
    this.#put(x1, y0);
    this.#put(x1, y1);
  }

  triangle(x0: number, y0: number, x1: number, y1: number, x2: number, y2: number): void {
    this.#begin(x0, y0);
    this.#put(x0, y0);
    this.#put(x1, y1);
    this.#put(x2, y2);
  }

  /** Both sides of the band at one point, square to the line or along the miter of its two segments. */
  #joint(xy: ArrayLike<number>, before: number, at: number, after: number, half: number, first: boolean): void {
    const px = xy[at * 2] ?? 0;
    const py = xy[at * 2 + 1] ?? 0;
    const from = before < 0 ? at : before;
    const to = after < 0 ? at : after;
    let ix = px - (xy[from * 2] ?? 0);
    let iy = py - (xy[from * 2 + 1] ?? 0);
    let ox = (xy[to * 2] ?? 0) - px;
    let oy = (xy[to * 2 + 1] ?? 0) - py;
    const inLength = Math.sqrt(ix * ix + iy * iy);
    const outLength = Math.sqrt(ox * ox + oy * oy);
    // An end, or two points at one place, has the direction of the other side.
    if (inLength > 0) {
      ix /= inLength;
      iy /= inLength;
    }
    if (outLength > 0) {
      ox /= outLength;
      oy /= outLength;
    } else {
      ox = ix;
      oy = iy;
    }
    if (inLength === 0) {
      ix = ox;
      iy = oy;
    }
    let nx = -(iy + oy);
    let ny = ix + ox;
    const length = Math.sqrt(nx * nx + ny * ny);
    if (length === 0) {
      // Straight back: square to where it came from.
      nx = -iy;
      ny = ix;
    } else {
      nx /= length;
      ny /= length;
    }
    const past = before < 0 ? -this.#beyond : after < 0 ? this.#beyond : 0;
    const x = px + ix * past;
    const y = py + iy * past;
    const cosine = Math.max(-iy * nx + ix * ny, 1 / MITER_LIMIT);
    const reach = half / cosine;
    if (first) this.#begin(x + nx * reach, y + ny * reach);
    this.#put(x + nx * reach, y + ny * reach);
    this.#put(x - nx * reach, y - ny * reach);
  }

  /** Joins a new piece to the strip by triangles without area: the last point and the coming one, twice. */
  #begin(x: number, y: number): void {
    if (this.points === 0) return;
    const last = (this.points - 1) * 2;
    this.#put(this.strip[last] ?? 0, this.strip[last + 1] ?? 0);
    this.#put(x, y);
  }

  #makeRoom(points: number): void {
    let length = this.strip.length;
    while ((this.points + points) * 2 > length) length *= 2;
    if (length === this.strip.length) return;
    const larger = new Float32Array(length);
    larger.set(this.strip);
    this.strip = larger;
  }

  #put(x: number, y: number): void {
    this.#makeRoom(1);
    this.strip[this.points * 2] = x;
    this.strip[this.points * 2 + 1] = y;
    this.points += 1;
  }
}
