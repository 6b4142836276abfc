/** Which of the curves of a line is shown. */
import type { CycleCurve, CycleCurves } from '@echometry/contract/generated/cycle-curves.ts';

/** Name of a way to measure a line, as it is chosen. */
export const methodOf = ({ kind, formula }: CycleCurve): string => `${kind} ${formula}`;

/** One curve of each line: by the chosen method where the line has it, else a volume before an area. */
export function curvesByMethod({ curves }: CycleCurves, method: string | null): CycleCurve[] {
  const lines = [...new Set(curves.map(({ line }) => line))];
  return lines.flatMap((line) => {
    const own = curves.filter((curve) => curve.line === line);
    return own.find((curve) => methodOf(curve) === method) ?? own.find(({ kind }) => kind === 'volume') ?? own[0] ?? [];
  });
}

/** Ways to measure the lines, in the order in which they appear. */
export const methodsOf = ({ curves }: CycleCurves): string[] => [...new Set(curves.map(methodOf))];
