/** History of the open study: every saved version, and the way back to one. */
import type { AnswerOf } from '@echometry/contract/calls/call.ts';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import { call } from '../../lib/api.ts';
import { messages } from '../messages.ts';
import { closeStudy, currentSession, openStudy } from './current-study.ts';
import { scopeOf } from './study-scope.ts';

export type History = AnswerOf<typeof CALLS.analysisVersions>;

/** History of the open study's analysis, newest first; null when no study is open. */
export async function readHistory(): Promise<History | null> {
  const session = currentSession();
  if (!session) return null;
  const { study } = session;
  await session.saveNow();
  return call(CALLS.analysisVersions, {
    id: study.link.study_id,
    ...(study.review ? { editor: study.review.editor } : {}),
    ...scopeOf(study.link),
  });
}

export function readVersion(version: number): Promise<AnswerOf<typeof CALLS.analysisGetVersion>> {
  const study = currentSession()?.study;
  if (!study) return Promise.reject(new Error(messages.open.noneOpen));
  return call(CALLS.analysisGetVersion, { id: study.link.study_id, version, ...scopeOf(study.link) });
}

/** Restores the content of an older version as the newest one, and opens the study again from it. */
export async function restoreVersion(version: number): Promise<void> {
  const session = currentSession();
  if (!session || session.study.readOnly || session.study.review) return;
  const base = await session.savedVersion();
  if (!base) throw new Error(messages.versions.notSaved);
  const { link } = session.study;
  const restored = await call(CALLS.analysisRestore, {
    id: link.study_id,
    version,
    base_version: base.version,
    save_id: crypto.randomUUID(),
    ...scopeOf(link),
  });
  await closeStudy();
  await openStudy(link);
  if ('conflict' in restored && restored.conflict) throw new Error(messages.versions.notRestored(restored.author));
}
