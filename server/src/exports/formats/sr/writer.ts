/** DICOM SR: a report by TID 1500 of each image, and of each study one by TID 5300 of adult 2D or by TID 5220 of fetuses. */
import { type CurveSampler, leftOut, tracedLines } from '../curves.ts';
import type { DicomIdentity, Evidence, Item } from '../dicom-object.ts';
import { nameOf, once, studyNameOf } from '../names.ts';
import { REFUSALS } from '../refusals.ts';
import type { ArchiveFile, FormatWriter, LeftOut, SourceImage } from '../source.ts';
import { COMPREHENSIVE_SR, SIMPLIFIED_ADULT_ECHO_SR, reportFile } from './document.ts';
import { type CodedImage, fetalEcho, simplifiedEcho } from './study-trees.ts';
import { type Coded, codedCaliper, codedCurves, codedOf, measurementReport } from './trees.ts';

export interface SrOptions {
  readonly sample: CurveSampler;
  /** Reads study, series and class of an image from its stored file; null where the file names none. */
  readonly identify: (source: SourceImage) => Promise<DicomIdentity | null>;
  /** Date and time that reports carry. */
  readonly written_at: Date;
}

const engineOf = (all: readonly Coded[]): string =>
  all.find(({ measurement }) => measurement.provenance)?.measurement.provenance?.engine_version ?? 'unknown';

/** The image with its measurements that have a value; null where none has, or nothing could refer to it. */
async function codedImage(source: SourceImage, options: SrOptions, leaveOut: (what: LeftOut) => void): Promise<CodedImage | null> {
  const leave = (reason: string): void => leaveOut(leftOut(source, reason));
  const all = [
    ...source.image.measurements.map((measurement) => codedOf(source, measurement)),
    ...source.calipers.flatMap((caliper) => codedCaliper(source, caliper)),
  ];
  const ofCurves = codedCurves(source);
  for (const reason of [...all, ...ofCurves]) if (typeof reason === 'string') leave(reason);
  const coded = all.filter((one) => typeof one !== 'string');
  const curves = ofCurves.filter((one) => typeof one !== 'string');
  if (coded.length + curves.length === 0) {
    if (all.length === 0) leave('nothing is measured');
    return null;
  }
  const identity = await options.identify(source);
  if (identity === null) {
    leave('the stored file names no study, series or class that a report could refer to');
    return null;
  }
  // The formats of lines report a line without a frame; here its values refer to the image.
  const lines = tracedLines(source, options.sample, () => undefined);
  return { context: { source, identity, lines }, all: coded, curves };
}

function imageReport({ context, all }: CodedImage, written_at: Date): ArchiveFile {
  const { source, identity } = context;
  const content = reportFile({
    evidence: [{ source, identity }],
    subject: source.image.instance_id,
    sop_class_uid: COMPREHENSIVE_SR,
    template: '1500',
    root: measurementReport(context, all),
    engine_version: engineOf(all),
    written_at,
  });
  return { path: `sr/${nameOf(source)}_tid1500.dcm`, content: once(content) };
}

interface StudyTemplate {
  template: string;
  sop_class_uid: string;
  holds: (source: SourceImage) => boolean;
  tree: (images: readonly CodedImage[]) => Item | null;
}

const STUDY_TEMPLATES: readonly StudyTemplate[] = [
  {
    template: '5300',
    sop_class_uid: SIMPLIFIED_ADULT_ECHO_SR,
    holds: ({ study, image }) => study.data_type === 'adult' && image.modality === '2D',
    tree: simplifiedEcho,
  },
  { template: '5220', sop_class_uid: COMPREHENSIVE_SR, holds: ({ study }) => study.data_type === 'fetal', tree: fetalEcho },
];

function* studyReports(images: readonly CodedImage[], written_at: Date): Generator<ArchiveFile> {
  for (const { template, sop_class_uid, holds, tree } of STUDY_TEMPLATES) {
    const held = images.filter(({ context }) => holds(context.source));
    const root = tree(held);
    const [first, ...others] = held.map(({ context: { source, identity } }): Evidence => ({ source, identity }));
    if (root === null || first === undefined) continue;
    const content = reportFile({
      evidence: [first, ...others],
      subject: first.source.study.study_id,
      sop_class_uid,
      template,
      root,
      engine_version: engineOf(held.flatMap(({ all }) => all)),
      written_at,
    });
    yield { path: `sr/${studyNameOf(first.source)}_tid${template}.dcm`, content: once(content) };
  }
}

export function srWriter(options: SrOptions): FormatWriter {
  return {
    name: 'sr',
    values: true,
    curves: true,
    refusal: REFUSALS.sr,
    async *write(images, leaveOut): AsyncIterable<ArchiveFile> {
      // Images of one work follow each other.
      let work: CodedImage[] = [];
      for await (const source of images) {
        const [first] = work;
        if (first !== undefined && studyNameOf(first.context.source) !== studyNameOf(source)) {
          yield* studyReports(work, options.written_at);
          work = [];
        }
        const coded = await codedImage(source, options, leaveOut);
        if (coded === null) continue;
        work.push(coded);
        if (coded.all.length > 0) yield imageReport(coded, options.written_at);
      }
      yield* studyReports(work, options.written_at);
    },
  };
}
