import type { ImageRequirement, Project } from '../records/project.ts';
import { CHECKS } from './completeness.ts';
import { contentOf } from './content.ts';
import { referenceChanges } from './reference-activation.ts';

/** Names of what differs between requirements: types that come and go, and steps that are asked or not. */
function requirementChanges(before: readonly ImageRequirement[], after: readonly ImageRequirement[]): string[] {
  const old = new Map(before.map((row) => [row.type, row]));
  const types = new Set(after.map(({ type }) => type));
  const changes = after.flatMap((row) => {
    const was = old.get(row.type);
    if (was === undefined) return [`${row.type} added`];
    return CHECKS.filter((check) => (row[check] === true) !== (was[check] === true)).map(
      (check) => `${row.type}: ${check} ${row[check] === true ? 'required' : 'not required'}`,
    );
  });
  changes.push(...before.filter(({ type }) => !types.has(type)).map(({ type }) => `${type} removed`));
  const order = (rows: readonly ImageRequirement[]): string => rows.map(({ type }) => type).join('\n');
  return changes.length === 0 && order(before) !== order(after) ? ['order of the requirements'] : changes;
}

/** Differences between two forms of a project, one name for each: a field, or a step of a requirement. */
export function projectChanges(before: Project, after: Project): string[] {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])] as (keyof Project)[];
  return fields.flatMap((field) => {
    if (field === 'image_requirements') return requirementChanges(before.image_requirements, after.image_requirements);
    if (field === 'references') return referenceChanges(before.references, after.references);
    return contentOf(before[field] ?? null) === contentOf(after[field] ?? null) ? [] : [field];
  });
}

/** My requirements merged with theirs: what I changed since `base` is mine, all else theirs. */
function mergeRequirements(base: readonly ImageRequirement[], mine: readonly ImageRequirement[], theirs: readonly ImageRequirement[]) {
  const rowOf = (rows: readonly ImageRequirement[], type: string) => rows.find((row) => row.type === type);
  const kept = theirs.filter(({ type }) => rowOf(mine, type) !== undefined || rowOf(base, type) === undefined);
  const merged = kept.map((row) => {
    const [was, wanted] = [rowOf(base, row.type), rowOf(mine, row.type)];
    if (was === undefined || wanted === undefined) return wanted ?? row;
    const own = CHECKS.filter((check) => (wanted[check] === true) !== (was[check] === true));
    return { ...row, ...Object.fromEntries(own.map((check) => [check, wanted[check] === true])) };
  });
  const added = mine.filter(({ type }) => rowOf(base, type) === undefined && rowOf(kept, type) === undefined);
  return [...merged, ...added];
}

/** My changes since `base`, on top of another person's changes meanwhile; where both changed the same, mine. */
export function mergeProjects(base: Project, mine: Project, theirs: Project): Project {
  const own = (Object.keys(mine) as (keyof Project)[]).filter((field) => contentOf(mine[field]) !== contentOf(base[field] ?? null));
  return {
    ...theirs,
    ...Object.fromEntries(own.map((field) => [field, mine[field]])),
    image_requirements: mergeRequirements(base.image_requirements, mine.image_requirements, theirs.image_requirements),
  };
}
