/** Texts of the imports page. */
import type { DeviceMask } from '@echometry/contract/records/device-mask.ts';
import type { ImportOutcome, ImportRecord } from '@echometry/contract/records/import.ts';
import { counted } from '@echometry/contract/rules/counted.ts';
import { bytes, durationText, whole } from './format.ts';

const ROWS_NAMED = 20;

export const messages = {
  loading: 'Loading imports…',
  actions: 'Actions',
  form: {
    title: 'New import',
    from: 'From',
    kinds: { folder: 'Folder', upload: 'Upload', pacs: 'PACS' },
    choose: 'Choose',
    project: 'Into project',
    dataType: 'Data type',
    asProject: (type: string | undefined) => (type === undefined ? 'As the project' : `As the project (${type})`),
    byStudy: 'Files without a patient ID: treat each study as a separate patient',
    intoDemo: 'This is the demo workspace: import into it anyway',
    start: 'Start import',
    deidentified: 'Files are de-identified before they are stored.',
  },
  /** Why an import cannot start yet. */
  notYet: {
    loading: 'Loading…',
    folder: 'Choose a folder of the server',
    files: 'Choose files to upload',
    upload: 'Wait until the upload is complete',
    search: 'Search the PACS first',
    studies: 'Choose the studies to import',
    project: 'Choose a project',
    mapping: 'Correct the mapping, or remove it',
    demo: 'Confirm that files go into the demo workspace',
  },
  folder: {
    none: 'No server folder is set up for imports. Ask the server administrator to add one to import_folders in config.json.',
    label: 'Folder of the server',
    path: 'Path in the folder',
    reading: 'Reading the folder…',
    zip: 'The ZIP file is imported.',
    content: (files: number) => `Everything below is imported; ${counted(files, 'file')} directly here.`,
    more: 'Not all folders are listed.',
  },
  upload: {
    drop: 'Drop DICOM or ZIP files here, or choose a folder with everything below it.',
    chooseFolder: 'Choose a folder',
    chooseZip: 'Choose a ZIP',
    zip: 'ZIP file',
    hint: 'An interrupted upload resumes when you choose the same files again. The originals are removed after the import.',
    phases: {
      empty: '',
      sending: 'Uploading',
      paused: 'Paused',
      offline: 'Connection lost. The upload resumes automatically',
      failed: 'Stopped',
      complete: 'Uploaded',
    },
    files: (files: number, total: number) => `${counted(files, 'file')}, ${bytes(total)}`,
    progress: 'Progress of the upload',
    sent: (sent: number, total: number) => `${bytes(sent)} of ${bytes(total)}`,
    pause: 'Pause',
    resume: 'Resume',
    remove: 'Remove',
  },
  pacs: {
    none: 'No PACS is configured. Ask the server administrator to add one to pacs in config.json.',
    patient: 'Patient ID',
    from: 'First day',
    to: 'Last day',
    description: 'Description',
    modality: 'Modality',
    ultrasound: 'US, ultrasound',
    anyModality: 'Any modality',
    emptyHint: 'Enter a patient ID, a day or a description.',
    search: 'Search',
    found: 'Found in the PACS',
    searchAgain: 'Search again',
    studies: (count: number) => counted(count, 'study', 'studies'),
    more: ', and more: narrow the search',
    others: (count: number) => `; ${counted(count, 'study that does not match was', 'studies that do not match were')} left out`,
    chosen: (studies: number, images: number) => ` · ${counted(studies, 'study', 'studies')} chosen, ${counted(images, 'image')}`,
    noStudy: 'The PACS has no such study. Check patient ID and days.',
    allStudies: 'All studies',
    study: (day: string, patient: string) => `Study of ${day}, patient ${patient}`,
    columns: ['Day', 'Patient', 'Patient ID', 'Description', 'Accession', 'Modality'],
    images: 'Images',
  },
  mapping: {
    label: 'Study types and codes',
    file: 'Mapping file',
    choose: 'Choose a mapping',
    remove: 'Remove mapping',
    hint: 'CSV or JSON: patient_id, accession_number or study_instance_uid to code, study_type, data_type.',
    rows: (name: string, rows: number) => `${name}: ${counted(rows, 'row')}`,
    moreFaults: (count: number) => `and ${count} more`,
  },
  underWay: {
    label: 'Import under way',
    cancel: 'Cancel',
    maskHint: 'Files of an earlier import wait for the mask of their device. They are imported as soon as it is approved under Masks.',
    progress: 'Progress of the import',
    done: (done: number, total: number | null, time: string) =>
      [total === null ? 'counting files' : `${whole(done)} of ${whole(total)} files`, time].filter((part) => part !== '').join(' · '),
    hint: 'You can close this page: the import continues. Images imported before you cancel are kept.',
  },
  uploads: {
    title: 'Uploads not imported yet',
    hint: 'choose the same files again to continue an upload',
    columns: ['Last activity', 'Files', 'Received'],
    files: (count: number) => counted(count, 'file'),
    discard: 'Discard',
  },
  report: {
    label: 'Report of the import',
    title: 'Report',
    csv: 'CSV',
    outcome: 'Outcome',
    all: (count: number) => `All ${whole(count)}`,
    none: 'No files with this outcome.',
    columns: ['File', 'Outcome', 'Why', 'Study'],
    pages: 'Pages of the report',
    unusedRows: (rows: readonly number[]) =>
      `${counted(rows.length, 'row')} of the mapping without a study: ${rows.slice(0, ROWS_NAMED).join(', ')}${rows.length > ROWS_NAMED ? ' and more' : ''}.`,
  },
  list: {
    title: 'Earlier imports',
    hint: 'file names are kept for 30 days',
    none: 'No import yet. Start one on the left: it runs in the background and lists every file.',
    columns: ['Started', 'From', 'Project', 'By'],
    state: 'State',
    closeReport: 'Close report',
  },
  masks: {
    title: 'Masks',
    waiting: (waiting: number, all: number) =>
      waiting === 0 ? 'No device waits for approval' : `${waiting} of ${all} devices wait for approval`,
    columns: ['Device', 'Picture', 'Project', 'State', 'By'],
    device: ({ manufacturer, model }: Pick<DeviceMask, 'manufacturer' | 'model'>) =>
      [manufacturer ?? 'Unknown manufacturer', model].filter((part) => part !== null).join(' '),
    picture: ({ columns, rows, regions }: Pick<DeviceMask, 'columns' | 'rows' | 'regions'>) =>
      `${columns} × ${rows}, ${counted(regions.length, 'region')}`,
    states: { waiting: 'waits for approval', approved: 'approved', refused: 'refused' },
    decidedMeanwhile:
      'Another administrator has decided about this device in the meantime, so nothing was changed. Check the current decision first.',
  },
  mask: {
    view: 'View',
    masked: 'As it is stored',
    plain: 'As it is in the file',
    samples: 'Sampled frames',
    sample({ samples, state }: Pick<DeviceMask, 'samples' | 'state'>, frame: number | null): string {
      if (samples === 0 && state !== 'waiting') return 'Sampled frames are kept only until a decision is made.';
      if (samples === 0) return 'The sampled frames are no longer kept. Import a file of this device again to see its pictures.';
      return frame === null ? '' : `Frame ${frame}. The ultrasound regions are shown; draw what to hide, or what to show in addition.`;
    },
    frameOf: (device: string) => `A frame of ${device}`,
    kind: 'Rectangles to draw',
    kinds: { hidden: 'Hide', shown: 'Show' },
    add: 'Add a rectangle',
    sides: { x: 'Left', y: 'Top', width: 'Width', height: 'Height' },
    remove: (name: string) => `Remove ${name}`,
    approve: 'Approve the mask',
    refuse: 'Refuse files of this device',
    waitingHint: 'Held files from folders and the PACS are then imported. Uploaded files must be uploaded again.',
    hold: 'Hold its files again',
    decidedHint: 'Images that are already stored do not change.',
  },
};

const placeText = ({ source, source_name }: Pick<ImportRecord, 'source' | 'source_name'>): string =>
  source === 'upload' ? 'Upload' : source === 'pacs' ? `PACS ${source_name}` : `Folder ${source_name}`;

export const sourceText = (record: Pick<ImportRecord, 'source' | 'source_name' | 'continues'>): string =>
  record.continues === null ? placeText(record) : `${placeText(record)}, held files`;

export const fromInto = (record: ImportRecord): string => `${sourceText(record)} into ${record.project_name}`;

const STATES: Readonly<Record<ImportRecord['status'], string>> = {
  queued: 'waiting',
  running: 'running',
  finished: 'finished',
  error: 'failed',
  cancelled: 'cancelled',
};
export const stateText = ({ status }: Pick<ImportRecord, 'status'>): string => STATES[status];

/** Current step of an import that has not ended. */
export const underWayText = ({ status, waits_for_mask }: Pick<ImportRecord, 'status' | 'waits_for_mask'>): string =>
  waits_for_mask ? 'Waiting for a mask' : status === 'queued' ? 'Waiting' : 'Importing';

export const OUTCOME_WORDS: Readonly<Record<ImportOutcome, string>> = {
  imported: 'imported',
  'already-there': 'there already',
  measurements: 'measurements read',
  ecg: 'ECG attached',
  held: 'waiting for a mask',
  skipped: 'skipped',
  conflict: 'conflict',
};

/** Facts about an import that its counts of files do not show. */
export const notesOf = ({ counts }: Pick<ImportRecord, 'counts'>): string =>
  [
    counts.studies > 0 ? `Images were added to ${counted(counts.studies, 'study', 'studies')}.` : '',
    counts.measurements > 0 ? `Measurements of the machine were read from ${counted(counts.measurements, 'report')}.` : '',
    counts.ecg > 0 ? `The ECG of ${counted(counts.ecg, 'separate file')} was attached to clips.` : '',
    counts.held > 0
      ? `${counted(counts.held, 'file')} ${counts.held === 1 ? 'waits' : 'wait'} until the mask of the device is approved under Masks. Files of an upload must then be uploaded again.`
      : '',
    counts.blacked_out > 0 ? `Text was blacked out in ${counted(counts.blacked_out, 'image')}, every frame verified.` : '',
    counts.may_carry_burned_in_text > 0
      ? `${counted(counts.may_carry_burned_in_text, 'image')} may contain burned-in text: check the pictures before you share them.`
      : '',
    counts.burned_in_text_unverified > 0
      ? `${counted(counts.burned_in_text_unverified, 'image')} ${counts.burned_in_text_unverified === 1 ? 'is' : 'are'} marked by the device as free of such text; this was not verified.`
      : '',
    counts.ages_left_out > 0
      ? `${counted(counts.ages_left_out, 'image')} ${counts.ages_left_out === 1 ? 'was' : 'were'} imported without the patient's age because a date is impossible.`
      : '',
  ]
    .filter((note) => note !== '')
    .join(' ');

const SHORTEST_GUESS_S = 5;

/** How long something has run, and about how long it will still; the rest is not guessed from the first moments. */
export function timeText(startedAt: number | null, share: number, now: number): string {
  if (startedAt === null) return '';
  const passed = Math.max(0, (now - startedAt) / 1000);
  if (share === 0 || passed < SHORTEST_GUESS_S) return durationText(passed);
  return `${durationText(passed)} · about ${durationText((passed * (1 - share)) / share)} left`;
}
