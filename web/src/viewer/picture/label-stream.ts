/** Corners of the words on the canvas, sent to the card for each picture that has other words. */
import type { Buffer, Regl } from 'regl';
import type { OverlayPicture, PlacedLabel } from '../overlay/overlay-painter.ts';
import { handleOfBuffer } from './line-stream.ts';
import type { LabelAtlas, LabelPlace } from './label-atlas.ts';

/** Two triangles. */
const CORNERS = 6;
/** x and y on the canvas, u and v in the texture. */
const NUMBERS = 4;
const BYTES = 4;
export const LABEL_STRIDE = NUMBERS * BYTES;
const FIRST_LABELS = 32;

export class LabelStream {
  readonly buffer: Buffer;
  readonly #gl: WebGLRenderingContext;
  #data = new Float32Array(FIRST_LABELS * CORNERS * NUMBERS);
  #at = 0;
  readonly #loaded: { picture: OverlayPicture | null; revision: number; ratio: number; generation: number } = {
    picture: null,
    revision: 0,
    ratio: 0,
    generation: 0,
  };

  constructor(regl: Regl) {
    this.#gl = regl._gl;
    this.buffer = regl.buffer({ length: this.#data.byteLength, type: 'float', usage: 'stream' });
  }

  /**
   * Sends the words of a picture, unless they are there already: a clip that plays under the same words makes no garbage.
   * @returns corners to draw
   */
  load(picture: OverlayPicture, atlas: LabelAtlas, ratio: number): number {
    const loaded = this.#loaded;
    if (
      loaded.picture === picture &&
      loaded.revision === picture.revision &&
      loaded.ratio === ratio &&
      loaded.generation === atlas.generation
    )
      return this.#at / NUMBERS;
    this.#place(picture.labels, atlas, ratio);
    loaded.picture = picture;
    loaded.revision = picture.revision;
    loaded.ratio = ratio;
    loaded.generation = atlas.generation;
    return this.#at / NUMBERS;
  }

  /** The card has lost what was sent. */
  renew(): void {
    this.#loaded.picture = null;
  }

  #place(labels: readonly PlacedLabel[], atlas: LabelAtlas, ratio: number): void {
    this.#grow(labels.length);
    // Words of earlier pictures go first; then there are too many in this one.
    let alone = false;
    while (!this.#putAll(labels, atlas, ratio) && atlas.makeRoom(alone)) alone = true;
    atlas.upload();
    this.#gl.bindBuffer(this.#gl.ARRAY_BUFFER, handleOfBuffer(this.buffer));
    this.#gl.bufferSubData(this.#gl.ARRAY_BUFFER, 0, this.#data);
  }

  /** @returns false without room for all; labels without room are left out */
  #putAll(labels: readonly PlacedLabel[], atlas: LabelAtlas, ratio: number): boolean {
    this.#at = 0;
    let all = true;
    for (let i = 0; i < labels.length; i += 1) {
      const label = labels[i];
      if (!label) continue;
      const place = atlas.place(label.text, label.colour, ratio);
      if (place) this.#put(label, place, ratio);
      else all = false;
    }
    return all;
  }

  #put({ x, y, anchor }: PlacedLabel, place: LabelPlace, ratio: number): void {
    const shift = anchor === 'start' ? 0 : anchor === 'middle' ? place.width / 2 : place.width;
    // On whole screen pixels, or letters blur.
    const left = Math.round((x - shift) * ratio) / ratio;
    const top = Math.round((y - place.height / 2) * ratio) / ratio;
    const [right, bottom] = [left + place.width, top + place.height];
    this.#corner(left, top, place.u0, place.v0);
    this.#corner(right, top, place.u1, place.v0);
    this.#corner(left, bottom, place.u0, place.v1);
    this.#corner(left, bottom, place.u0, place.v1);
    this.#corner(right, top, place.u1, place.v0);
    this.#corner(right, bottom, place.u1, place.v1);
  }

  #corner(x: number, y: number, u: number, v: number): void {
    this.#data[this.#at] = x;
    this.#data[this.#at + 1] = y;
    this.#data[this.#at + 2] = u;
    this.#data[this.#at + 3] = v;
    this.#at += NUMBERS;
  }

  #grow(labels: number): void {
    let numbers = this.#data.length;
    while (numbers < labels * CORNERS * NUMBERS) numbers *= 2;
    if (numbers === this.#data.length) return;
    this.#data = new Float32Array(numbers);
    this.buffer({ length: this.#data.byteLength, type: 'float', usage: 'stream' });
  }
}
