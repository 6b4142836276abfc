import { type DeviceMask, MAX_MASK_RECTANGLES, PixelRectangle } from '@echometry/contract/records/device-mask.ts';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { recordAct } from '../db/audit.ts';
import { decideDeviceMask, type DeviceMaskRow, findDeviceMask, listDeviceMasks, maskOf } from '../db/device-masks.ts';
import { findProject, listProjects } from '../db/projects.ts';
import type { Handlers } from '../access/call-route.ts';
import { LISTED_DEVICES } from '../limits.ts';
import { invalidField, notFound } from '../errors.ts';
import type { ImportServices } from './services.ts';
import { beginHeldFiles } from '../db/held-imports.ts';

const Regions = Type.Array(PixelRectangle);

/** Masks of devices: which there are, what their pictures look like, and what an Admin decides. */
export function maskHandlers(services: ImportServices): Pick<Handlers, 'importsMasks' | 'importsMaskSample' | 'importsDecideMask'> {
  const { db, imports } = services;
  const { query } = db;

  const recordOf = (row: DeviceMaskRow, project: string): DeviceMask => ({
    project,
    device: row.device_key,
    manufacturer: row.manufacturer,
    model: row.model,
    columns: row.columns,
    rows: row.rows,
    regions: Value.Parse(Regions, JSON.parse(row.regions)),
    state: row.state,
    mask: maskOf(row),
    decided_by: row.email,
    decided_at: row.decided_at,
    version: row.version,
    samples: imports.samples.of(row.project_id, row.device_key).length,
  });

  const projectNamed = async (key: string) => {
    const found = await findProject(query, { key });
    if (found === null || found.project.cloud_system !== services.cloud) throw notFound('project', 'No such project');
    return found;
  };

  return {
    importsMasks: async () => {
      const names = new Map(
        (await listProjects(query))
          .filter(({ project }) => project.cloud_system === services.cloud)
          .map(({ id, project }) => [id, project._id]),
      );
      const rows = await listDeviceMasks(query, LISTED_DEVICES);
      return {
        masks: rows.flatMap((row) => {
          const project = names.get(row.project_id);
          return project === undefined ? [] : [recordOf(row, project)];
        }),
      };
    },
    importsMaskSample: async ({ body }) => {
      const { id } = await projectNamed(body.project);
      const sample = imports.samples.of(id, body.device)[body.sample];
      if (sample === undefined) return { jpeg: null, frame_number: null };
      return { jpeg: Buffer.from(sample.jpeg).toString('base64'), frame_number: sample.frameNumber };
    },
    importsDecideMask: async ({ body, caller }) => {
      const { device, decision, mask, version } = body;
      if (mask.shown.length + mask.hidden.length > MAX_MASK_RECTANGLES)
        throw invalidField('mask', `holds more than ${MAX_MASK_RECTANGLES} rectangles`);
      const { id: projectId, project } = await projectNamed(body.project);
      const now = services.now();
      const decided = await query.transaction().execute(async (inside) => {
        const by = caller.user.id;
        if (!(await decideDeviceMask(inside, { projectId, device, version, state: decision, mask, by, now }))) return false;
        await recordAct(inside, db.dialect, {
          at: now,
          actorId: by,
          role: caller.role,
          act: decision === 'waiting' ? 'mask-withdrawn' : `mask-${decision}`,
          studyId: null,
          subject: device,
          detail: { project: project._id, mask: JSON.stringify(mask) },
        });
        if (decision !== 'approved') return true;
        const actor = { actorId: by, role: caller.role };
        await beginHeldFiles(inside, db, { projectId, project: project._id, actor, now });
        return true;
      });
      const row = await findDeviceMask(query, projectId, device);
      if (row === undefined) throw notFound('device', 'No such device in this project');
      if (decided && decision !== 'waiting') imports.samples.drop(projectId, device);
      if (decided && decision === 'approved') services.jobs.wake();
      return { decided, mask: recordOf(row, project._id) };
    },
  };
}
