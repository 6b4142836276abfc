/** Texts of the role chooser. */
export const messages = {
  title: 'Login as:',
  neededRole: (roles: string) => `The page you asked for needs ${roles}.`,
  opensNewTab: (description: string) => `${description} Opens in a new tab.`,
  noAddress: 'Your roles open linked applications, but their addresses are not set yet. Ask your administrator.',
  signOut: 'Sign in as another person',
};
