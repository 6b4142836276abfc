/** Texts of the studies list. */
import type { CoursePlace } from '@echometry/contract/records/course-place.ts';
import type { RoleName } from '@echometry/contract/records/role.ts';

export const messages = {
  modes: { studies: 'Studies', review: 'Reviews', tasks: 'Tasks' },
  unknownProject: 'This project is not known',
  unknownProjectHint: (project: string) =>
    `Project “${project}” does not exist, or you are not a member of it. Ask its administrator, or open one of your projects.`,
  myProjects: 'My projects',
  noPage: 'The server sent no page of the list. Reload the page.',
  noMatch: 'No study matches this search. Clear the search or the filters, or show completed studies.',
  loadingStatistics: 'Loading statistics...',
  studyGone: 'This study is no longer in your list. Update the statistics.',
  download: {
    start: 'Download studies list',
    cancel: (percent: number) => `Cancel the download, ${percent} %`,
    failed: (reason: string) => `The list was not downloaded: ${reason} Try again.`,
  },
  filters: {
    search: 'Search patient by ID',
    method: 'Search method',
    anyStatus: 'Any status',
    inProgress: 'in progress',
    notDone: (status: string) => `not ${status}`,
    anyEditor: 'Any editor',
    hideCompleted: 'Hide completed studies',
    byChance: 'Likely changes first',
    studies: (found: number, total: number) => `${found === total ? '' : `${found} of `}${total} ${total === 1 ? 'study' : 'studies'}`,
    validated: (count: number) => `${count} validated`,
    open: (count: number) => `${count} open`,
  },
  notes: {
    reviewer: 'Complete analyses of the editors you review, a row for each of them.',
    dataScientist: 'Studies as Viewers see them. The icon in the header downloads their list, and inside a study its raw analysis.',
    exportData: 'Export their data',
    admin: 'Complete analyses of the editors listed for you. People, projects and configuration are on the administration pages.',
    administration: 'Administration',
  },
  columns: {
    date: 'Date',
    patient: 'Patient',
    type: 'Type',
    status: 'Status',
    editor: 'Editor',
    updated: 'Updated',
    validated: 'Validated by',
    next: 'Next step',
  },
  rows: {
    course: ({ course, position, cases }: CoursePlace) => `${course}, case ${position} of ${cases}`,
    copied: (patient: string) => `${patient} is on the clipboard`,
    notCopied: 'The browser does not allow this page to write to the clipboard. Allow it for this address, then copy again.',
    copy: (patient: string) => `Copy ${patient}`,
    blind: 'blind',
    pass: (pass: number) => `pass ${pass}`,
    more: (count: number) => ` · ${count} more`,
    validatedSteps: (step: number) => `step ${step}`,
  },
  review: {
    states: { draft: 'Draft', checkpoint: 'Check point', finished: 'Finished' },
    changedSince: 'changed since',
    changedSinceHint: 'The editor saved after the version that the review is based on',
    consensus: 'consensus',
    replaced: 'replaced by consensus',
    replacedHint: 'A consensus review was made from this one and replaces it. This one stays readable.',
    incomplete: (day: string) => `Incomplete since ${day}`,
    incompleteHint: 'The work lacks something that the project requires. The review is kept as it is.',
    open: (count: number, reason: string | null) => `${count} open: ${reason ?? 'no reason given'}`,
    noReason: 'No reason was given',
  },
  reasons: {
    label: 'Likely changes',
    belowOne: '< 1 %',
    chance: 'chance that a review changes a conclusion',
    drawn: 'drawn at random',
    drawnHint: 'Drawn at random: a tenth of the studies comes in a random place, so that the order itself can be checked.',
    none: 'Nothing stands out',
    unknown: 'Choose a study to see why it is in its place.',
  },
  unsent: {
    title: 'Unsent changes in this browser',
    hint: (changes: number) => `${changes === 1 ? '1 change is' : `${changes} changes are`} kept in this browser only`,
    conflict: 'Another editor changed the same images. Open the study to choose.',
    send: 'Send',
  },
  pager: {
    steps: (steps: readonly string[]) => `Status steps\u2002${steps.join(' · ')}`,
    rows: 'Rows',
    rowsPerPage: 'Rows per page',
    range: (rows: string, found: number) => `${rows} of ${found}`,
    previous: 'Previous page',
    next: 'Next page',
  },
  keys: {
    row: 'row',
    open: 'open',
    search: 'search',
    page: 'page',
    copy: 'copy patient',
    all: 'all keys',
  },
};

/** Text of an empty list for a role. */
export function emptyText(role: RoleName | 'tasks' | 'reviews' | null): string {
  if (role === 'reviews') return 'Nothing is left to review in this project: every review is finished and based on the newest work.';
  if (role === 'tasks')
    return 'Nothing is left for you in this project: every study has what the project requires, or is assigned to another reader.';
  if (role === 'Reviewer') return 'The editors you review have no complete analysis yet. An administrator sets which editors you review.';
  if (role === 'Admin')
    return 'The editors listed for you have no complete analysis yet. To change the list, open the administration: People, your own account, your role.';
  return 'This project has no studies yet. An administrator imports them.';
}
