/** Issues of a review: reasons of the configured list, their order, and how many are open. */
import reasons from '../config/review_reasons.json' with { type: 'json' };
import type { ReviewIssue } from '../records/review-issue.ts';

export const ISSUE_REASONS: readonly { code: string; name_to_show: string }[] = reasons.data;

export const isReason = (code: string): boolean => ISSUE_REASONS.some((reason) => reason.code === code);
/** A reason in words; a code that is not configured any more stands for itself. */
export const reasonWords = (code: string): string => ISSUE_REASONS.find((reason) => reason.code === code)?.name_to_show ?? code;

export const UNKNOWN_REASON = 'is not a reason on the configured list';
export const ISSUE_OF_FINISHED = 'This review is finished and locked: no issue was stored. Reopen it to raise one';

/** Reasons, most recently used first, for a quick choice. */
export function reasonsByUse(
  issues: readonly Pick<ReviewIssue, 'reason' | 'created_at'>[],
): readonly { code: string; name_to_show: string }[] {
  const last = new Map<string, number>();
  for (const { reason, created_at } of issues) last.set(reason, Math.max(last.get(reason) ?? 0, created_at));
  return ISSUE_REASONS.toSorted((a, b) => (last.get(b.code) ?? 0) - (last.get(a.code) ?? 0));
}

type Placed = Pick<ReviewIssue, 'instance_id' | 'resolved' | 'created_at' | 'id'>;

/** Issues image by image in the order of the images, the earlier ones of an image first. */
export function inOrder<Issue extends Placed>(issues: readonly Issue[], images: readonly { instance_id: string }[]): Issue[] {
  const place = new Map(images.map(({ instance_id }, at) => [instance_id, at]));
  const at = ({ instance_id }: Issue): number => place.get(instance_id) ?? images.length;
  return issues.toSorted((a, b) => at(a) - at(b) || a.created_at - b.created_at || (a.id < b.id ? -1 : 1));
}

/** Issues that are not resolved: of one image, or of the study. */
export const openIssues = (issues: readonly Placed[], instanceId?: string): number =>
  issues.filter(({ resolved, instance_id }) => !resolved && (instanceId === undefined || instance_id === instanceId)).length;

/** The issue after or before the chosen one; around the ends, and the first or last where none is chosen. */
export function neighbour<Issue extends Placed>(ordered: readonly Issue[], chosen: string | null, step: 1 | -1): Issue | undefined {
  if (ordered.length === 0) return undefined;
  const at = ordered.findIndex(({ id }) => id === chosen);
  if (at < 0) return step === 1 ? ordered[0] : ordered.at(-1);
  return ordered[(at + step + ordered.length) % ordered.length];
}
