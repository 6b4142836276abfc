import { describe, expect, it } from 'vitest';
import type { OverlayShape } from '../../tools/overlay.ts';
import { HALO_PX, OverlayPainter, rgba } from './overlay-painter.ts';

const BLUE = '#56B4E9';
const view = (scale: number, aspect = 1) => ({ scale, aspect, left: 7, top: 11 });

/** Smallest and largest coordinates of what is drawn in a colour. */
function boxOf(picture: ReturnType<OverlayPainter['paint']>, colour: readonly number[]) {
  const found = picture.lines.filter((line) => line.colour.every((part, index) => Math.abs(part - (colour[index] ?? 0)) < 1e-6));
  const xs = found.flatMap((line) => Array.from(line.strip.slice(0, (line.points ?? 0) * 2).filter((_, index) => index % 2 === 0)));
  const ys = found.flatMap((line) => Array.from(line.strip.slice(0, (line.points ?? 0) * 2).filter((_, index) => index % 2 === 1)));
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}

const HALO = [0, 0, 0, 0.55];
const line = (more: Partial<Extract<OverlayShape, { kind: 'line' }>> = {}): OverlayShape => ({
  kind: 'line',
  points: [
    { x: 0, y: 0 },
    { x: 10, y: 0 },
  ],
  closed: false,
  colour: BLUE,
  style: 'solid',
  width: 2,
  ...more,
});

describe('the overlay', () => {
  it('puts stored points at the centres of their pixels, pixel aspect honoured', () => {
    for (const scale of [0.5, 1, 6]) {
      const box = boxOf(
        new OverlayPainter().paint([{ kind: 'point', at: { x: 12, y: 5 }, colour: BLUE, form: 'cross' }], view(scale, 1.5)),
        rgba(BLUE),
      );
      expect((box.left + box.right) / 2).toBeCloseTo(7 + 12.5 * scale, 4);
      expect((box.top + box.bottom) / 2).toBeCloseTo(11 + 5.5 * scale * 1.5, 4);
    }
  });

  it('draws lines, handles and their halos as wide at every zoom', () => {
    for (const scale of [0.3, 1, 20]) {
      const picture = new OverlayPainter().paint([line()], view(scale));
      const [own, halo] = [boxOf(picture, rgba(BLUE)), boxOf(picture, HALO)];
      expect(own.bottom - own.top).toBeCloseTo(2, 4);
      expect(halo.bottom - halo.top).toBeCloseTo(2 + 2 * HALO_PX, 4);
      const handle = boxOf(
        new OverlayPainter().paint([{ kind: 'handle', at: { x: 3, y: 3 }, colour: BLUE, state: 'idle' }], view(scale)),
        rgba(BLUE),
      );
      expect(handle.right - handle.left).toBeCloseTo(10, 4);
    }
  });

  it('draws every halo below every line, and handles above both', () => {
    const picture = new OverlayPainter().paint(
      [{ kind: 'handle', at: { x: 0, y: 0 }, colour: BLUE, state: 'selected' }, line(), line({ colour: '#E69F00' })],
      view(1),
    );
    const order = picture.lines.map(({ colour }) => colour.map((part) => Math.round(part * 255)).join());
    const halos = order.flatMap((colour, index) => (colour === '0,0,0,140' ? [index] : []));
    // One for all lines, then the lines, then the handles', then their discs.
    expect(halos).toEqual([0, 3]);
    expect(order.at(-1)).toBe('255,255,255,255');
  });

  it('breaks predicted lines into dashes that cover their share', () => {
    const covered = (style: 'solid' | 'dashed' | 'dotted'): number => {
      const picture = new OverlayPainter().paint(
        [
          line({
            style,
            points: [
              { x: 0, y: 0 },
              { x: 120, y: 0 },
            ],
          }),
        ],
        view(1),
      );
      const strip = picture.lines.find(({ colour }) => colour[0] !== 0);
      let area = 0;
      for (let i = 0; i + 2 < (strip?.points ?? 0); i += 1) {
        const [ax, ay, bx, by, cx, cy] = [...(strip?.strip.slice(i * 2, i * 2 + 6) ?? [])] as [
          number,
          number,
          number,
          number,
          number,
          number,
        ];
        area += Math.abs((bx - ax) * (cy - ay) - (cx - ax) * (by - ay)) / 2;
      }
      return area / 2;
    };
    expect(covered('solid')).toBeCloseTo(120, 3);
    // Ten times seven of twelve pixels; twenty times two of six.
    expect(covered('dashed')).toBeCloseTo(70, 3);
    expect(covered('dotted')).toBeCloseTo(40, 3);
  });

  it('spans marks over their range and points their flags into the picture', () => {
    const picture = new OverlayPainter().paint(
      [{ kind: 'mark', axis: 'x', at: 20, from: 10, to: 60, colour: BLUE, style: 'solid', flag: true }],
      view(2),
    );
    const box = boxOf(picture, rgba(BLUE));
    expect(box.top).toBeCloseTo(11 + 10.5 * 2, 4);
    expect(box.bottom).toBeCloseTo(11 + 60.5 * 2, 4);
    expect((box.left + box.right) / 2).toBeCloseTo(7 + 20.5 * 2, 4);
  });

  it('places labels with their offset in screen pixels', () => {
    const label: OverlayShape = {
      kind: 'label',
      at: { x: 4, y: 4 },
      text: '1 · 993 ms',
      colour: BLUE,
      offset: { x: 8, y: -6 },
      anchor: 'start',
    };
    expect(new OverlayPainter().paint([label], view(3)).labels).toEqual([
      { text: '1 · 993 ms', colour: BLUE, x: 7 + 4.5 * 3 + 8, y: 11 + 4.5 * 3 - 6, anchor: 'start' },
    ]);
  });

  it('is made once for the same shapes in the same view', () => {
    const painter = new OverlayPainter();
    const shapes = [line()];
    const where = view(1);
    const strip = painter.paint(shapes, where).lines[0]?.strip;
    strip?.fill(-1);
    expect(painter.paint(shapes, where).lines[0]?.strip[0]).toBe(-1);
    expect(painter.paint(shapes, view(2)).lines[0]?.strip[0]).not.toBe(-1);
  });
});
