import type { AgreementFunctions } from '@echometry/bindings/engine/agreement.ts';
import type { AgreementCase, EventAgreementRow } from '@echometry/contract/records/agreement.ts';
import { pairedEvents } from '@echometry/contract/rules/agreement-pairs.ts';
import { found, Grouped, spreadOf } from './samples.ts';
import type { Subject } from './subject.ts';

interface Sample {
  steps: number[];
  ms: number[];
  leftOut: number;
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Collects the marks of the first two readers, by image type and event. */
export class EventSamples {
  readonly #samples = new Grouped<Sample>(() => ({ steps: [], ms: [], leftOut: 0 }));

  /** Returns the marks that both set, each as the mean over its beats. */
  async add(engine: AgreementFunctions, { readings: [first, second], time }: Subject, type: string): Promise<AgreementCase['marks']> {
    if (!first || !second) return [];
    const events = pairedEvents(first, second);
    if (events.length === 0) return [];
    const compared = found(
      await engine.events(
        events.map(({ pair }) => pair),
        time,
      ),
    );
    const unit = time.type === 'frames' ? 'frame' : 'column';
    const apart = new Map<string, { steps: number[]; ms: number[] }>();
    for (const [at, { steps, ms }] of compared.entries()) {
      const event = events[at];
      if (event === undefined) continue;
      const sample = this.#samples.at(type, event.event, unit);
      const own = apart.get(event.event) ?? { steps: [], ms: [] };
      apart.set(event.event, own);
      if (steps.value !== null) own.steps.push(steps.value);
      if (ms.value !== null) own.ms.push(ms.value);
      if (steps.value === null) sample.leftOut += 1;
      else sample.steps.push(steps.value);
      if (ms.value !== null) sample.ms.push(ms.value);
    }
    return [...apart].flatMap(([event, { steps, ms }]) =>
      steps.length === 0 ? [] : [{ event, steps: mean(steps), unit, ms: ms.length === 0 ? null : mean(ms) } as const],
    );
  }

  async rows(engine: AgreementFunctions): Promise<EventAgreementRow[]> {
    const rows: EventAgreementRow[] = [];
    for (const { key, value: sample } of this.#samples.entries) {
      const [image_type, event, unit] = key;
      rows.push({
        event: event ?? '',
        image_type: image_type ?? '',
        n: sample.steps.length,
        left_out: sample.leftOut,
        unit: unit === 'frame' ? 'frame' : 'column',
        steps: await spreadOf(engine, sample.steps),
        ms: await spreadOf(engine, sample.ms),
      });
    }
    return rows.toSorted((a, b) => a.image_type.localeCompare(b.image_type, 'en'));
  }
}
