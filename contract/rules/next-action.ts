/**
 * Next best action: what a study still lacks for its project, in the order in which it is best done, with the reason
 * (docs/why/tools.md#the-next-best-action-is-a-rule).
 */
import type { AnalysisImage } from '../generated/analysis-image.ts';
import type { RoleName } from '../records/role.ts';
import { maySave } from './permissions.ts';
import { IMAGE_STEPS, lackingSteps, slotsOf, type ImageStep, type Slot, type SlotFacts, type SlotImage } from './reference-slots.ts';

export const ACTION_STEPS = [...IMAGE_STEPS, 'view', 'choose', 'find'] as const;
export type ActionStep = (typeof ACTION_STEPS)[number];

export interface NextAction {
  step: ActionStep;
  /** Image type it is about. */
  type: string;
  view: string | null;
  /** Image to open; null where an image has yet to be found or chosen. */
  instance_id: string | null;
  /** The action: a verb and the type it is done to. */
  verb: string;
  /** Why, in full sentences. */
  why: string;
  /** The reason in a few words, for a list. */
  brief: string;
  /** Another step of the same image has to come first. */
  waits: boolean;
}

/** The part of an image that its actions are computed from; of its cycles only how many there are. */
export type ActionImage = SlotImage & { cardiac_events: Pick<AnalysisImage['cardiac_events'], 'length'> };

export interface ActionFacts<Image extends ActionImage = AnalysisImage> extends SlotFacts<Image> {
  /** Name of the project as people read it. */
  project: string;
}

const VERBS: Readonly<Record<ActionStep, string>> = {
  quality: 'Assess',
  timing: 'Time the cycles of',
  segmentation: 'Trace',
  view: 'Set the view of',
  choose: 'Choose one',
  find: 'Find',
};

/** An image must be timed before it is traced: strips always, clips where the project requires their timing. */
const tracedAfterTiming = (image: ActionImage, lacking: readonly ImageStep[]): boolean =>
  !image.is_annotated && (image.modality !== '2D' || lacking.includes('timing'));

/** The steps an image lacks, with the timing that its tracing needs. */
function stepsToDo(image: ActionImage, facts: ActionFacts<ActionImage>): ImageStep[] {
  const lacking = lackingSteps(image, facts.requirements);
  const needsTiming = lacking.includes('segmentation') && tracedAfterTiming(image, lacking) && !lacking.includes('timing');
  return needsTiming ? lacking.flatMap((step): ImageStep[] => (step === 'segmentation' ? ['timing', 'segmentation'] : [step])) : lacking;
}

const cycles = (count: number): string => (count === 1 ? 'timed, 1 cycle' : `timed, ${count} cycles`);

function reasons(step: ImageStep, image: ActionImage, todo: readonly ImageStep[], project: string): Pick<NextAction, 'why' | 'brief'> {
  const required = `Required by ${project}.`;
  switch (step) {
    case 'quality':
      return { why: `${required} The quality of the image is not assessed yet.`, brief: 'quality not assessed' };
    case 'timing':
      return todo.includes('segmentation')
        ? { why: `${required} It cannot be traced or measured until it is timed.`, brief: 'before it is traced' }
        : { why: `${required} Its cycles are not marked yet.`, brief: 'cycles not marked' };
    case 'segmentation':
      return {
        why: `${required} Until it is traced its measurements have no value.`,
        brief: image.is_annotated
          ? cycles(image.cardiac_events.length)
          : todo.includes('timing')
            ? 'after its cycles are timed'
            : 'not traced',
      };
  }
}

function actionsOfImage(image: ActionImage, type: string, facts: ActionFacts<ActionImage>): NextAction[] {
  const todo = stepsToDo(image, facts);
  return todo.map((step) => ({
    step,
    type,
    view: image.view,
    instance_id: image.instance_id,
    verb: VERBS[step],
    ...reasons(step, image, todo, facts.project),
    waits: step === 'segmentation' && todo.includes('timing'),
  }));
}

/** Started labelling: an image with a type and no view can neither be a reference nor be timed. */
const withoutView = ({ images }: ActionFacts<ActionImage>): NextAction[] =>
  images
    .filter(({ type, view }) => type !== null && view === null)
    .map((image) => ({
      step: 'view',
      type: image.type ?? '',
      view: null,
      instance_id: image.instance_id,
      verb: VERBS.view,
      why: 'Without a view the image can neither be a reference nor be timed.',
      brief: 'type without a view',
      waits: false,
    }));

function actionOfType(slot: Slot<ActionImage>, project: string): NextAction[] {
  const base = { type: slot.type, view: null, instance_id: null, waits: false };
  if (slot.kind === 'absent')
    return [
      {
        ...base,
        step: 'find',
        verb: VERBS.find,
        why: `Required by ${project}. No image of the study has this type: label one, or declare it missing.`,
        brief: 'or declare it missing',
      },
    ];
  if (slot.kind !== 'choose') return [];
  const count = slot.candidates.length;
  const brief = count === 1 ? '1 image, no reference' : `${count} images, no reference`;
  return [{ ...base, step: 'choose', verb: VERBS.choose, why: `Required by ${project}. ${brief}: mark the reference.`, brief }];
}

/**
 * All that is left to do: first what the reference images of required types lack, image by image in the order of the project;
 * then started labels; then types to choose a reference of, and types to find.
 */
export function remainingActions(facts: ActionFacts<ActionImage>): NextAction[] {
  const slots = slotsOf(facts).filter(({ required, met }) => required && !met);
  return [
    ...slots.flatMap((slot) => (slot.kind === 'reference' ? actionsOfImage(slot.image, slot.type, facts) : [])),
    ...withoutView(facts),
    ...slots.filter(({ kind }) => kind === 'choose').flatMap((slot) => actionOfType(slot, facts.project)),
    ...slots.filter(({ kind }) => kind === 'absent').flatMap((slot) => actionOfType(slot, facts.project)),
  ];
}

const NOWHERE = (): boolean => false;

/**
 * The action to do now, for users who may save the work; null where nothing is left.
 * @param standsAt true for the action whose place the person is at already: then the one after it is next
 */
export function firstAction(actions: readonly NextAction[], standsAt: (action: NextAction) => boolean = NOWHERE): NextAction | null {
  const ready = actions.filter(({ waits }) => !waits);
  const at = ready.findLastIndex(standsAt);
  return ready[(at + 1) % Math.max(ready.length, 1)] ?? null;
}

/** The same for a role: who may not save the analysis has none. */
export const nextAction = (actions: readonly NextAction[], role: RoleName, standsAt?: (action: NextAction) => boolean): NextAction | null =>
  maySave(role) ? firstAction(actions, standsAt) : null;
