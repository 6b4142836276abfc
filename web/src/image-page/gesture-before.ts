/** What undo of a tool may step back to. */
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import { contentOf } from '@echometry/contract/rules/content.ts';
import { withParts, type ImagePart } from '@echometry/contract/rules/merge-image.ts';
import { currentSession } from '../study/store/current-study.ts';

/** The image before the person's last gesture on it, where that changed these parts of it and nothing else. */
export function beforeLastGesture(instanceId: string, parts: readonly ImagePart[]): AnalysisImage | null {
  const gesture = currentSession()?.lastGesture(instanceId);
  const change = gesture?.images[instanceId];
  if (!gesture || !change?.before || !change.after || Object.keys(gesture.images).length > 1) return null;
  return contentOf(withParts(change.before, change.after, parts)) === contentOf(change.after) ? change.before : null;
}
