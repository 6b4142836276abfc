import { createProxy, isChanged } from 'proxy-compare';
import { useLayoutEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { snapshot, subscribe, type Snapshot } from 'valtio';
import { notifyPage } from '../../lib/picture-first.ts';
import { studyState } from '../store/current-study.ts';
import type { StudyState } from '../store/one-study.ts';

const subscribePage = (listener: () => void): (() => void) =>
  subscribe(studyState, () => {
    notifyPage(listener);
  });
const targets = new WeakMap<object, unknown>();

/**
 * The open study as it is read while drawing, as valtio's useSnapshot: a component is drawn again only when something that it
 * read has changed. It is notified after the picture that a step of a tool changes.
 */
export function useStudyState(): Snapshot<StudyState> {
  const [affected, proxies] = useMemo(() => [new WeakMap<object, unknown>(), new WeakMap<object, unknown>()], []);
  const last = useRef<Snapshot<StudyState> | null>(null);
  let drawing = true;
  const get = () => {
    const next = snapshot(studyState);
    return !drawing && last.current && !isChanged(last.current, next, affected, new WeakMap()) ? last.current : next;
  };
  const current = useSyncExternalStore(subscribePage, get);
  drawing = false;
  useLayoutEffect(() => {
    last.current = current;
  });
  return createProxy(current, affected, proxies, targets);
}
