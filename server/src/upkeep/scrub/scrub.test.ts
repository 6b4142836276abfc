import { readFile, rm, writeFile } from 'node:fs/promises';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../test/databases.ts';
import { emailOf, SCOPE, World } from '../../../test/world.ts';
import { writeAuditHead } from '../../workspace/audit-head.ts';
import { recordAct } from '../../db/audit.ts';
import { objectPath } from '../../objects/store.ts';
import { faultLine, scrub } from './scrub.ts';

describe.each(databases())('what is stored damaged on $name', ({ seeded }) => {
  let world: World;
  let token: string;
  let version: number;
  const look = () => scrub(world, { signal: new AbortController().signal });
  const placeOf = async (n: number) => {
    const row = await world.db.query.selectFrom('image_file').select('object_sha256').where('position', '=', n).executeTakeFirstOrThrow();
    return { key: row.object_sha256, place: objectPath(world.objectsFolder, row.object_sha256) };
  };
  const addresses = async () => {
    const [patient = '', date = ''] = world.studyId.split('_');
    const { answer } = await world.call(CALLS.getUrls, { token, body: { bucket: '0', object: `US/${patient}/${date}/` } });
    return answer;
  };

  beforeAll(async () => {
    world = await World.make(await seeded());
    token = await world.tokenOf(emailOf('Editor'), 'Editor');
    const saved = await world.call(CALLS.analysisUpdate, { token, body: world.save(emailOf('Editor'), world.images) });
    if (saved.answer.conflict !== false) throw new Error('a conflict');
    version = saved.answer.version;
  });
  afterAll(() => world.close());

  it('is nothing at first', async () => {
    expect(await look()).toMatchObject({ objects: 9, faults: [], cancelled: false });
  });

  it('is named by study and image, whether bytes differ or are gone', async () => {
    const [changed, gone] = [await placeOf(1), await placeOf(2)];
    await writeFile(changed.place, 'other bytes than the image');
    await rm(gone.place);
    const { faults } = await look();
    expect(faults.filter((fault) => fault.what === 'image')).toEqual([
      { what: 'image', study: world.studyId, image: '2.25.1.1', version: null, detail: `object ${changed.key} differs from its hash` },
      { what: 'image', study: world.studyId, image: '2.25.1.2', version: null, detail: `object ${gone.key} is missing` },
    ]);
    expect(faultLine(faults[0]!)).toBe(`image of study ${world.studyId}, image 2.25.1.1, object ${changed.key} differs from its hash`);
  });

  it('is not served, and heals when the same image is stored again', async () => {
    const { key, place } = await placeOf(3);
    const right = await readFile(place);
    const wrong = Buffer.from(right);
    wrong[0]! ^= 1;
    await writeFile(place, wrong);
    // A start knows nothing of what was read before it.
    const served = await world.servedAnew();
    try {
      const address = (await addresses()).find((entry) => entry.url.includes(key))!.url;
      for (const headers of [{}, { range: 'bytes=0-3' }]) {
        const answer = await served.inject({ url: address, headers: { host: '127.0.0.1:8080', ...headers } });
        expect([answer.statusCode, answer.json()]).toMatchObject([410, { code: 'damaged' }]);
      }
    } finally {
      await served.close();
    }
    expect(await world.objects.put(right)).toBe(key);
    expect(await world.objects.isSound(key)).toBe(true);
  });

  it('of an image of an analysis is named by image and version, gives no 5xx, and heals when it is saved again', async () => {
    const { query } = world.db;
    const [row] = await query.selectFrom('image_document').selectAll().orderBy('instance_id').execute();
    const at = { what: 'analysis', study: world.studyId, image: row!.instance_id, version };
    const read = () => world.call(CALLS.analysisGet, { token, body: { id: world.studyId, ...SCOPE } });
    await query
      .updateTable('image_document')
      .set({ document: Buffer.from('no gzip') })
      .where('sha256', '=', row!.sha256)
      .execute();
    expect((await look()).faults.filter((fault) => fault.what === 'analysis')).toMatchObject([at]);
    expect(await read()).toMatchObject({ status: 410, error: { code: 'damaged' } });
    await query.deleteFrom('image_document').where('sha256', '=', row!.sha256).execute();
    expect((await look()).faults.filter((fault) => fault.what === 'analysis')).toEqual([
      { ...at, detail: `its document ${row!.sha256} is missing` },
    ]);
    expect((await read()).status).toBe(410);
    await world.call(CALLS.analysisUpdate, { token, body: world.save(emailOf('Editor'), world.images) });
    expect((await read()).status).toBe(200);
    expect((await look()).faults.filter((fault) => fault.what === 'analysis')).toEqual([]);
  });

  it('of an analysis is named by version, and gives no 5xx', async () => {
    await world.db.query
      .updateTable('analysis_version')
      .set({ document: Buffer.from('no gzip') })
      .where('id', '>=', version)
      .execute();
    expect((await look()).faults.filter((fault) => fault.what === 'analysis')).toMatchObject([
      { study: world.studyId, version },
      { study: world.studyId, version: version + 1 },
    ]);
    const read = await world.call(CALLS.analysisGet, { token, body: { id: world.studyId, ...SCOPE } });
    expect(read).toMatchObject({ status: 410, error: { code: 'damaged' } });
  });

  it('of a version of a review is named by version', async () => {
    await world.call(CALLS.analysisUpdate, { token, body: world.save(emailOf('Editor'), world.images) });
    const body = { id: world.studyId, editor: emailOf('Editor'), control: true, ...SCOPE };
    const reviewed = await world.call(CALLS.reviewsValidate, { token: await world.tokenOf(emailOf('Reviewer'), 'Reviewer'), body });
    if (reviewed.answer.conflict) throw new Error('a conflict');
    expect((await look()).faults.filter((fault) => fault.what === 'review')).toEqual([]);
    await world.db.query
      .updateTable('review_version')
      .set({ document: Buffer.from('no gzip') })
      .execute();
    expect((await look()).faults.filter((fault) => fault.what === 'review')).toMatchObject([
      { study: world.studyId, version: reviewed.answer.version },
    ]);
  });

  it('in the chain of acts is named', async () => {
    const act = { at: 1, actorId: 1, role: 'Admin', act: 'test', studyId: null, subject: null, detail: {} } as const;
    await world.db.query.transaction().execute((query) => recordAct(query, world.db.dialect, act));
    await writeAuditHead(world);
    expect((await look()).faults.filter((fault) => fault.what === 'audit')).toEqual([]);
    await world.db.query.updateTable('audit_entry').set({ act: 'another' }).execute();
    const [fault] = (await look()).faults.filter((each) => each.what === 'audit');
    expect(faultLine(fault!)).toMatch(/^audit, Audit entry \d+ does not follow/);
  });

  it('in a configuration set is named too', async () => {
    await world.db.query
      .updateTable('config_set')
      .set({ sha256: 'f'.repeat(64) })
      .where('name', '=', 'echo_caliper')
      .execute();
    expect((await look()).faults.filter((fault) => fault.what === 'configuration')).toMatchObject([
      { version: 1, detail: 'echo_caliper: it differs from its hash' },
    ]);
  });
});
