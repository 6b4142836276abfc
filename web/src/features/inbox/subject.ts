/** The picture of a chosen study, and its leading values. */
import type { InboxEntry } from '@echometry/contract/calls/assignments.ts';
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import type { StudyFile } from '@echometry/contract/records/study-file.ts';
import { anchorPlace, anchorTarget } from '@echometry/contract/rules/anchors.ts';
import { hasValue, type ReportFacts, reportOf, type ReportValue, valuesOf } from '@echometry/contract/rules/report.ts';
import { firstShown, framesOf } from '../../image-page/drawn.ts';
import type { Place } from '../../image-page/frame-picture/frame-picture.tsx';
import { shownValue } from '../../image-page/measurements/rows.ts';
import { unitShown } from '@echometry/contract/rules/unit-shown.ts';
import { messages } from './messages.ts';

export type Question = InboxEntry['questions'][number];

export interface Subject {
  file: StudyFile;
  image: AnalysisImage | undefined;
  /** From 1. */
  frame: number;
  place: Place | null;
  /** Type and view of the image, and the part that is meant. */
  caption: string;
}

interface Work {
  files: readonly StudyFile[];
  images: readonly AnalysisImage[];
}

/** Image and frame of a question, or of the next step, or the first image of the study; null where it has none. */
export function subjectOf({ task }: Pick<InboxEntry, 'task'>, question: Question | null, { files, images }: Work): Subject | null {
  const active = files.filter((file) => file.active);
  const wanted = question?.instance_id ?? task?.instance_id;
  const file = files.find(({ instance_id }) => instance_id === wanted) ?? active[0];
  if (file === undefined) return null;
  const image = images.find(({ instance_id }) => instance_id === file.instance_id);
  const anchor = question?.anchor ?? null;
  const target = anchor && anchorTarget(anchor, image, file.number_of_frames);
  const frames = image === undefined ? [] : framesOf(image);
  const frame = target?.frame_number ?? frames[firstShown(frames)]?.frame ?? 1;
  const isClip = file.number_of_frames > 1;
  const part = target === null || target.label === '' ? [] : [target.label];
  const named = anchor?.frame_number !== undefined || !isClip ? [] : [messages.side.frame(frame)];
  return {
    file,
    image,
    frame: Math.min(frame, file.number_of_frames),
    place: anchor && anchorPlace(anchor, image),
    caption: [imageWords(image, files.indexOf(file)), ...part, ...named].join(' · '),
  };
}

const imageWords = (image: AnalysisImage | undefined, at: number): string =>
  [image?.type, image?.view].filter(Boolean).join(', ') || messages.side.image(at + 1);

/** Names of the values that are shown first, one of each row. */
const LEADING = [
  ['EF biplane', 'EF'],
  ['LV-GLS average', 'LV-GLS'],
];
/** Values of the report that are shown. */
const SHOWN_VALUES = 2;

/** Ejection fraction and strain, else the first values of the report, with their images; null without any. */
export function leadingValues(images: readonly AnalysisImage[], facts: ReportFacts): string | null {
  const measured = images.map((image) => ({ image, measurements: image.measurements }));
  const values = valuesOf(reportOf(measured, facts)).filter(({ measurement }) => hasValue(measurement));
  const leading = LEADING.flatMap((names) => {
    const found = values.find(({ name }) => names.includes(name));
    return found === undefined ? [] : [valueWords(found)];
  });
  const others = values.filter(({ name }) => !LEADING.flat().includes(name)).map((one) => `${valueWords(one)} (${one.from})`);
  const words = [...leading, ...others].slice(0, SHOWN_VALUES);
  return words.length === 0 ? null : words.join(', ');
}

const valueWords = ({ name, measurement, units }: ReportValue): string =>
  [name, shownValue(measurement.aggregate), unitShown(units)].filter((word) => word !== '').join(' ');
