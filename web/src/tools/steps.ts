/** Parts of a step of any tool, and what tools ask of the page of an image. */
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import type { OpenCaliper } from '@echometry/contract/records/open-caliper.ts';
import { NO_EFFECTS, type Step } from './port.ts';

export interface Alert {
  type: 'alert';
  level: 'soft' | 'hard';
  message: string;
}

/** Effects that a page carries out for every tool; a tool may have more. */
export type PageEffect =
  /** One gesture: the image after it, its open points where they change, and its frame if that is not the frame on the screen. */
  | { type: 'commit'; image: AnalysisImage; open?: OpenCaliper | null; frame?: number | null }
  /** The image during a gesture; null when that is over. */
  | { type: 'draft'; image: AnalysisImage | null }
  | { type: 'show-frame'; frame: number }
  | Alert;

const PAGE_EFFECTS: Readonly<Record<PageEffect['type'], true>> = { commit: true, draft: true, 'show-frame': true, alert: true };

/** True for what a page does for every tool, false for what only one tool asks. */
export const isPageEffect = (effect: { type: string }): effect is PageEffect => effect.type in PAGE_EFFECTS;

export const stay = <State>(state: State): Step<State, never> => ({ state, effects: NO_EFFECTS });
export const act = <State, const Effects extends readonly { type: string }[]>(
  state: State,
  ...effects: Effects
): Step<State, Effects[number]> => ({
  state,
  effects,
});
export const take = <State, Effect>(step: Step<State, Effect>): Step<State, Effect> => ({ ...step, taken: true });
export const say = (message: string, level: Alert['level'] = 'soft'): Alert => ({ type: 'alert', level, message });

/** One gesture of the person. */
export const commit = <State>(state: State, image: AnalysisImage): Step<State, PageEffect> => act(state, { type: 'commit', image });
