import { existsSync, readFileSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import path from 'node:path';
import { OneOf, Strict } from '@echometry/contract/records/strict.ts';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { Refusal } from '../errors.ts';

/** Format 2 added the workspace id and where the records are kept; format 3 a bucket for the objects. */
export const WORKSPACE_FORMAT = 3;
/** Format while the objects are in the folder, so that an older version still opens it. */
export const FOLDER_FORMAT = 2;
export const MARK_FILE = 'workspace.json';

const facts = {
  format: Type.Integer(),
  kind: OneOf(['demo', 'real'] as const),
  cloud: Type.String({ minLength: 1 }),
  created_at: Type.Integer(),
};

/** The bucket that holds the objects of a workspace. */
const BucketHome = Strict({ bucket: Type.String({ minLength: 1 }), prefix: Type.String() });
export type BucketHome = Static<typeof BucketHome>;

export const WorkspaceMark = Strict({
  ...facts,
  /** The same id is in the database: a folder opens with its own records only. */
  workspace_id: Type.String({ minLength: 16, maxLength: 64 }),
  /** Engine of the database, so that a start which forgot to name it is refused in words. */
  records: OneOf(['sqlite', 'postgres'] as const),
  /** Absent while the objects are in the folder. */
  objects: Type.Optional(BucketHome),
});
export type WorkspaceMark = Static<typeof WorkspaceMark>;
export type WorkspaceKind = WorkspaceMark['kind'];

/** The mark of format 1, which names no database. */
const OlderMark = Strict(facts);
export type OlderMark = Static<typeof OlderMark>;

export const isOlder = (mark: WorkspaceMark | OlderMark): mark is OlderMark => !('workspace_id' in mark);

/** The mark of a folder in any format read here; null when it is not a workspace (yet). */
export function readMark(folder: string): WorkspaceMark | OlderMark | null {
  const file = path.join(folder, MARK_FILE);
  if (!existsSync(file)) return null;
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    throw new Refusal(`${file} is damaged: it holds no JSON.`);
  }
  const format = (content as { format?: unknown } | null)?.format;
  if (typeof format === 'number' && format > WORKSPACE_FORMAT) {
    throw new Refusal(`${folder} was made by a newer Echometry (workspace format ${format}, this one reads ${WORKSPACE_FORMAT}).`);
  }
  if (Value.Check(WorkspaceMark, content)) return content;
  if (format === 1 && Value.Check(OlderMark, content)) return content;
  throw new Refusal(`${file} is damaged: it is not a description of a workspace.`);
}

/** Writes JSON so that the file is there whole or not at all, also after a loss of power. */
export async function writeWhole(file: string, content: unknown): Promise<void> {
  const aside = `${file}.part`;
  const handle = await open(aside, 'w', 0o600);
  try {
    await handle.writeFile(`${JSON.stringify(content, null, 2)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(aside, file);
  const folder = await open(path.dirname(file), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** The mark with its objects at home in a bucket, or in the folder (null). */
export function withHome(mark: WorkspaceMark, home: BucketHome | null): WorkspaceMark {
  const { objects: _, ...rest } = mark;
  return home === null ? { ...rest, format: FOLDER_FORMAT } : { ...rest, format: WORKSPACE_FORMAT, objects: home };
}

export const writeMark = (folder: string, mark: WorkspaceMark): Promise<void> => writeWhole(path.join(folder, MARK_FILE), mark);
