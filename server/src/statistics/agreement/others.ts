import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import type { Reader } from '@echometry/contract/records/agreement.ts';
import type { DataType } from '@echometry/contract/records/data-type.ts';
import { blankImage } from '@echometry/contract/rules/blank-image.ts';
import { standardOf } from '@echometry/contract/rules/standards.ts';
import { isMachine } from '@echometry/contract/rules/machine.ts';
import { FIRST_PASS } from '../../db/work-lines.ts';
import type { Reading } from './readers.ts';

/** Type of the mean of several measurements. */
const MEAN = 'mean';

/** First readings of people other than a reader, by study. Shared work continues shared work: beside it only blind work counts. */
export function othersOf(readings: readonly Reading[], of: Reader): Map<number, Reading[]> {
  const found = new Map<number, Reading[]>();
  for (const reading of readings) {
    const { reader, studyId } = reading;
    const isOther = reader.editor !== of.editor && reader.reviewer === null && reader.pass === FIRST_PASS && (of.blind || reader.blind);
    if (!isOther || isMachine(reader) || standardOf(reader) !== null) continue;
    found.set(studyId, [...(found.get(studyId) ?? []), reading]);
  }
  return found;
}

const nameOf = ({ name, units }: AnalysisImage['measurements'][number]): string => JSON.stringify([name, units ?? '']);

function meanImage(images: readonly AnalysisImage[], dataType: DataType): AnalysisImage | undefined {
  const [first] = images.filter((image) => !image.missing_image && image.type !== null);
  if (first === undefined) return undefined;
  const alike = images.filter(({ type, missing_image }) => type === first.type && !missing_image);
  const values = new Map<string, number[]>();
  for (const measurement of alike.flatMap(({ measurements }) => measurements)) {
    const { aggregate } = measurement;
    if (aggregate != null) values.set(nameOf(measurement), [...(values.get(nameOf(measurement)) ?? []), aggregate]);
  }
  const measurements = [...values].map(([key, all]) => {
    const [name = '', units = ''] = JSON.parse(key) as string[];
    const aggregate = all.reduce((sum, value) => sum + value, 0) / all.length;
    return { name, type: MEAN, class: 'direct' as const, units, value: [aggregate], aggregate };
  });
  const { type, view, modality, reference } = first;
  return { ...blankImage(first, dataType), type, view, modality, reference, measurements };
}

/**
 * Images of a study with the means of what several readers measured. An image has the type that the first reader gave it, and the
 * values of readers who agree; lines and marks have no mean.
 */
export function meanImages(readings: ReadonlyArray<readonly AnalysisImage[]>, dataType: DataType): AnalysisImage[] {
  const instances = new Set(readings.flatMap((images) => images.map(({ instance_id }) => instance_id)));
  return [...instances].flatMap((instance) => {
    const found = readings.flatMap((images) => images.filter(({ instance_id }) => instance_id === instance));
    return meanImage(found, dataType) ?? [];
  });
}
