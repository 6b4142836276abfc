import { useEffect, useRef, useState, type RefObject } from 'react';
import type { StudyFile } from '@echometry/contract/records/study-file.ts';
import { useKeys } from '../../lib/keys.ts';

interface Acts {
  toggle: (filename: string) => void;
  all: () => void;
  done: () => void;
  help: () => void;
}

/** The tile with the focus, moved by the arrow keys over the columns of the grid; returns how to set it. */
export function usePreviewKeys(grid: RefObject<HTMLElement | null>, files: readonly StudyFile[], acts: Acts): (index: number) => void {
  const [focused, setFocused] = useState(0);
  const begun = useRef(false);
  const columns = () => (grid.current ? getComputedStyle(grid.current).gridTemplateColumns.split(' ').length : 1);
  const move = (by: number) => {
    setFocused((at) => Math.min(Math.max(at + by, 0), Math.max(files.length - 1, 0)));
  };
  useKeys({
    'preview.right': () => move(1),
    'preview.left': () => move(-1),
    'preview.below': () => move(columns()),
    'preview.above': () => move(-columns()),
    'preview.toggle': () => {
      const file = files[focused];
      if (file) acts.toggle(file.filename);
    },
    'preview.all': acts.all,
    'preview.done': acts.done,
    'preview.help': acts.help,
  });
  useEffect(() => {
    // The page opens without a focus; the first move gives it one.
    if (begun.current)
      grid.current?.querySelectorAll<HTMLButtonElement>('[data-testid=thumbnail]')[focused]?.focus({ preventScroll: false });
    begun.current = true;
  }, [grid, focused]);
  return setFocused;
}
