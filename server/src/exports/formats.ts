import { measuredPlaneCurve, stripCurve } from '@echometry/bindings/engine/drawing.ts';
import { engineVersion } from '@echometry/bindings/engine/geometry.ts';
import type { ExportFormatName } from '@echometry/contract/rules/export-formats.ts';
import { bidsWriter } from './formats/bids/writer.ts';
import { camusWriter } from './formats/camus.ts';
import { cocoWriter } from './formats/coco.ts';
import { fhirWriter } from './formats/fhir/writer.ts';
import { curveSampler } from './formats/curves.ts';
import { echonetWriter } from './formats/echonet.ts';
import { masksWriter } from './formats/masks.ts';
import type { ArchiveFile, FormatWriter, SourceImage } from './formats/source.ts';
import { segWriter } from './formats/seg/writer.ts';
import { srWriter } from './formats/sr/writer.ts';
import { utf8 } from './archive.ts';
import { cellsOf, CSV_FILES, LONG_HEADER } from './columns.ts';
import { csvLine } from '@echometry/contract/rules/csv.ts';
import type { FormatContext } from './format-context.ts';
import { interpolations } from './interpolations.ts';
import { jsonFiles } from './json-files.ts';
import type { ReadWork } from './read-work.ts';
import { redcapFiles } from './redcap.ts';
import { WideTable } from './wide-table.ts';
import { WorkTables } from './work-tables.ts';

/** Formats that are not written image by image. */
type TableFormat = 'csv-long' | 'csv-wide' | 'redcap' | 'json';

/** Formats of values, which are measured once for all of them. */
const VALUE_TABLES: readonly ExportFormatName[] = ['csv-long', 'csv-wide', 'redcap'];

/** The writers of all other formats. */
function writersOf({ source, imageTypes, at }: FormatContext): Record<Exclude<ExportFormatName, TableFormat>, FormatWriter> {
  const sample = curveSampler({ planeCurve: measuredPlaneCurve, stripCurve }, interpolations(imageTypes.data));
  const identify = (image: SourceImage) => Promise.resolve(source.identify(image));
  return {
    masks: masksWriter(sample),
    coco: cocoWriter(sample),
    echonet: echonetWriter(sample),
    camus: camusWriter(sample),
    bids: bidsWriter(engineVersion()),
    seg: segWriter({ sample, identify, engine_version: engineVersion(), written_at: at }),
    sr: srWriter({ sample, identify, written_at: at }),
    fhir: fhirWriter({ identify }),
  };
}

/** The tables of values, all in one pass: measuring is what takes the time. */
async function* tables({ source, scratch }: FormatContext): AsyncIterable<ArchiveFile> {
  const [long = false, wide = false, redcap = false] = VALUE_TABLES.map((name) => source.request.formats.includes(name));
  const table = new WideTable(scratch);
  const works = new WorkTables(scratch);
  async function* lines(): AsyncIterable<string> {
    yield csvLine(LONG_HEADER);
    await works.begin();
    const read = new Map<number, ReadWork>();
    for await (const { work, images, ...parts } of source.measured()) {
      await works.add(work, parts);
      if (long) read.set(work.source.study.id, work);
      for (const rows of images) {
        if (wide || redcap) await table.add(rows);
        for (const row of rows) {
          source.values += 1;
          if (row.recomputed_differs === true) source.differing += 1;
          if (long) yield csvLine(cellsOf(row));
        }
      }
    }
    for await (const row of source.machineRows(read)) {
      source.values += 1;
      yield csvLine(cellsOf(row));
    }
  }
  if (long) yield { path: CSV_FILES.long, content: utf8(lines()) };
  else for await (const _ of lines());
  if (long || wide) yield* works.files();
  await table.close();
  if (redcap) yield* redcapFiles(table, source.leaveOut);
  if (!wide) return;
  const { view_header } = source.request;
  yield { path: CSV_FILES.byImage, content: utf8(table.byImage(view_header)) };
  yield { path: CSV_FILES.byStudy, content: utf8(table.byStudy(view_header, source.leaveOut)) };
}

/** The DICOM files of the exported images, as they are stored: de-identified. */
async function* dicomFiles({ source, objects }: FormatContext): AsyncIterable<ArchiveFile> {
  const done = new Set<string>();
  for await (const work of source.works()) {
    for (const { instance_id } of work.chosen) {
      const file = work.files.get(instance_id);
      if (file === undefined || done.has(instance_id)) continue;
      done.add(instance_id);
      yield {
        path: `dicom/${work.study.study_id}/${file.filename}`,
        content: objects.read(file.object_sha256),
      };
    }
  }
}

/** How often the works of a request are gone through: the unit of its progress. */
export function passesOf(formats: readonly ExportFormatName[], images: boolean): number {
  const measuring = formats.some((name) => VALUE_TABLES.includes(name)) ? 1 : 0;
  const others = formats.filter((name) => !VALUE_TABLES.includes(name)).length;
  return measuring + others + (images ? 1 : 0);
}

/** Every file of an export but its README and manifest. */
export async function* exportedFiles(context: FormatContext): AsyncIterable<ArchiveFile> {
  const { source } = context;
  const { formats, images } = source.request;
  if (formats.some((name) => VALUE_TABLES.includes(name))) yield* tables(context);
  if (formats.includes('json')) yield* jsonFiles(context);
  for (const [name, writer] of Object.entries(writersOf(context))) {
    if (formats.some((asked) => asked === name)) yield* writer.write(source.images(writer), source.leaveOutOf(name));
  }
  if (images) yield* dicomFiles(context);
}
