/** Stores the lines of a model as blind work of a rater. They are read, drawn and measured in a thread (draw-lines.ts). */
import { saveAnalysis } from '../../analyses/save.ts';
import type { RoleName } from '@echometry/contract/records/role.ts';
import { recordAct } from '../../db/audit.ts';
import type { Db } from '../../db/connect.ts';
import { findProject, type ProjectRow } from '../../db/projects.ts';
import { Refusal } from '../../errors.ts';
import type { DrawHooks, DrawnStudy, DrawOrder, Refusals } from './draw-lines.ts';
import { ensureRater, findRater, RATER_ROLE } from './rater.ts';
import type { LinesFile } from './read-lines.ts';

/** Lines of a model, and where they go. */
export interface Predictions {
  /** `_id` of the project. */
  project: string;
  /** Address that stands for the model, and its version. */
  rater: string;
  version: string;
  files: readonly LinesFile[];
  exported: LinesFile | null;
  /** Only reports what would be stored. */
  isCheck: boolean;
  /** Who asked; null for the command line. */
  by: { id: number; role: RoleName } | null;
}

/** Result of a file of lines. */
export interface PredictionsReport extends Refusals {
  rater: string;
  /** Studies that the rater has work on now, each with its images and lines. */
  studies: { code: string; images: number; lines: number }[];
  images: number;
  lines: number;
}

export interface PredictionsOptions extends Omit<DrawHooks, 'keep'> {
  /** Draws the lines, in a thread as a rule. */
  draw: (order: DrawOrder, hooks: DrawHooks) => Promise<Refusals>;
  now: () => number;
}

interface Rater {
  project: ProjectRow;
  id: number;
  now: number;
}

async function store(db: Db, { studyId, dataType, files, content, configVersions }: DrawnStudy, { project, id, now }: Rater) {
  const saved = await saveAnalysis(db, {
    studyId,
    dataType,
    project: project.project,
    author: { id },
    role: RATER_ROLE,
    scope: { see: 'own', userId: id },
    content,
    missingImages: [],
    imagesSelected: files,
    totalImages: files,
    configVersions,
    engineVersion: null,
    saveId: null,
    requestSha256: null,
    baseVersion: undefined,
    now,
  });
  if (saved.kind !== 'saved') throw new Error(`The lines of a study were not stored: ${saved.kind}`);
}

/** Records what was stored, also of an import that did not come to its end. */
async function recordImport(db: Db, request: Predictions, report: PredictionsReport, end: { at: number; whole: boolean }) {
  const { studies, images, lines, refused_in_all } = report;
  const detail = {
    ...(request.by === null ? { command_line: true } : {}),
    project: request.project,
    version: request.version,
    studies: studies.length,
    images,
    lines,
    refused: refused_in_all,
    ...(end.whole ? {} : { incomplete: true }),
  };
  await db.query.transaction().execute((query) =>
    recordAct(query, db.dialect, {
      at: end.at,
      actorId: request.by?.id ?? null,
      role: request.by?.role ?? null,
      act: 'predictions-imported',
      studyId: null,
      subject: request.rater,
      detail,
    }),
  );
}

/**
 * Imports a file of lines. A study whose lines are given again gets a new version; studies the file does not name keep
 * what the rater has there. After a cancel or a failure, the studies that were stored before stay.
 */
export async function importPredictions(db: Db, request: Predictions, options: PredictionsOptions): Promise<PredictionsReport> {
  const { draw, now, ...hooks } = options;
  const project = await findProject(db.query, { key: request.project });
  if (project === null) throw new Refusal(`No project is named ${request.project}.`);
  await findRater(db.query, request.rater);
  let rater: Rater | null = null;
  const { files, exported, isCheck } = request;
  const method = { name: request.rater, version: request.version };
  const report: PredictionsReport = { rater: request.rater, studies: [], images: 0, lines: 0, refused: [], refused_in_all: 0 };
  const keep = async (study: DrawnStudy): Promise<void> => {
    if (!isCheck) {
      // A file of which nothing is stored creates no account.
      rater ??= { project, id: await ensureRater(db.query, request.rater, project.id, now()), now: now() };
      await store(db, study, rater);
    }
    const images = study.content.packed.length;
    report.studies.push({ code: study.code, images, lines: study.lines });
    report.images += images;
    report.lines += study.lines;
  };
  try {
    Object.assign(report, await draw({ projectId: project.id, project: project.project._id, method, files, exported }, { ...hooks, keep }));
  } catch (error) {
    if (!isCheck && report.studies.length > 0) await recordImport(db, request, report, { at: now(), whole: false });
    throw error;
  }
  if (!isCheck) await recordImport(db, request, report, { at: now(), whole: true });
  return report;
}
