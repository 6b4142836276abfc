import { randomUUID } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import type { BucketSettings } from '../src/objects/bucket-settings.ts';

const URL_OF_SERVICE = process.env['ECHOMETRY_TEST_S3'] ?? '';

/** True when a service is named by ECHOMETRY_TEST_S3, as npm test does; it reports a skip where none is. */
export function hasS3(): boolean {
  if (URL_OF_SERVICE !== '') return true;
  process.stdout.write('SKIPPED: no S3 service is named (ECHOMETRY_TEST_S3), so objects are tested in folders only\n');
  return false;
}

/** The service that the environment names, with nothing in front of its objects. */
export function s3Service(): Pick<BucketSettings, 'endpoint' | 'region' | 'accessKeyId' | 'secretAccessKey'> {
  const { origin, username, password } = new URL(URL_OF_SERVICE);
  return {
    endpoint: origin,
    region: 'us-east-1',
    accessKeyId: decodeURIComponent(username),
    secretAccessKey: decodeURIComponent(password),
  };
}

/** A client that shares no code with ours but the signature, which the service checks. */
export const foreignClient = (): AwsClient => new AwsClient({ ...s3Service(), service: 's3' });

/** A new bucket of the service. */
export async function freshBucket(more: Partial<BucketSettings> = {}): Promise<BucketSettings> {
  const service = s3Service();
  const bucket = `test-${randomUUID().slice(0, 18)}`;
  const made = await foreignClient().fetch(`${service.endpoint}/${bucket}`, { method: 'PUT' });
  if (!made.ok) throw new Error(`The bucket was not made: ${made.status} ${await made.text()}`);
  return { ...service, publicEndpoint: service.endpoint, bucket, prefix: 'echometry/', pathStyle: true, access: 'proxied', ...more };
}
