import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dicomFile } from '../../test/dicom-file.ts';
import { type ImportBench, importBench, memorySource } from '../../test/import-bench.ts';
import { temporaryFolder } from '../../test/temporary.ts';
import type { PatientChoice } from '@echometry/contract/records/import.ts';

let bench: ImportBench;
let uid = 0;
beforeAll(async () => {
  bench = await importBench({ kind: 'sqlite', file: `${await temporaryFolder('identity')}/records.sqlite` });
});
afterAll(() => bench.close());

type Facts = Parameters<typeof dicomFile>[0];
const file = (more: Partial<Facts>) => {
  uid += 1;
  return dicomFile({ patientId: 'P1', uid: `1.2.5.${uid}`, studyUid: '1.2.5', date: '20260312', shade: 1, ...more });
};
const run = (files: Uint8Array[], patients?: PatientChoice) =>
  bench.run(memorySource(files.map((bytes, n) => ({ name: `${n}.dcm`, bytes }))), patients === undefined ? {} : { patients });
const patients = async () => (await bench.db.query.selectFrom('patient').select('id').execute()).length;

describe('a SOP Instance UID that is there already', () => {
  it('with the same content is there, whatever differs in what is never stored', async () => {
    const same = { uid: '1.2.77.1', patientId: 'SAME' };
    expect(await run([file(same)])).toMatchObject({ imported: 1 });
    const renamed = file({ ...same, extra: [{ tag: [0x8, 0x1030], vr: 'LO', value: 'another description' }] });
    expect(await run([file(same), renamed])).toMatchObject({ imported: 0, already_there: 2, conflicts: [] });
  });

  it('with another picture is a conflict, and the stored one stays', async () => {
    const first = { uid: '1.2.77.2', patientId: 'PICTURE' };
    await run([file({ ...first, shade: 10 })]);
    const stored = () => bench.db.query.selectFrom('image_file').select(['instance_id', 'object_sha256']).orderBy('id').execute();
    const before = await stored();
    const report = await run([file({ ...first, shade: 11 })]);
    expect(report).toMatchObject({ imported: 0, already_there: 0, skipped: [], conflicts: [{ file: '0.dcm' }] });
    expect(report.conflicts[0]?.reason).toMatch(/^same-instance-other-content: .*The stored one stays/);
    expect(await stored()).toEqual(before);
  });

  it('under another patient is a conflict too, and makes no patient', async () => {
    await run([file({ uid: '1.2.77.3', patientId: 'FIRST' })]);
    const before = await patients();
    const report = await run([file({ uid: '1.2.77.3', patientId: 'SECOND' })]);
    expect(report.conflicts[0]?.reason).toMatch(/^same-instance-other-patient: /);
    expect(await patients()).toBe(before);
  });

  it('stored under older rules is compared by its pictures', async () => {
    const facts = { uid: '1.2.77.4', patientId: 'OLDER' };
    await run([file({ ...facts, shade: 20 })]);
    // Objects of older rules have other bytes and name their rules.
    const row = await bench.db.query
      .selectFrom('image_file')
      .select(['id', 'object_sha256'])
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    const older = await bench.objects.put(Buffer.from('bytes of older rules'));
    await bench.db.query
      .insertInto('stored_object')
      .values({ sha256: older, size_bytes: 20, media_type: 'application/dicom', deid_profile: 'older rules', created_at: 1 })
      .execute();
    await bench.db.query.updateTable('image_file').set({ object_sha256: older }).where('id', '=', row.id).execute();
    expect(await run([file({ ...facts, shade: 20 })])).toMatchObject({ already_there: 1, conflicts: [] });
    expect(await run([file({ ...facts, shade: 90 })])).toMatchObject({ already_there: 0, conflicts: [{}] });
  });
});

describe('patients', () => {
  it('are one, however their id is typed', async () => {
    const before = await patients();
    await run([' ab 7', 'AB  7', 'Ab 7 '].map((patientId) => file({ patientId })));
    expect(await patients()).toBe(before + 1);
  });

  it('are not made of ids that identify no person: the file is refused, with what to do', async () => {
    const before = await patients();
    const report = await run(['UNKNOWN', '0', 'Anon', 'xxx'].map((patientId) => file({ patientId })));
    expect(report.skipped.map(({ reason }) => reason.split(':')[0])).toEqual(Array.from({ length: 4 }, () => 'placeholder-patient-id'));
    // Files finish in any order.
    expect(report.skipped.map(({ reason }) => reason)).toContainEqual(expect.stringContaining('--map "UNKNOWN=CODE"'));
    expect(await patients()).toBe(before);
  });

  it('are named by the user, or one for each study', async () => {
    const before = await patients();
    const map: PatientChoice = { kind: 'map', identities: { unknown: 'case 7' } };
    expect(await run([file({ patientId: 'UNKNOWN' }), file({ patientId: 'Unknown', studyUid: '1.2.6' })], map)).toMatchObject({
      imported: 2,
    });
    expect(await patients()).toBe(before + 1);
    expect((await run([file({ patientId: '0' })], map)).skipped).toHaveLength(1);
    await run(
      ['1.3.1', '1.3.2'].map((studyUid) => file({ patientId: 'UNKNOWN', studyUid })),
      { kind: 'by-study' },
    );
    expect(await patients()).toBe(before + 3);
  });

  it('above 89 years are 90 years old', async () => {
    const birth = { tag: [0x10, 0x30] as [number, number], vr: 'DA', value: '19200101' };
    const [study] = (await run([file({ patientId: 'OLD', studyUid: '1.4', extra: [birth] })])).studies;
    const row = await bench.db.query.selectFrom('study').select('age_days').where('study_id', '=', study!).executeTakeFirstOrThrow();
    expect(row.age_days).toBe(Math.round(90 * 365.2425));
  });
});

it.each([
  ['a study in the future', { date: '29990101' }, /StudyDate is in the future/],
  ['a study on no day', { date: '20260231' }, /StudyDate is not a date/],
])('%s is refused by name', async (_what, facts, message) => {
  const report = await run([file(facts)]);
  expect(report).toMatchObject({ imported: 0, skipped: [{ file: '0.dcm' }] });
  expect(report.skipped[0]?.reason).toMatch(/^implausible-date: /);
  expect(report.skipped[0]?.reason).toMatch(message);
});

it.each([
  ['lies after the study', '20270101'],
  ['makes the patient implausibly old', '17640909'],
  ['is not a date', 'ANONYM'],
])('a birth date that %s is named, and gives no age', async (why, value) => {
  const birth = { tag: [0x10, 0x30] as [number, number], vr: 'DA', value };
  const report = await run([file({ patientId: `BIRTH ${value}`, studyUid: `1.6.${value.length}`, extra: [birth] })]);
  expect(report).toMatchObject({ imported: 1, ages_left_out: [{ file: '0.dcm', reason: `implausible-date: PatientBirthDate ${why}` }] });
  const row = await bench.db.query
    .selectFrom('study')
    .select('age_days')
    .where('study_id', '=', report.studies[0]!)
    .executeTakeFirstOrThrow();
  expect(row.age_days).toBeNull();
});

it('statements of a file about burned-in text are counted as a claim', async () => {
  const says = (value: string) => file({ patientId: 'TEXT', extra: [{ tag: [0x28, 0x301], vr: 'CS', value }] });
  expect(await run([says('NO'), says('YES'), file({ patientId: 'TEXT' })])).toMatchObject({
    imported: 3,
    may_carry_burned_in_text: 2,
    burned_in_text_unverified: 1,
  });
});
