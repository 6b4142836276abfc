/** Texts of the settings. */
import { mebibytes } from '../../lib/format.ts';

export const messages = {
  title: 'Settings',
  pages: { keys: 'Keys', player: 'Player', memory: 'Memory' },
  keys: {
    hint: 'Kept with your account, on every computer. A key may do different things on different screens.',
    restoreAll: 'Restore default keys',
    add: (action: string) => `Add a key for ${action}`,
    remove: (key: string, action: string) => `Remove ${key} from ${action}`,
    press: 'Press a key, or Esc to cancel',
    restore: 'Restore default',
    /** Follows the key. */
    alsoDoes: (action: string) => `also does: ${action}`,
  },
  player: {
    autoplay: 'Play clips automatically',
    autoplayHint: 'Off when the system is set to reduce motion.',
    sameTone: 'Use the same brightness and contrast for all images of a study',
    sameToneHint: 'Otherwise each image keeps its own while you are signed in.',
  },
  memory: {
    decoded: 'Decoded frames of the open clip',
    meter: 'Memory of decoded frames',
    used: (used: number, budget: number) => `${mebibytes(used)} of ${mebibytes(budget)}`,
    page: (bytes: number) => `The whole page and its workers use ${mebibytes(bytes)}.`,
    budget: 'Memory budget',
    budgetHint:
      'Clips that fit are decoded once and then play from memory. Larger ones are decoded again ahead of the play head. Takes effect with the next clip.',
    automatic: (size: string) => `Let Echometry choose (${size})`,
  },
};
