import type { StudyFile } from '@echometry/contract/records/study-file.ts';

/**
 * Which images are shown at once: the chosen ones, the current one first, then the next ones in their order.
 * @param targets instance_id of every chosen image, the one shown first
 * @param count most images that are shown; 1 means no comparison
 */
export function filesBeside(files: readonly StudyFile[], targets: readonly string[], count: number): StudyFile[] {
  if (count < 2) return [];
  const chosen = targets.flatMap((target) => files.filter(({ instance_id }) => instance_id === target));
  const at = chosen[0] ? files.indexOf(chosen[0]) : 0;
  const after = [...files.slice(at), ...files.slice(0, at)].filter((file) => !chosen.includes(file));
  return [...chosen, ...after].slice(0, count);
}
