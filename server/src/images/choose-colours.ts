import type { Engine } from '@echometry/bindings/engine/api.ts';
import type { RoleName } from '@echometry/contract/records/role.ts';
import type { Colours } from '@echometry/contract/records/study-file.ts';
import { recordAct } from '../db/audit.ts';
import type { FileRecord } from '../db/files.ts';
import { readBytes } from '../objects/read-bytes.ts';
import { Refusal } from '../errors.ts';
import type { ImageServices } from './services.ts';
import { ICON_BOXES } from '../imports/limits.ts';

export interface ColourChoice {
  studyRowId: number;
  file: FileRecord;
  colours: Colours | null;
  person: { id: number; role: RoleName | null };
}

/** Thumbnails of the middle frame, in these colours. */
async function thumbnails(engine: Engine, file: FileRecord, bytes: Uint8Array, colours: Colours | null): Promise<Uint8Array[]> {
  const refused = (reason: string) => new Refusal(`The image cannot be drawn: ${reason}. Nothing was changed.`);
  const opened = await engine.open(bytes, colours === null ? {} : { colour: colours });
  if (!opened.ok) throw refused(opened.error.message);
  try {
    const frames = Math.min(file.frames_available ?? file.number_of_frames, file.number_of_frames);
    const frame_number = Math.max(Math.floor((frames + 1) / 2), 1);
    const icons: Uint8Array[] = [];
    for (const box of ICON_BOXES) {
      const icon = await engine.icon(opened.value, { ...box, frame_number });
      if (!icon.ok) throw refused(icon.error.message);
      icons.push(icon.value);
    }
    return icons;
  } finally {
    engine.release(opened.value);
  }
}

/**
 * Stores the colours of an image, and thumbnails that show them. The former thumbnails stay in the store, because other
 * images may share them.
 */
export async function chooseColours(
  { db, objects, engine, now }: Pick<ImageServices, 'db' | 'objects' | 'engine' | 'now'>,
  { studyRowId, file, colours, person }: ColourChoice,
): Promise<void> {
  const bytes = await readBytes(objects, file.object_sha256);
  const icons = await engine.during((lent) => thumbnails(lent, file, bytes, colours));
  const keys = await Promise.all(icons.map((icon) => objects.put(icon)));
  const [small_icon_sha256, big_icon_sha256] = keys as [string, string];
  const at = now();
  await db.query.transaction().execute(async (query) => {
    const rows = keys.map((sha256, index) => ({
      sha256,
      size_bytes: icons[index]?.byteLength ?? 0,
      media_type: 'image/jpeg',
      deid_profile: null,
      created_at: at,
    }));
    await query
      .insertInto('stored_object')
      .values(rows)
      .onConflict((conflict) => conflict.column('sha256').doNothing())
      .execute();
    await query.updateTable('image_file').set({ colours, small_icon_sha256, big_icon_sha256 }).where('id', '=', file.id).execute();
    await recordAct(query, db.dialect, {
      at,
      actorId: person.id,
      role: person.role,
      act: 'colours-chosen',
      studyId: studyRowId,
      subject: file.instance_id,
      detail: { colours: colours ?? 'as stored' },
    });
  });
}
