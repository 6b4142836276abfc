import type { EffortGroup } from '@echometry/contract/records/effort.ts';

const MINUTE_S = 60;

/** Seconds as min:s. */
export function minutes(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / MINUTE_S)}:${String(whole % MINUTE_S).padStart(2, '0')}`;
}

/** Steps of an axis of time that people count in, in seconds. */
const STEPS_S = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200] as const;
const MAX_TICKS = 4;

/** Round times from 0 to the longest that is drawn, and the end of the axis. */
export function timeTicks(longest: number): number[] {
  const step = STEPS_S.find((one) => longest / one <= MAX_TICKS) ?? STEPS_S.at(-1) ?? 1;
  const count = Math.max(1, Math.ceil(longest / step));
  return Array.from({ length: count + 1 }, (_, n) => n * step);
}

/** The values of a field that groups have, in their order. */
export const present = <Field extends 'per' | 'work'>(groups: readonly EffortGroup[], field: Field): EffortGroup[Field][] => [
  ...new Set(groups.map((group) => group[field])),
];
