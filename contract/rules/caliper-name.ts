import type { CaliperMeasurement } from '../generated/analysis-image.ts';

/** What a caliper is called: the name that a user gave it, else that of its template. */
export const caliperName = ({ name, type }: Pick<CaliperMeasurement, 'name' | 'type'>): string => name ?? type;

/** A value of a caliper as reports and exports name it. */
export const caliperValueName = (caliper: Pick<CaliperMeasurement, 'name' | 'type'>, value: string): string =>
  `${caliperName(caliper)} ${value}`;
