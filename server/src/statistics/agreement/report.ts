import type { AgreementFunctions } from '@echometry/bindings/engine/agreement.ts';
import { AGREEMENT_FORMAT, type AgreementCase, type AgreementReport, type Reader } from '@echometry/contract/records/agreement.ts';
import { EventSamples } from './events.ts';
import { LineSamples } from './lines.ts';
import type { Subject } from './subject.ts';
import { ValueSamples } from './values.ts';

/**
 * How far readers agree, from the images of a project one after the other.
 * @param date milliseconds since 1970 UTC
 */
export async function agreementReport(
  engine: AgreementFunctions,
  subjects: AsyncIterable<Subject>,
  { readers, date, engine_version }: { readers: readonly Reader[]; date: number; engine_version: string },
): Promise<AgreementReport> {
  const [values, lines, events] = [new ValueSamples(), new LineSamples(), new EventSamples()];
  const studies = new Set<string>();
  const cases: AgreementCase[] = [];
  let images = 0;
  let labelled_differently = 0;
  for await (const subject of subjects) {
    const [first, second] = subject.readings;
    if (!first || !second || first.type === null || second.type === null) continue;
    studies.add(subject.study_id);
    images += 1;
    if (first.type !== second.type) {
      labelled_differently += 1;
      continue;
    }
    values.add(subject, first.type);
    cases.push({
      study_id: subject.study_id,
      instance_id: subject.instance_id,
      image_type: first.type,
      lines: await lines.add(engine, subject, first.type),
      marks: await events.add(engine, subject, first.type),
    });
  }
  return {
    format: AGREEMENT_FORMAT,
    date,
    engine_version,
    readers: [...readers],
    studies: studies.size,
    images,
    labelled_differently,
    values: await values.rows(engine),
    lines: await lines.rows(engine),
    events: await events.rows(engine),
    cases,
  };
}
