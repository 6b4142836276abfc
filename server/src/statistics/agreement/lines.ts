import type { AgreementFunctions } from '@echometry/bindings/engine/agreement.ts';
import type { Agreed } from '@echometry/contract/generated/agreement.ts';
import type { AgreementCase, LineAgreementRow } from '@echometry/contract/records/agreement.ts';
import { pairedLines } from '@echometry/contract/rules/agreement-pairs.ts';
import { found, Grouped, spreadOf } from './samples.ts';
import type { Subject } from './subject.ts';

interface Sample {
  n: number;
  dice: number[];
  hausdorff: number[];
  mean_distance: number[];
  reasons: Map<string, number>;
}

/** The configuration does not define how a line runs between its points. */
const NOT_CONFIGURED = 'not-in-configuration';
const FIGURES = ['dice', 'hausdorff', 'mean_distance'] as const;

const eventOf = (event: string | null): LineAgreementRow['event'] => (event === 'end_diastole' || event === 'end_systole' ? event : null);

function take(sample: Sample, figures: Record<(typeof FIGURES)[number], Agreed>): void {
  sample.n += 1;
  const reasons = new Set<string>();
  for (const figure of FIGURES) {
    const { value, reason } = figures[figure];
    if (value !== null) sample[figure].push(value);
    // An open line has no area by its nature.
    else if (reason !== null && !(figure === 'dice' && reason === 'no-area')) reasons.add(reason);
  }
  for (const reason of reasons) sample.reasons.set(reason, (sample.reasons.get(reason) ?? 0) + 1);
}

/** Collects the lines of the first two readers, by image type, name and event. */
export class LineSamples {
  readonly #samples = new Grouped<Sample>(() => ({ n: 0, dice: [], hausdorff: [], mean_distance: [], reasons: new Map() }));

  /** Returns the lines that have a distance. */
  async add(
    engine: AgreementFunctions,
    { readings: [first, second], interpolationOf, pixel_size_mm }: Subject,
    type: string,
  ): Promise<AgreementCase['lines']> {
    if (!first || !second) return [];
    const lines = pairedLines(first, second, { interpolationOf: (line) => interpolationOf(type, line), pixel_size_mm });
    const known = lines.flatMap(({ pair }) => (pair === null ? [] : [pair]));
    const compared = known.length === 0 ? [] : found(await engine.curves(known));
    const apart: AgreementCase['lines'] = [];
    for (const { name, event, pair } of lines) {
      const sample = this.#samples.at(type, name, event);
      const figures = pair === null ? undefined : compared[known.indexOf(pair)];
      if (figures === undefined) {
        sample.reasons.set(NOT_CONFIGURED, (sample.reasons.get(NOT_CONFIGURED) ?? 0) + 1);
        continue;
      }
      take(sample, figures);
      const { mean_distance, area_difference } = figures;
      if (mean_distance.value !== null)
        apart.push({
          line: name,
          event: eventOf(event),
          mean_distance: mean_distance.value,
          area_difference: area_difference.value,
        });
    }
    return apart;
  }

  async rows(engine: AgreementFunctions): Promise<LineAgreementRow[]> {
    const rows: LineAgreementRow[] = [];
    for (const { key, value: sample } of this.#samples.entries) {
      const [image_type, line, event] = key;
      rows.push({
        line: line ?? '',
        image_type: image_type ?? '',
        event: eventOf(event ?? null),
        n: sample.n,
        dice: await spreadOf(engine, sample.dice),
        hausdorff: await spreadOf(engine, sample.hausdorff),
        mean_distance: await spreadOf(engine, sample.mean_distance),
        reasons: [...sample.reasons].map(([reason, count]) => ({ reason, count })),
      });
    }
    return rows.toSorted((a, b) => a.image_type.localeCompare(b.image_type, 'en') || a.line.localeCompare(b.line, 'en'));
  }
}
