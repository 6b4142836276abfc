/** Where the work on an image is done: from the next best action to its page. */
import type { ImageModality } from '@echometry/contract/generated/analysis-image.ts';
import { nextAction, remainingActions, type ActionStep, type NextAction } from '@echometry/contract/rules/next-action.ts';
import { canBeTimed } from '@echometry/contract/rules/cycle-timing.ts';
import { canBeTraced } from '@echometry/contract/rules/segmentation.ts';
import { maySave } from '@echometry/contract/rules/permissions.ts';
import { slotsOf, type Slot, type SlotFacts } from '@echometry/contract/rules/reference-slots.ts';
import { studyPath, type StudyLink, type StudyPage } from '../lib/study-link.ts';
import type { OpenStudy } from '../study/store/open-study.ts';
import { messages } from './messages.ts';
import type { SectionName } from './panel-place.ts';

interface Target {
  page: StudyPage;
  /** Panel of the page that opens with it. */
  section?: SectionName;
  /** Text of the button. */
  open: string;
}

/** The page of each step. */
const TARGETS: Readonly<Record<ActionStep, Target>> = {
  quality: { page: 'selection', section: 'quality', open: messages.next.open.quality },
  timing: { page: 'cycletiming', open: messages.next.open.timing },
  segmentation: { page: 'segmentation', open: messages.next.open.segmentation },
  view: { page: 'selection', open: messages.next.open.view },
  choose: { page: 'reference', open: messages.next.open.choose },
  find: { page: 'selection', open: messages.next.open.find },
};

/** Page where a step is done. */
export const pageOfStep = (step: ActionStep): StudyPage => TARGETS[step].page;

export interface WorkPlace extends Target {
  /** instance_id of the image to open; null where any will do. */
  image: string | null;
}

type Asked = Pick<NextAction, 'step' | 'type' | 'instance_id'>;

/** The image a step begins with: its own, a candidate for the reference, or the first unlabelled one. */
function imageOf({ step, type, instance_id }: Asked, study: OpenStudy): string | null {
  if (instance_id !== null) return instance_id;
  if (step === 'choose') return study.images.find((image) => image.type === type)?.instance_id ?? null;
  const labelled = new Set(study.images.filter((image) => image.type !== null).map((image) => image.instance_id));
  return study.files.find((file) => file.active && !labelled.has(file.instance_id))?.instance_id ?? null;
}

export const workPlace = (action: Asked, study: OpenStudy): WorkPlace => ({ ...TARGETS[action.step], image: imageOf(action, study) });

export function pathOfPlace({ page, image }: Pick<WorkPlace, 'page' | 'image'>, link: StudyLink): string {
  const { frame: _of, measurement: _named, image: _before, ...rest } = link;
  return studyPath(page, image === null ? rest : { ...rest, image });
}

/** Column of a type before it has an image: its first modality that the project has, else its first one. */
function modalityOf({ config, project }: OpenStudy, type: string): ImageModality | null {
  const own = config.imageTypes.find((known) => known.type === type)?.modalities ?? [];
  return own.find((modality) => project.modalities.some((known) => known.type === modality)) ?? own[0] ?? null;
}

const factsOf = (study: OpenStudy): SlotFacts => ({
  images: study.images,
  missing: study.missing_images,
  requirements: study.project.image_requirements,
  modalityOf: (type) => modalityOf(study, type),
});

export const slotsOfStudy = (study: OpenStudy): Slot[] => slotsOf(factsOf(study));
export const actionsOfStudy = (study: OpenStudy): NextAction[] =>
  remainingActions({ ...factsOf(study), project: study.project.name_to_show });

/** The next action for this page and image. */
export function nextOfStudy(study: OpenStudy, page: StudyPage, image: string | null): NextAction | null {
  const standsAt = (action: NextAction): boolean => {
    const place = workPlace(action, study);
    return place.page === page && image !== null && place.image === image;
  };
  return nextAction(actionsOfStudy(study), study.role, standsAt);
}

const frameCount = (study: Pick<OpenStudy, 'files'>, image: string): number =>
  study.files.find(({ instance_id }) => instance_id === image)?.number_of_frames ?? 0;

/** Timing and tracing that an image still needs, in their order; what a project requires is not asked here. */
function openSteps(study: WorkedOn, instanceId: string): ('timing' | 'segmentation')[] {
  const image = study.images.find(({ instance_id }) => instance_id === instanceId);
  const frames = frameCount(study, instanceId);
  if (!image || !canBeTimed(image, frames, study.project)) return [];
  if (!canBeTraced(image, frames, study.project)) return ['timing', 'segmentation'];
  return image.is_segmented ? [] : ['segmentation'];
}

type WorkedOn = Pick<OpenStudy, 'images' | 'files' | 'project'>;

/** The next step of the image in view on another page, else the first step of the next image; null where nothing is open. */
export function nextOfImage(study: WorkedOn, page: StudyPage, image: string): { page: StudyPage; image: string } | null {
  const own = openSteps(study, image).find((step) => pageOfStep(step) !== page);
  // An image is timed before it is traced.
  if (own !== undefined && !(own === 'segmentation' && openSteps(study, image)[0] === 'timing')) return { page: pageOfStep(own), image };
  const files = study.files.filter(({ active }) => active);
  const at = files.findIndex(({ instance_id }) => instance_id === image);
  for (const { instance_id } of [...files.slice(at + 1), ...files.slice(0, Math.max(at, 0))]) {
    const [step] = openSteps(study, instance_id);
    if (step !== undefined) return { page: pageOfStep(step), image: instance_id };
  }
  return null;
}

/** Why there is no next best action. */
export const noAction = ({ role, review }: OpenStudy): string =>
  review ? messages.next.forEditors : maySave(role) ? messages.next.nothingLeft : messages.next.readOnly(role);
