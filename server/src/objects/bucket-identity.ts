import { createHash } from 'node:crypto';
import { Refusal, StoreUnavailable } from '../errors.ts';
import { bucketName, type BucketSettings } from './bucket-settings.ts';
import { s3Client } from './s3-client.ts';

/** Is next to the objects and names their owner. */
const IDENTITY_FILE = 'workspace.json';

async function during<T>(settings: BucketSettings, work: (client: ReturnType<typeof s3Client>) => Promise<T>): Promise<T> {
  const client = s3Client(settings);
  try {
    return await work(client);
  } catch (error) {
    if (error instanceof StoreUnavailable)
      throw new Refusal(
        `${error.message}. Check object_store and ECHOMETRY_S3_ACCESS_KEY_ID, ECHOMETRY_S3_SECRET_ACCESS_KEY. Nothing was changed.`,
      );
    throw error;
  } finally {
    client.close();
  }
}

/** Id of the workspace whose objects a bucket holds; null when it holds none yet. @throws Refusal when it cannot be asked. */
export function ownerOfBucket(settings: BucketSettings): Promise<string | null> {
  return during(settings, async (client) => {
    const response = await client.get(settings.prefix + IDENTITY_FILE);
    // Of a missing bucket, listing reports it where reading one object does not.
    if (response === null) {
      for await (const _ of client.list(settings.prefix + IDENTITY_FILE)) break;
      return null;
    }
    const parts: Buffer[] = [];
    for await (const chunk of response) parts.push(chunk as Buffer);
    try {
      const { workspace_id } = JSON.parse(Buffer.concat(parts).toString('utf8')) as { workspace_id?: unknown };
      if (typeof workspace_id === 'string') return workspace_id;
    } catch {
      // Reported below.
    }
    throw new Refusal(`${IDENTITY_FILE} in ${bucketName(settings)} is damaged: it names no workspace. Nothing was changed.`);
  });
}

/** @throws Refusal when the bucket holds the objects of another workspace. */
export async function refuseForeignBucket(settings: BucketSettings, workspaceId: string): Promise<boolean> {
  const owner = await ownerOfBucket(settings);
  if (owner !== null && owner !== workspaceId)
    throw new Refusal(
      `${bucketName(settings)} holds the objects of another workspace (${owner}). Nothing was changed. Name another bucket or prefix in object_store.`,
    );
  return owner !== null;
}

/** The bucket now holds the objects of this workspace. */
export async function claimBucket(settings: BucketSettings, workspaceId: string): Promise<void> {
  if (await refuseForeignBucket(settings, workspaceId)) return;
  const bytes = Buffer.from(`${JSON.stringify({ workspace_id: workspaceId })}\n`);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  await during(settings, (client) => client.put(settings.prefix + IDENTITY_FILE, { sha256, size_bytes: bytes.length, open: () => bytes }));
}
