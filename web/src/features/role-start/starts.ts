/** What a role reads on its own page as long as the work of that page is not in this version. */
export interface RoleStart {
  title: string;
  /** What will be done here, and what is there until then. */
  text: readonly string[];
  /** Whether the list of studies is the place to go to meanwhile. */
  list: boolean;
}

export const ROLE_STARTS: Readonly<Record<'/prisma-review' | '/prisma-data', RoleStart>> = {
  '/prisma-review': {
    title: 'Team review of studies',
    text: [
      'Image quality and segmentations are reviewed here in a later version of Echometry.',
      'Your account and role are set up; nothing waits for you yet.',
    ],
    list: false,
  },
  '/prisma-data': {
    title: 'Availability of data',
    text: [
      'The date of the last update, downloads and statistics are shown here in a later version of Echometry.',
      'Your account and role are set up; nothing waits for you yet.',
    ],
    list: false,
  },
};
