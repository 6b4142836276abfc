/** Marks that a method proposes: they are drawn dashed, and stored only when a person accepts them. */
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import { marksOf, type MarkedEvent } from './marks.ts';
import { place } from './place.ts';
import type { CycleTimingContext, CycleTimingState, Proposal } from './state.ts';
import { annotatingStatus, type AnnotatingStatus } from './status.ts';
import { act, stay, type Ready, type TimingStep } from './steps.ts';

const NEXT: Readonly<Record<AnnotatingStatus, MarkedEvent>> = {
  'annotating-onsets': 'onset',
  'annotating-diastole': 'end_diastole',
  'annotating-systole': 'end_systole',
};

/** The list of proposals is made anew with every mark. */
const sameProposal = (a: Proposal, b: Proposal): boolean => a.event === b.event && a.position === b.position;

/** Proposals that were neither dropped nor marked. */
export function openProposals(
  { dropped }: Pick<CycleTimingState, 'dropped'>,
  { proposals }: CycleTimingContext,
  image: AnalysisImage,
): Proposal[] {
  if (image.is_annotated || proposals.length === 0) return [];
  const last = new Map(marksOf(image).map(({ event, at }) => [event, at]));
  return proposals.filter((one) => !dropped.some((other) => sameProposal(other, one)) && one.position > (last.get(one.event) ?? -Infinity));
}

/** The first one of what is marked next. */
export function nextProposal(state: Pick<CycleTimingState, 'dropped'>, context: CycleTimingContext, image: AnalysisImage): Proposal | null {
  if (image.is_annotated || !context.mayChange) return null;
  const event = NEXT[annotatingStatus(image)];
  return openProposals(state, context, image).find((one) => one.event === event) ?? null;
}

/** All proposals that can be marked one after the other, as one gesture; those that lie wrong are passed over. */
export function acceptAll(state: CycleTimingState, context: Ready): TimingStep {
  let { image } = context;
  let dropped = state.dropped;
  for (let next = nextProposal({ dropped }, context, image); next; next = nextProposal({ dropped }, context, image)) {
    const placed = place(image, next.position, context, next);
    if (placed.refusal) dropped = [...dropped, next];
    else image = placed.image;
  }
  return image === context.image ? stay(state) : act({ ...state, dropped }, { type: 'commit', image });
}
