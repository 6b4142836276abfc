/** Visible parts of the work on an image; of the moment, and not remembered. */
import { proxy } from 'valtio';

export const shown = proxy({ legend: true, measurements: true, segmentations: true });
export type Showable = keyof typeof shown;

export const toggleShown = (what: Showable): void => {
  shown[what] = !shown[what];
};
