/** Texts of the settings. */
import type { PersonalToken } from '@echometry/contract/records/personal-token.ts';
import { ROLE_CONFIGS } from '@echometry/contract/rules/roles.ts';
import { ago, mebibytes } from '../../lib/format.ts';

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });

export const messages = {
  title: 'Settings',
  pages: { keys: 'Keys', player: 'Player', memory: 'Memory', tokens: 'Tokens' },
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
  tokens: {
    hint: 'A program signs in with a token instead of your password. It acts as you in one role, within what the token allows.',
    add: 'New token',
    list: 'Your tokens',
    loading: 'Loading tokens',
    none: 'No tokens yet.',
    shownOnce: (name: string) => `Copy the token “${name}” now. It is not shown again.`,
    copy: 'Copy',
    copied: 'Copied',
    notCopied: 'The browser did not allow copying. Select the token and copy it yourself.',
    allows: ({ role, projects, write }: PersonalToken) =>
      `${ROLE_CONFIGS[role].name_to_show}, ${projects === null ? 'all projects' : projects.map(({ name_to_show }) => name_to_show).join(', ')}, ${write ? 'read and write' : 'read only'}`,
    expires: (at: number, now: number) => `${at <= now ? 'Expired' : 'Expires'} ${day.format(at)}`,
    used: (at: number | null, now: number) => (at === null ? 'never used' : `last used ${ago(at, now)}`),
    revoke: 'Revoke',
    revokeNamed: (name: string) => `Revoke ${name}`,
    revokeNow: 'Revoke now',
    reallyRevoke: (name: string) => `Revoke ${name} now`,
    keep: 'Keep',
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
