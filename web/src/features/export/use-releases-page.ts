/** State and actions of the releases of a project. */
import { useEffect, useRef, useState } from 'react';
import type { Release, ReleaseJob } from '@echometry/contract/records/release.ts';
import { isUnderWay } from '@echometry/contract/rules/export-request.ts';
import { messageOf } from '@echometry/contract/rules/message-of.ts';
import { alertUser } from '../../lib/alerts.ts';
import { session } from '../../lib/session.ts';
import {
  cancelRelease,
  createRelease,
  downloadRelease,
  type ReleaseCounts,
  type ReleaseList,
  useCounts,
  useReleases,
} from './release-calls.ts';
import { type Draft, furtherOf, missingIn, nameOf, newDraft, requestOf } from './release-draft.ts';
import { messages } from './release-messages.ts';

export interface ReleasesState {
  draft: Draft;
  change: (part: Partial<Draft>) => void;
  reset: () => void;
  counts: ReleaseCounts | null;
  countsFailure: string | null;
  /** Why no release can be made now; null when one can. */
  why: string | null;
  creating: boolean;
  create: () => void;
  list: ReleaseList | null;
  failure: string | null;
  reload: () => void;
  cancel: (id: string) => void;
  download: (release: Release) => void;
  downloadNewest: () => void;
}

const alertOnFailure = (work: Promise<unknown>): void => void work.catch((error: unknown) => alertUser(messageOf(error), 'hard'));

/** Reports how the releases that were asked for here ended. */
function useEnds(list: ReleaseList | null, created: ReadonlySet<string>): void {
  const told = useRef(new Set<string>());
  useEffect(() => {
    const tell = (id: string, text: string, level: 'soft' | 'hard'): void => {
      if (!created.has(id) || told.current.has(id)) return;
      told.current.add(id);
      alertUser(text, level);
    };
    for (const { id, request, version } of list?.releases ?? []) tell(id, messages.made(request.name, version), 'soft');
    for (const { id, status, failure } of list?.jobs ?? []) if (status === 'error') tell(id, messages.failed(failure), 'hard');
  }, [list, created]);
}

/** Name of this person, as the first creator. */
const ownName = (): string => `${session.user?.name ?? ''} ${session.user?.family_names ?? ''}`.trim();
const isMade = ({ status }: ReleaseJob): boolean => isUnderWay(status);

export function useReleasesPage(project: string): ReleasesState {
  const [draft, setDraft] = useState(() => newDraft(ownName()));
  const [creating, setCreating] = useState(false);
  const [created, setCreated] = useState<ReadonlySet<string>>(new Set());
  const { list, failure, reload } = useReleases(project);
  useEnds(list, created);
  const missing = missingIn(draft);
  const isAskable = missing !== messages.notYet.editor;
  const asked = isAskable ? { name: nameOf(draft), selection: draft.selection, ...furtherOf(draft) } : null;
  const { counts, failure: countsFailure } = useCounts(project, asked, list?.releases.length);
  const underWay = list?.jobs.some(isMade) === true ? messages.notYet.underWay : null;
  const why = missing ?? underWay ?? (counts?.works === 0 ? messages.notYet.noWork : null);
  const create = (): void => {
    if (creating || why !== null) return;
    setCreating(true);
    const making = createRelease(project, requestOf(draft)).then((answer) => {
      if (!answer.accepted) return alertUser(answer.message, 'hard');
      setCreated((before) => new Set([...before, answer.job.id]));
      alertUser(messages.queued);
      return reload();
    });
    alertOnFailure(making.finally(() => setCreating(false)));
  };
  const download = (release: Release): void => alertOnFailure(downloadRelease(release));
  return {
    draft,
    change: (part) => setDraft((before) => ({ ...before, ...part })),
    reset: () => setDraft(newDraft(ownName())),
    counts,
    countsFailure,
    why,
    creating,
    create,
    list,
    failure,
    reload,
    cancel: (id) => alertOnFailure(cancelRelease(id).then(reload)),
    download,
    downloadNewest: () => {
      const newest = list?.releases[0];
      if (newest) download(newest);
      else alertUser(messages.nothing);
    },
  };
}
