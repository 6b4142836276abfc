/** How readers measure over time: comparisons with standards, as they were made last. */
import { AgreementReport } from '@echometry/contract/records/agreement.ts';
import { ReaderMeasurement, type ReaderSummary } from '@echometry/contract/records/reader-report.ts';
import type { Standard } from '@echometry/contract/rules/standards.ts';
import type { Kysely } from 'kysely';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { type PackedFile, unpackedFile } from './project-statistics.ts';
import type { Database, Flag } from './schema.ts';
import { storedJson } from './stored-json.ts';

type Query = Kysely<Database>;

const Measurements = Type.Array(ReaderMeasurement);
const reportIn = storedJson(AgreementReport, 'The report of a reader');

export interface NewReaderReport {
  /** Address of the reader. */
  reader: string;
  blind: Flag;
  standard: Standard;
  studies: number;
  measurements: ReaderMeasurement[];
  file: PackedFile;
}

/** Replaces all reports of a project. Those of people who are gone meanwhile are left out. */
export async function replaceReaderReports(
  query: Query,
  projectId: number,
  reports: readonly NewReaderReport[],
  madeAt: number,
): Promise<void> {
  await query.transaction().execute(async (inside) => {
    await inside.deleteFrom('reader_report').where('project_id', '=', projectId).execute();
    for (const { reader, measurements, file, ...report } of reports) {
      const person = await inside.selectFrom('user_account').select('id').where('email', '=', reader).executeTakeFirst();
      if (person === undefined) continue;
      const { name: _kept, ...packed } = file;
      await inside
        .insertInto('reader_report')
        .values({
          ...report,
          ...packed,
          project_id: projectId,
          reader_id: person.id,
          measurements: JSON.stringify(measurements),
          made_at: madeAt,
        })
        .execute();
    }
  });
}

/** The reports of a project in short, by reader. */
export async function readerSummaries(query: Query, projectId: number): Promise<ReaderSummary[]> {
  const rows = await query
    .selectFrom('reader_report')
    .innerJoin('user_account', 'user_account.id', 'reader_report.reader_id')
    .select(['email', 'reader_report.blind', 'standard', 'studies', 'measurements', 'made_at'])
    .where('project_id', '=', projectId)
    .orderBy('email')
    .orderBy('reader_report.blind')
    .execute();
  return rows.map(({ email, blind, standard, studies, measurements, made_at }) => ({
    reader: email,
    blind: blind === 1,
    standard,
    studies,
    measurements: Value.Parse(Measurements, JSON.parse(measurements)),
    made_at,
  }));
}

/**
 * The whole report; null where there is none.
 * @throws Damage when it is not what was stored
 */
export async function readReaderReport(
  query: Query,
  projectId: number,
  { reader, blind, standard }: { reader: string; blind: boolean; standard: Standard },
): Promise<AgreementReport | null> {
  const row = await query
    .selectFrom('reader_report')
    .innerJoin('user_account', 'user_account.id', 'reader_report.reader_id')
    .select(['content', 'sha256'])
    .where('project_id', '=', projectId)
    .where('email', '=', reader)
    .where('reader_report.blind', '=', blind ? 1 : 0)
    .where('standard', '=', standard)
    .executeTakeFirst();
  return row === undefined ? null : reportIn((await unpackedFile(row, 'The report of a reader')).toString('utf8'));
}
