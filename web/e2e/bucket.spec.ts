/** Objects in a bucket: the pages read them from another origin, under the policy of the product. */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { AwsClient } from 'aws4fetch';
import { DemoServer } from './support/demo-server.ts';
import { BUILT, given } from './support/repository.ts';
import { chooseImage, enter, expectPicture, expectSaved, label, openStudy, thumbnails } from './support/steps.ts';
import { expect, test } from './support/test.ts';
import { WORKSPACE } from './support/workspace-copy.ts';

const SERVICE = process.env['ECHOMETRY_TEST_S3'] ?? '';

let parent = '';
let server: DemoServer | null = null;

/** A copy of the workspace whose objects were moved to a bucket, as its administrator moves them. */
test.beforeAll(async () => {
  test.skip(SERVICE === '', 'SKIPPED: no S3 service is named (ECHOMETRY_TEST_S3)');
  test.setTimeout(180_000);
  parent = await mkdtemp(path.join(tmpdir(), 'journey-bucket-'));
  const folder = path.join(parent, WORKSPACE);
  await cp(path.join(given('ECHOMETRY_JOURNEYS'), WORKSPACE), folder, { recursive: true });
  const { origin, username, password } = new URL(SERVICE);
  const bucket = `journey-${randomUUID().slice(0, 18)}`;
  const key = { accessKeyId: decodeURIComponent(username), secretAccessKey: decodeURIComponent(password) };
  await new AwsClient({ ...key, service: 's3', region: 'us-east-1' }).fetch(`${origin}/${bucket}`, { method: 'PUT' });
  const env = {
    ECHOMETRY_OBJECT_STORE: JSON.stringify({ endpoint: origin, bucket, prefix: 'demo/', access: 'presigned' }),
    ECHOMETRY_S3_ACCESS_KEY_ID: key.accessKeyId,
    ECHOMETRY_S3_SECRET_ACCESS_KEY: key.secretAccessKey,
  };
  const admin = (...args: string[]) =>
    promisify(execFile)(process.execPath, [path.join(BUILT, 'server', 'dist', 'admin.js'), 'move-objects', ...args, '--json'], {
      env: { ...process.env, ...env, ECHOMETRY_ROOT: BUILT, ECHOMETRY_DATA: folder },
    });
  expect(JSON.parse((await admin('--to', 'bucket')).stdout)).toMatchObject({ switched: true, damaged: [] });
  expect(JSON.parse((await admin('--remove-source')).stdout)).toMatchObject({ kept: 0 });
  server = await DemoServer.start(folder, env);
});
test.afterAll(async () => {
  await server?.stop();
  if (parent !== '') await rm(parent, { recursive: true, force: true });
});

test('clips, icons and ranges come from the bucket itself, and work on them is saved', async ({ newBrowser }) => {
  const page = await (await newBrowser({ baseURL: server!.url })).newPage();
  const fromBucket: string[] = [];
  page.on('response', (response) => {
    if (response.url().startsWith(new URL(SERVICE).origin) && response.ok()) fromBucket.push(response.request().resourceType());
  });
  await enter(page, 'editor@demo');
  await openStudy(page, 'Demo fetal', 'F04');
  await expectPicture(page);
  await expect(thumbnails(page).first().locator('img')).toHaveJSProperty('complete', true);
  expect(
    await thumbnails(page)
      .first()
      .locator('img')
      .evaluate((img: HTMLImageElement) => img.naturalWidth),
  ).toBeGreaterThan(0);
  expect(new Set(fromBucket)).toEqual(new Set(['fetch', 'image']));
  await chooseImage(page, 2);
  await label(page, 'View', 'Apical 4C');
  await expectSaved(page);
});
