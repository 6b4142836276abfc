/** Texts of the export page. */
import { ALL, type ExportRecord, type ExportRequest, type SendingRecord } from '@echometry/contract/records/export.ts';
import { EXPORT_FORMATS } from '@echometry/contract/rules/export-formats.ts';
import { isReady, isUnderWay } from '@echometry/contract/rules/export-request.ts';
import { DASH } from '../../lib/format.ts';
import { counted } from '@echometry/contract/rules/counted.ts';
import { dayText, durationText } from './format.ts';

interface PreviewFacts {
  rows: readonly unknown[];
  complete: boolean;
  works: number;
  columns: readonly unknown[];
}

const reasonText = (failure: string | null): string => failure ?? 'no reason was given';

export const messages = {
  title: 'Export',
  back: 'Back to user page',
  studies: 'Open the studies list',
  tabs: { label: 'Kind of archive', exports: 'Exports', releases: 'Releases' },
  noProject: 'No project to export',
  noProjectHint: 'You are not a member of any project that you can export. Ask an administrator of this installation.',
  types: { segmentations: 'Segmentations', measurements: 'Measurements' },
  form: {
    title: 'New export',
    defaults: 'Defaults',
    data: 'Data',
    analysis: 'Analysis',
    review: 'Review',
    editor: 'Editor',
    editorHint: 'E-mail, empty for all',
    imageType: 'Image type',
    allImageTypes: (count: number) => `All, ${count} types`,
    mode: 'Mode',
    allModes: 'All modalities',
    studyType: 'Study type',
    allStudyTypes: 'All',
    normal: 'Normal measurements',
    caliper: 'Caliper measurements',
    viewHeader: 'View header row',
    allFiles: 'All files',
    allFilesHint: 'Off: reference images only',
    validated: 'Validated images only',
    validatedHint: 'For reviews',
    singleFile: 'Single file',
    singleFileHint: 'One JSON file for everything',
    images: 'Images',
    imagesHint: 'Include the DICOM files',
    formats: 'Formats',
    formatsHint: 'one ZIP with README and manifest',
    dimmed: (type: ExportRequest['type']) => `Dimmed options belong to ${type === 'measurements' ? 'segmentations' : 'measurements'}.`,
    create: 'Create export',
    jobs: (used: number, limit: number) => `${used} of ${limit} jobs in use`,
  },
  /** Why an export cannot be created yet. */
  notYet: {
    editor: 'Correct the editor first',
    format: 'Choose a format first',
    jobs: (used: number, limit: number) => `${used} of ${limit} jobs in use: wait until one has finished`,
  },
  /** Specified: docs/specification.md#platform-7. */
  queued: 'Export in progress. An e-mail is sent to you when it is ready.',
  failed: (failure: string | null) => `The export failed: ${reasonText(failure)}`,
  noneReady: 'No export of this project is ready to download.',
  preview: {
    title: 'Preview',
    summary: ({ rows, complete, works, columns }: PreviewFacts, shown: number) =>
      `CSV, long · ${complete ? 'all' : 'first'} ${counted(rows.length, 'row')} of ${counted(works, 'analysis', 'analyses')} · ${shown} of ${columns.length} columns · rounded here, full precision in the file`,
    computing: ' · computing …',
    noWork: 'No study has work that matches these filters.',
    noValues: 'The images that match these filters have no measurements.',
    validated: 'Only images that the reviewer validated.',
    anyValidation: 'Images with and without validation: see the column validated.',
    rows: 'First rows',
    yesOrNo: { true: 'yes', false: 'no', '': DASH } as Readonly<Record<string, string>>,
    archive: 'In the archive',
    archiveHint: 'a file for each study and person',
    dicom: 'DICOM',
    dicomHint: 'The de-identified files of the exported images.',
    readme: 'README.md, manifest.json',
    readmeHint: 'A description of each file, and its SHA-256.',
  },
  leftOut: {
    title: 'Left out',
    examined: (examined: number, works: number) => `of the first ${examined} of ${works} analyses · `,
    list: 'the archive lists all in left_out.csv',
    more: (count: number) => `and ${count} more`,
    images: (count: number) => counted(count, 'image'),
  },
  underWay: {
    label: 'Export under way',
    waiting: 'Waiting',
    running: 'Running',
    cancel: 'Cancel',
    progress: 'Progress of the export',
    done: (done: number, total: number) => `${done} of ${total} · `,
    log: 'Log of the export',
    hint: 'You can close this page. You receive an e-mail when the export is ready; it contains no data and no link to the file.',
  },
  earlier: {
    title: 'Earlier exports',
    kept: (days: number) => `kept for ${days} days`,
    none: 'No export of this project yet. Create one on the left: it is made in the background.',
    columns: ['Created', 'Export', 'Formats', 'Filters', 'Contains', 'Size', 'State'],
    actions: 'Actions',
    log: 'Log',
    again: 'Run again',
    download: 'Download',
  },
  sending: {
    title: 'Sent to a PACS',
    columns: ['Sent', 'Export', 'PACS', 'State'],
    sendTo: (pacs: string) => `Send to ${pacs}`,
    choose: 'Send to a PACS',
    queued: (pacs: string) => `The DICOM objects of this export are being sent to ${pacs}.`,
    waiting: 'waiting',
    done: (done: number, total: number) => `${done} of ${total} sent`,
    cancelled: 'cancelled: objects sent before stay there',
    result: (stored: number, refused: number) =>
      `${counted(stored, 'object')} stored${refused === 0 ? '' : `, ${refused} refused: see the log`}`,
  },
  keys: {
    create: 'create',
    preview: 'preview again',
    log: 'log',
    download: 'download the newest',
    all: 'all keys',
  },
};

export const formatsText = ({ formats }: ExportRequest): string =>
  EXPORT_FORMATS.filter(({ name }) => formats.includes(name))
    .map(({ title }) => title)
    .join(', ');

/** Filters of an export. */
export function filtersText({ data, editor, image_type, mode, study_type, all_files, validated_only }: ExportRequest): string {
  const parts = [
    data === 'review' ? (validated_only === true ? 'reviews, validated images' : 'reviews') : '',
    editor === ALL ? 'all editors' : editor,
    image_type,
    mode,
    study_type,
    all_files ? '' : 'references',
  ];
  return parts.filter((part) => part !== '').join(', ');
}

/** How much an export contained. */
export function contentsText({ request, contents }: ExportRecord): string {
  if (contents === null) return DASH;
  const parts = [counted(contents.studies, 'study', 'studies'), counted(contents.images, 'image')];
  return [...parts, ...(request.type === 'measurements' ? [counted(contents.values, 'value')] : [])].join(', ');
}

/** The state of an export, with what follows from it. */
export function stateText(record: ExportRecord): string {
  if (isReady(record.status)) return record.kept_until === null ? 'no longer kept' : `ready until ${dayText(record.kept_until)}`;
  return record.status === 'error' ? `error: ${reasonText(record.failure)}` : record.status;
}

const SHORTEST_GUESS_S = 3;

/** How long an export has run, and about how long it will still; the rest is not guessed from the first moments. */
export function timeText(record: Pick<ExportRecord, 'started_at' | 'done' | 'total'>, now: number): string {
  if (record.started_at === null) return '';
  const passed = Math.max(0, (now - record.started_at) / 1000);
  const share = record.total === null || record.total === 0 ? 0 : record.done / record.total;
  if (share === 0 || passed < SHORTEST_GUESS_S) return durationText(passed);
  return `${durationText(passed)} · about ${durationText((passed * (1 - share)) / share)} left`;
}

/** The state of a sending, with what follows from it. */
export function sendingText({ status, counts, failure, done, total }: SendingRecord): string {
  if (isUnderWay(status)) return total === null ? messages.sending.waiting : messages.sending.done(done, total);
  if (counts !== null) return messages.sending.result(counts.stored, counts.refused);
  return status === 'error' ? `error: ${reasonText(failure)}` : messages.sending.cancelled;
}
