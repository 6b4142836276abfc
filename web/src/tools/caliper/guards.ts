import { isComplete, isOn, openOf, statusOf, templateOf } from './measure.ts';
import type { CaliperContext, CaliperState } from './state.ts';

/** Available actions of the caliper. */
export interface Can {
  toggle: boolean;
  save: boolean;
  /** The button that saves is in sight: once all points are placed, and always for a measure of two. */
  showSave: boolean;
  lock: boolean;
  walk: boolean;
  /** A point can be set by keys. */
  point: boolean;
}

export function can(state: CaliperState, context: CaliperContext): Can {
  const template = templateOf(state, context);
  const active = statusOf(state, context) !== 'unactive';
  const complete = template !== null && isComplete(openOf(context), template);
  const on = isOn(state, context);
  return {
    toggle: context.image !== null && context.mayChange && context.templates.length > 0,
    save: active && complete,
    showSave: active && (complete || template?.n_points === 2),
    lock: on && template !== null && template.constraints !== 'none',
    walk: on && context.templates.length > 1,
    point: on && context.mayChange && active && !complete,
  };
}
