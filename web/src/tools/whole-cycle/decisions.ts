/** Decisions of users about the lines of a cycle: the rule for end systole, and the doubtful segments that have values all the same. */
import type { AnalysisImage, ConfirmedPart, CycleSequence, EndSystoleRule } from '@echometry/contract/generated/analysis-image.ts';
import { decisionsOf } from '@echometry/contract/rules/sequence.ts';

/** The rule for end systole where none was chosen. */
const DEFAULT_RULE: EndSystoleRule = 'mark';

/** The rule that was chosen for the cycles of an image; undefined where none was. */
export const ruleOfImage = ({ segmentation }: Pick<AnalysisImage, 'segmentation'>): EndSystoleRule | undefined =>
  segmentation.flatMap(({ sequence }) => sequence?.end_systole ?? [])[0];

export function withRule({ end_systole: _before, ...sequence }: CycleSequence, rule: EndSystoleRule): CycleSequence {
  return rule === DEFAULT_RULE ? sequence : { ...sequence, end_systole: rule };
}

/** The image with the rule for all of its followed cycles: their values are averaged. */
export const withRuleOfCycles = (image: AnalysisImage, rule: EndSystoleRule): AnalysisImage => ({
  ...image,
  segmentation: image.segmentation.map((one) => (one.sequence ? { ...one, sequence: withRule(one.sequence, rule) } : one)),
});

const isSame = (a: ConfirmedPart, b: ConfirmedPart): boolean => a.name === b.name && a.segment === b.segment;

export const isConfirmed = ({ confirmed = [] }: CycleSequence, part: ConfirmedPart): boolean => confirmed.some((one) => isSame(one, part));

/** Confirms the parts, or takes the confirmation back if all of them are confirmed. */
export function withConfirmed(before: CycleSequence, parts: readonly ConfirmedPart[]): CycleSequence {
  const { confirmed: _confirmed, ...sequence } = before;
  const { confirmed } = decisionsOf(before);
  const others = confirmed.filter((one) => !parts.some((part) => isSame(one, part)));
  const now = parts.every((part) => confirmed.some((one) => isSame(one, part))) ? others : [...others, ...parts];
  return now.length > 0 ? { ...sequence, confirmed: now } : sequence;
}
