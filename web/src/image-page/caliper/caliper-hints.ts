import { can } from '../../tools/caliper/guards.ts';
import type { KeyHint } from '../../ui/key-strip.tsx';
import type { CaliperOnPage } from './caliper-on-page.ts';

/** The keys that work while the caliper is in hand, for the strip below the picture. */
export function caliperHints(caliper: CaliperOnPage): readonly KeyHint[] {
  const now = can(caliper.state, caliper.context());
  return [
    ...(now.save ? [{ actions: ['segmentation.caliper-save'], does: 'save' } as const] : []),
    ...(now.point ? [{ actions: ['segmentation.add-point'], does: 'point by keys' } as const] : []),
    ...(now.walk ? [{ actions: ['segmentation.previous-template', 'segmentation.next-template'], does: 'template' } as const] : []),
    ...(now.lock ? [{ actions: ['segmentation.caliper-lock'], does: 'constraint' } as const] : []),
    { actions: ['segmentation.undo'], does: 'undo' },
    { actions: ['segmentation.caliper'], does: 'put away' },
  ];
}
