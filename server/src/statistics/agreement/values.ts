import type { AgreementFunctions } from '@echometry/bindings/engine/agreement.ts';
import type { Estimate } from '@echometry/contract/generated/agreement.ts';
import type { AgreementPoint, ValueAgreementRow } from '@echometry/contract/records/agreement.ts';
import { pairedValues } from '@echometry/contract/rules/agreement-pairs.ts';
import { found, Grouped } from './samples.ts';
import type { Subject } from './subject.ts';

interface Sample {
  /** A row for each image, a column for each reader. */
  ratings: (number | null)[][];
  points: AgreementPoint[];
}

const timeOf = ({ read_at }: AgreementPoint): number => read_at ?? Number.MAX_SAFE_INTEGER;
/** The oldest first; those without a time last. */
const byTime = (a: AgreementPoint, b: AgreementPoint): number =>
  timeOf(a) - timeOf(b) || a.study_id.localeCompare(b.study_id, 'en', { numeric: true });

const estimated = ({ value, low, high, reason }: Estimate) => ({ value, low, high, reason });

/** Collects the values of all readers, by measurement. */
export class ValueSamples {
  readonly #samples = new Grouped<Sample>(() => ({ ratings: [], points: [] }));

  add({ readings, readAt, study_id, patient_show, instance_id }: Subject, type: string): void {
    const [first, second] = readings;
    if (!first || !second) return;
    for (const { name, units, pair } of pairedValues(first, second)) {
      // A value in another unit is another value.
      const ratings = readings.map(
        (image) => image?.measurements.find((one) => one.name === name && (one.units ?? '') === units)?.aggregate ?? null,
      );
      const sample = this.#samples.at(type, name, units);
      sample.ratings.push(ratings);
      if (pair.first === null || pair.second === null || pair.first_unit !== pair.second_unit) continue;
      sample.points.push({
        study_id,
        patient_show,
        instance_id,
        mean: (pair.first + pair.second) / 2,
        difference: pair.second - pair.first,
        read_at: readAt[1] ?? null,
      });
    }
  }

  async rows(engine: AgreementFunctions): Promise<ValueAgreementRow[]> {
    const rows: ValueAgreementRow[] = [];
    for (const { key, value: sample } of this.#samples.entries) {
      const [image_type = '', name = '', units = ''] = key.map((part) => part ?? '');
      const pairs = sample.ratings.map(([first = null, second = null]) => [first, second] as const);
      const limits = found(await engine.blandAltman(pairs, units === '' ? '1' : units));
      const { icc, n } = found(await engine.reliability(sample.ratings));
      const points = sample.points.toSorted(byTime);
      const timed = points.filter(({ read_at }) => read_at !== null).map(({ difference }) => difference);
      rows.push({
        name,
        image_type,
        units,
        n: limits.n,
        left_out: limits.left_out,
        bias: estimated(limits.bias),
        sd: limits.sd.value,
        lower: estimated(limits.lower_limit),
        upper: estimated(limits.upper_limit),
        icc: estimated(icc),
        icc_n: n,
        points,
        over_time: found(await engine.control(timed, null)),
      });
    }
    // Common values come first.
    return rows.toSorted(
      (a, b) =>
        Number(b.n > 0) - Number(a.n > 0) ||
        a.image_type.localeCompare(b.image_type, 'en') ||
        a.name.localeCompare(b.name, 'en', { numeric: true }),
    );
  }
}
