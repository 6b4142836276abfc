/** Marks that a method proposes: they are drawn dashed, and stored only when a person accepts them. */
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import { markAt } from './marking.ts';
import { isSet, kindOf, marksOf, type MarkedEvent } from './marks.ts';
import { place } from './place.ts';
import type { CycleTimingContext, CycleTimingState, Proposal, Ready, TimingStep } from './state.ts';
import { annotatingStatus, type AnnotatingStatus } from './status.ts';
import { act, say, stay } from '../steps.ts';
import { messages } from './messages.ts';

const NEXT: Readonly<Record<AnnotatingStatus, MarkedEvent>> = {
  'annotating-onsets': 'onset',
  'annotating-diastole': 'end_diastole',
  'annotating-systole': 'end_systole',
};

/** The list of proposals is recreated with every mark. */
const sameProposal = (a: Proposal, b: Proposal): boolean => a.event === b.event && a.position === b.position;

/** Every mark of this kind is set: a strip of M-Mode stays open until it is finished. */
const isComplete = (image: AnalysisImage, event: MarkedEvent): boolean =>
  kindOf(image) === 'M-Mode' && event === 'end_systole' && image.cardiac_events.every(({ end_systole }) => isSet(end_systole));

/** Proposals that were neither dropped nor marked, and that a mark is left for. */
export function openProposals(
  { dropped }: Pick<CycleTimingState, 'dropped'>,
  { proposals }: CycleTimingContext,
  image: AnalysisImage,
): Proposal[] {
  if (image.is_annotated || proposals.length === 0) return [];
  const nextEvent = NEXT[annotatingStatus(image)];
  const complete = isComplete(image, nextEvent) ? nextEvent : null;
  const last = new Map(marksOf(image).map(({ event, at }) => [event, at]));
  return proposals.filter(
    (one) =>
      one.event !== complete && !dropped.some((other) => sameProposal(other, one)) && one.position > (last.get(one.event) ?? -Infinity),
  );
}

/** The proposal can be marked now: it is not refused, and it changes the image. */
function fits(image: AnalysisImage, one: Proposal, { rules, maxCycles }: CycleTimingContext): boolean {
  if (!rules) return false;
  const placed = place(image, one.position, { rules, maxCycles, newId: () => '' }, one);
  return placed.refusal === null && placed.image !== image;
}

/** The proposals of the kind that is marked next, in their order. Some may lie where they cannot be marked. */
function nextOfKind(state: Pick<CycleTimingState, 'dropped'>, context: CycleTimingContext, image: AnalysisImage): Proposal[] {
  if (image.is_annotated || !context.mayChange) return [];
  const event = NEXT[annotatingStatus(image)];
  return openProposals(state, context, image).filter((one) => one.event === event);
}

/** The first proposal that can be marked next; null where none fits. */
export const nextProposal = (
  state: Pick<CycleTimingState, 'dropped'>,
  context: CycleTimingContext,
  image: AnalysisImage,
): Proposal | null => nextOfKind(state, context, image).find((one) => fits(image, one, context)) ?? null;

const noneFits = (state: CycleTimingState): TimingStep => act(state, say(messages.noProposalFits));

/** Marks the next proposal that fits, or shows why none is marked. */
export function acceptNext(state: CycleTimingState, context: Ready): TimingStep {
  const next = nextProposal(state, context, context.image);
  return next ? markAt(state, next.position, context, next) : noneFits(state);
}

/** Drops the next proposal of the kind that is marked next, or the next of any kind. */
export function dropNext(state: CycleTimingState, context: Ready): TimingStep {
  const next = nextOfKind(state, context, context.image)[0] ?? openProposals(state, context, context.image)[0];
  return next ? stay({ ...state, dropped: [...state.dropped, next] }) : noneFits(state);
}

/**
 * Marks all proposals that fit, one after the other, as one gesture; the others are passed over. Each round sets a mark, so
 * that there are never more rounds than proposals.
 */
export function acceptAll(state: CycleTimingState, context: Ready): TimingStep {
  let { image } = context;
  for (let round = 0; round < context.proposals.length; round += 1) {
    const next = nextProposal(state, context, image);
    if (!next) break;
    const placed = place(image, next.position, context, next);
    if (placed.refusal) break;
    image = placed.image;
  }
  return image === context.image ? noneFits(state) : act(state, { type: 'commit', image });
}
