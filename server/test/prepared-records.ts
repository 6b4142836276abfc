import type { AgreementReport, Reader } from '@echometry/contract/records/agreement.ts';
import type { ExportContents, ExportRequest } from '@echometry/contract/records/export.ts';
import type { ReleaseRequest } from '@echometry/contract/records/release.ts';
import { GOLD_READER } from '@echometry/contract/rules/gold.ts';
import { readerMeasurements } from '@echometry/contract/rules/reader-measurements.ts';
import { defaultExport } from '@echometry/contract/rules/export-request.ts';
import type { Db } from '../src/db/connect.ts';
import { insertAssignments } from '../src/db/assignments.ts';
import { firstAssignments, insertCourse, keepFeedback } from '../src/db/courses.ts';
import { deviceMask } from '../src/db/device-masks.ts';
import { markGold } from '../src/db/gold.ts';
import { IMPORT_KIND, storedOrder, storeRun } from '../src/db/imports.ts';
import { queueJob } from '../src/db/jobs.ts';
import { packedFile } from '../src/db/project-statistics.ts';
import { replaceReaderReports } from '../src/db/reader-reports.ts';
import { findRelease, insertRelease, type ReleasedWork } from '../src/db/releases.ts';
import { storeReview } from '../src/db/reviews.ts';
import { findUser } from '../src/db/users.ts';
import { insertWebhook, removeWebhook } from '../src/db/webhooks.ts';
import { sealWebhookSecret } from '../src/webhooks/sealed-secret.ts';
import { PREDICTIONS_KIND } from '../src/imports/predictions/predictions-job.ts';
import { AGREEMENT_KIND } from '../src/statistics/project-kinds.ts';
import type { SecretBox } from '../src/workspace/secret-box.ts';
import {
  comparisonOf,
  GOLD_REPORT,
  goldComparisonOf,
  type Ask,
  DELIVERY,
  PAUSED,
  predictionsOf,
  READER_PAIR,
  RELEASE,
  RELEASE_REQUEST,
  type Row,
  WEBHOOK,
} from './call-rows.ts';
import { emailOf, NOON, PROJECT } from './people.ts';

/** Records that a test puts in itself, in place of a program that would have made them. */
export class PreparedRecords {
  constructor(
    private readonly db: Db,
    private readonly secrets: SecretBox,
    private readonly projectId: number,
  ) {}

  /** An export of the project that a person made and that was finished; its archive is not there. */
  async addFinishedExport(email: string, id: string): Promise<void> {
    const { query } = this.db;
    const owner = await findUser(query, email);
    if (owner === null) throw new Error('nobody of this name');
    const request: ExportRequest = { ...defaultExport('measurements'), formats: ['csv-long', 'sr'] };
    await queueJob(query, {
      id,
      kind: 'export',
      ownerId: owner.id,
      role: 'Data scientist',
      projectId: this.projectId,
      request,
      now: NOON,
    });
    const contents: ExportContents = {
      studies: 1,
      images: 2,
      values: 3,
      differing: 0,
      left_out: 0,
      files: 4,
      size_bytes: 5,
      sha256: '0'.repeat(64),
    };
    await query
      .updateTable('job')
      .set({ state: 'finished', result: JSON.stringify(contents), ended_at: NOON })
      .where('id', '=', id)
      .execute();
  }

  /** An import of a folder that is queued and never done. */
  async addImport(email: string, id: string): Promise<void> {
    const owner = await findUser(this.db.query, email);
    if (owner === null) throw new Error('nobody of this name');
    const asked = { kind: IMPORT_KIND, role: 'Admin' as const, projectId: this.projectId, request: { digest: 'of-an-order' }, now: NOON };
    const { sealedOrder } = await storedOrder(this.secrets, id, {});
    await this.db.query.transaction().execute(async (query) => {
      await queueJob(query, { ...asked, id, ownerId: owner.id });
      await storeRun(query, { jobId: id, sourceKind: 'folder', sourceName: 'incoming', sealedOrder });
    });
  }

  /** A device whose files wait for a mask. */
  async addDevice(key: string): Promise<void> {
    const device = { key, manufacturer: null, model: null, columns: 64, rows: 48, regions: [] };
    await deviceMask(this.db.query, this.projectId, device, NOON);
  }

  /** A comparison of readers that is queued and never done. */
  async addComparison(email: string, id: string, readers: readonly Reader[]): Promise<void> {
    const owner = await findUser(this.db.query, email);
    if (owner === null) throw new Error('nobody of this name');
    const asked = { kind: AGREEMENT_KIND, role: 'Data scientist' as const, projectId: this.projectId, request: readers, now: NOON };
    await queueJob(this.db.query, { ...asked, id, ownerId: owner.id });
  }

  /** A finished comparison of the Editor with gold cases. */
  async addGoldComparison(email: string, id: string, report: object = GOLD_REPORT): Promise<void> {
    await this.addComparison(email, id, [GOLD_READER, READER_PAIR[0]!]);
    await this.db.query
      .updateTable('job')
      .set({ state: 'finished', result: JSON.stringify(report), ended_at: NOON })
      .where('id', '=', id)
      .execute();
  }

  /** A reader over time, against gold cases. */
  async addReaderReport(
    reader: string,
    report: AgreementReport = { ...GOLD_REPORT, values: [] } as unknown as AgreementReport,
    blind = false,
  ): Promise<void> {
    const file = await packedFile({ name: 'report', content: JSON.stringify(report) });
    const made = {
      reader,
      blind: blind ? 1 : 0,
      standard: 'gold',
      studies: report.studies,
      measurements: readerMeasurements(report),
      file,
    } as const;
    await replaceReaderReports(this.db.query, this.projectId, [made], NOON);
  }

  /** Lines of a model that are queued and never read. */
  async addPredictions(email: string, id: string): Promise<void> {
    const owner = await findUser(this.db.query, email);
    if (owner === null) throw new Error('nobody of this name');
    const request = { project: PROJECT._id, model: 'unet', version: '1', upload: 'b'.repeat(32), exported: null, check: true };
    const asked = { kind: PREDICTIONS_KIND, role: 'Data scientist' as const, projectId: this.projectId, request, now: NOON };
    await queueJob(this.db.query, { ...asked, id, ownerId: owner.id });
  }

  /** A review of the study by the Reviewer, of a version of the Editor's work. */
  async beginReview(state: 'draft' | 'finished', version: number, study_state: 'Consensus pending' | null = null): Promise<void> {
    const { query } = this.db;
    const study = await query
      .selectFrom('study')
      .select('id')
      .where('project_id', '=', this.projectId)
      .orderBy('id')
      .executeTakeFirstOrThrow();
    const idOf = async (email: string) => (await findUser(query, email))!.id;
    const key = {
      studyId: study.id,
      editorId: await idOf(emailOf('Editor')),
      blind: 0,
      reviewerId: await idOf(emailOf('Reviewer')),
    } as const;
    await storeReview(query, key, {
      state,
      base_version: version,
      version_id: null,
      study_state,
      finished_version: state === 'finished' ? version : null,
      finished_at: 1,
      updated_at: 1,
    });
  }

  /** A paused webhook of the project with one delivery, which was given up. */
  async addWebhook(): Promise<void> {
    const { query } = this.db;
    await removeWebhook(query, WEBHOOK);
    const sealedSecret = sealWebhookSecret(this.secrets, WEBHOOK, 'a secret');
    const fields = { ...PAUSED, events: [...PAUSED.events] };
    await insertWebhook(query, { id: WEBHOOK, projectId: this.projectId, fields, sealedSecret, now: NOON });
    await query
      .insertInto('webhook_delivery')
      .values({
        id: DELIVERY,
        webhook_id: WEBHOOK,
        event: 'export-ready',
        subject: 'export-1',
        body: '{}',
        occurred_at: NOON,
        state: 'given-up',
        attempts: 9,
        failures: 9,
        attempted_at: NOON,
        status: 500,
        cause: 'The receiver responded with status 500.',
        next_at: NOON,
        lease_holder: null,
        lease_until: 0,
      })
      .execute();
  }

  /** A release of the project, made from versions; its archive is not there. */
  async addRelease(email: string, works: readonly ReleasedWork[] = []): Promise<void> {
    const { query } = this.db;
    if ((await findRelease(query, RELEASE)) !== null) return;
    const owner = await findUser(query, email);
    if (owner === null) throw new Error('nobody of this name');
    const sha256 = '1'.repeat(64);
    const release = {
      id: RELEASE,
      version: 1,
      made_at: NOON,
      request: RELEASE_REQUEST as ReleaseRequest,
      contents: {
        studies: 1,
        works: 1,
        images: 2,
        values: 3,
        left_out: 0,
        files: 12,
        engine_version: '0.1.0',
        product_version: '0.1.0',
        manifest_sha256: sha256,
      },
      size_bytes: 5,
      sha256,
      differences: null,
    };
    await query.transaction().execute((inside) => insertRelease(inside, this.projectId, owner.id, release, works));
  }

  /** A gold case of the Editor's work, and a course of it whose feedback the blind editor has seen. */
  async addCourse({ shared, blind }: Ask['versions']): Promise<void> {
    const { query } = this.db;
    await this.beginReview('finished', shared);
    await query.updateTable('review').set({ consensus_of: '[]' }).execute();
    if ((await query.selectFrom('course').select('id').execute()).length > 0) return;
    const { study_id, editor_id, reviewer_id, base_version } = await query.selectFrom('review').selectAll().executeTakeFirstOrThrow();
    const review = { study_id, editor_id, blind: 0 as const, reviewer_id, base_version, version_id: null, consensus_of: '[]' };
    await markGold(query, review, null, { userId: reviewer_id, now: NOON });
    const reader = await findUser(query, emailOf('Ground-truth generator'));
    const gold = await query.selectFrom('gold_case').select('id').executeTakeFirstOrThrow();
    if (reader === null) throw new Error('nobody of this name');
    const assigned = { study_id, reader_id: reader.id, blind: 1 as const, pass: 1, assigned_by: reviewer_id, assigned_at: NOON };
    await insertAssignments(query, [{ ...assigned, due_on: null, repeat_after_days: null }]);
    const ids = await firstAssignments(query, [study_id]);
    const made = { project_id: this.projectId, name: 'Apical views', due_on: null, made_by: reviewer_id, made_at: NOON };
    const one = { reader_id: reader.id, position: 1, study_id, gold_id: gold.id, assignment_id: [...ids.values()][0] ?? '' };
    const course_id = await insertCourse(query, made, [one]);
    await keepFeedback(query, { ...one, course_id }, { at: NOON, version: blind, images: [] });
  }

  /** Preparations of a call. */
  async begin(row: Row, { caller, versions }: Ask): Promise<void> {
    if (row.begins === 'draft review') await this.beginReview('draft', versions.shared);
    if (row.begins === 'finished review') await this.beginReview('finished', versions.shared);
    if (row.begins === 'team review') await this.beginReview('finished', versions.shared, 'Consensus pending');
    if (row.begins === 'no token') await this.db.query.deleteFrom('personal_token').execute();
    if (row.begins === 'webhook') await this.addWebhook();
    if (row.begins === 'release') await this.addRelease(emailOf('Data scientist'));
    if (row.begins === 'gold comparison') await this.addGoldComparison(caller, goldComparisonOf(caller));
    if (row.begins === 'reader report') await this.addReaderReport(emailOf('Editor'));
    if (row.begins === 'course') await this.addCourse(versions);
    if (row.begins === 'comparison') await this.addComparison(caller, comparisonOf(caller), READER_PAIR);
    if (row.begins === 'predictions') await this.addPredictions(caller, predictionsOf(caller));
  }
}
