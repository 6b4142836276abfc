/** DICOM SR: a report by TID 1500 of each image, by TID 5300 of adult 2D and by TID 5220 of fetuses too. */
import { type CurveSampler, leftOut, tracedLines } from '../curves.ts';
import { nameOf, once } from '../names.ts';
import type { ArchiveFile, FormatWriter, LeftOut, SourceImage } from '../source.ts';
import { COMPREHENSIVE_SR, type DicomIdentity, SIMPLIFIED_ADULT_ECHO_SR, reportFile } from './document.ts';
import type { Item } from './items.ts';
import { type Coded, type Context, codedOf, fetalEcho, measurementReport, simplifiedEcho } from './trees.ts';

export interface SrOptions {
  readonly sample: CurveSampler;
  /** Reads study, series and class of an image from its stored file; null where the file names none. */
  readonly identify: (source: SourceImage) => Promise<DicomIdentity | null>;
  /** Date and time that reports carry. */
  readonly written_at: Date;
}

interface Tree {
  template: string;
  sop_class_uid: string;
  root: Item | null;
}

function treesOf(context: Context, all: readonly Coded[], leave: (reason: string) => void): Tree[] {
  const { study, image } = context.source;
  const trees: Tree[] = [{ template: '1500', sop_class_uid: COMPREHENSIVE_SR, root: measurementReport(context, all) }];
  if (study.data_type === 'adult' && image.modality === '2D') {
    trees.push({ template: '5300', sop_class_uid: SIMPLIFIED_ADULT_ECHO_SR, root: simplifiedEcho(context, all, leave) });
  }
  if (study.data_type === 'fetal') trees.push({ template: '5220', sop_class_uid: COMPREHENSIVE_SR, root: fetalEcho(context, all, leave) });
  return trees;
}

async function* reportsOf(source: SourceImage, options: SrOptions, leaveOut: (what: LeftOut) => void): AsyncGenerator<ArchiveFile> {
  const leave = (reason: string): void => leaveOut(leftOut(source, reason));
  const all = source.image.measurements.map((measurement) => codedOf(source, measurement));
  for (const reason of all) if (typeof reason === 'string') leave(reason);
  const coded = all.filter((one) => typeof one !== 'string');
  if (coded.length === 0) return;
  const identity = await options.identify(source);
  if (identity === null) {
    leave('the stored file names no study, series or class that a report could refer to');
    return;
  }
  // A line that belongs to no frame is told by the formats of lines; here its values refer to the image.
  const lines = tracedLines(source, options.sample, () => undefined);
  const engine_version = coded.find(({ measurement }) => measurement.provenance)?.measurement.provenance?.engine_version ?? 'unknown';
  for (const { template, sop_class_uid, root } of treesOf({ source, identity, lines }, coded, leave)) {
    if (root === null) continue;
    const content = reportFile({ source, identity, sop_class_uid, template, root, engine_version, written_at: options.written_at });
    yield { path: `sr/${nameOf(source)}_tid${template}.dcm`, content: once(content) };
  }
}

export function srWriter(options: SrOptions): FormatWriter {
  return {
    name: 'sr',
    async *write(images, leaveOut): AsyncIterable<ArchiveFile> {
      for await (const source of images) yield* reportsOf(source, options, leaveOut);
    },
  };
}
