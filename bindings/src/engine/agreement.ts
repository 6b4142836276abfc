/** Agreement of readers: curves, events and values of two, statistics over many (docs/agreement.md). */
import type {
  BlandAltman,
  ControlChart,
  CurveAgreement,
  CurvePair,
  EventAgreement,
  EventPair,
  EventTime,
  Reliability,
  Steady,
  ValueAgreement,
  ValuePair,
} from '@echometry/contract/generated/agreement.ts';
import type { EngineFailure } from './failure.ts';
import { type Result, ok } from './result.ts';

type Agreement<T> = Promise<Result<T, EngineFailure>>;

/** Differences are the second reader minus the first; what cannot be compared is null with a reason. */
export interface AgreementFunctions {
  /** Dice, Hausdorff and mean contour distance of each pair. */
  curves(pairs: readonly CurvePair[]): Agreement<CurveAgreement[]>;
  /** Differences of marks of one image, in frames or columns and in milliseconds. */
  events(pairs: readonly EventPair[], time: EventTime): Agreement<EventAgreement[]>;
  /** Differences of values, in their unit and in percent of the mean of both. */
  values(pairs: readonly ValuePair[]): Agreement<ValueAgreement[]>;
  /** ICC(2,1) with its 95 % interval; a row for each subject, a column for each reader. */
  reliability(ratings: ReadonlyArray<ReadonlyArray<number | null>>): Agreement<Reliability>;
  /** Bias and limits of agreement with their 95 % intervals. */
  blandAltman(pairs: ReadonlyArray<readonly [number | null, number | null]>, unit: string): Agreement<BlandAltman>;
  /**
   * Control charts of the differences of a reader, the oldest first; `steady` has the mean and deviation of a steady reader, or is
   * null to judge each case by those before it.
   */
  control(values: readonly number[], steady: Steady | null): Agreement<ControlChart>;
}

/** The functions by what takes a request to the engine and its result back, both as JSON. */
export function agreementBy(call: (request: string) => Agreement<string>): AgreementFunctions {
  const ask = async <T>(request: object): Agreement<T> => {
    const answer = await call(JSON.stringify(request));
    return answer.ok ? ok(JSON.parse(answer.value) as T) : answer;
  };
  return {
    curves: (pairs) => ask({ type: 'curves', pairs }),
    events: (pairs, time) => ask({ type: 'events', pairs, time }),
    values: (pairs) => ask({ type: 'values', pairs }),
    reliability: (ratings) => ask({ type: 'reliability', ratings }),
    blandAltman: (pairs, unit) => ask({ type: 'bland_altman', pairs, unit }),
    control: (values, steady) => ask({ type: 'control', values, steady }),
  };
}
