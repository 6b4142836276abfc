/** The marked points of a scale with their distance, and the zero line that a choice would give. */
import { handleShape, wordsShape } from '../lines/overlay.ts';
import { LINE_WIDTH_PX, type Colour, type OverlayShape } from '../overlay.ts';
import { NO_SHAPES } from '../port.ts';
import { AXIS_OF, type CalibrationContext, type CalibrationState } from './state.ts';

/** Different from lines and marks: scales are in the colour of warnings while they are in doubt. */
const COLOUR: Colour = '#F2C14E';

const mark = (axis: 'x' | 'y', at: number, [from, to]: readonly [number, number], style: 'solid' | 'dashed'): OverlayShape => ({
  kind: 'mark',
  axis,
  at,
  from,
  to,
  colour: COLOUR,
  style,
  flag: false,
});

export function overlayOf(state: CalibrationState, { strip, previewRow }: CalibrationContext): readonly OverlayShape[] {
  const { mark: what, points, cursor, held } = state;
  if (!strip) return NO_SHAPES;
  const rows = [strip.top, strip.bottom] as const;
  const columns = [strip.left, strip.right] as const;
  const shapes: OverlayShape[] = [];
  if (previewRow !== null) shapes.push(mark('y', previewRow, columns, 'dashed'));
  if (what === null) return shapes;
  const axis = AXIS_OF[what];
  for (const { x, y } of points) {
    if (axis === 'x') shapes.push(mark('x', x, rows, 'solid'));
    if (axis === 'y') shapes.push(mark('y', y, columns, 'solid'));
  }
  const [from, to] = points;
  if (from && to) {
    const end = axis === 'x' ? { x: to.x, y: from.y } : axis === 'y' ? { x: from.x, y: to.y } : to;
    shapes.push({ kind: 'line', points: [from, end], closed: false, colour: COLOUR, style: 'dashed', width: LINE_WIDTH_PX });
  }
  for (const [index, point] of points.entries()) {
    shapes.push(handleShape(point, COLOUR, held === index ? 'selected' : 'idle'));
    if (what !== 'zero') shapes.push(wordsShape(point, index === 0 ? 'A' : 'B', COLOUR));
  }
  if (cursor && points.length === 0) shapes.push({ kind: 'point', at: cursor, colour: COLOUR, form: 'cross' });
  return shapes;
}
