import { memo } from 'react';
import type { AnalysisImage, Measurement } from '@echometry/contract/generated/analysis-image.ts';
import { decimalsOf, fixed, signed } from '../../lib/format.ts';
import { messages } from './messages.ts';
import classes from './validation.module.css';

export interface PaneValue {
  name: string;
  units: string;
  aggregate: number;
  /** This value minus the editor's; null where the editor has none. */
  delta: number | null;
  /** One for each cycle. */
  cycles: readonly (number | null)[];
}

const valueOf = (measurements: readonly Measurement[], name: string): number | null =>
  measurements.find((one) => one.name === name)?.aggregate ?? null;

/** Values of an image with what the review made of them; changed ones first. */
export function valuesOfPane(image: AnalysisImage, original: AnalysisImage | undefined): PaneValue[] {
  const values = image.measurements.flatMap(({ name, units, aggregate, value }): PaneValue[] => {
    if (aggregate === undefined) return [];
    const before = valueOf(original?.measurements ?? [], name);
    return [{ name, units: units ?? '', aggregate, delta: before === null ? null : aggregate - before, cycles: value }];
  });
  const isChanged = ({ delta }: PaneValue): number => (delta === null || delta === 0 ? 0 : 1);
  return values.toSorted((a, b) => isChanged(b) - isChanged(a));
}

/** A value, its difference and its cycles with the same decimals; null where they are not shown. */
export function textsOfValue({ aggregate, delta, cycles }: PaneValue): { value: string; delta: string | null; cycles: string | null } {
  const decimals = decimalsOf([aggregate, delta, ...cycles]);
  return {
    value: fixed(aggregate, decimals),
    delta: delta === null ? null : `Δ ${signed(delta, decimals)}`,
    cycles: cycles.length > 1 ? `(${cycles.map((value) => fixed(value, decimals)).join(' · ')})` : null,
  };
}

/** The values under a picture, each with its difference from the editor's and its cycles. */
export const PaneValues = memo(function PaneValues({ image, original }: { image: AnalysisImage; original: AnalysisImage | undefined }) {
  const values = valuesOfPane(image, original);
  if (values.length === 0) return null;
  return (
    <ul className={classes.paneValues} aria-label={messages.pane.values(image.type ?? messages.theImage)} tabIndex={0}>
      {values.map((one) => {
        const { value, delta, cycles } = textsOfValue(one);
        return (
          <li key={one.name}>
            {one.name} <b>{value}</b> <small>{one.units}</small>
            {delta !== null && <span data-changed={one.delta !== 0}>{delta}</span>}
            {cycles !== null && <small>{cycles}</small>}
          </li>
        );
      })}
    </ul>
  );
});
