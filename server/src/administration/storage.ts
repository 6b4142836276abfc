import { LISTED_QUARANTINE } from '@echometry/contract/calls/administration.ts';
import { beginScrub, endScrub, lastScrub, runningScrub } from '../upkeep/scrub/scrub-run.ts';
import { recordAct } from '../db/audit.ts';
import { LAST_BACKUP, metaOf } from '../db/meta.ts';
import { storageInAll, storageOfProjects } from '../db/storage-use.ts';
import type { Caller } from '../access/caller.ts';
import type { Handlers } from '../access/call-route.ts';
import { purgeQuarantine, QUARANTINE_MS } from '../objects/quarantine.ts';
import type { Quarantined } from '../objects/store.ts';
import { notFound } from '../errors.ts';
import type { AdministrationServices } from './services.ts';

const sizeOf = (objects: readonly Quarantined[]) => ({
  objects: objects.length,
  bytes: objects.reduce((sum, { size_bytes }) => sum + size_bytes, 0),
});

export function storageHandlers(services: AdministrationServices): Pick<Handlers, 'storageGet' | 'storageScrub' | 'storageQuarantine'> {
  const { db, objects, upkeep } = services;

  const storageGet: Handlers['storageGet'] = async () => {
    const [projects, total, quarantined, last, scrub, backup, disk] = await Promise.all([
      storageOfProjects(db.query),
      storageInAll(db.query),
      objects.quarantined(),
      lastScrub(db.query),
      runningScrub(db.query, services.now()),
      metaOf(db.query, LAST_BACKUP),
      upkeep.disk(),
    ]);
    const listed = quarantined.slice(0, LISTED_QUARANTINE).map((one) => ({ ...one, purge_from: one.since + QUARANTINE_MS }));
    return {
      projects,
      total,
      quarantine: { ...sizeOf(quarantined), listed },
      last_scrub: last,
      scrub,
      last_backup_at: backup === null ? null : Number(backup),
      disk,
    };
  };

  const storageScrub: Handlers['storageScrub'] = async ({ body, caller }) => {
    const context = { db, upkeep, by: { userId: caller.user.id, role: 'Admin' as const }, now: services.now };
    return { changed: body.run ? await beginScrub(context) : await endScrub(context) };
  };

  const recorded = (act: string, key: string | null, size: { objects: number; bytes: number }, by: Caller): Promise<void> =>
    db.query.transaction().execute((query) =>
      recordAct(query, db.dialect, {
        at: services.now(),
        actorId: by.user.id,
        role: by.role,
        act,
        studyId: null,
        subject: key,
        detail: size,
      }),
    );

  const storageQuarantine: Handlers['storageQuarantine'] = async ({ body, caller }) => {
    const all = await objects.quarantined();
    const named = body.key === null ? all : all.filter(({ key }) => key === body.key);
    if (body.key !== null && named.length === 0) throw notFound('key', 'There is no such object in the quarantine');
    if (body.action === 'purge') {
      const due = named.filter(({ since }) => services.now() - since >= QUARANTINE_MS);
      // Recorded before: files and records have no transaction in common, and what is gone must not lack its act.
      await recorded('quarantine-purged', null, sizeOf(due), caller);
      return sizeOf(await purgeQuarantine(db, objects, services.now()));
    }
    const back: Quarantined[] = [];
    for (const one of named) if (await objects.bringBack(one.key)) back.push(one);
    await recorded('quarantine-restored', body.key, sizeOf(back), caller);
    return sizeOf(back);
  };

  return { storageGet, storageScrub, storageQuarantine };
}
