/** Texts of the administration. */
import type { AdministeredJob, ScrubResult, ScrubRun } from '@echometry/contract/records/administered-work.ts';
import type { AssignedRole, Assignment, AssignmentChange, ReaderLoad, Stratum } from '@echometry/contract/records/assignment.ts';
import type { GoldCandidate, Tolerances } from '@echometry/contract/records/gold.ts';
import type { Reading } from '@echometry/contract/records/pass.ts';
import type { AdministeredPerson, HeldRole, PersonChange, SignIn } from '@echometry/contract/records/people.ts';
import type { PersonalToken } from '@echometry/contract/records/personal-token.ts';
import type { PlausibilityRules } from '@echometry/contract/records/plausibility.ts';
import type { ReferenceRow } from '@echometry/contract/records/reference-pack.ts';
import type { DeliveredEvent, Webhook, WebhookDelivery } from '@echometry/contract/records/webhook.ts';
import { ROLE_CONFIGS } from '@echometry/contract/rules/roles.ts';
import { DASH } from '../../lib/format.ts';
import { counted } from '@echometry/contract/rules/counted.ts';
import { bytesText, clockText, dayText, exactTime, shortDayText, wholeTime } from './format.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const MINUTE_MS = 60 * 1000;

/** How long ago, as far as that is of interest: minutes, the time of today, yesterday, a day. */
export function agoText(at: number, now: number): string {
  const minutes = Math.floor((now - at) / MINUTE_MS);
  if (minutes < 6) return 'now';
  if (minutes < 60) return `${minutes} min ago`;
  if (new Date(at).toDateString() === new Date(now).toDateString()) return clockText(at);
  if (new Date(at).toDateString() === new Date(now - DAY_MS).toDateString()) return 'yesterday';
  return new Date(at).getFullYear() === new Date(now).getFullYear() ? shortDayText(at) : dayText(at);
}

const studies = (count: number): string => counted(count, 'study', 'studies');
const objects = (count: number, bytes: number): string => `${counted(count, 'object')}, ${bytesText(bytes)}`;
/** The name of an account without its domain. */
const nameIn = (email: string): string => email.split('@')[0] ?? email;

/** How well the numbers of a source are known. */
function statusText(statuses: readonly ReferenceRow['status'][]): string {
  const [first, ...others] = [...new Set(statuses)];
  if (others.length > 0) return 'partly seen in two sources';
  return first === 'two sources' ? 'seen in two sources' : first === 'local' ? 'own values' : 'seen in one source';
}

const EVENTS: Readonly<Record<DeliveredEvent, string>> = {
  'study-imported': 'Study imported',
  'analysis-finished': 'Analysis finished',
  'review-finished': 'Review finished',
  'review-reopened': 'Review reopened',
  'export-ready': 'Export ready',
  'release-made': 'Release made',
  test: 'Test',
};

const BEFORE_VERSIONS = 'before version history';
const COMMAND_LINE = 'command line';
const SHIPPED = 'shipped';

const toleranceCount = (of: Tolerances | null): number => (of === null ? 0 : of.values.length + of.lines.length + of.marks.length);

export const messages = {
  shared: {
    close: 'Close',
    cancel: 'Cancel',
    actions: 'Actions',
    allKeys: 'all keys',
    search: 'search',
    loading: 'Loading',
    outOfDate: 'The data shown may be out of date.',
    nothingChanged: 'Nothing was changed',
    none: 'none',
    more: (count: number) => `and ${count} more`,
    of: (part: number, all: number) => `${part} of ${all}`,
    change: 'Change',
    testUser: 'test user',
    commandLine: COMMAND_LINE,
    shipped: SHIPPED,
    workspace: 'the workspace',
    keepsVersion: 'stored work keeps the version it was made with',
    project: 'Project',
    projects: 'Projects',
    people: 'People',
    person: 'Person',
    signIn: 'Sign-in',
    roles: 'Roles',
    versions: 'Versions',
    version: 'Version',
    shortVersion: (version: number | undefined) => `v${version ?? ''}`,
    chosen: 'Chosen',
    size: 'Size',
    find: 'Find',
  },
  frame: { label: 'Administration', studies: 'Studies' },

  projects: {
    noProjects: 'No projects yet. Create the first one with the plus button on the left, then import studies into it.',
    new: 'New project',
    unsaved: (changes: number) => `${changes} not saved`,
    summary: (dataType: string, count: number) => `${dataType} · ${studies(count)}`,
    keys: { row: 'row', step: 'step', require: 'require', addType: 'add type', undo: 'undo', save: 'save' },
    savedAs: (project: string, version: number, effects: string) =>
      `${project} was saved as version ${version}${effects === '' ? '' : `: ${effects}`}.`,
    changedMeanwhile:
      'Nothing was saved: work was saved in the meantime, so other studies are affected now. Check the new numbers and save again.',
    notSaved: (reason: string) => `Nothing was saved: ${reason} Your changes are kept here.`,
  },
  newProject: {
    name: 'Name to show',
    key: 'Key',
    keyHint: 'Lowercase letters, digits and hyphens. Imports and addresses use it; it never changes.',
    keyFault: 'Lowercase letters, digits and hyphens only',
    tooLong: (most: number, excess: number) => `At most ${most} characters: ${excess} too many`,
    dataType: 'Data type of imported studies',
    create: 'Create project',
  },
  projectHead: {
    discard: 'Discard',
    save: (version: number) => `Save as version ${version}`,
    version: (version: number | undefined) => `version ${version ?? ''}`,
    notCounted: (reason: string) => `The effects could not be counted: ${reason}`,
    counting: 'counting…',
    noEffect: 'no study changes',
    unsaved: (changes: number, effects: string) => `${counted(changes, 'change')} not saved: ${effects}`,
  },
  projectStrip: {
    dataType: 'Data type',
    cycles: 'Cycles',
    uniqueReference: 'Unique reference',
    quality: 'Quality',
    qualityStatus: 'Quality in status',
    gaFilter: 'GA filter',
    clinicalData: 'Clinical data',
    blackOut: 'Black-out',
    bucket: 'Bucket',
    cloud: 'Cloud',
    saved: 'Saved',
    onOff: (isOn: boolean) => (isOn ? 'on' : 'off'),
    shown: (isShown: boolean) => (isShown ? 'shown' : 'hidden'),
    address: (isOn: boolean, address: string | null | undefined) => (!isOn ? 'off' : address ? 'address set' : 'no address'),
    byPatient: 'by patient number',
    ofStudies: 'of studies',
    ofBlindEditors: 'of blind editors',
    toOtherSystems: 'to other systems',
    savedBy: (at: number | null, by: string | null, now: number) =>
      at === null ? BEFORE_VERSIONS : `${agoText(at, now)}${by === null ? '' : `, ${nameIn(by)}`}`,
  },
  gates: {
    title: 'Quality gates',
    hint: 'judged under Statistics',
    fields: {
      views_pct: 'Studies that lack a required view, at most',
      quality_pct: 'Good images among those assessed, at least',
      issues: 'Open issues of reviews, at most',
      icc: 'ICC of each measurement of a reader, at least',
      drift: 'No drift of a reader',
    },
    limits: {
      views_pct: 'Largest share of studies that lack a view, %',
      quality_pct: 'Smallest share of good images, %',
      issues: 'Most open issues',
      icc: 'Smallest ICC of a measurement',
    },
    required: { release: 'A release requires that all gates are met', export: 'An export requires that all gates are met' },
  },
  fields: {
    label: 'Fields of the project',
    title: 'Fields',
    description: 'Description',
    area: 'Area',
    blackOut: 'Black out text in imported pictures',
    blackOutHint: 'Outside the ultrasound regions; an Admin approves a mask for each device under Imports',
    userCycles: 'The user defines the number of cycles',
    cycles: 'Cycles per image',
    uniqueReference: 'Only one reference image per type',
    assignment: 'Tasks are only assigned studies',
    assignmentHint: 'Of Editors and blind editors; who reads what is set under Assignments',
    certificates: 'Certificates that readers need before studies are assigned to them',
    certificatesHint: 'Of image types; issued under Statistics, Agreement, from a comparison with gold cases',
    hideClinical: 'Hide clinical values from blind editors',
    hideClinicalHint: 'Age, sex, height, weight, gestational age and stated values; indexed values and normal ranges are then missing',
    hideOrder: 'Hide the order of studies from blind editors',
    hideOrderHint: 'Dates and ages; the list is in random order, and trends are missing',
    openCharts: 'Readers see the charts of the other readers',
    openChartsHint: 'Otherwise only their own; charts name no study and no day',
    readerNames: 'Show who read in a consensus and in a team review',
    readerNamesHint: 'Otherwise readers are shown as letters; in a consensus only until it is finished',
    qualityTypes: { quick: 'Quick: accept or refuse', complete: 'Complete: the template of the image type' },
    qualityStatus: 'Quality is a step of the status',
    gaFilter: 'Statistics are filtered by gestational age',
    images: 'Images',
    imageTypes: 'Image types offered',
    allTypes: 'All types of the data type',
    colour: (modality: string) => `Colour of ${modality}`,
    clinicalTab: 'Show a tab with clinical data',
    address: 'Address',
    addressHint: 'Web address of the application, with http:// or https://',
    addressFault: (address: string) =>
      `${address} is not a valid web address. Enter the full address, such as https://records.example.org/patient.`,
    bucketHint: 'Leave empty to use the patient number, floor(patient id / 1000)',
    cloudHint: (cloud: string) => `Projects assigned to a cloud other than ${cloud} are hidden on this installation`,
    plausibility: 'Plausibility',
    plausibilityHint: 'shown while drawing; never blocks work',
    plausible: {
      systole_below_diastole: 'Area and volume are smaller at end systole',
      e_before_a: 'E comes before A',
      inside_sector: 'Lines are inside the calibrated sector',
      beat_deviation_pct: 'Beats are near the heart rate of the file',
      ejection_fraction_pct: 'Ejection fractions are within a range',
    } satisfies Record<keyof PlausibilityRules, string>,
    beatDeviation: 'Largest deviation of a beat, %',
    ejectionFraction: { least: 'Lowest ejection fraction, %', greatest: 'Highest ejection fraction, %' },
  },
  references: {
    title: 'Reference values',
    hint: 'normal values of this project',
    limit: 'Normal up to a z-score of',
    limitHint: (shipped: number) => `Applies on both sides. Shipped: ${shipped}`,
    search: 'Search measurement or source',
    nothing: 'No source has values of such a measurement.',
    judged: (name: string, type: string) => `Sources of ${name}, ${type}`,
    first: 'First source',
    status: statusText,
    facts: (facts: readonly string[], equations: number, doi: string | null, isVerified: boolean) =>
      [
        ...facts,
        ...(equations > 1 ? [`${equations} equations`] : []),
        ...(doi === null ? [] : [isVerified ? `doi ${doi}` : `doi ${doi} (not verified)`]),
      ].join('; '),
    activate: 'I compared it with the paper: use it',
    activated: (by: string, at: number, now: number) => `Activated by ${by}, ${agoText(at, now)}`,
    disagree: (found: readonly string[], chosen: string) => `Sources disagree: ${found.join('; ')}. Used here: ${chosen}.`,
    summary: (activated: number, firsts: number) =>
      activated + firsts === 0 ? 'as shipped' : `${counted(activated, 'row')} activated, ${counted(firsts, 'choice')}`,
  },
  requirements: {
    title: 'Image requirements',
    hint: 'a study is complete when every type is present or declared missing, and has these steps',
    add: 'Add image type',
    type: 'Image type',
    choose: 'Choose a type',
    allUsed: 'All types are in the table',
    notRead: (reason: string) => `The image types could not be read: ${reason}`,
    nothing: 'Nothing is required: every study of this project is Valid.',
    modality: 'Modality',
    complete: 'complete',
    removeColumn: 'Remove',
    notConfigured: 'not configured',
    remove: (type: string) => `Remove ${type}`,
  },
  projectPeople: {
    label: 'People of the project',
    count: (members: number) => `${members} in this project`,
    noMembers: 'No members yet, so no one can see its studies.',
    members: 'Members',
    noRole: 'no role in this project',
  },
  projectSets: {
    label: 'Configuration sets of the project',
    set: 'Set',
    inUse: 'in use',
    newest: 'newest',
    chosen: (at: number, by: string | null, now: number) => `${agoText(at, now)}, ${by === null ? SHIPPED : nameIn(by)}`,
    versionsOf: (set: string) => `Versions of ${set}`,
  },
  templates: {
    title: 'Quality templates',
    from: (version: number | undefined) => `from the set Image quality${version === undefined ? '' : `, version ${version}`}`,
    off: 'Complete quality is off: templates are not used.',
    missing: (dataType: string) => `no template for ${dataType} data: only quick quality is available`,
    content: (sections: readonly string[], questions: number) => `${sections.join(', ')}: ${counted(questions, 'question')}`,
    nothing: 'No image type requires quality.',
  },
  projectVersions: {
    label: 'Versions of the project',
    version: (version: number) => `Version ${version}`,
    saved: (at: number | null, by: string | null) => (at === null ? BEFORE_VERSIONS : `${wholeTime(at)}, ${by ?? COMMAND_LINE}`),
    first: 'The first version.',
  },
  assignments: {
    title: 'Assignments',
    ofReaders: 'who reads what',
    notUsed: 'Tasks still show every study. Switch on “Tasks are only assigned studies” in the fields of the project to limit them.',
    workloads: 'Workload of each reader',
    none: 'No study of this project is assigned yet.',
    columns: { reader: 'Reader', toDo: 'To do', begun: 'Begun', done: 'Done', late: 'Late' },
    loadTitle: ({ role, paused }: ReaderLoad) => `${ROLE_CONFIGS[role].name_to_show}${paused === 0 ? '' : `, ${studies(paused)} paused`}`,
    parts: { assign: 'Assign studies', list: 'Assigned', gold: 'Gold cases', courses: 'Courses' },
    role: 'Read as',
    roleHints: {
      Editor: 'Editors share their work: each study gets one.',
      'Ground-truth generator': 'Blind editors see nothing of each other: a study can have several.',
    } satisfies Record<AssignedRole, string>,
    readers: 'Readers',
    uncertified: (email: string, types: readonly string[]) => `${email} (no certificate for ${types.join(', ')})`,
    choose: (count: number) => (count === 0 ? 'No user has this role here' : 'Choose readers'),
    perStudy: 'Readers of each study',
    strata: 'Spread evenly',
    strataHint: 'Each reader gets as many of each kind; with none chosen, studies are drawn at random',
    stratum: {
      'age-group': 'Age group',
      'study-type': 'Study type',
      'study-code': 'Study code',
      site: 'Site: the letters a patient code begins with',
      quality: 'Image quality, as assessed in the newest shared work',
    } satisfies Record<Stratum, string>,
    due: 'Due',
    repeats: 'Repeat some readings without notice',
    repeatsHint: 'The reader starts again without seeing the first reading; statistics compare both',
    share: 'Share that is repeated, %',
    afterDays: 'Days after the first reading is complete',
    gold: 'Mix in gold cases without notice',
    goldHint: 'As far as there are gold cases that the reader does not know; they are given out only in this way',
    goldShare: 'Share of the new studies, %',
    preview: 'Studies for each reader',
    plus: (count: number) => `+${count}`,
    planColumns: { reader: 'Reader', before: 'Has', added: 'Gets', repeats: 'Repeats', gold: 'Gold' },
    ofEach: (strata: ReadonlyArray<{ name: string; studies: number }>) =>
      strata.map(({ name, studies: count }) => `${name} ${count}`).join(' · '),
    summary({ studies: count, complete, lacking, later }: { studies: number; complete: number; lacking: number; later: number }): string {
      const parts = [`${studies(count)} to assign`];
      if (complete > 0) parts.push(`${complete} already assigned`);
      if (lacking > 0) parts.push(`${lacking} with too few readers`);
      if (later > 0) parts.push(`${later} more when you assign again`);
      return `${parts.join(', ')}.`;
    },
    assign: (count: number) => `Assign ${studies(count)}`,
    again: 'Draw again',
    made: (count: number, readers: number, later: number) =>
      `${studies(count)} assigned to ${counted(readers, 'reader')}.${later === 0 ? '' : ` ${studies(later)} left: assign again.`}`,
    findHint: 'Patient, date or reader',
    all: (count: number) => (count === 1 ? 'The only study that is not done' : `All ${count} studies that are not done`),
    state({ reader, pass, state, due_on, paused, assigned_at, assigned_by, repeat_after_days }: Assignment, now: number): string {
      const by = assigned_by === null ? 'repeat' : `assigned by ${nameIn(assigned_by)}`;
      return [
        reader,
        { 'to-do': 'to do', begun: 'begun', done: 'done' }[state],
        ...(pass > 1 ? [`pass ${pass}`] : []),
        ...(paused ? ['paused'] : []),
        ...(due_on === null ? [] : [`due ${due_on}`]),
        ...(repeat_after_days === null ? [] : [`repeated ${counted(repeat_after_days, 'day')} after it is complete`]),
        `${by} ${agoText(assigned_at, now)}`,
      ].join(' · ');
    },
    notListed: 'More were assigned than are listed here. Search for a patient or a reader.',
    acts: {
      pause: 'Pause',
      resume: 'Resume',
      remove: 'Take back',
      'hand-over': 'Hand over to',
      due: (isNone: boolean) => (isNone ? 'No due day' : 'Set'),
    },
    handOverHint: 'Choose a reader',
    changed(act: AssignmentChange['act'], changed: number, left: number): string {
      const done = { pause: 'paused', resume: 'resumed', remove: 'taken back', 'hand-over': 'handed over', due: 'dated' }[act];
      const were = changed === 1 ? 'was' : 'were';
      return left === 0
        ? `${studies(changed)} ${were} ${done}.`
        : `${studies(changed)} ${were} ${done}, ${left} left as ${left === 1 ? 'it was' : 'they were'}.`;
    },
  },
  gold: {
    none: 'This project has no finished consensus review. One that is finished can become a gold case.',
    hint: 'Readers are compared with gold cases under Statistics, Agreement. A case stays as it was when it was marked.',
    mark: 'Make gold case',
    title: 'Tolerances',
    tolerances: (patient: string) => `Tolerances of ${patient}`,
    save: 'Save tolerances',
    withTolerances: (count: number) => (count === 0 ? 'no tolerances' : counted(count, 'tolerance')),
    state({ editor, blind, reviewer, finished_at, gold }: GoldCandidate, now: number): string {
      const of = `${nameIn(editor)}${blind ? ', blind' : ''}, settled by ${nameIn(reviewer)}`;
      const end = finished_at === null ? '' : ` ${agoText(finished_at, now)}`;
      if (gold === null) return `${of}${end}`;
      return `${of}${end} · marked by ${nameIn(gold.marked_by)} ${agoText(gold.marked_at, now)}${gold.changed ? '; the review changed since' : ''} · ${this.withTolerances(toleranceCount(gold.tolerances))}`;
    },
  },
  courses: {
    noGold: 'A course is made of gold cases. Choose some under Gold cases first.',
    name: 'Name of the course',
    nameHint: 'Readers see it in their inbox',
    cases: 'Cases',
    casesHint: 'Gold cases as they are now, with their tolerances; later changes of a gold case do not change the course',
    order: 'Order of the cases',
    orders: { given: 'As chosen', random: 'At random for each reader' },
    readers: 'Blind editors',
    readersHint: 'Readers know that it is a course, and see feedback after each case. They get only cases that they do not know.',
    preview: 'Cases for each reader',
    planColumns: { reader: 'Reader', cases: 'Gets', known: 'Knows already' },
    make: (cases: number) => `Make course with ${counted(cases, 'reading')}`,
    made: (name: string) => `Course ${name} made: its readers find it in their inbox.`,
    results: 'Courses and results',
  },
  repeats: {
    title: 'Repeat readings',
    noReaders:
      'This project has no blind editors. A repeat hides the first reading, so only people with the role Blind editor can do it. Assign the role under People.',
    reader: 'Blind editor',
    readerHint: 'They start again without seeing their first reading. It stays stored, and the statistics compare both.',
    noReadings: 'This person has not read any study of this project yet.',
    assign: (count: number) => `Repeat ${studies(count)}`,
    findHint: 'Patient or date',
    all: (count: number) => (count === 1 ? 'The only study that can be repeated' : `All ${count} studies that can be repeated`),
    state({ pass, updated_at, assigned_at, assigned_by }: Reading, now: number): string {
      if (updated_at !== null) return `Pass ${pass}, saved ${agoText(updated_at, now)}`;
      const by = assigned_by === null ? '' : ` by ${nameIn(assigned_by)}`;
      return `Pass ${pass} assigned ${agoText(assigned_at ?? now, now)}${by}, not started`;
    },
    more: 'Older readings of this project are not listed.',
    assigned(reader: string, assigned: number, left: number): string {
      const done = `${reader} was asked to repeat ${studies(assigned)}.`;
      return left === 0
        ? done
        : `${done} ${counted(left, 'study was', 'studies were')} left unchanged: nothing is saved in their current pass.`;
    },
  },
  types: {
    label: 'Types and codes of studies',
    title: 'Types and codes',
    studies,
    noStudies: 'This project has no studies yet.',
    type: 'Type',
    code: 'Code',
    emptyHint: 'Leave empty to remove it',
    oneHint: 'Choose one study to set its code',
    set: (count: number) => `Set for ${studies(count)}`,
    progress: (done: number, all: number) => `${done} of ${all} set`,
    findHint: 'Patient, date, type or code',
    all: (count: number) => `All ${studies(count)} shown`,
    current: (type: string | null, code: string | null) => `Type ${type ?? DASH}, code ${code ?? DASH}`,
    notSet: (reason: string) => `${reason} Studies before this one were changed; the others were not.`,
  },
  conflict: {
    title: (version: number | string) => `Version ${version} was saved in the meantime`,
    saved: (by: string | null, at: number | null) =>
      `${by ?? 'Someone'} saved it${at === null ? '' : ` on ${wholeTime(at)}`}, so your changes were not saved.`,
    theirs: 'They changed',
    noDifferences: 'no differences from your form',
    mine: 'You changed',
    discard: 'Discard my changes',
    save: 'Save mine as the new version',
  },

  people: {
    count: (accounts: number, invitations: number) => `${counted(accounts, 'account')}, ${counted(invitations, 'invitation')} pending`,
    search: 'Search people',
    searchHint: 'E-mail, name, role or project',
    invite: 'Invite',
    noMatch: 'No people match this search. Clear it to see everyone.',
    lastSeen: 'Last seen',
    neverSeen: 'No sign-in recorded',
    disabled: 'disabled',
    projects(named: readonly string[], count: number, all: number): string {
      if (count === 0) return 'none';
      if (count === all && all > 1) return `all ${all}`;
      return count > named.length ? `${named.join(', ')} and ${count - named.length} more` : named.join(', ');
    },
    reviews(emails: readonly string[], count: number): string {
      const names = emails.map(nameIn).join(', ');
      return count > emails.length ? `reviews ${names} and ${count - emails.length} more` : `reviews ${names}`;
    },
    model: 'model',
    machine: 'machine',
    addMachine: 'Add machine',
    factors: { authenticator: 'two-factor', foreign: 'external sign-in', none: 'not paired' } satisfies Record<
      AdministeredPerson['second_factor'],
      string
    >,
    keys: { person: 'person', invite: 'invite' },
  },
  invitations: {
    title: 'Pending invitations',
    invited: 'Invited',
    until: 'Until',
    newLink: 'New link',
    revoke: 'Revoke',
  },
  invite: {
    title: 'Invite a person',
    email: 'E-mail',
    emailFault: 'Enter a valid e-mail address',
    rolesHint: 'Choose at least one',
    projectsHint: 'Choose projects',
    testUser: 'Test user: hide their work from other users',
    byMail: 'Also send the link by e-mail',
    noMail: 'No mail server is configured: give the link to the person yourself.',
    create: 'Create link',
  },
  machine: {
    title: 'Add a machine',
    hint: 'A machine is an account for a program. It has no sign-in: its programs use tokens that you make.',
    email: 'Address',
    emailExample: 'nightly-export@machines.example.org',
    emailHint: 'Stands for the machine in lists and records. No mail is sent there.',
    name: 'Name',
    nameHint: 'For example, Nightly export',
    create: 'Add machine',
  },
  link: {
    title: (kind: 'invitation' | 'password', email: string) =>
      kind === 'password' ? `New password for ${email}` : `Invitation for ${email}`,
    hint: (isMailed: boolean) =>
      `${isMailed ? 'The link was sent by e-mail.' : 'Give this link to the person.'} It works once, for seven days. It is shown only now and is not stored.`,
    copy: 'Copy',
    copied: 'Copied',
    notCopied: 'The browser did not copy the link. Select it and copy it with Ctrl+C.',
    done: 'Done',
  },
  person: {
    summary: (name: string, { user_type, created_at, active }: Pick<AdministeredPerson, 'user_type' | 'created_at' | 'active'>) =>
      `${name || 'No name yet'}, ${user_type}, since ${dayText(created_at)}${active ? '' : '. Disabled: this account cannot sign in.'}`,
    testUser: 'Test user everywhere',
    noProjects: 'No projects yet. Create one under Projects.',
    testUserOf: (project: string) => `Test user of ${project}`,
    modelHint: 'A model marks images without signing in: there is nothing to reset.',
    machineHint: 'This account has no sign-in. Programs use the tokens below.',
  },
  personRoles: {
    assign: 'Assign role',
    none: 'No role yet: this person can sign in but cannot open any page.',
    place: ({ project }: HeldRole, isOfWorkspace: boolean) =>
      project ?? (isOfWorkspace ? 'in the whole workspace' : 'in all projects of this person'),
    /** Follows the place; the editors follow. */
    reads: ', reads ',
    editors: ([only, ...others]: readonly string[]) =>
      only === undefined ? 'no editor' : others.length === 0 ? only : `${others.length + 1} editors`,
    remove: ({ role, project }: HeldRole) =>
      `Remove the role ${ROLE_CONFIGS[role].name_to_show} ${project === null ? 'in every project' : `in ${project}`}`,
    role: 'Role',
    choose: 'Choose a role',
    where: 'Where',
    everywhere: (isOfWorkspace: boolean) => (isOfWorkspace ? 'In the whole workspace' : 'In all projects of this person'),
    reviews: 'Reviews the work of',
    chooseEditors: 'Choose editors',
    save: 'Assign',
  },
  signIns: {
    title: 'Sign-ins',
    endAll: 'End all',
    end: 'End',
    nowhere: 'Not signed in anywhere.',
    expires: (at: number) => `Expires ${wholeTime(at)}`,
    summary({ roles, last_used_at, is_own }: SignIn, now: number): string {
      const names = roles.map((role) => ROLE_CONFIGS[role].name_to_show).join(', ');
      return `${names}${last_used_at === null ? '' : `, used ${agoText(last_used_at, now)}`}${is_own ? ', this one' : ''}`;
    },
  },
  tokens: {
    title: 'Tokens of programs',
    add: 'New token',
    shownOnce: (name: string) => `Copy the token “${name}” now. It is not shown again.`,
    hide: 'I have stored it',
    notMade: 'No token was made',
    none: 'No tokens.',
    revoke: 'Revoke',
    revokeNamed: (name: string) => `Revoke ${name}`,
    made: ({ created_at, expires_at }: PersonalToken) => `Made ${wholeTime(created_at)}, expires ${wholeTime(expires_at)}`,
    summary({ role, write, projects, last_used_at }: PersonalToken, now: number): string {
      const where = projects === null ? 'all projects' : projects.map(({ name_to_show }) => name_to_show).join(', ');
      const used = last_used_at === null ? 'never used' : `used ${agoText(last_used_at, now)}`;
      return `${ROLE_CONFIGS[role].name_to_show}, ${where}, ${write ? 'read and write' : 'read only'}, ${used}`;
    },
  },
  factors: {
    title: 'Password and second factor',
    state({ second_factor, recovery_codes_left }: Pick<AdministeredPerson, 'second_factor' | 'recovery_codes_left'>): string {
      switch (second_factor) {
        case 'authenticator':
          return `An authenticator app is paired, ${counted(recovery_codes_left, 'recovery code')} left.`;
        case 'foreign':
          return 'Signs in at the external login service, which asks for both factors.';
        case 'none':
          return 'No authenticator app is paired yet; the next sign-in pairs one.';
      }
    },
    reset: 'Reset authenticator',
    newPassword: 'Create password link',
  },
  account: {
    title: 'Account',
    own: 'This is your own account: disabling it signs you out.',
    disableHint: 'Disabling ends every sign-in and revokes every token at once. No stored work is deleted.',
    disable: 'Disable',
    enable: 'Enable',
  },

  webhooks: {
    title: 'Webhooks',
    label: 'Webhooks of the project',
    hint: 'When something happens in this project, Echometry sends a signed message with ids and states to your address.',
    off: 'Webhooks are off',
    offHint: 'Name the hosts that may receive messages in webhook_hosts of config.json on the server, and start the server again.',
    none: 'No webhooks yet.',
    add: 'New webhook',
    change: 'Change webhook',
    form: {
      name: 'Name',
      nameHint: 'For example: Study registry',
      url: 'Address',
      urlStart: 'https://',
      urlHint: (hosts: readonly string[]) => `Hosts of the configuration: ${hosts.join(', ')}`,
      events: 'Send when',
      active: 'Active',
      activeHint: 'While it is paused, events are not sent, and not later either',
      make: 'Make webhook',
      save: 'Save',
    },
    events: EVENTS,
    secret: (name: string) =>
      `Copy the secret of “${name}” now. It is not shown again. Your program checks the signature of each message with it.`,
    hideSecret: 'I have stored it',
    state: ({ active, last }: Webhook) =>
      !active
        ? { text: 'paused', tone: 'quiet' as const }
        : last === null || last.state === 'delivered'
          ? { text: 'active', tone: 'ok' as const }
          : last.state === 'waiting'
            ? { text: 'retrying', tone: 'warn' as const }
            : { text: 'failing', tone: 'bad' as const },
    sends: ({ events }: Webhook) => events.map((event) => EVENTS[event].toLowerCase()).join(', '),
    last({ last, waiting }: Webhook, now: number): string {
      const first =
        last === null
          ? 'Nothing sent yet'
          : `Last attempt ${agoText(last.attempted_at ?? last.occurred_at, now)}: ${last.cause === null ? 'accepted' : 'failed'}`;
      return waiting === 0 ? `${first}.` : `${first}. ${counted(waiting, 'message')} waiting.`;
    },
    test: 'Send test',
    pause: 'Pause',
    resume: 'Resume',
    edit: 'Change',
    log: 'Log',
    hideLog: 'Hide log',
    remove: 'Remove',
    named: (act: string, name: string) => `${act}: ${name}`,
    ask: (name: string) => `Remove “${name}”? Its log is removed too, and waiting messages are not sent.`,
    removeNow: 'Remove now',
    keep: 'Keep',
    notDone: 'Nothing was changed',
    notSent: 'Nothing was sent',
    testQueued: (name: string) => `A test is sent to “${name}”. Its log shows the outcome.`,
    redelivered: 'The message is sent again with the same id.',
    beingSent: 'Nothing was sent: this message is being sent right now, or is no longer kept.',
    logLabel: (name: string) => `Log of ${name}`,
    logNone: 'No messages yet. Send a test to try the address.',
    logMore: 'Older messages are not listed.',
    resend: 'Send again',
    resendNamed: ({ event, occurred_at }: WebhookDelivery) => `Send again: ${EVENTS[event]} of ${exactTime(occurred_at)}`,
    delivery: {
      head: ({ event, subject }: WebhookDelivery) => `${EVENTS[event]}${subject === '' ? '' : ` · ${subject}`}`,
      attempt({ attempts, attempted_at }: WebhookDelivery): string {
        return attempted_at === null ? 'not attempted yet' : `attempt ${attempts}, ${exactTime(attempted_at)}`;
      },
      outcome({ state, status, cause, attempts }: WebhookDelivery): { text: string; tone: 'ok' | 'warn' | 'bad' | 'quiet' } {
        if (state === 'delivered') return { text: `accepted (status ${status ?? ''})`, tone: 'ok' };
        if (cause === null || attempts === 0) return { text: 'waiting', tone: 'quiet' };
        return { text: cause, tone: state === 'given-up' ? 'bad' : 'warn' };
      },
      next({ state, next_at, attempts }: WebhookDelivery, now: number): string | null {
        if (state === 'given-up') return 'given up';
        if (next_at === null) return null;
        if (next_at <= now) return 'to be sent now';
        return `${attempts === 0 ? 'to be sent' : 'next attempt'} ${exactTime(next_at)}`;
      },
    },
  },

  configuration: {
    title: 'Configuration',
    sets: 'Configuration sets',
    setsTitle: 'Sets',
    newer: (version: number | undefined) => `v${version ?? ''} is available`,
    inUse: (version: number | undefined) => `in use v${version ?? ''}`,
    check: 'Check a new version',
    keys: { set: 'set', check: 'check a new version' },
    stored: 'Stored',
    by: 'By',
    currentIn: 'Current in',
    nowhere: 'nowhere',
    studies: 'Studies started with it',
    compare: (one: number, other: number) => `Compare ${one} and ${other}`,
    use: 'Use in the workspace',
    download: 'Download',
    downloadVersion: (version: number) => `Download version ${version}`,
    placesHint: 'a project uses the version of the workspace unless it has its own',
    versionIn: (project: string) => `Version in ${project}`,
    asWorkspace: (version: number | null) => `same as the workspace, v${version ?? ''}`,
    ownVersion: (version: number) => `v${version} in this project`,
    notChecked: (file: string) => `${file} was not checked`,
    noRows: 'The file contains neither a list of rows nor a set with rows under "data".',
    ownValues: 'a JSON or CSV file with own values joins the sources in use; each project then activates its rows',
    notStored: 'Nothing was stored',
    added: (version: number) => `Version ${version} is stored. Choose it to make it current.`,
    notDownloaded: 'Nothing was downloaded',
  },
  candidate: {
    label: 'New version',
    faults: (count: number) => `${counted(count, 'fault')}: this file cannot become a version`,
    faultsHint: 'Correct the file and choose it again. Nothing was stored.',
    known: (version: number) => `This is version ${version}, which is already stored.`,
    noFaults: 'Contract and engine found no faults',
    noFaultsHint: (differences: number, current: number) =>
      `${counted(differences, 'difference')} from version ${current}, which is in use. Storing this version changes nothing yet: it is used only where you choose it.`,
    store: 'Store as the next version',
  },
  compare: {
    label: (from: number, to: number) => `Versions ${from} and ${to}`,
    title: (from: number, to: number) => `v${from} to v${to}`,
    differences: (count: number) => counted(count, 'difference'),
    same: 'The two versions are identical.',
    wholeRow: 'the whole row',
  },
  choice: {
    title: (version: number | null, place: string) =>
      `Use ${version === null ? 'the version of the workspace' : `version ${version}`} in ${place}?`,
    refused: (place: string) => `This version cannot be used in ${place}`,
    use: 'Use it',
  },

  jobs: {
    title: 'Jobs',
    count: (underWay: number, ended: number, more: boolean) =>
      `${counted(underWay, 'job')} under way, ${counted(ended, 'job')} ended${more ? ', older ones are not listed' : ''}`,
    none: 'No jobs yet. Exports, statistics and reader comparisons appear here once they are requested.',
    keys: { job: 'job' },
    columns: ['Job', 'Person', 'Project', 'State', 'Progress'],
    attempts: 'Attempts',
    requested: 'Requested',
    label: (id: string) => `Job ${id}`,
    history: ({ created_at, owner, role, started_at, ended_at, failures }: AdministeredJob) =>
      [
        `Requested ${wholeTime(created_at)} by ${owner} as ${role}.`,
        started_at === null ? '' : ` Started ${wholeTime(started_at)}.`,
        ended_at === null ? '' : ` Ended ${wholeTime(ended_at)}.`,
        failures === 0 ? '' : ` Failed ${counted(failures, 'time')}.`,
      ].join(''),
    cancel: 'Cancel the job',
    hint: 'The owner downloads the result of a job from the page that started it.',
    log: 'Log',
    noLog: 'No entries yet.',
    endedBefore: 'The job had already ended.',
    notCancelled: (reason: string) => `The job was not cancelled: ${reason}`,
  },

  storage: {
    title: 'Storage',
    objects,
    keys: { check: 'check all objects' },
    disk: 'Disk space',
    free: (bytes: number) => `${bytesText(bytes)} free`,
    unknown: 'unknown',
    unknownHint: 'Not reported by the system.',
    total: (bytes: number, isLittle: boolean) =>
      `of ${bytesText(bytes)}${isLittle ? '. Free some space: when the disk is full, saves are refused, but nothing is lost.' : ''}`,
    backup: 'Last backup',
    noBackup: 'none recorded',
    noBackupHint: 'Backups are made on the server: npm run admin -- backup FOLDER. Copies made in another way are not shown here.',
    check: 'Integrity check',
    neverChecked: 'not yet',
    neverCheckedHint: 'Runs automatically once a week.',
    damaged: (count: number) => `${count} damaged`,
    intact: 'all objects are intact',
    checked: ({ objects, documents, at }: ScrubResult) =>
      `${counted(objects, 'object')} and ${counted(documents, 'document')}, ${wholeTime(at)}`,
    checkNow: 'Check all objects now',
    checkProgress: 'Progress of the check',
    checking: ({ done, total, started_at }: ScrubRun, now: number) =>
      `${done} of ${total === 0 ? '…' : total}, started ${agoText(started_at, now)}. Everyone can continue working.`,
    damage: 'Damage',
    damageHint: 'Damaged images are not shown. Bring them back from a backup, or import them again.',
    moreDamage: (count: number) => `and ${count} more: npm run admin -- scrub lists all of them`,
    byProject: 'By project',
    byProjectHint: 'shared objects count in each project',
    objectsColumn: 'Objects',
    checkNotStarted: 'The check was not started',
    alreadyRunning: 'A check is already running.',
    endedBefore: 'The check had already ended.',
  },
  quarantine: {
    title: 'Quarantine',
    summary: (count: number, bytes: number) =>
      count === 0
        ? 'empty: every stored object belongs to a record'
        : `${objects(count, bytes)}, without a record; kept for at least 30 days`,
    restoreAll: 'Restore all',
    removeExpired: 'Remove expired objects',
    object: 'Object',
    since: 'Since',
    removableFrom: 'Can be removed from',
    restore: 'Restore',
    notChanged: 'The quarantine was not changed',
    changed: (action: 'restore' | 'purge', count: number, bytes: number) =>
      `${objects(count, bytes)}, ${action === 'purge' ? 'deleted permanently' : 'restored'}.`,
    purgeTitle: 'Delete the expired objects permanently?',
    purgeHint: (count: number, bytes: number) =>
      `${objects(count, bytes)}, without a record for 30 days. They cannot be restored, not even when an older database is opened.`,
    purge: 'Delete permanently',
  },

  audit: {
    title: 'Audit',
    verify: 'Verify',
    save: 'Save as CSV',
    chainHint: 'each entry contains the hash of the previous one',
    intact: (acts: number, chains: number) => `${counted(acts, 'act')} in ${counted(chains, 'chain')}: no faults found`,
    faults: (count: number, first: string | undefined) => `${counted(count, 'fault')}: ${first ?? ''}`,
    search: 'Search the audit',
    act: 'Act',
    allActs: 'All acts',
    about: 'Study or subject',
    from: 'From',
    to: 'To (inclusive)',
    clear: 'Clear',
    noMatch: 'No matching entries. Broaden or clear the search.',
    acts: 'Acts',
    columns: ['Time', 'Person', 'As', 'Act', 'Study', 'Subject', 'Detail'],
    program: 'program',
    count: (acts: number) => `${counted(acts, 'act')} on this page, newest first`,
    newer: 'Newer',
    older: 'Older',
    keys: { newerOlder: 'newer, older' },
    notSaved: 'No file was created',
    partly: (acts: number) => `The file contains the newest ${acts} entries of this search. Search an earlier period for the others.`,
    notVerified: 'The audit was not verified',
  },
};

/** The intended change of a person, as a question and as the button that carries it out. */
export function changeText(change: PersonChange): { title: string; button: string } {
  const { email } = change;
  switch (change.act) {
    case 'disable':
      return { title: `Disable ${email}?`, button: messages.account.disable };
    case 'revoke-sessions':
      return { title: `Sign ${email} out everywhere?`, button: 'End all sign-ins' };
    case 'reset-totp':
      return { title: `Reset the authenticator of ${email}?`, button: messages.factors.reset };
    case 'revoke':
      return { title: `Remove the role ${ROLE_CONFIGS[change.role].name_to_show} from ${email}?`, button: 'Remove the role' };
    case 'grant':
      return { title: `Change whose work ${email} reviews?`, button: messages.shared.change };
    case 'remove-member':
      return { title: `Remove ${email} from ${change.project}?`, button: 'Remove' };
    case 'test-user':
      return change.marked
        ? { title: `Make ${email} a test user?`, button: 'Make a test user' }
        : { title: `Remove test-user status from ${email}?`, button: 'Remove status' };
    default:
      return { title: `Change ${email}?`, button: messages.shared.change };
  }
}

/** Changes that nothing brings back: the person signs in, or pairs an authenticator, again. */
const FINAL: readonly PersonChange['act'][] = ['revoke-sessions', 'reset-totp'];

export const consequence = ({ act }: PersonChange): string =>
  FINAL.includes(act) ? 'No stored work is deleted. This cannot be undone.' : 'No stored work is deleted, and you can undo the change.';
