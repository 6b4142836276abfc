/** Available actions: asked by the tool, its keys and the buttons alike. */
import type { CycleView } from './cycle.ts';
import { isConfirmed } from './decisions.ts';
import type { PointedPart } from './state.ts';

export interface Can {
  /** Something of the cycle can be followed. */
  follow: boolean;
  accept: boolean;
  drop: boolean;
  /** The frame can become an anchor as it is. */
  hold: boolean;
  /** The frame has corrections. */
  release: boolean;
  /** The cycle has accepted lines or corrections. */
  remove: boolean;
}

const NOTHING: Can = { follow: false, accept: false, drop: false, hold: false, release: false, remove: false };

export function canNow(view: CycleView, frame: number, following: boolean): Can {
  const { ready, cycle, span, anchors, known, offered, outdated, mayChange } = view;
  if (!mayChange) return NOTHING;
  const own = ready.image.segmentation[cycle];
  const release = anchors.some(({ kind, frame_number }) => kind === 'corrected' && frame_number === frame);
  return {
    follow: !following && anchors.length > 0 && (known === null || outdated),
    accept: offered && !outdated,
    drop: offered || following,
    hold: known !== null && frame >= span.from && frame <= span.to && !anchors.some(({ frame_number }) => frame_number === frame),
    release,
    remove: own?.sequence !== undefined || (own?.corrected?.length ?? 0) > 0,
  };
}

/** The part was followed with doubt: a person may count it, or no more. */
export const canConfirm = ({ known, mayChange }: CycleView, { parts, doubtful }: PointedPart): boolean =>
  known !== null && mayChange && (doubtful || parts.every((part) => isConfirmed(known.sequence, part)));
