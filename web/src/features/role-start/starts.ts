/** What a role reads on its own page as long as the work of that page is not in this version. */
export interface RoleStart {
  title: string;
  /** What will be done here, and what is there until then. */
  text: readonly string[];
  /** Whether the list of studies is the place to go to meanwhile. */
  list: boolean;
}

export const ROLE_STARTS: Readonly<Record<'/export', RoleStart>> = {
  '/export': {
    title: 'Export',
    text: [
      'Segmentations and measurements are exported here in a later version of Echometry.',
      'The list of studies is there today: open it, search and sort, and download patients and dates as a CSV file.',
    ],
    list: true,
  },
};
