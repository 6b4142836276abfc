/**
 * Intervals of the true value and the smallest real change, from the measured variability of a reader (docs/readers.md#uncertainty).
 * Without measured variability there is neither.
 */
import type { Variability } from '../records/variability.ts';
import { student95 } from './student.ts';

/** Standard deviations on each side of a normal distribution that hold 95 % of it. */
const NORMAL_95 = 1.96;

/** Error of a value by its reader, in the unit of the value. */
export interface ReadingError {
  /** Mean error; null where the viewer may not know it. */
  bias: number | null;
  /** Variance from one reading to another. */
  variance: number;
  /** Variance of the estimated bias. */
  biasVariance: number;
  /** Degrees of freedom of the variances. */
  freedom: number;
}

export const errorOf = ({ n, bias, sd }: Pick<Variability, 'n' | 'bias' | 'sd'>): ReadingError => ({
  bias,
  variance: sd ** 2,
  biasVariance: sd ** 2 / n,
  freedom: n - 1,
});

export interface Interval {
  /** Half of its width. */
  half: number;
  /** Null where the viewer may not know the bias. */
  ends: readonly [number, number] | null;
}

/**
 * The interval that holds the true value in 95 % of readings: a prediction interval of one more case (Student). The measured
 * variability contains that of tracing, so the two are not added: the wider interval counts.
 * @param tracing standard deviation of the value when its points and marks are moved; null where it is not known
 */
export function intervalOf(value: number, error: ReadingError, tracing: number | null): Interval {
  const measured = student95(error.freedom) * Math.sqrt(wholeVariance(error));
  const half = Math.max(measured, NORMAL_95 * (tracing ?? 0));
  const middle = error.bias === null ? null : value - error.bias;
  return { half, ends: middle === null ? null : [middle - half, middle + half] };
}

/** Kinds of measurements whose error follows from those of values of other images. */
export const COMBINED_KINDS = ['ratio', 'mean'] as const;
export type CombinedKind = (typeof COMBINED_KINDS)[number];

export const isCombinedKind = (type: string): type is CombinedKind => (COMBINED_KINDS as readonly string[]).includes(type);

interface Part {
  value: number;
  error: ReadingError;
}

const wholeVariance = ({ variance, biasVariance }: Omit<ReadingError, 'bias'>): number => variance + biasVariance;

/** A value without the mean errors of its parts; null where one may not be known. */
function correctedBy(kind: CombinedKind, value: number, parts: readonly Part[]): number | null {
  let corrected = value;
  for (const [at, part] of parts.entries()) {
    const { bias } = part.error;
    if (bias === null) return null;
    if (kind === 'mean') corrected -= bias / parts.length;
    else corrected *= (1 - bias / part.value) ** (at === 0 ? 1 : -1);
  }
  return corrected;
}

/**
 * The error of a ratio of two values, or of a mean, whose parts are of different images and read independently: absolute variances
 * of a mean and relative ones of a ratio add up, and degrees of freedom are those of Welch and Satterthwaite. Null where a part of a
 * ratio is zero.
 */
export function combinedError(kind: CombinedKind, value: number, parts: readonly Part[]): ReadingError | null {
  if (parts.length === 0 || (kind === 'ratio' && (parts.length !== 2 || parts.some((part) => part.value === 0)))) return null;
  const shares = parts.map((part) => {
    const slope = kind === 'mean' ? 1 / parts.length : value / part.value;
    return { ...part.error, variance: slope ** 2 * part.error.variance, biasVariance: slope ** 2 * part.error.biasVariance };
  });
  const corrected = correctedBy(kind, value, parts);
  return { ...sumOf(shares), bias: corrected === null ? null : value - corrected };
}

/**
 * The interval of a ratio of two values by the theorem of Fieller (1954, doi:10.1111/j.2517-6161.1954.tb00159.x): of all ratios, those
 * by which numerator minus ratio times denominator differs from zero by no more than its error. Null where the denominator may be zero.
 */
function ratioEnds([first, second]: readonly Part[], t: number): [number, number] | null {
  if (first === undefined || second === undefined) return null;
  const above = first.value - (first.error.bias ?? 0);
  const below = second.value - (second.error.bias ?? 0);
  const square = below ** 2 - t ** 2 * wholeVariance(second.error);
  if (square <= 0) return null;
  const middle = (above * below) / square;
  const half = Math.sqrt(Math.max(0, middle ** 2 - (above ** 2 - t ** 2 * wholeVariance(first.error)) / square));
  return [middle - half, middle + half];
}

/**
 * The interval of a value by the errors of its parts, as intervalOf. The error of a ratio grows with the ratio, so that its
 * interval is not symmetric. Null where there is none.
 */
export function combinedInterval(kind: CombinedKind, value: number, parts: readonly Part[], tracing: number | null): Interval | null {
  const error = combinedError(kind, value, parts);
  const [first, second] = parts;
  if (kind === 'mean' || error === null || first === undefined || second === undefined) return error && intervalOf(value, error, tracing);
  const ends = ratioEnds(parts, student95(error.freedom));
  if (ends === null) return null;
  // The factor between units, and of a mean of cycles.
  const scale = value / (first.value / second.value);
  const [low = 0, high = 0] = ends.map((end) => end * scale).toSorted((a, b) => a - b);
  const middle = error.bias === null ? null : value - error.bias;
  const moved = NORMAL_95 * (tracing ?? 0);
  if (middle === null) return { half: Math.max((high - low) / 2, moved), ends: null };
  const wider = [Math.min(low, middle - moved), Math.max(high, middle + moved)] as const;
  return { half: (wider[1] - wider[0]) / 2, ends: wider };
}

/** Variances of independent errors, added. */
function sumOf(errors: readonly ReadingError[]): Omit<ReadingError, 'bias'> {
  const total = (of: (error: ReadingError) => number): number => errors.reduce((sum, error) => sum + of(error), 0);
  return {
    variance: total((error) => error.variance),
    biasVariance: total((error) => error.biasVariance),
    freedom: total(wholeVariance) ** 2 / total((error) => wholeVariance(error) ** 2 / error.freedom),
  };
}

/** A value of one date with its error. */
export interface DatedValue {
  value: number;
  error: ReadingError;
}

export interface Change {
  /** Later minus earlier, less the difference of the readers' biases. */
  change: number;
  /** The smallest change that is real: 95 % of changes without a true one are smaller. */
  smallest: number;
}

/**
 * A change between two dates against the smallest real one. The bias of the same reader cancels out; of different readers it is taken
 * off. Null where readers differ and the viewer may not know a bias.
 */
export function changeOf(earlier: DatedValue, later: DatedValue, sameReader: boolean): Change | null {
  const errors = [earlier.error, later.error];
  const change = later.value - earlier.value;
  if (sameReader) {
    // Both variances come from the same cases, which do not count twice.
    const freedom = Math.min(...errors.map((error) => error.freedom));
    return { change, smallest: student95(freedom) * Math.sqrt(earlier.error.variance + later.error.variance) };
  }
  if (earlier.error.bias === null || later.error.bias === null) return null;
  const { variance, biasVariance, freedom } = sumOf(errors);
  return {
    change: change - (later.error.bias - earlier.error.bias),
    smallest: student95(freedom) * Math.sqrt(variance + biasVariance),
  };
}
