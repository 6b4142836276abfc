import type { AgreementFunctions } from '@echometry/bindings/engine/agreement.ts';
import type { EventAgreementRow } from '@echometry/contract/records/agreement.ts';
import { pairedEvents } from '@echometry/contract/rules/agreement-pairs.ts';
import { found, Grouped, spreadOf } from './samples.ts';
import type { Subject } from './subject.ts';

interface Sample {
  steps: number[];
  ms: number[];
  leftOut: number;
}

/** Collects the marks of the first two readers, by image type and event. */
export class EventSamples {
  readonly #samples = new Grouped<Sample>(() => ({ steps: [], ms: [], leftOut: 0 }));

  async add(engine: AgreementFunctions, { readings: [first, second], time }: Subject, type: string): Promise<void> {
    if (!first || !second) return;
    const events = pairedEvents(first, second);
    if (events.length === 0) return;
    const compared = found(
      await engine.events(
        events.map(({ pair }) => pair),
        time,
      ),
    );
    for (const [at, { steps, ms }] of compared.entries()) {
      const event = events[at];
      if (event === undefined) continue;
      const sample = this.#samples.at(type, event.event, time.type === 'frames' ? 'frame' : 'column');
      if (steps.value === null) sample.leftOut += 1;
      else sample.steps.push(steps.value);
      if (ms.value !== null) sample.ms.push(ms.value);
    }
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
