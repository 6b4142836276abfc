/** Texts of the issues that reviewers raised about an image. */
export const messages = {
  title: 'Issues of the review',
  open: (here: number, inStudy: number) => `${here} open here · ${inStudy} in the study`,
  notLabelled: 'not labelled',
  isOpen: 'open',
  isResolved: 'resolved',
  resolvedBy: (user: string | null | undefined) => `resolved by ${user ?? 'an unknown user'}`,
  raisedBy: (reviewer: string) => `raised by ${reviewer}`,
  reply: (when: string) => `Reply of the editor, ${when}`,
  resolve: 'Resolve',
  reopen: 'Reopen',
  remove: 'Remove',
};
