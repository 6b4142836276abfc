import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import { MAX_DOCUMENT_BYTES } from '../document.ts';
import type { Dialect } from '../dialect.ts';

/** Formats of what a version stores: all images in one document, or the hashes of a document for each. */
const WHOLE = 1;
const MANIFEST = 2;
const IMAGE_FORMAT = 1;

interface Tables {
  analysis_version: { id: number; study_id: number; format: number; document: Uint8Array; sha256: string; config_versions: string };
  image_document: { study_id: number; sha256: string; instance_id: string; facts: string | null; document: Uint8Array };
}

const hashed = (value: unknown): { json: Buffer; sha256: string } => {
  const json = Buffer.from(JSON.stringify(value), 'utf8');
  return { json, sha256: createHash('sha256').update(json).digest('hex') };
};

interface Whole {
  images: Array<{ instance_id: string }>;
  missing_images: string[];
}

/** The document of a version; null when it is damaged: then it stays as it is, and is reported as such. */
function wholeOf({ document, sha256 }: Tables['analysis_version']): Whole | null {
  try {
    const json = gunzipSync(document, { maxOutputLength: MAX_DOCUMENT_BYTES });
    if (createHash('sha256').update(json).digest('hex') !== sha256) return null;
    return JSON.parse(json.toString('utf8')) as Whole;
  } catch {
    return null;
  }
}

/**
 * Versions become manifests: a document for each image, stored once, and each version the list of their hashes. May be
 * interrupted anywhere and run again: it converts what is not converted yet.
 */
export const createManifests = (dialect: Dialect) => {
  const integer = dialect === 'postgres' ? 'bigint' : 'integer';
  const blob = dialect === 'postgres' ? sql`bytea` : sql`blob`;
  const required = (c: ColumnDefinitionBuilder) => c.notNull();

  async function convert(db: Kysely<Tables>, version: Tables['analysis_version'], stored: Set<string>): Promise<void> {
    const whole = wholeOf(version);
    if (whole === null) return;
    const { id, study_id } = version;
    const entries = [];
    const config_versions = JSON.parse(version.config_versions) as Record<string, number>;
    for (const image of whole.images) {
      const { json, sha256 } = hashed({ format: IMAGE_FORMAT, image });
      // These records name no versions: the versions of the analysis go with them into later versions.
      entries.push({ instance_id: image.instance_id, sha256, config_versions });
      if (stored.has(`${study_id} ${sha256}`)) continue;
      await db
        .insertInto('image_document')
        .values({ study_id, sha256, instance_id: image.instance_id, facts: null, document: gzipSync(json, { level: 3 }) })
        .onConflict((conflict) => conflict.columns(['study_id', 'sha256']).doNothing())
        .execute();
      stored.add(`${study_id} ${sha256}`);
    }
    entries.sort((a, b) => (a.instance_id < b.instance_id ? -1 : 1));
    const manifest = hashed({ format: MANIFEST, images: entries, missing_images: whole.missing_images });
    await db
      .updateTable('analysis_version')
      .set({ format: MANIFEST, document: gzipSync(manifest.json, { level: 3 }), sha256: manifest.sha256 })
      .where('id', '=', id)
      .execute();
  }

  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('image_document')
        .ifNotExists()
        .addColumn('study_id', integer, (c) => c.notNull().references('study.id'))
        .addColumn('sha256', 'text', required)
        .addColumn('instance_id', 'text', required)
        .addColumn('facts', 'text')
        .addColumn('document', blob, required)
        .addPrimaryKeyConstraint('image_document_key', ['study_id', 'sha256'] as never)
        .execute();
      const records = db as Kysely<Tables>;
      const stored = new Set<string>();
      for (let after = 0; ;) {
        const version = await records
          .selectFrom('analysis_version')
          .select(['id', 'study_id', 'format', 'document', 'sha256', 'config_versions'])
          .where('id', '>', after)
          .orderBy('id')
          .limit(1)
          .executeTakeFirst();
        if (version === undefined) return;
        after = version.id;
        if (version.format === WHOLE) await convert(records, version, stored);
      }
    },
  };
};
