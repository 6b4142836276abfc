/** Which of the curves of a line is shown. */
import type { ConfirmedPart, Segment } from '@echometry/contract/generated/analysis-image.ts';
import type { CycleCurve, CycleCurves } from '@echometry/contract/generated/cycle-curves.ts';
import { isStrain } from '@echometry/contract/rules/curve-values.ts';
import type { Colour } from '../../tools/overlay.ts';
import { colourOf } from '../../tools/palette.ts';
import type { PointedPart } from '../../tools/whole-cycle/state.ts';

/** Name of a way to measure a line, as it is chosen. */
export const methodOf = ({ kind, formula }: CycleCurve): string => `${kind} ${formula}`;

/** Curves of a cycle, with or without its frames. */
type Curves = Pick<CycleCurves, 'curves'> & Partial<CycleCurves>;

/**
 * One curve of each line: by the chosen method where the line has it, else a volume before an area. A kind of strain is
 * shown with its segments, and with nothing else; the first kind where lines have neither volume nor area.
 */
export function curvesByMethod({ curves }: Curves, method: string | null): CycleCurve[] {
  const strains = curves.filter((curve) => isStrain(curve) && methodOf(curve) === method);
  if (strains.length > 0) return strains;
  const others = curves.filter((curve) => !isStrain(curve));
  const [first] = curves;
  if (first && others.length === 0) return curves.filter((curve) => methodOf(curve) === methodOf(first));
  const lines = [...new Set(others.map(({ line }) => line))];
  return lines.flatMap((line) => {
    const own = others.filter((curve) => curve.line === line);
    return own.find((curve) => methodOf(curve) === method) ?? own.find(({ kind }) => kind === 'volume') ?? own[0] ?? [];
  });
}

/** Ways to measure the lines, in the order in which they appear. */
export const methodsOf = ({ curves }: CycleCurves): string[] => [...new Set(curves.map(methodOf))];

/** Unique among the curves of one method. */
export const curveKey = ({ line, segment }: CycleCurve): string => `${line} ${segment ?? ''}`;

/** Places of the segments in the palette: neighbours differ in hue and in lightness, also for colour-blind people. */
const SEGMENT_COLOURS: Readonly<Record<Segment, number>> = {
  'septum-basal': 6,
  'septum-mid': 3,
  'septum-apical': 4,
  'free-wall-apical': 2,
  'free-wall-mid': 5,
  'free-wall-basal': 1,
  'free-wall': 9,
};

/** Colour of the line of a curve, in the order of `names`, or of its segment. */
export const curveColour = ({ line, segment }: CycleCurve, names: readonly string[]): Colour =>
  colourOf(segment === null ? names.indexOf(line) : SEGMENT_COLOURS[segment]);

/** The reason of a value that is left out because its line was followed with doubt. */
export const DOUBTFUL_LINE = 'doubtful-line';

/** The lines, or their segment, that the values of a curve are taken from. */
export function partsOf({ line, outer_line, segment: named }: CycleCurve): ConfirmedPart[] {
  // A free wall is measured on its whole line.
  const segment = named === 'free-wall' ? null : named;
  return [line, outer_line].flatMap((name) => (name === null ? [] : [{ name, segment }]));
}

/** A segment as a part of its line; null for a curve of the whole line, and where its place is not known. */
export const partOf = (curve: CycleCurve): PointedPart | null =>
  curve.segment === null || curve.between === null
    ? null
    : {
        key: curveKey(curve),
        line: curve.line,
        between: curve.between,
        colour: curveColour(curve, []),
        parts: partsOf(curve),
        doubtful: curve.reasons.includes(DOUBTFUL_LINE),
      };
