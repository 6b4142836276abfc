import { useState } from 'react';
import { useLocation } from 'wouter';
import { nextAction, type NextAction } from '@echometry/contract/rules/next-action.ts';
import { alertUser } from '../../lib/alerts.ts';
import { actionsOfStudy, noAction, pathOfPlace, workPlace } from '../../image-page/next-step.ts';
import { openPanelOf } from '../../image-page/use-next-action.ts';
import type { StudyLink } from '../../lib/study-link.ts';
import type { OpenStudy } from '../../study/store/open-study.ts';

export interface Next {
  /** All that is left to do. */
  actions: readonly NextAction[];
  /** The one to do now; null for roles that change nothing, and when nothing is left. */
  action: NextAction | null;
  go: (action?: NextAction) => void;
  skip: () => void;
}

const nameOf = ({ step, type, instance_id }: NextAction): string => `${step} ${instance_id ?? type}`;

/** The next best action of the page: gone to by a key, or skipped. */
export function useNext(study: OpenStudy, link: StudyLink, setCursor: (item: string) => void): Next {
  const [, navigate] = useLocation();
  const [skipped, setSkipped] = useState<string | null>(null);
  const actions = actionsOfStudy(study);
  const action = nextAction(actions, study.role, (one) => nameOf(one) === skipped);
  const go = (to: NextAction | null = action) => {
    if (!to) return alertUser(noAction(study));
    const place = workPlace(to, study);
    openPanelOf(place);
    if (place.page !== 'reference') return navigate(pathOfPlace(place, link));
    if (place.image === null) return;
    setCursor(place.image);
    document.querySelector<HTMLElement>(`[data-item="${CSS.escape(place.image)}"]`)?.focus();
  };
  return {
    actions,
    action,
    go: (to) => go(to),
    skip: () => {
      if (action) setSkipped(nameOf(action));
    },
  };
}
