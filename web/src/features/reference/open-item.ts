/** Where an item of the Reference page is opened: at the step it lacks. */
import type { Slot } from '@echometry/contract/rules/reference-slots.ts';
import { actionsOfStudy, workPlace, type WorkPlace } from '../../image-page/next-step.ts';
import type { OpenStudy } from '../../study/store/open-study.ts';

/** A page, an image of it, and the section of the panel that opens with it. */
export type Place = Pick<WorkPlace, 'page' | 'image' | 'section'>;

/** Place that an item opens; null for a type declared missing. An image that lacks nothing is looked at in Overview. */
export function placeOfItem(slot: Slot, item: string, study: OpenStudy): Place | null {
  switch (slot.kind) {
    case 'reference': {
      const action = actionsOfStudy(study).find(({ instance_id, waits }) => instance_id === item && !waits);
      return action ? workPlace(action, study) : { page: 'overview', image: item };
    }
    case 'choose':
      return { page: 'overview', image: item };
    case 'absent':
      return workPlace({ step: 'find', type: slot.type, instance_id: null }, study);
    case 'missing':
      return null;
  }
}
