import { can } from '../../tools/caliper/guards.ts';
import type { KeyHint } from '../../ui/key-strip.tsx';
import type { CaliperOnPage } from './caliper-on-page.ts';
import { messages } from './messages.ts';

/** The keys that work while the caliper is in hand, for the strip below the picture. */
export function caliperHints(caliper: CaliperOnPage): readonly KeyHint[] {
  const now = can(caliper.state, caliper.context());
  return [
    ...(now.save ? [{ actions: ['segmentation.caliper-save'], does: messages.keys.save } as const] : []),
    ...(now.point ? [{ actions: ['segmentation.add-point'], does: messages.keys.point } as const] : []),
    ...(now.walk
      ? [{ actions: ['segmentation.previous-template', 'segmentation.next-template'], does: messages.keys.template } as const]
      : []),
    ...(now.lock ? [{ actions: ['segmentation.caliper-lock'], does: messages.keys.constraint } as const] : []),
    { actions: ['segmentation.undo'], does: messages.keys.undo },
    { actions: ['segmentation.caliper'], does: messages.keys.putAway },
  ];
}
