import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import { MEDICAL_DATA_TYPE } from '@echometry/contract/records/data-type.ts';
import { alertUser } from '../../lib/alerts.ts';
import { call } from '../../lib/api.ts';
import { projectOf, session } from '../../lib/session.ts';
import { studyPath, type StudyLink } from '../../lib/study-link.ts';
import { chooseFiles } from '../../study/store/describe-study.ts';
import type { DownloadProgress } from '../../study/store/download-each.ts';
import { downloadFiles } from '../../study/store/file-cache.ts';
import type { OpenStudy } from '../../study/store/open-study.ts';
import { messages } from './messages.ts';
import { messageOf } from '@echometry/contract/rules/message-of.ts';

export interface Download {
  /** Null while nothing is downloaded. */
  progress: DownloadProgress | null;
  /** Stores the chosen files, downloads them and goes to the selection; without a choice all are taken. */
  start: (chosen: ReadonlySet<string>) => Promise<void>;
  stop: () => void;
}

/** What DONE does. */
export function useDownload(study: OpenStudy | null, link: StudyLink | null): Download {
  const [, navigate] = useLocation();
  const [progress, setProgress] = useState<DownloadProgress | null>(null);
  const request = useRef<AbortController | null>(null);
  useEffect(
    () => () => {
      request.current?.abort();
    },
    [],
  );
  const start = async (chosen: ReadonlySet<string>) => {
    if (!study || !link || request.current) return;
    const running = new AbortController();
    request.current = running;
    const files = study.files.map(({ filename }) => ({ filename, active: chosen.size === 0 || chosen.has(filename) }));
    const wanted = study.files.filter(({ filename }) => chosen.size === 0 || chosen.has(filename));
    const active = wanted.map(({ filename }) => filename);
    setProgress({ done: 0, files: active.length, bytes: 0, totalBytes: wanted.reduce((sum, { size_bytes }) => sum + size_bytes, 0) });
    try {
      if (!study.readOnly) await storeChoice(study, link, files, running.signal);
      chooseFiles(new Set(active), !study.readOnly);
      const failed = await downloadFiles(wanted, setProgress, running.signal);
      if (running.signal.aborted) return;
      if (failed.length > 0) alertUser(messages.notDownloaded(failed.length));
      navigate(studyPath('selection', link));
    } catch (error) {
      if (!running.signal.aborted) alertUser(messages.notSaved(messageOf(error)), 'hard');
    } finally {
      request.current = null;
      setProgress(null);
    }
  };
  return { progress, start, stop: () => request.current?.abort() };
}

async function storeChoice(
  study: OpenStudy,
  link: StudyLink,
  images: { filename: string; active: boolean }[],
  signal: AbortSignal,
): Promise<void> {
  await call(
    CALLS.filesUpdate,
    {
      id: study.link.study_id,
      editor: session.login?.email ?? '',
      images,
      db_name: projectOf(link.project)?.db_name ?? link.project,
      medical_data_type: MEDICAL_DATA_TYPE,
    },
    { signal },
  );
}
