import type { CaliperMeasurement } from '../generated/analysis-image.ts';

/** Name of a caliper: given by a user, else the template's. */
export const caliperName = ({ name, type }: Pick<CaliperMeasurement, 'name' | 'type'>): string => name ?? type;

/** A value of a caliper as reports and exports name it. */
export const caliperValueName = (caliper: Pick<CaliperMeasurement, 'name' | 'type'>, value: string): string =>
  `${caliperName(caliper)} ${value}`;
