/** Intervals of the values of a report, by the measured variability of the reader (docs/readers.md#uncertainty). */
import type { Variability } from '@echometry/contract/records/variability.ts';
import { isBlind } from '@echometry/contract/rules/permissions.ts';
import type { ReportValue } from '@echometry/contract/rules/report.ts';
import {
  combinedError,
  combinedInterval,
  errorOf,
  intervalOf,
  isCombinedKind,
  type Interval,
  type ReadingError,
} from '@echometry/contract/rules/uncertainty.ts';
import type { OpenStudy } from '../../study/store/open-study.ts';

export interface ReaderOfWork {
  reader: string;
  blind: boolean;
}

/** Who read the values of the open study; null for a review, which corrects the work of another. */
export const readerOf = ({ review, editor, user, role }: Pick<OpenStudy, 'review' | 'editor' | 'user' | 'role'>): ReaderOfWork | null =>
  review === null ? { reader: editor ?? user, blind: isBlind(role) } : null;

/** Why a value has no interval. */
export type NoInterval = 'review' | 'not-measured' | 'parts' | 'zero';

export interface Uncertainty {
  interval: Interval;
  error: ReadingError;
  /** Variability of the value, or of the parts that it is combined of. */
  measured: readonly Variability[];
  isCombined: boolean;
}

type Valued = Pick<ReportValue, 'name' | 'from' | 'units' | 'image_id' | 'measurement'>;

const variabilityOf = (measured: readonly Variability[], { name, from, units }: Valued): Variability | undefined =>
  measured.find((one) => one.name === name && one.image_type === from && one.units === units);

/** Parts of a ratio or mean of values that are each of another image; null for other values. */
function partsOf(value: Valued, all: readonly Valued[]): Valued[] | null {
  const { type, provenance } = value.measurement;
  const inputs = provenance?.inputs ?? [];
  const images = new Set(inputs.map(({ image }) => image));
  if (!isCombinedKind(type) || inputs.length < 2 || images.size < inputs.length) return null;
  return inputs.flatMap(({ name, image }) => all.find((one) => one.name === name && one.image_id === image) ?? []);
}

function combinedOf(value: Valued, amount: number, all: readonly Valued[], measured: readonly Variability[], tracing: number | null) {
  const { type } = value.measurement;
  const parts = partsOf(value, all);
  if (parts === null || !isCombinedKind(type)) return null;
  const known = parts.flatMap((part) => {
    const of = variabilityOf(measured, part);
    return of === undefined || part.measurement.aggregate === undefined
      ? []
      : [{ of, value: part.measurement.aggregate, error: errorOf(of) }];
  });
  if (known.length < (value.measurement.provenance?.inputs ?? []).length) return 'parts';
  const error = combinedError(type, amount, known);
  const interval = combinedInterval(type, amount, known, tracing);
  if (error === null || interval === null) return 'zero';
  return { interval, error, measured: known.map(({ of }) => of), isCombined: true };
}

/**
 * The uncertainty of a value. A ratio of values of two images follows from its parts, as its error grows with it; other values have
 * their own variability first.
 * @param tracing standard deviation when points and marks are moved; null where it is not known
 */
export function uncertaintyOf(
  value: Valued,
  all: readonly Valued[],
  measured: readonly Variability[],
  tracing: number | null,
): Uncertainty | NoInterval {
  const { aggregate, type } = value.measurement;
  if (aggregate === undefined) return 'not-measured';
  const combined = combinedOf(value, aggregate, all, measured, tracing);
  const own = variabilityOf(measured, value);
  if (own === undefined || (type === 'ratio' && combined !== null)) return combined ?? 'not-measured';
  const error = errorOf(own);
  return { interval: intervalOf(aggregate, error, tracing), error, measured: [own], isCombined: false };
}
