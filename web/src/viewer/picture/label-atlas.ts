/** Words over the picture: each is drawn once with its halo into a texture, and from there onto the canvas. */
import type { Regl, Texture2D } from 'regl';
import { letters } from '../../lib/letters.ts';

/** Side of the texture, in texels: at first room for some hundred words, at most for some thousand. */
const SIDE = { first: 1024, most: 4096 };
const FONT_PX = 12;
const FONT = `600 ${FONT_PX}px "Inter Variable", system-ui, sans-serif`;
/** Height of a word with its halo, and room on each side, in CSS pixels. */
export const LABEL_HEIGHT_PX = 20;
const PADDING_PX = 4;
const HALO_PX = 3;
const HALO_COLOUR = 'rgb(0 0 0 / 75%)';
/** Behind the words, so that text burned into the picture does not mix with them. */
const PLATE_COLOUR = 'rgb(0 0 0 / 55%)';
const PLATE_RADIUS_PX = 3;
/** Empty texels between words, so that no filter reads a neighbour. */
const GAP_PX = 1;

/** Place of a word in the texture, as parts of it, and its size in CSS pixels. */
export interface LabelPlace {
  u0: number;
  v0: number;
  u1: number;
  v1: number;
  width: number;
  height: number;
}

export class LabelAtlas {
  readonly texture: Texture2D;
  readonly #canvas = document.createElement('canvas');
  readonly #places = new Map<string, LabelPlace>();
  #context: CanvasRenderingContext2D | null = null;
  #x = 0;
  #y = 0;
  #ratio = 0;
  #side = SIDE.first;
  #changed = false;
  /** Changes when places that were given out hold no more. */
  generation = 0;
  /** Called when words that are shown must be drawn again. */
  onForgotten: () => void = () => undefined;

  constructor(regl: Regl) {
    this.texture = regl.texture({ width: 1, height: 1 });
    // Words drawn before the font is there would keep another one.
    letters
      .then(() => document.fonts.load(FONT))
      .then(() => {
        this.#forget();
        this.onForgotten();
      })
      // Words are drawn in the font of the system.
      .catch(() => undefined);
  }

  /**
   * @param ratio screen pixels a CSS pixel
   * @returns null without room
   */
  place(text: string, colour: string, ratio: number): LabelPlace | null {
    if (ratio !== this.#ratio) {
      this.#ratio = ratio;
      this.#forget();
    }
    const key = `${colour}${text}`;
    const known = this.#places.get(key);
    if (known) return known;
    const place = this.#draw(text, colour);
    if (place) this.#places.set(key, place);
    return place;
  }

  /**
   * Makes room by letting go of all words, and where the words of one picture fill the texture, by a larger one.
   * @param alone only the words of one picture filled it
   * @returns false when there is no more
   */
  makeRoom(alone: boolean): boolean {
    if (alone && this.#side >= SIDE.most) return false;
    if (alone) {
      this.#side *= 2;
      this.#context = null;
    }
    this.#forget();
    return true;
  }

  /** Sends new words to the card. */
  upload(): void {
    if (!this.#changed) return;
    this.#changed = false;
    this.texture({ data: this.#canvas, premultiplyAlpha: true, mag: 'linear', min: 'linear', wrap: 'clamp' } as never);
  }

  /** The card has lost the texture: it is sent again. */
  renew(): void {
    this.#changed = this.#places.size > 0;
  }

  /** Lets go of all words: one pixel of memory stays. */
  clear(): void {
    this.#forget();
    this.#side = SIDE.first;
    this.texture({ width: 1, height: 1 });
    this.#canvas.width = 1;
    this.#canvas.height = 1;
    this.#context = null;
  }

  #forget(): void {
    this.#places.clear();
    this.generation += 1;
    this.#x = 0;
    this.#y = 0;
    // The transform still belongs to the last word, and would leave the words before it.
    this.#context?.resetTransform();
    this.#context?.clearRect(0, 0, this.#side, this.#side);
  }

  #draw(text: string, colour: string): LabelPlace | null {
    const context = this.#ready();
    const side = this.#side;
    context.setTransform(this.#ratio, 0, 0, this.#ratio, 0, 0);
    context.font = FONT;
    const width = Math.ceil(context.measureText(text).width) + 2 * PADDING_PX;
    const [texels, rows] = [Math.min(Math.ceil(width * this.#ratio), side), Math.ceil(LABEL_HEIGHT_PX * this.#ratio)];
    if (this.#x + texels > side) {
      this.#x = 0;
      this.#y += rows + GAP_PX;
    }
    if (this.#y + rows > side) return null;
    const [x, y] = [this.#x, this.#y];
    context.setTransform(this.#ratio, 0, 0, this.#ratio, x, y);
    context.fillStyle = PLATE_COLOUR;
    context.beginPath();
    context.roundRect(0, 0, width, LABEL_HEIGHT_PX, PLATE_RADIUS_PX);
    context.fill();
    context.textBaseline = 'middle';
    context.lineJoin = 'round';
    context.lineWidth = HALO_PX;
    context.strokeStyle = HALO_COLOUR;
    context.strokeText(text, PADDING_PX, LABEL_HEIGHT_PX / 2);
    context.fillStyle = colour;
    context.fillText(text, PADDING_PX, LABEL_HEIGHT_PX / 2);
    this.#x += texels + GAP_PX;
    this.#changed = true;
    return {
      u0: x / side,
      v0: y / side,
      u1: (x + texels) / side,
      v1: (y + rows) / side,
      width: texels / this.#ratio,
      height: rows / this.#ratio,
    };
  }

  #ready(): CanvasRenderingContext2D {
    if (this.#context) return this.#context;
    this.#canvas.width = this.#side;
    this.#canvas.height = this.#side;
    const context = this.#canvas.getContext('2d', { willReadFrequently: true });
    if (!context) throw new Error('The browser cannot draw text.');
    this.#context = context;
    return context;
  }
}
