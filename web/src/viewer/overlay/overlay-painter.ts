/** Shapes of the tools as strips and labels on the canvas, made again only when the shapes or the view change. */
import { TOKENS } from '@echometry/contract/theme/tokens.ts';
import { HANDLE_RADIUS_PX, LINE_WIDTH_PX, POINT_RADIUS_PX, type Colour, type OverlayShape } from '../../tools/overlay.ts';
import type { OverlayLine } from '../picture/line-stream.ts';
import type { ViewTransform } from '../view/view-transform.ts';
import { dashes } from './dashes.ts';
import { StripWriter } from './strip-writer.ts';

/** Dark edge under everything that is drawn on a picture: opacity, and width on each side in CSS pixels. */
const HALO_COLOUR: OverlayLine['colour'] = [0, 0, 0, 0.55];
export const HALO_PX = 1;
/** Flag at the beginning of a mark, in CSS pixels. */
const FLAG_PX = 7;
const CROSS_PX = 5;
/** Ring of a handle, in CSS pixels. */
const RING_PX = 2;
const HOVER_GROWS_PX = 2;
const HANDLE_INNER: Colour = TOKENS.bg;

/** From the lowest to the uppermost. */
const LAYERS = ['span', 'line-halo', 'line', 'point-halo', 'point', 'handle-halo', 'handle-ring', 'handle-top'] as const;
type Layer = (typeof LAYERS)[number];

/** A word on the canvas. */
export interface PlacedLabel {
  text: string;
  colour: Colour;
  /** CSS pixels of its anchor. */
  x: number;
  y: number;
  anchor: 'start' | 'middle' | 'end';
}

export interface OverlayPicture {
  lines: readonly OverlayLine[];
  labels: readonly PlacedLabel[];
  /** Another number for other content: the object is filled again and again. */
  revision: number;
}

/** A picture with nothing over it. */
export const NO_OVERLAY: OverlayPicture = { lines: [], labels: [], revision: 0 };

export class OverlayPainter {
  /** Strips by layer, the lowest first, and by colour. */
  readonly #strips = new Map<Layer, Map<string, StripWriter>>(LAYERS.map((layer) => [layer, new Map<string, StripWriter>()]));
  readonly #picture: { lines: StripWriter[]; labels: PlacedLabel[]; revision: number } = { lines: [], labels: [], revision: 0 };
  /** Labels are filled again and again, as strips are. */
  readonly #words: PlacedLabel[] = [];
  #madeOf: readonly OverlayShape[] | null = null;
  #madeFor: ViewTransform | null = null;
  #xy = new Float64Array(512);
  readonly #dash: number[] = [];

  /** Appearance of the shapes in a view; the same object is filled again and again. */
  paint(shapes: readonly OverlayShape[], view: ViewTransform): OverlayPicture {
    if (shapes === this.#madeOf && view === this.#madeFor) return this.#picture;
    this.#madeOf = shapes;
    this.#madeFor = view;
    for (const strips of this.#strips.values()) for (const strip of strips.values()) strip.clear();
    this.#picture.labels.length = 0;
    this.#picture.revision += 1;
    for (const shape of shapes) this.#draw(shape, view);
    this.#order();
    return this.#picture;
  }

  /** Spans lowest, then every halo, then what they are the halos of: no halo darkens a line. */
  #order(): void {
    const { lines } = this.#picture;
    lines.length = 0;
    for (const strips of this.#strips.values()) for (const strip of strips.values()) if (strip.points > 0) lines.push(strip);
  }

  #strip(layer: Layer, colour: Colour, opacity = 1): StripWriter {
    const strips = this.#strips.get(layer);
    const name = opacity === 1 ? colour : `${colour} ${opacity}`;
    let strip = strips?.get(name);
    if (!strip) {
      strip = new StripWriter(layer.endsWith('halo') ? HALO_COLOUR : rgba(colour, opacity));
      strips?.set(name, strip);
    }
    return strip;
  }

  #draw(shape: OverlayShape, view: ViewTransform): void {
    switch (shape.kind) {
      case 'span': {
        const strip = this.#strip('span', shape.colour, shape.opacity);
        strip.rectangle(xOf(view, shape.from.x), yOf(view, shape.from.y), xOf(view, shape.to.x), yOf(view, shape.to.y));
        return;
      }
      case 'line':
        this.#load(shape.points, view);
        this.#polyline(shape.points.length, shape.closed, shape.style, shape.width, shape.colour);
        return;
      case 'mark':
        this.#mark(shape, view);
        return;
      case 'point':
        this.#point(xOf(view, shape.at.x), yOf(view, shape.at.y), shape.form, shape.colour);
        return;
      case 'handle':
        this.#handle(xOf(view, shape.at.x), yOf(view, shape.at.y), shape.state, shape.colour);
        return;
      case 'label':
        this.#label(shape, view);
        return;
    }
  }

  #label({ text, colour, at, offset, anchor }: Extract<OverlayShape, { kind: 'label' }>, view: ViewTransform): void {
    const { labels } = this.#picture;
    const word = (this.#words[labels.length] ??= { text, colour, x: 0, y: 0, anchor });
    word.text = text;
    word.colour = colour;
    word.x = xOf(view, at.x) + offset.x;
    word.y = yOf(view, at.y) + offset.y;
    word.anchor = anchor;
    labels.push(word);
  }

  #load(points: readonly { x: number; y: number }[], view: ViewTransform): void {
    if (points.length * 2 > this.#xy.length) this.#xy = new Float64Array(points.length * 4);
    for (let i = 0; i < points.length; i += 1) {
      this.#xy[i * 2] = xOf(view, points[i]?.x ?? 0);
      this.#xy[i * 2 + 1] = yOf(view, points[i]?.y ?? 0);
    }
  }

  #polyline(count: number, closed: boolean, style: 'solid' | 'dashed' | 'dotted', width: number, colour: Colour): void {
    const halo = this.#strip('line-halo', '');
    const line = this.#strip('line', colour);
    if (style === 'solid') {
      halo.polyline(this.#xy, count, closed, width + 2 * HALO_PX);
      line.polyline(this.#xy, count, closed, width);
      return;
    }
    dashes(this.#xy, count, closed, style, this.#dash, (piece, points) => {
      // The halo goes round the ends of each dash.
      halo.polyline(piece, points, false, width + 2 * HALO_PX, HALO_PX);
      line.polyline(piece, points, false, width);
    });
  }

  #mark({ axis, at, from, to, colour, style, flag }: Extract<OverlayShape, { kind: 'mark' }>, view: ViewTransform): void {
    const ends =
      axis === 'x'
        ? [
            { x: at, y: from },
            { x: at, y: to },
          ]
        : [
            { x: from, y: at },
            { x: to, y: at },
          ];
    this.#load(ends, view);
    this.#polyline(2, false, style, LINE_WIDTH_PX, colour);
    if (!flag) return;
    const [x, y] = [this.#xy[0] ?? 0, this.#xy[1] ?? 0];
    const [halo, fill] = [this.#strip('line-halo', ''), this.#strip('line', colour)];
    for (const [strip, grow] of [[halo, HALO_PX] as const, [fill, 0] as const]) {
      const size = FLAG_PX + grow;
      if (axis === 'x') strip.triangle(x - size, y - grow, x + size, y - grow, x, y + FLAG_PX + 2 * grow);
      else strip.triangle(x - grow, y - size, x - grow, y + size, x + FLAG_PX + 2 * grow, y);
    }
  }

  #point(x: number, y: number, form: 'dot' | 'cross', colour: Colour): void {
    const halo = this.#strip('point-halo', '');
    const fill = this.#strip('point', colour);
    if (form === 'dot') {
      halo.disc(x, y, POINT_RADIUS_PX + HALO_PX);
      fill.disc(x, y, POINT_RADIUS_PX);
      return;
    }
    cross(halo, x, y, HALO_PX);
    cross(fill, x, y, 0);
  }

  /** A ring in the colour of its line; filled where it is selected. */
  #handle(x: number, y: number, state: 'idle' | 'hover' | 'selected', colour: Colour): void {
    const radius = HANDLE_RADIUS_PX + (state === 'hover' ? HOVER_GROWS_PX : 0);
    this.#strip('handle-halo', '').disc(x, y, radius + HALO_PX);
    this.#strip('handle-ring', state === 'selected' ? '#FFFFFF' : colour).disc(x, y, radius);
    if (state !== 'selected') this.#strip('handle-top', HANDLE_INNER).disc(x, y, radius - RING_PX);
  }
}

/** @param grow how much wider its arms are on every side */
function cross(strip: StripWriter, x: number, y: number, grow: number): void {
  const half = LINE_WIDTH_PX / 2;
  strip.rectangle(x - CROSS_PX - grow, y - half - grow, x + CROSS_PX + grow, y + half + grow);
  strip.rectangle(x - half - grow, y - CROSS_PX - grow, x + half + grow, y + CROSS_PX + grow);
}

const xOf = (view: ViewTransform, x: number): number => view.left + (x + 0.5) * view.scale;
const yOf = (view: ViewTransform, y: number): number => view.top + (y + 0.5) * view.scale * view.aspect;

/** `#rrggbb` as parts of one. */
export function rgba(colour: Colour, opacity = 1): [number, number, number, number] {
  const value = Number.parseInt(colour.slice(1), 16);
  return [((value >> 16) & 255) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255, opacity];
}
