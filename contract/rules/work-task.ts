import type { Project } from '../records/project.ts';
import { type ActionImage, type ActionStep, firstAction, remainingActions } from './next-action.ts';

/** The next step in a piece of work, as lists of tasks show it. */
export interface WorkTask {
  step: ActionStep;
  /** Image type it is about. */
  type: string;
  /** Image to open; null where one has yet to be found or chosen. */
  instance_id: string | null;
  /** The action: a verb, to be followed by the type. */
  verb: string;
  /** The reason in a few words. */
  brief: string;
  /** Steps left, this one included. */
  left: number;
}

/** A piece of work as its next step is computed from it. */
export interface Work {
  images: readonly ActionImage[];
  missing: readonly string[];
}

/** Work that has not been started. */
const NOT_BEGUN: Work = { images: [], missing: [] };

/**
 * The next step in a piece of work, for roles that may save it (contract/rules/next-action.ts): it follows from the work and from
 * what the project requires, and is the same for every such role.
 * @param work absent before anything is saved
 */
export function workTask(
  { image_requirements, name_to_show }: Pick<Project, 'image_requirements' | 'name_to_show'>,
  { images, missing }: Work = NOT_BEGUN,
): WorkTask | null {
  const facts = { images, missing, requirements: image_requirements, modalityOf: () => null, project: name_to_show };
  const actions = remainingActions(facts);
  const next = firstAction(actions);
  if (next === null) return null;
  const { step, type, instance_id, verb, brief } = next;
  return { step, type, instance_id, verb, brief, left: actions.length };
}
