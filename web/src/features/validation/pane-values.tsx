import type { AnalysisImage, Measurement } from '@echometry/contract/generated/analysis-image.ts';
import { DASH, number, signed } from '../../lib/format.ts';
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

/** The values under a picture, each with its difference from the editor's and its cycles. */
export function PaneValues({ image, original }: { image: AnalysisImage; original: AnalysisImage | undefined }) {
  const values = valuesOfPane(image, original);
  if (values.length === 0) return null;
  return (
    <ul className={classes.paneValues} aria-label={messages.pane.values(image.type ?? messages.theImage)} tabIndex={0}>
      {values.map(({ name, units, aggregate, delta, cycles }) => (
        <li key={name}>
          {name} <b>{number(aggregate)}</b> <small>{units}</small>
          {delta !== null && <span data-changed={delta !== 0}>Δ {signed(delta)}</span>}
          {cycles.length > 1 && <small>{`(${cycles.map((value) => (value === null ? DASH : number(value))).join(' · ')})`}</small>}
        </li>
      ))}
    </ul>
  );
}
