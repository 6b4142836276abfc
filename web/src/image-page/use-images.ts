import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { StudyFile } from '@echometry/contract/records/study-file.ts';
import { blankImage } from '@echometry/contract/rules/blank-image.ts';
import { alertUser } from '../lib/alerts.ts';
import type { StudyLink } from '../lib/study-link.ts';
import { currentSession } from '../study/store/current-study.ts';
import type { OpenStudy } from '../study/store/open-study.ts';
import type { LabelEvent } from '../tools/labels/events.ts';
import { labelTool, shownImage, targets, type LabelContext, type LabelEffect } from '../tools/labels/labels.ts';
import { seat, type ToolStack } from '../tools/stack.ts';
import { filtered, type ThumbnailFilter } from './filters.ts';
import type { PageParts } from './parts.ts';
import { useAddress } from './use-address.ts';

export interface Images {
  /** Files of the page in their order. */
  files: readonly StudyFile[];
  /** All files that are worked with, without the filter. */
  active: readonly StudyFile[];
  file: StudyFile | null;
  targets: readonly string[];
  filter: ThumbnailFilter;
  setFilter: (filter: ThumbnailFilter) => void;
  send: (event: LabelEvent) => void;
}

/** Which images a page works on: the label tool, seated in the page's stack with the open study as its context. */
export function useImages(
  { page, lists, labelsStay = false }: Pick<PageParts, 'page' | 'lists' | 'labelsStay'>,
  link: StudyLink,
  study: OpenStudy,
  tools: ToolStack,
): Images {
  const [filter, setFilter] = useState<ThumbnailFilter>('all');
  const active = useMemo(() => listed(study, lists), [study, lists]);
  const named = link.image ?? null;
  const begun = active.find(({ instance_id, filename }) => instance_id === named || filename === named)?.instance_id ?? null;
  const known = useRef<Listed>({ files: [], begun });
  const [labels] = useState(() => seat(labelTool, () => contextOf(known.current, labelsStay), perform));
  const state = useSyncExternalStore(tools.subscribe, () => labels.state);
  const files = useMemo(
    () => filtered(active, study.images, filter, state.shown ?? begun),
    [active, study.images, filter, state.shown, begun],
  );
  const list = useMemo(() => ({ files: files.map(({ instance_id }) => instance_id), begun }), [files, begun]);
  // Before the tool is asked about anything: what a key means follows from what is listed now.
  useLayoutEffect(() => {
    known.current = list;
  }, [list]);
  useEffect(() => tools.add(labels, 'page'), [tools, labels]);
  useAddress(page, link, state.shown);
  const shown = shownImage(state, list);
  const { images } = study;
  useEffect(() => {
    if (shown !== null) currentSession()?.showHistory(shown);
    // Possible undos of an image follow from its history.
  }, [shown, images]);
  const send = useCallback((event: LabelEvent) => labels.send(event), [labels]);
  // The same object until something in it changes: the thumbnails are rendered again with each new one.
  return useMemo(() => {
    const file = files.find(({ instance_id }) => instance_id === shown) ?? null;
    return { files, active, file, targets: targets(state, list), filter, setFilter, send };
  }, [files, active, shown, state, list, filter, send]);
}

/** Files that are worked with and that the page is about. */
function listed(study: OpenStudy, lists: PageParts['lists']): StudyFile[] {
  const known = new Map(study.images.map((image) => [image.instance_id, image]));
  // A review has only the images in its copy.
  const active = study.files.filter((file) => file.active && (study.review === null || known.has(file.instance_id)));
  if (!lists) return active;
  return active.filter((file) => lists(file, known.get(file.instance_id), study));
}

type Listed = Pick<LabelContext, 'files' | 'begun'>;

function perform(effect: LabelEffect): void {
  if (effect.type === 'commit') currentSession()?.commit(effect.image, effect.next);
  else if (effect.type === 'alert') alertUser(effect.message, effect.level);
}

/** Nothing can be labelled while no study is open. */
const NO_STUDY = {
  labels: { images: [], missing_images: [] },
  role: 'Viewer',
  readOnly: true,
  uniqueReference: false,
  blank: () => {
    throw new Error('No study is open.');
  },
} as const;

/** The session's own records, not the snapshot of the last drawing: two keys may come in one. */
function contextOf(listed: Listed, labelsStay: boolean): LabelContext {
  const study = currentSession()?.study;
  if (!study) return { ...listed, ...NO_STUDY };
  return {
    ...listed,
    labels: study,
    role: study.role,
    readOnly: study.readOnly || labelsStay,
    uniqueReference: study.project.unique_reference,
    blank: (instance_id) => {
      const file = study.files.find((known) => known.instance_id === instance_id);
      if (!file) throw new Error(`The study has no image ${instance_id}.`);
      return blankImage({ instance_id, filename: file.filename, active: file.active, metadata: null }, study.head.data_type);
    },
  };
}
