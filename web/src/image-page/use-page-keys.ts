import { useContext } from 'react';
import { mayRead } from '@echometry/contract/rules/permissions.ts';
import { alertUser } from '../lib/alerts.ts';
import { useKeys, type Bindings } from '../lib/keys.ts';
import type { StudyPage } from '../lib/study-link.ts';
import { currentSession } from '../study/store/current-study.ts';
import { copyFrameLink } from './linked-frame.ts';
import { assessmentKeys } from './assessment-part.tsx';
import { messages } from './messages.ts';
import type { PageContext } from './parts.ts';
import { stepHistory } from './step-history.ts';
import { AddressOfPage } from './use-address.ts';
import { useNextAction, useNextStep } from './use-next-action.ts';

/** Keys of every page of images in addition to its tools': undo and redo, saving, history, help. */
export function usePageKeys({
  page,
  context,
  own,
  onHelp,
  onShow,
}: {
  page: StudyPage;
  context: PageContext;
  own: Bindings;
  onHelp: () => void;
  /** Shows an image, whatever the thumbnails are filtered by. */
  onShow: (image: string) => void;
}): void {
  const { study, file, link, player, openHistory } = context;
  const within = useContext(AddressOfPage);
  const goOn = useNextAction(page, link, study, file?.instance_id ?? null, onShow);
  const stepOn = useNextStep(page, link, study, file?.instance_id ?? null, onShow);
  const editing: Bindings = {
    'selection.undo': () => void stepHistory(context, 'before'),
    'selection.redo': () => void stepHistory(context, 'after'),
  };
  useKeys({
    ...(study.readOnly ? {} : editing),
    'selection.save': () => void save(study.readOnly),
    // A team reads one review, without the history of versions.
    ...(mayRead(study.role) ? { 'selection.history': openHistory } : {}),
    'selection.next-action': goOn,
    'selection.next-step': stepOn,
    'selection.help': onHelp,
    ...assessmentKeys(context),
    'viewer.copy-link': () => {
      if (file && player) void copyFrameLink(within ?? page, link, file, player);
    },
    ...own,
  });
}

async function save(readOnly: boolean): Promise<void> {
  const answer = (await currentSession()?.saveNow()) ?? 'nothing';
  if (answer === 'nothing') alertUser(readOnly ? messages.mayNotSave : messages.nothingToSave);
}
