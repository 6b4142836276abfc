import type { RefObject } from 'react';
import { useLocation } from 'wouter';
import type { Slot } from '@echometry/contract/rules/reference-slots.ts';
import { pathOfPlace } from '../../image-page/next-step.ts';
import { openPanelOf } from '../../image-page/use-next-action.ts';
import { useKeys, type Bindings } from '../../lib/keys.ts';
import type { StudyLink } from '../../lib/study-link.ts';
import type { OpenStudy } from '../../study/store/open-study.ts';
import { itemsOf } from './columns.ts';
import { redo, save, setMissing, toggleReference, undo, type Made } from './effects.ts';
import { nearest, type Direction } from '../../lib/nearest.ts';
import { placeOfItem } from './open-item.ts';
import type { Next } from './use-next.ts';

interface Options {
  board: RefObject<HTMLElement | null>;
  study: OpenStudy;
  link: StudyLink;
  slots: readonly Slot[];
  cursor: string | null;
  setCursor: (item: string) => void;
  made: Made;
  next: Next;
  onNotCompleted: () => void;
  onHelp: () => void;
}

/** Moves the focus to the nearest item in a direction. @returns what it is now, null where there is none */
function step(board: HTMLElement | null, cursor: string | null, direction: Direction): string | null {
  const items = [...(board?.querySelectorAll<HTMLElement>('[data-item]') ?? [])];
  const from = items.findIndex((item) => item.dataset['item'] === cursor);
  const to =
    items[
      nearest(
        items.map((item) => item.getBoundingClientRect()),
        from,
        direction,
      )
    ];
  to?.focus({ preventScroll: true });
  to?.scrollIntoView({ block: 'nearest' });
  return to?.dataset['item'] ?? null;
}

/** Keys of the Reference page. */
export function useBoardKeys({ board, study, link, slots, cursor, setCursor, made, next, onNotCompleted, onHelp }: Options): void {
  const [, navigate] = useLocation();
  const slot = slots.find((one) => cursor !== null && itemsOf(one).includes(cursor));
  const move = (direction: Direction) => () => {
    const to = step(board.current, cursor, direction);
    if (to !== null) setCursor(to);
  };
  const editing: Bindings = {
    'reference.mark': () => {
      if (slot && cursor !== null && (slot.kind === 'reference' || slot.kind === 'choose')) toggleReference(made, cursor);
    },
    'reference.missing': () => {
      if (slot?.kind === 'absent' || slot?.kind === 'missing') setMissing(made, slot.key, slot.type, slot.kind === 'absent');
    },
    'reference.skip': next.skip,
    'reference.undo': () => undo(made),
    'reference.redo': () => redo(made),
  };
  useKeys({
    'reference.right': move('right'),
    'reference.left': move('left'),
    'reference.below': move('below'),
    'reference.above': move('above'),
    'reference.open': () => {
      const place = slot && cursor !== null ? placeOfItem(slot, cursor, study) : null;
      if (!place) return;
      openPanelOf(place);
      navigate(pathOfPlace(place, link));
    },
    'reference.not-completed': onNotCompleted,
    'reference.next-action': () => next.go(),
    'reference.save': () => void save(study.readOnly),
    'reference.help': onHelp,
    ...(study.readOnly ? {} : editing),
  });
}
