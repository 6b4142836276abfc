/** Content of the Reference page of a study: for each required type and each reference image one slot. */
import type { AnalysisImage, ImageModality } from '../generated/analysis-image.ts';
import type { ImageRequirement } from '../records/project.ts';
import { asksFor, isRequired, unmetChecks, type Check } from './completeness.ts';
import type { ImageState } from './image-state.ts';
import { hasQc } from './quality.ts';

/** Steps of an image that the Reference page has an icon for (docs/specification.md#image-analysis-reference). */
export const IMAGE_STEPS = ['quality', 'timing', 'segmentation'] as const;
export type ImageStep = (typeof IMAGE_STEPS)[number];

/** `required` is required and undone, `free` neither required nor done. */
export type StepState = 'done' | 'required' | 'free';

/** The step a flag of a requirement asks for. */
export const stepOfCheck = (check: Check): ImageStep => (check === 'qc' ? 'quality' : check === 'cycletiming' ? 'timing' : 'segmentation');

/** The part of an image that its slot is computed from: the server keeps it next to the record. */
export type SlotImage = ImageState & Pick<AnalysisImage, 'instance_id'>;

const isDone: Readonly<Record<ImageStep, (image: ImageState) => boolean>> = {
  quality: hasQc,
  timing: (image) => image.is_annotated,
  segmentation: (image) => image.is_segmented,
};

/** Steps that the project requires of an image and that are undone, in the order of the work. */
export function lackingSteps(image: ImageState, requirements: readonly ImageRequirement[]): ImageStep[] {
  const lacking = requirements.filter(({ type }) => type === image.type).flatMap((row) => unmetChecks(image, row).map(stepOfCheck));
  return IMAGE_STEPS.filter((step) => lacking.includes(step));
}

/** State of each step of an image. */
export function stepStates(image: ImageState, requirements: readonly ImageRequirement[]): Readonly<Record<ImageStep, StepState>> {
  const lacking = lackingSteps(image, requirements);
  const state = (step: ImageStep): StepState => (isDone[step](image) ? 'done' : lacking.includes(step) ? 'required' : 'free');
  return { quality: state('quality'), timing: state('timing'), segmentation: state('segmentation') };
}

interface SlotBase {
  /** Unique on the page. */
  key: string;
  type: string;
  /** Column; null for a type that no modality is known of. */
  modality: ImageModality | null;
  /** The project requires the type. */
  required: boolean;
  /** Everything the project requires of it is there: green, otherwise red. */
  met: boolean;
}

export type Slot<Image extends SlotImage = AnalysisImage> = SlotBase &
  (
    | { kind: 'reference'; image: Image; steps: Readonly<Record<ImageStep, StepState>> }
    /** Images of a required type, none of them the reference. */
    | { kind: 'choose'; candidates: readonly Image[] }
    /** A required type that no image has. */
    | { kind: 'absent' }
    /** A type declared missing. */
    | { kind: 'missing' }
  );

export interface SlotFacts<Image extends SlotImage = AnalysisImage> {
  images: readonly Image[];
  missing: readonly string[];
  requirements: readonly ImageRequirement[];
  /** Modality an image of the type usually has. */
  modalityOf: (type: string) => ImageModality | null;
}

function referenceSlots<Image extends SlotImage>(
  { images, requirements }: SlotFacts<Image>,
  type: string,
  required: boolean,
): Slot<Image>[] {
  return images
    .filter((image) => image.type === type && image.reference)
    .map((image) => ({
      kind: 'reference',
      key: image.instance_id,
      type,
      modality: image.modality,
      required,
      met: lackingSteps(image, requirements).length === 0,
      image,
      steps: stepStates(image, requirements),
    }));
}

/** The slot of a type without a reference image. */
function absentSlot<Image extends SlotImage>(
  { images, missing, modalityOf }: SlotFacts<Image>,
  type: string,
  required: boolean,
): Slot<Image> {
  const candidates = images.filter((image) => image.type === type);
  const base = { key: `type ${type}`, type, modality: candidates[0]?.modality ?? modalityOf(type), required };
  if (missing.includes(type)) return { ...base, kind: 'missing', met: true };
  return candidates.length > 0 ? { ...base, kind: 'choose', met: false, candidates } : { ...base, kind: 'absent', met: false };
}

/** All slots: required types in the order of the project, then types declared missing, then the other reference images. */
export function slotsOf<Image extends SlotImage>(facts: SlotFacts<Image>): Slot<Image>[] {
  const { images, missing, requirements } = facts;
  const required = new Set(requirements.filter(isRequired).map(({ type }) => type));
  const asked = [...new Set([...required, ...missing])].flatMap((type) => {
    const references = referenceSlots(facts, type, required.has(type));
    return references.length > 0 ? references : [absentSlot(facts, type, required.has(type))];
  });
  const shown = new Set(asked.map(({ type }) => type));
  const others = new Set(
    images.filter(({ type, reference }) => reference && type !== null && !shown.has(type)).map(({ type }) => type ?? ''),
  );
  return [...asked, ...[...others].flatMap((type) => referenceSlots(facts, type, false))];
}

/** How many of the required types are complete: every slot of the type is met. */
export function completeTypes(slots: readonly Slot[]): { complete: number; of: number } {
  const required = slots.filter((slot) => slot.required);
  const types = new Set(required.map(({ type }) => type));
  const open = new Set(required.filter(({ met }) => !met).map(({ type }) => type));
  return { complete: types.size - open.size, of: types.size };
}

/**
 * How far a step has come among the images the project requires it of. A type without a reference image counts as one
 * that is undone, a type declared missing not at all.
 */
export function stepProgress(
  slots: readonly Slot[],
  requirements: readonly ImageRequirement[],
  step: ImageStep,
): { done: number; of: number } {
  const asks = (type: string): boolean =>
    requirements.some((row) => row.type === type && asksFor(row).some((check) => stepOfCheck(check) === step));
  const counted = slots.filter((slot) => slot.required && slot.kind !== 'missing' && asks(slot.type));
  return { done: counted.filter((slot) => slot.kind === 'reference' && slot.steps[step] === 'done').length, of: counted.length };
}
