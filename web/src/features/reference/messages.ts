/** Texts of the Reference page. */
import type { ImageStep, StepState } from '@echometry/contract/rules/reference-slots.ts';

const steps: Readonly<Record<ImageStep, string>> = { quality: 'Quality', timing: 'Timing', segmentation: 'Segmentation' };
const states: Readonly<Record<StepState, string>> = { done: 'done', required: 'required, undone', free: 'not required' };

export const messages = {
  tags: {
    label: 'Images shown',
    notCompleted: 'Not completed',
    studyState: 'Study state',
    noneRequired: 'The project requires no image',
    complete: (complete: number, of: number) => `${complete} of ${of} required ${of === 1 ? 'type' : 'types'} complete`,
  },
  board: {
    mode: 'Reference',
    otherColumn: 'Other' as const,
    complete: (complete: number, of: number) => `${complete} of ${of} complete`,
    allComplete: 'Everything here is complete.',
    noImage: 'No image is required, and none is a reference.',
    noModality: 'No modality is chosen. Turn on one of the tags above.',
  },
  keys: {
    image: 'image',
    open: 'open at its missing step',
    quality: 'quality',
    comments: 'comments',
    reference: 'reference',
    missing: 'missing in study',
    next: 'next',
    all: 'all keys',
  },
  card: {
    open: (image: string) => `Open ${image}`,
    noPreview: 'no preview',
    reference: (image: string) => `Reference: ${image}`,
    isReference: 'This image is the reference',
    markAsReference: 'Mark as reference',
    steps,
    states,
    stepState: (step: ImageStep, state: StepState) => `${steps[step]}: ${states[state]}`,
  },
  choose: {
    title: 'Choose one',
    leftOut: 'left out in Preview',
    image: (number: number) => `image ${number}`,
    frames: (count: number) => (count > 1 ? `${count} frames` : 'still'),
    noView: 'no view',
    noReference: (count: number) => `${count === 1 ? 'One image' : `${count} images`} of this type, no reference.`,
  },
  absent: {
    missing: (type: string) => `${type} is missing`,
    declared: 'declared for this study',
    withdraw: 'Withdraw',
    required: (type: string) => `${type} is required`,
    isRequired: 'is required',
    unless: 'unless',
    declare: 'Image is missing in study',
    find: 'Find image',
  },
  next: {
    label: 'Next best action',
    title: 'Next',
    first: (count: number) => `1 of ${count}`,
    skip: 'Skip',
    following: 'Then',
    more: (count: number) => `${count} more`,
    leftToDo: 'Left to do',
    icons: 'Icons',
    nothingNow: 'Nothing can be done now',
    requiresNone: (project: string) => `${project} requires no image.`,
    allDone: 'Every required image has what the project asks for.',
    leftToEditors: 'The steps below are left for its editors.',
  },
  progress: {
    title: 'Steps',
    ofRequired: 'of required images',
    steps: { ...steps, timing: 'Cycle timing' },
    of: (count: number) => `of ${count}`,
  },
};
