/** Where an item of the Reference page is opened: at the step it lacks. */
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import type { ImageStep, Slot } from '@echometry/contract/rules/reference-slots.ts';
import { actionsOfStudy, pathOfPlace, workPlace } from '../../image-page/next-step.ts';
import type { StudyLink } from '../../lib/study-link.ts';
import type { OpenStudy } from '../../study/store/open-study.ts';

/** Address of one step of an image. */
export const pathOfStep = (
  step: ImageStep,
  { instance_id, type }: Pick<AnalysisImage, 'instance_id' | 'type'>,
  { study, link }: { study: OpenStudy; link: StudyLink },
): string => pathOfPlace(workPlace({ step, instance_id, type: type ?? '' }, study), link);

/** Address that an item opens; null for a type declared missing. An image that lacks nothing is looked at in Overview. */
export function pathOfItem(slot: Slot, item: string, study: OpenStudy, link: StudyLink): string | null {
  switch (slot.kind) {
    case 'reference': {
      const action = actionsOfStudy(study).find(({ instance_id, waits }) => instance_id === item && !waits);
      return pathOfPlace(action ? workPlace(action, study) : { page: 'overview', image: item }, link);
    }
    case 'choose':
      return pathOfPlace({ page: 'overview', image: item }, link);
    case 'absent':
      return pathOfPlace(workPlace({ step: 'find', type: slot.type, instance_id: null }, study), link);
    case 'missing':
      return null;
  }
}
