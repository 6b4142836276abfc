/** Texts of the sign-in page. */
export const messages = {
  signIn: 'Sign in',
  demoHint: 'Demo workspace. Choose who you want to be; no password is needed on this computer.',
  hint: 'You sign in with your password and a code from your authenticator app. Accounts are created by invitation from an administrator.',
  notReached: (reason: string) => `${reason} Check that Echometry is running, then try again.`,
  notLoaded: (reason: string) => `${reason} Check that Echometry is running, then load this page again.`,
  otherWindow: 'This sign-in was not started in this window, so it was ignored. Sign in here.',
  notCompleted: 'The sign-in could not be completed: it was already used, or took longer than a minute. Sign in again.',
};
