import type { Engine, StoredFrame } from '@echometry/bindings/engine/api.ts';
import type { RoleName } from '@echometry/contract/records/role.ts';
import { recordAct } from '../../db/audit.ts';
import type { Db } from '../../db/connect.ts';
import { type FileRecord, filenameOfInstance } from '../../db/files.ts';
import type { StudyRecord } from '../../db/studies.ts';
import { findStoredObject } from '../../db/study-objects.ts';
import { readBytes } from '../../objects/read-bytes.ts';
import type { ObjectStore } from '../../objects/store.ts';
import { Refusal } from '../../errors.ts';
import { filenameOf } from '../../imports/import-file.ts';
import type { EngineOnDemand } from '../../imports/engine-on-demand.ts';
import { ICON_BOXES } from '../../imports/limits.ts';
import { recordFile } from '../../imports/record-files.ts';
import { storeImage } from '../../imports/store-image.ts';
import { keyedUid, snapshotUid } from './names.ts';
import { singleFrame } from './single-frame.ts';

export interface SnapshotTools {
  db: Db;
  objects: ObjectStore;
  engine: EngineOnDemand;
  /** Secret of the workspace for UIDs. */
  deidKey: Uint8Array;
  now: () => number;
}

export interface SnapshotRequest {
  study: StudyRecord;
  source: FileRecord;
  /** From 1. */
  frame: number;
  author: { id: number; role: RoleName };
  /** Blind work, or a test user's: other people's work may not show it. */
  isPrivate: boolean;
}

/** Makes snapshots. */
export interface Snapshots {
  /** Returns the file of the frame: a new one, or that which was made before. */
  make(request: SnapshotRequest): Promise<{ filename: string }>;
}

const refused = (reason: string) => new Refusal(`This frame cannot be stored without loss: ${reason}. Nothing was stored`);

/** The samples of a frame, decoded in a worker. */
async function decoded(engine: Engine, source: Uint8Array, frame: number): Promise<StoredFrame> {
  const opened = await engine.open(source);
  if (!opened.ok) throw refused(opened.error.message);
  try {
    const stored = await engine.storedFrame(opened.value, frame);
    if (!stored.ok) throw refused(stored.error.message);
    if (stored.value.partial) throw refused('the file ends before it does');
    return stored.value;
  } finally {
    engine.release(opened.value);
  }
}

/** The study has the patient's facts of the source already. */
const NOTHING_OF_THE_PATIENT = { gestational_age_days: null, age_days: null, sex: null, height_cm: null, weight_kg: null } as const;

async function make({ db, objects, deidKey, now }: SnapshotTools, engine: Engine, request: SnapshotRequest, uid: string): Promise<void> {
  const { study, source, author } = request;
  const original = await readBytes(objects, source.object_sha256);
  const written = await singleFrame({
    source: original,
    sourceUid: source.instance_id,
    frameNumber: request.frame,
    frame: await decoded(engine, original, request.frame),
    instanceUid: uid,
    seriesUid: keyedUid(deidKey, 'snapshot series', study.study_instance_uid),
  });
  const clean = await engine.admitDerived(written, study.patient_show);
  if (!clean.ok) throw refused(clean.error.message);
  const seen = await engine.inspect(clean.value, ICON_BOXES);
  if (!seen.ok) throw refused(seen.error.message);
  const { metadata, framesAvailable, icons } = seen.value;
  const stored = await storeImage(objects, { bytes: clean.value, icons });
  await recordFile(db, {
    projectId: study.project_id,
    position: source.position,
    dataType: study.data_type,
    patient: { id: study.patient_id, patient_show: study.patient_show, date_shift_days: 0 },
    studyDate: study.study_date,
    identity: {
      instance_id: uid,
      study_instance_uid: study.study_instance_uid,
      ...NOTHING_OF_THE_PATIENT,
      deid_profile: (await findStoredObject(db.query, source.object_sha256))?.deid_profile ?? null,
      may_carry_burned_in_text: source.may_carry_burned_in_text === 1,
    },
    metadata,
    framesAvailable,
    filename: filenameOf(uid),
    ...stored,
    now: now(),
    snapshot: { of: source.instance_id, frame: request.frame, by: author.id, isPrivate: request.isPrivate },
    onRecorded: (query) =>
      recordAct(query, db.dialect, {
        at: now(),
        actorId: author.id,
        role: author.role,
        act: 'snapshot-made',
        studyId: study.id,
        subject: uid,
        detail: { source: source.instance_id, frame: request.frame, private: request.isPrivate },
      }),
  });
}

/** One frame is decoded at a time, so that a burst of requests needs the memory of one file. */
export function snapshotMaker(tools: SnapshotTools): Snapshots {
  let last: Promise<unknown> = Promise.resolve();
  return {
    async make(request) {
      const { source, frame, study } = request;
      const author = request.isPrivate ? request.author.id : null;
      const uid = snapshotUid(tools.deidKey, { source: source.instance_id, frame, author });
      const known = () => filenameOfInstance(tools.db.query, study.id, uid);
      const work = async (): Promise<{ filename: string }> => {
        if ((await known()) === null) await tools.engine.during((engine) => make(tools, engine, request, uid));
        return { filename: (await known()) ?? filenameOf(uid) };
      };
      const turn = last.then(work, work);
      last = turn;
      return turn;
    },
  };
}
