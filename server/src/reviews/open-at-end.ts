import type { OpenPoint } from '@echometry/contract/records/review.ts';
import { openPoints } from '@echometry/contract/rules/open-points.ts';
import type { Kysely } from 'kysely';
import { imagesOfEntries } from '../analyses/read.ts';
import type { ManifestEntry } from '../db/image-documents.ts';
import { issuesIn } from '../db/review-issues.ts';
import type { ReviewManifest } from '../db/review-versions.ts';
import type { ReviewKey } from '../db/reviews.ts';
import type { Database } from '../db/schema.ts';
import { changedSince, type EditorsWork } from './copy.ts';

interface Ending {
  manifest: ReviewManifest;
  newest: EditorsWork;
  configVersions: Record<string, number>;
}

/** Open points of a review that is finished now, by the rule of the closing list. */
export async function openAtEnd(
  query: Kysely<Database>,
  key: ReviewKey,
  { manifest, newest, configVersions }: Ending,
): Promise<OpenPoint[]> {
  const version = { study_id: key.studyId, config_versions: JSON.stringify(configVersions) };
  const read = (entries: readonly ManifestEntry[]) => imagesOfEntries(query, version, entries);
  const since = changedSince(manifest, newest);
  const found = openPoints({
    images: await read(manifest.images),
    originals: await read(manifest.originals),
    newer: since && {
      images: await read(since.changed),
      removed: since.removed,
      missing_images: since.missing ? newest.missing_images : null,
    },
    issues: (await issuesIn(query, { of: 'review', key })).map((issue) => ({ ...issue, resolved: issue.resolved_at !== null })),
  });
  return found.map(({ change: _change, ...point }) => point);
}
