/** FHIR R4: a Bundle of each study and person's work. */
import { leftOut } from '../curves.ts';
import type { DicomIdentity, Evidence } from '../dicom-object.ts';
import { once, studyNameOf } from '../names.ts';
import { REFUSALS } from '../refusals.ts';
import type { ArchiveFile, FormatWriter, SourceImage } from '../source.ts';
import { bundleOf } from './bundle.ts';

export interface FhirOptions {
  /** Reads study, series and class of an image from its stored file; null where the file names none. */
  readonly identify: (source: SourceImage) => Promise<DicomIdentity | null>;
}

function* bundle([first, ...others]: readonly Evidence[]): Generator<ArchiveFile> {
  if (first === undefined) return;
  const content = `${JSON.stringify(bundleOf([first, ...others]), null, 1)}\n`;
  yield { path: `fhir/${studyNameOf(first.source)}.json`, content: once(content) };
}

export function fhirWriter({ identify }: FhirOptions): FormatWriter {
  return {
    name: 'fhir',
    values: true,
    refusal: REFUSALS.fhir,
    async *write(images, leaveOut): AsyncIterable<ArchiveFile> {
      // Images of one work follow each other.
      let work: Evidence[] = [];
      for await (const source of images) {
        const [first] = work;
        if (first !== undefined && studyNameOf(first.source) !== studyNameOf(source)) {
          yield* bundle(work);
          work = [];
        }
        const identity = await identify(source);
        if (identity === null) leaveOut(leftOut(source, 'the stored file names no study, series or class that a resource could refer to'));
        else if (source.image.measurements.length + source.calipers.length === 0) leaveOut(leftOut(source, 'nothing is measured'));
        else work.push({ source, identity });
      }
      yield* bundle(work);
    },
  };
}
