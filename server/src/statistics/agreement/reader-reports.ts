import type { Reader } from '@echometry/contract/records/agreement.ts';
import { isMachine } from '@echometry/contract/rules/machine.ts';
import { readerMeasurements } from '@echometry/contract/rules/reader-measurements.ts';
import { type Standard, STANDARD_READERS, standardOf, STANDARDS } from '@echometry/contract/rules/standards.ts';
import { packedFile } from '../../db/project-statistics.ts';
import type { NewReaderReport } from '../../db/reader-reports.ts';
import { FIRST_PASS } from '../../db/work-lines.ts';
import { gatherSubjects, type Gathering } from './gather.ts';
import { readersOf, readingsOf } from './readers.ts';
import { agreementReport } from './report.ts';

/** People by their own first readings. A repeated reading is compared with the first under Agreement. */
const isJudged = (reader: Reader): boolean =>
  reader.reviewer === null && reader.pass === FIRST_PASS && !isMachine(reader) && standardOf(reader) === null;

async function compared(
  gathering: Gathering & { engine_version: string },
  reader: Reader,
  standard: Standard,
): Promise<NewReaderReport | null> {
  const readers = [STANDARD_READERS[standard], reader];
  const about = { readers, date: Date.now(), engine_version: gathering.engine_version };
  const report = await agreementReport(gathering.engine.agreement, gatherSubjects({ ...gathering, readers }), about);
  if (report.studies === 0) return null;
  return {
    reader: reader.editor,
    blind: reader.blind ? 1 : 0,
    standard,
    studies: report.studies,
    measurements: readerMeasurements(report),
    file: await packedFile({ name: 'report', content: JSON.stringify(report) }),
  };
}

/**
 * Every reader of a project against every standard (docs/readers.md#readers-over-time).
 * @throws when the job was cancelled
 */
export async function readerReports(gathering: Omit<Gathering, 'readers'> & { engine_version: string }): Promise<NewReaderReport[]> {
  const readings = await readingsOf(gathering.db.query, gathering.projectId);
  const pairs = readersOf(readings)
    .filter(isJudged)
    .flatMap(({ studies: _counted, ...reader }) => STANDARDS.map((standard) => ({ reader, standard })));
  const made: NewReaderReport[] = [];
  for (const [done, { reader, standard }] of pairs.entries()) {
    gathering.progress(done, pairs.length);
    const report = await compared({ ...gathering, readers: [], progress: () => undefined }, reader, standard);
    if (report !== null) made.push(report);
  }
  gathering.progress(pairs.length, pairs.length);
  return made;
}
