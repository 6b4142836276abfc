/** Texts of the frame around the pages. */
import { counted } from '@echometry/contract/rules/counted.ts';
import type { StudyPage } from '../lib/study-link.ts';

export const messages = {
  product: 'Echometry',
  unsupportedBrowser: 'This browser is not supported',
  /** A page failed. */
  stopped: {
    title: 'This page stopped working',
    text: (reason: string) => `Your work is kept in this browser and on the server. Reload the page to continue. (${reason})`,
    reload: 'Reload the page',
  },
  header: {
    toStudies: ', to the studies list',
    studyPages: 'Pages of the study',
    page: 'Page: ',
    projectPages: 'Pages of the project',
    patient: 'patient',
    date: 'date',
    by: (editor: string) => `by ${editor}`,
    research: 'Cardiac ultrasound research',
    version: 'Version of the product',
  },
  /** Names of the pages of a study, by address. */
  studyPages: {
    preview: 'Preview',
    selection: 'Selection',
    overview: 'Overview',
    reference: 'Reference',
    cycletiming: 'Cycle timing',
    segmentation: 'Segmentation',
    validation: 'Validation',
    feedback: 'Feedback',
    measurements: 'Report',
    'prisma-review': 'Study',
  } satisfies Record<StudyPage, string>,
  clinicalData: 'Clinical data',
  /** Names of the other pages, by address. */
  pages: {
    '/studies': 'Studies',
    '/review': 'Reviews',
    '/tasks': 'Tasks',
    '/inbox': 'Inbox',
    '/courses': 'Courses',
    '/export': 'Export',
    '/prisma-review': 'Team review',
    '/prisma-data': 'Availability of data',
  },
  reviewTab: 'Review',
  inboxCount: (count: number) => `, ${counted(count, 'study', 'studies')} to do`,
  lists: {
    inbox: 'Inbox of all projects',
    patients: 'Patient list',
    tasks: 'Tasks',
    courses: 'Courses',
    statistics: 'Project statistics',
    administration: 'Administration',
  },
  demo: {
    title: 'Demo workspace',
    text: 'Demo workspace: sign-in without password, on this computer only. Do not use it for patient data.',
  },
  userMenu: {
    label: (email: string) => `User menu of ${email}`,
    changeRole: 'Change user role',
    manual: 'Open user manual',
    readTerms: 'Read Terms of use',
    settings: 'Settings',
    changePassword: 'Change password',
    logout: 'Logout',
    terms: 'Terms of use',
    unsent: 'Some changes could not be sent to the server. Logging out removes them from this browser. Log out anyway?',
  },
  offline: {
    title: 'The server cannot be reached',
    text: 'Check that Echometry is running and that this computer is connected. The page reconnects automatically.',
    retry: 'Try again',
    unreadable: 'The unsent changes in this browser could not be read. Close other Echometry tabs and try again.',
    nothingKept: 'No unsent changes in this browser: all your changes are on the server.',
    kept: 'Kept in this browser',
    keptHint: 'Kept in this browser, and sent when you open the study with a connection:',
    /** Follows the name of the study. */
    work: (changes: number, images: number, role: string | null, last: string) =>
      `${counted(changes, 'change')} on ${counted(images, 'image')}${role ? ` as ${role}` : ''}, the last ${last}`,
    comments: (count: number) => counted(count, 'comment'),
  },
  sessionEnded: {
    title: 'Your session has ended',
    /** The e-mail address stands between the two. */
    signInAs: 'Sign in again as',
    continue: (changes: number) =>
      changes === 0
        ? 'and continue where you are.'
        : `and continue where you are. ${changes === 1 ? 'One change is' : `${changes} changes are`} kept in this browser and will be saved then.`,
    leave: 'Leave',
    signIn: 'Sign in again',
  },
};
