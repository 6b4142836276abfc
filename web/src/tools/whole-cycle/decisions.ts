/** What people decide about the lines of a cycle besides their points: how end systole is found, and what counts in spite of doubt. */
import type { AnalysisImage, ConfirmedPart, CycleSequence, EndSystoleRule } from '@echometry/contract/generated/analysis-image.ts';

/** How end systole is found where nobody chose a rule. */
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

/** The parts count in spite of doubt, or no more if all of them did. */
export function withConfirmed({ confirmed = [], ...sequence }: CycleSequence, parts: readonly ConfirmedPart[]): CycleSequence {
  const others = confirmed.filter((one) => !parts.some((part) => isSame(one, part)));
  const now = parts.every((part) => confirmed.some((one) => isSame(one, part))) ? others : [...others, ...parts];
  return now.length > 0 ? { ...sequence, confirmed: now } : sequence;
}
