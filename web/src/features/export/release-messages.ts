/** Texts of the releases of a project. */
import type { LineDifference, Release, ReleaseJob, ValueDifference } from '@echometry/contract/records/release.ts';
import { counted } from '@echometry/contract/rules/counted.ts';
import type { ReleaseCounts } from './release-calls.ts';

const CAUSES: Readonly<Record<ValueDifference['causes'][number], string>> = {
  work: 'work changed',
  engine: 'engine changed',
  configuration: 'configuration changed',
};
const EVENTS: Readonly<Record<string, string>> = { end_diastole: 'ED', end_systole: 'ES', corrected: 'corrected' };

export const messages = {
  title: 'Releases',
  form: {
    title: 'New release',
    defaults: 'Defaults',
    name: 'Name',
    nameHint: 'Letters, digits, dot, hyphen',
    furtherProjects: 'Further projects',
    noFurtherProjects: 'This project only',
    allFiles: 'All files',
    allFilesHint: 'Off: reference images only',
    validated: 'Validated images only',
    validatedHint: 'For reviews',
    licence: 'Licence',
    ownLicence: 'Own text',
    licenceText: 'Text of the licence',
    creators: 'Creators, one on each line',
    publisher: 'Publisher',
    publisherHint: 'Your institution',
    description: 'Description',
    create: 'Make release',
  },
  /** Why a release cannot be made yet. */
  notYet: {
    name: 'Give the release a name',
    otherName: 'Use letters, digits, dot, hyphen and underscore in the name',
    editor: 'Correct the editor first',
    creators: 'Name at least one creator',
    publisher: 'Name the publisher',
    licence: 'Enter the text of the licence',
    underWay: 'Wait until the release under way is finished, or cancel it',
    noWork: 'No study has work that matches these filters',
  },
  counts: ({ studies, works, left_out, version }: ReleaseCounts) =>
    [
      ...(version === null ? [] : [`Version ${version}`]),
      counted(studies, 'study', 'studies'),
      counted(works, 'work'),
      ...(left_out === 0 ? [] : [`${left_out} left out`]),
    ].join(' · '),
  queued: 'The release is being made.',
  made: (name: string, version: number) => `${name}, version ${version}, is made.`,
  failed: (failure: string | null) => `The release was not made: ${failure ?? 'no reason was given'}`,
  nothing: 'This project has no release yet.',
  underWay: {
    label: 'Release under way',
    waiting: 'Waiting',
    running: 'Running',
    cancel: 'Cancel',
    progress: 'Progress of the release',
    done: (done: number, total: number) => `${counted(done, 'work')} of ${total}`,
  },
  list: {
    title: 'Releases',
    about: 'never change, and compute their values again: node recompute.mjs in the unpacked archive',
    none: 'No release of this project yet. Fill in the form on the left: a release freezes work, values and engine under a name.',
    columns: ['Name', 'Version', 'Made', 'By', 'Contains', 'Licence', 'Size', 'Differences'],
    actions: 'Actions',
    contains: ({ contents }: Release) =>
      `${counted(contents.studies, 'study', 'studies')}, ${counted(contents.images, 'image')}, ${counted(contents.values, 'value')}`,
    licence: ({ request }: Release) => ('spdx' in request.licence ? request.licence.spdx : 'own text'),
    first: 'first version',
    details: 'Details',
    download: 'Download',
    ofRelease: (what: string, { request, version }: Release) => `${what}: ${request.name}, version ${version}`,
    notMade: 'Not made',
  },
  details: {
    label: ({ request, version }: Release) => `${request.name}, version ${version}`,
    facts: 'Archive',
    sha256: 'SHA-256 of the archive',
    manifest: 'SHA-256 of manifest.json',
    engine: 'Engine',
    creators: 'Creators',
    publisher: 'Publisher',
    furtherProjects: 'Further projects',
    description: 'Description',
    noDescription: 'none',
  },
  differences: {
    title: (to: number) => `Differences to version ${to}`,
    none: 'Studies, lines and values are the same.',
    studiesAdded: 'Studies added',
    studiesRemoved: 'Studies removed',
    lines: 'Lines and calipers',
    values: 'Values',
    more: (count: number) => `and ${count} more in differences.json of the archive`,
    line: ({ change, study_id, editor, line, cycle, event, instance_id }: LineDifference) =>
      [
        `${line} ${change}`,
        ...(cycle === null ? [] : [`cycle ${cycle}`]),
        ...(event === null ? [] : [EVENTS[event] ?? event]),
        study_id,
        editor,
        instance_id,
      ].join(' · '),
    value: ({ measurement, study_id, editor, cycle, before, after, unit, reason_before, reason_after, causes }: ValueDifference) =>
      [
        `${measurement}${cycle === null ? '' : `, cycle ${cycle}`}: ${before ?? reason_before ?? 'none'} → ${after ?? reason_after ?? 'none'} ${unit ?? ''}`.trimEnd(),
        study_id,
        editor,
        causes.map((cause) => CAUSES[cause]).join(' and '),
      ].join(' · '),
    /** In a cell of the list. */
    short: ({ differences }: Release): string => {
      if (differences === null) return messages.list.first;
      const { studies_added, studies_removed, lines, values } = differences;
      const parts = [
        ...(studies_added.total > 0 ? [`+${counted(studies_added.total, 'study', 'studies')}`] : []),
        ...(studies_removed.total > 0 ? [`−${counted(studies_removed.total, 'study', 'studies')}`] : []),
        ...(lines.total > 0 ? [counted(lines.total, 'line')] : []),
        ...(values.total > 0 ? [counted(values.total, 'value')] : []),
      ];
      return parts.length === 0 ? 'none' : parts.join(', ');
    },
  },
  keys: { create: 'make release', download: 'download the newest', all: 'all keys' },
};

/** Why a release was not made. */
export const endText = ({ status, failure }: ReleaseJob): string => (status === 'error' ? messages.failed(failure) : 'cancelled');
