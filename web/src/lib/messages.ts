/** Texts of the calls to the server, of sign-in, settings and addresses, and of how times are written. */
const incompatible = 'URL not compatible';

export const messages = {
  /** Specified, to the letter. */
  unsupportedBrowser: 'WE ONLY SUPPORT GOOGLE CHROME BROWSER FOR NOW THANK FOR YOUR UNDERSTANDING!',
  call: {
    notReached: 'The server cannot be reached.',
    notSignedIn: 'You are not signed in.',
    badEndpoints: 'The list of endpoints is not readable.',
    status: (status: number) => `The server responded with status ${status}.`,
    unexpected: (path: string) => `Unexpected response from ${path}. Reload the page.`,
  },
  file: {
    noAddress: 'The server has no address for this file.',
    refused: 'The server refused this file. Reload the page.',
    unreadable: 'This file is not readable here. Load the page again to get its newest version.',
    moved: (name: string) => `${name} can no longer be read. Was it moved or changed? Choose the files again.`,
  },
  config: {
    notSent: (set: string) => `The server did not send the configuration ${set}. Ask an administrator of this installation.`,
    row: (set: string, number: number, name: string | null, place: string, reason: string | undefined) =>
      `${set}, row ${number}${name === null ? '' : ` (${name})`}: ${place} ${reason ?? 'is not a row'}`.trim(),
  },
  signIn: {
    blocked: 'The browser blocked the sign-in window. Allow popups for this address and try again.',
    noReturn: 'The sign-in window did not return to this page.',
    closed: 'The sign-in window was closed before the sign-in was finished.',
  },
  settings: {
    notRead:
      'Your settings could not be read from the server, so this change applies only to this page. Load the page again to change them.',
    notSaved: (reason: string) => `The settings apply on this page but were not saved: ${reason}`,
  },
  page: {
    incompatible,
    oneRole: (name: string) => `the role ${name}`,
    roles: (names: readonly string[]) => `one of the roles ${names.join(', ')}`,
    needs: (roles: string | null) => `${incompatible}: this page needs ${roles ?? 'another role'}.`,
    chooseRole: 'Choose the role to open the page.',
    askForRole: 'Ask an administrator for it.',
  },
  time: {
    now: 'now',
    justNow: 'just now',
    seconds: (count: number) => `${count} s ago`,
    minutes: (count: number) => `${count} min ago`,
    hours: (count: number) => `${count} h ago`,
    yesterday: 'yesterday',
    days: (count: number) => `${count} days ago`,
    ageUnknown: 'age unknown',
  },
};
