/** Texts of the statistics of a project. */
import { type Certificate, type CertifiedValue, MIN_CERTIFIED_CASES } from '@echometry/contract/records/certificate.ts';
import { type ChartState, RECENT_CASES } from '@echometry/contract/rules/chart-state.ts';
import type { AgreementPoint, AgreementReport, ReaderChart } from '@echometry/contract/records/agreement.ts';
import type { GateKind, GateState } from '@echometry/contract/records/gates.ts';
import type { Making } from '@echometry/contract/calls/statistics.ts';
import type { CertificateState } from '@echometry/contract/rules/certificates.ts';
import type { Apart, DriftSource } from '@echometry/contract/rules/drift-sources.ts';
import type { Standard } from '@echometry/contract/rules/standards.ts';
import { counted } from '@echometry/contract/rules/counted.ts';
import type { NoOutcome } from '@echometry/contract/generated/references.ts';
import type { EffortGroup } from '@echometry/contract/records/effort.ts';
import { MIN_EFFORT_CASES, MIN_EFFORT_READERS } from '@echometry/contract/rules/effort.ts';
import type { EffortStep } from '@echometry/contract/rules/step-tabs.ts';
import { messages as measured } from '../../image-page/measurements/messages.ts';
import { IDLE_LIMIT_MS } from '../../study/effort/effort-meter.ts';
import { DASH, number } from '../../lib/format.ts';

const studiesText = (count: number): string => (count === 1 ? '1 study' : `${count} studies`);

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
const dayOf = (point: Pick<AgreementPoint, 'read_at'> | undefined): string =>
  point?.read_at == null ? '' : `, ${day.format(point.read_at)}`;

const EVENT_NAMES: Readonly<Record<string, string>> = {
  onset_start: 'Onset',
  onset_end: 'End of cycle',
  end_diastole_start: 'First ED',
  end_diastole: 'ED',
  end_systole: 'ES',
  end_diastole_end: 'Closing ED',
};

/** Name of a mark, as tables of agreement have it. */
const eventText = (event: string): string => EVENT_NAMES[event] ?? event;
const lineText = (line: string, event: string | null): string => (event === null ? line : `${line} at ${eventText(event)}`);
const MM2_A_CM2 = 100;
const sizeText = (mm2: number | null): string =>
  mm2 === null ? '' : `, ${(Math.abs(mm2) / MM2_A_CM2).toFixed(1)} cm² ${mm2 < 0 ? 'smaller' : 'larger'}`;

const GATE_FIGURES: Readonly<Record<GateKind, (value: string, judged: number) => string>> = {
  views: (value, judged) => `${value} % of ${studiesText(judged)} lack one`,
  quality: (value, judged) => `${value} % of ${counted(judged, 'image')} good`,
  issues: (value) => value,
  agreement: (value, judged) => `lowest ICC ${value} of ${counted(judged, 'measurement')}`,
  drift: (value, judged) => `${value} of ${counted(judged, 'measurement')} with an alarm`,
};
const GATE_LIMITS: Readonly<Record<GateKind, (limit: string) => string>> = {
  views: (limit) => `at most ${limit} %`,
  quality: (limit) => `at least ${limit} %`,
  issues: (limit) => `at most ${limit}`,
  agreement: (limit) => `at least ${limit}`,
  drift: () => 'no alarm',
};

/** A figure of a certificate. */
const shown = (value: number | null): string => number(value);

export const messages = {
  mode: 'Statistics',
  loading: 'Loading statistics...',
  none: 'There are no statistics for this project yet.',
  incomplete: 'The statistics of this project are incomplete. Update them.',
  unreadable: 'The statistics could not be read. Load the page again.',
  otherVersion: 'The statistics were made by another version. Update them.',
  update: {
    queued: 'Update queued',
    reading: (study: number, of: number) => `Reading study ${study} of ${of}`,
    failed: (failure: string | null) => `The last update failed: ${failure ?? 'no reason was given'}`,
    last: (time: string) => `Last update ${time} (UTC+0)`,
    update: 'Update now',
    tables: 'Tables as CSV',
  },
  data: {
    title: 'DATA STATISTICS',
    totals: ({ studies, validated, images, values }: { studies: number; validated: number; images: number; values: number }) =>
      `${counted(studies, 'study', 'studies')} · ${validated} validated · ${counted(images, 'image')} · ${counted(values, 'value')}`,
    blind: 'Values and anomalies of individual studies are hidden from blinded readers.',
    table: 'Table',
    empty: 'Nothing to count yet.',
  },
  months: {
    title: 'Studies by month',
    hint: 'The month of the last save of each study',
    span: (years: string) => `of last save, ${years}`,
    years: (first: string, last: string) => (first === last ? first : `${first} to ${last}`),
    parts: { validated: 'validated', measured: 'measured', in_work: 'in work' },
  },
  values: {
    title: 'Values by age',
    none: 'No reference image of a patient of known age has been measured yet.',
    measurement: 'Measurement',
    axes: { fetal: { name: 'gestational age', unit: 'weeks' }, other: { name: 'age', unit: 'years' } },
    against: ({ name, unit }: { name: string; unit: string }) => `against ${name}, ${unit}`,
    outside: (count: number) => `${count} out of range`,
    outliers: (count: number) => (count === 1 ? '1 outlier' : `${count} outliers`),
    plot: (name: string, axis: string) => `${name} by ${axis}`,
    at: (amount: string, unit: string) => `at ${amount} ${unit}`,
    noRange: 'no normal range',
    range: (low: string, high: string, unit: string) => `normal ${low} to ${high} ${unit}`.trim(),
    sexes: { M: 'men', F: 'women' },
  },
  judged: {
    title: 'Reference values',
    judging: 'Judging the values by the reference values of the project',
    failed: (reason: string) => `The values could not be judged by reference values: ${reason}`,
    notKept: 'These statistics were made by an earlier version. Update them to see the reference values.',
    columns: [
      'Measurement',
      'Image type',
      'Data type',
      'Source',
      'Scale',
      'n',
      'Median',
      '5th centile',
      '95th centile',
      'Below',
      'Within',
      'Above',
      'Not judged',
      'Why not',
    ],
    scales: { z: 'z', percentile: 'percentile', multiple: 'multiple of the median', limits: 'limits', grade: 'grade' },
    grades: (counts: string) => `grade (${counts})`,
    counted: (name: string, studies: number) => `${name}: ${studies}`,
    comments: (version: number, limit: number) => [
      `Values of reference images by the first source of the project that has a result, version ${version} of the reference values. Median and centiles are of z-scores, percentiles or multiples of the median.`,
      `Below, within and above the limits: z-scores beyond ±${limit}, percentiles beyond the outermost curves within it, otherwise the printed limits.`,
    ],
    by: (sources: readonly string[]) => sources.join(', '),
    notPlaced: (count: number, axis: string) =>
      `${counted(count, 'value')} without ${axis} or of another source ${count === 1 ? 'is' : 'are'} not shown.`,
    axis: 'Plot against',
  },
  anomalies: {
    title: 'Anomalies',
    fewer: 'Show fewer',
    all: 'Show all',
    none: 'No outliers, implausible values, irregular cycles or missing data.',
    value: 'Value',
    rule: 'Rule',
    open: (patient: string) => `Open the study of ${patient}`,
  },
  quality: {
    title: 'IMAGE QUALITY STATISTICS',
    filters: 'Filters of quality',
    from: 'Assessed from',
    to: 'Assessed to',
    ageFrom: 'Gestational age from, weeks',
    ageTo: 'Gestational age to, weeks',
    age: 'GA',
    until: 'to',
    weeks: 'weeks',
    clear: 'Clear',
    notApplied: (fault: string) => `${fault} It is not applied.`,
    assessed: (studies: number, of: number) => `${studies} of ${of} assessed`,
    studies: 'studies',
    acceptance: 'average acceptance',
    quick: 'quick evaluations',
    quickAcceptance: 'quick acceptance',
    none: 'No image was assessed in this range.',
    table: 'Quality by image type',
    columns: { imageType: 'Image type', count: 'n', acceptance: 'acceptance', quick: 'quick' },
    question: 'Question whose answers are shown',
    noQuestion: 'no complete assessment',
    notAnswered: 'not answered',
    noAnswer: 'no answer',
  },
  effort: {
    title: 'EFFORT',
    what: `Active time of readers: the time between inputs that are less than ${IDLE_LIMIT_MS / 1000} seconds apart, while the page is visible.`,
    who: {
      own: 'Only you see these figures of your own time. Data scientists and your Reviewers see the time of several readers together, without names.',
      together: `Readers are never named or compared. A row has figures when it has at least ${MIN_EFFORT_READERS} readers other than you and ${MIN_EFFORT_CASES} images or studies, and no reader has more than two thirds of them.`,
    },
    reading: 'Reading the times',
    none: 'No time was measured in this project yet. It is measured while readers work on studies that they may save, and sent about once a minute.',
    whose: 'Whose time',
    groups: { own: 'My own', together: 'Several readers' },
    per: 'Time per',
    pers: { image: 'Per image', study: 'Per study' } satisfies Record<EffortGroup['per'], string>,
    work: 'Kind of work',
    works: { shared: 'Shared work', blind: 'Blind work', review: 'Reviews' } satisfies Record<EffortGroup['work'], string>,
    step: 'Step',
    steps: {
      selection: 'Selection',
      reference: 'Reference',
      cycletiming: 'Cycle timing',
      segmentation: 'Segmentation',
      measurements: 'Report',
      validation: 'Validation',
    } satisfies Record<EffortStep, string>,
    allSteps: 'All steps',
    noType: 'without a type',
    tooFew: 'too few',
    tooFewHint: `Fewer than ${MIN_EFFORT_READERS} readers other than you, fewer than ${MIN_EFFORT_CASES} images or studies, or one reader with more than two thirds of them`,
    columns: { type: 'Image type', step: 'Step', n: 'n', p5: '5 %', q1: '25 %', median: 'Median', q3: '75 %', p95: '95 %' },
    table: (per: EffortGroup['per']) => `Active time ${per === 'image' ? 'per image' : 'per study'}, min:s`,
    plot: 'Box: quartiles and median; whiskers: 5 % and 95 %',
  },
  model: {
    open: 'Add lines of a model',
    title: 'Lines of a model',
    close: 'Close',
    hint: 'Stored as blind work of a rater without a sign-in. It can then be compared like a reader.',
    name: 'Name of the model',
    nameHint: 'Lower-case letters, digits, dots, hyphens and underscores',
    version: 'Version',
    files: 'Files of the model',
    chooseFiles: 'Choose files',
    filesHint: 'Our JSON, COCO, labelme, YOLO segmentation (with data.yaml), VolumeTracings.csv, or a ZIP file of them',
    exported: 'File of the export',
    chooseExported: 'Choose file',
    exportedHint: 'annotations.json for COCO results, labelme and YOLO; sources.csv for EchoNet; none for our JSON and a whole COCO file',
    noFile: 'None chosen',
    chosen: (names: readonly string[]) => (names.length === 1 ? (names[0] ?? '') : counted(names.length, 'file')),
    check: 'Check',
    checkHint: 'Shows what matches. Nothing is stored yet.',
    missing: { model: 'Enter the name of the model', version: 'Enter its version', files: 'Choose the files of the model' },
    sending: (share: string) => `Sending the files, ${share}`,
    offline: 'Connection lost. Sending continues automatically',
    queued: 'Waiting to be read',
    reading: (study: number, of: number, isCheck: boolean) => `${isCheck ? 'Checking' : 'Storing'}: study ${study} of ${of}`,
    progress: 'Progress of the lines',
    cancel: 'Cancel',
    cancelled: 'Cancelled. Studies that were stored before keep their lines.',
    noResult: 'The job ended without a result. Check again.',
    found: (rater: string, lines: number, images: number, studies: number, isCheck: boolean) =>
      lines === 0
        ? `No line ${isCheck ? 'matches' : 'was stored'}.`
        : `${counted(lines, 'line')} on ${counted(images, 'image')} of ${studiesText(studies)} ${isCheck ? `${lines === 1 ? 'matches' : 'match'} and would become` : `${lines === 1 ? 'is' : 'are'} stored as`} work of ${rater}.`,
    studies: 'Studies with lines',
    studyColumns: ['Study', 'Images', 'Lines'],
    refused: (count: number) => `${counted(count, 'entry', 'entries')} ${count === 1 ? 'does' : 'do'} not match`,
    refusedColumns: ['Reason', 'Entries', 'First of them'],
    entry: (file: string, entry: string) => [file, entry].filter((part) => part !== '').join(', ') || 'the file',
    notNamed: (count: number) => `${counted(count, 'further entry', 'further entries')} not listed`,
    store: (lines: number) => `Store ${counted(lines, 'line')}`,
    another: 'Choose other files',
  },
  waiting: {
    title: 'Your files on the server',
    hint: 'No lines were stored from them. They are removed after some hours.',
    files: (count: number, received: string, size: string) => `${counted(count, 'file')}, ${received} of ${size} sent`,
    used: (when: string) => `last used ${when}`,
    discard: 'Discard',
  },
  agreement: {
    title: 'AGREEMENT',
    machine: 'Machine',
    standards: { gold: 'Gold cases', consensus: 'Consensus', others: 'Other readers' } satisfies Record<Standard, string>,
    readers: 'Readers',
    compare: 'Compare',
    between: 'Between readers',
    within: 'Same reader twice',
    first: 'First reader',
    and: 'and',
    second: 'Second reader',
    further: 'Further readers of the ICC',
    reader: (name: string, studies: number) => `${name} · ${studiesText(studies)}`,
    reviewing: (reviewer: string, editor: string) => `${reviewer}, reviewing ${editor}`,
    blind: 'blind',
    pass: (pass: number) => `pass ${pass}`,
    noneBetween: 'No two readers have worked on this project yet.',
    noneWithin: 'No repeated readings in this project yet. An administrator can assign a second reading.',
    queued: 'Waiting to be compared',
    comparing: (study: number, of: number) => `Comparing study ${study} of ${of}`,
    noResult: 'The comparison ended without a result. Choose the readers again.',
    noImages: 'These readers have no image in common.',
    counted: ({ studies, images, labelled_differently: differ, engine_version }: AgreementReport) =>
      `${images === 1 ? '1 image' : `${images} images`} of ${studiesText(studies)} by both${differ === 0 ? '' : `, ${differ} labelled differently`} · engine ${engine_version}`,
    noValues: 'No measurement has a value of both readers for the same beat.',
    leftOut: (count: number) =>
      count === 1 ? '1 measurement without a pair of values is left out.' : `${count} measurements without a pair of values are left out.`,
    legend: 'Second reader minus first. Amber: ICC below 0.75. Blind work is shown to Reviewers of all readers and to Data scientists.',
    plotUnit: (unit: string) => `${unit} against the mean of both; bars are 95 % confidence`,
    plot: (name: string) => `Differences of ${name}`,
    levels: { upper: '+1.96 SD', bias: 'bias', lower: '−1.96 SD' },
    values: 'Agreement of values',
    valueColumns: ['Measurement', 'n', 'bias', 'limits', 'ICC(2,1)', '95 % CI', 'over time'],
    range: (low: string, high: string) => `${low} to ${high}`,
    lines: 'Agreement of contours',
    lineColumns: ['Contours', 'n', 'Dice', 'Hausdorff, mm', 'mean distance, mm'],
    reasons: (reasons: string) => `Left out: ${reasons}`,
    marks: 'Agreement of marks',
    markColumns: ['Marks', 'n', 'difference', 'ms', 'set by one only'],
    frames: 'frames',
    events: EVENT_NAMES,
  },
  certificates: {
    title: 'Certificates',
    hint: 'A certificate states the figures of this comparison. Whether they are good enough is your decision; a project can require certificates before studies are assigned.',
    until: 'Valid until',
    columns: ['Image type', 'Gold cases', 'Certificate', ''],
    state(certificate: Certificate | undefined, today: string): string {
      if (certificate === undefined) return 'none';
      return `${certificate.expires_on < today ? 'expired' : 'valid to'} ${certificate.expires_on}, issued by ${certificate.issued_by}`;
    },
    value: ({ name, units, n, bias, lower, upper, icc }: CertifiedValue) =>
      `${name}: bias ${shown(bias)} ${units}, limits ${shown(lower)} to ${shown(upper)}, ICC ${shown(icc)}, n ${n}`,
    issue: (isAgain: boolean) => (isAgain ? 'Issue again' : 'Issue'),
    end: 'Take back',
    tooFew: `Fewer than ${MIN_CERTIFIED_CASES} gold cases have a value of both.`,
  },
  overTime: {
    title: (name: string) => `${name} over time`,
    states: { alarm: 'alarm', watch: 'watch', steady: 'steady', 'too-few': 'too few' } satisfies Record<ChartState, string>,
    direction: (deviation: 'above' | 'below') => (deviation === 'above' ? 'higher' : 'lower'),
    recent: (bias: string, unit: string) => `Bias of the last ${RECENT_CASES} cases: ${bias} ${unit}`,
    order: 'cases in the order in which the reader saved them',
    difference: (first: string, second: string, unit: string) => `${second} − ${first}, ${unit}`,
    ewma: 'Moving average (EWMA), SD of the earlier cases',
    cusum: 'Cumulative sums (CUSUM), SD of the earlier cases',
    reason: (reason: string) =>
      reason === 'no-variance'
        ? 'All differences are equal, so there is nothing to judge.'
        : 'The first two cases are not judged: each case is judged by those before it.',
    steady: (second: string, cases: number) => `No drift of ${second} is found in ${cases === 1 ? '1 case' : `${cases} cases`}.`,
    alarm: ({
      second,
      first,
      name,
      alarm,
      since,
      at,
    }: {
      second: string;
      first: string;
      name: string;
      alarm: NonNullable<ReaderChart['alarm']>;
      since: AgreementPoint | undefined;
      at: AgreementPoint | undefined;
    }) =>
      `${name}: ${second} measures ${alarm.deviation === 'above' ? 'higher' : 'lower'} against ${first} than before, since case ${alarm.since + 1}${dayOf(since)}. The ${
        alarm.chart === 'ewma' ? 'moving average' : 'cumulative sum'
      } found it at case ${alarm.at + 1}${dayOf(at)}.`,
    case: (at: number, { patient_show, read_at }: AgreementPoint, difference: string, unit: string) =>
      `Case ${at}, ${patient_show}${dayOf({ read_at })}: ${difference} ${unit}`,
    cases: 'Cases since the change',
    allCases: 'All cases',
    columns: (unit: string) => ['Case', 'Saved', `Reader, ${unit}`, 'Standard', 'Difference', 'EWMA, SD', 'Largest reason'],
    reasonOf(reason: Apart | undefined): string {
      if (reason === undefined) return DASH;
      const { kind, name, event, value, unit, area } = reason;
      if (kind === 'line') return `${lineText(name, event)} ${value.toFixed(1)} mm away${sizeText(area)}`;
      return `${eventText(name)} ${counted(Math.round(Math.abs(value)), unit)} ${value < 0 ? 'earlier' : 'later'}`;
    },
    showAll: (cases: number) => `Show all ${cases} cases`,
    open: (at: number, patient: string) => `${at} · ${patient}`,
    read: ({ read_at }: AgreementPoint) => (read_at == null ? DASH : day.format(read_at)),
  },
  gates: {
    title: 'QUALITY GATES',
    table: 'Quality gates',
    met: (met: number, of: number) => `${met} of ${of} met`,
    columns: ['Gate', 'State', 'Now', 'Limit', 'Failures'],
    names: {
      views: 'Missing views',
      quality: 'Image quality',
      issues: 'Open issues',
      agreement: 'Agreement of readers',
      drift: 'Drift of readers',
    } satisfies Record<GateKind, string>,
    states: { met: 'met', failed: 'not met', unknown: 'nothing to judge yet' },
    figure: ({ kind, value, judged }: GateState) =>
      value === null ? DASH : GATE_FIGURES[kind](kind === 'agreement' ? value.toFixed(2) : number(value, 1), judged),
    limit: ({ kind, limit }: GateState) => GATE_LIMITS[kind](number(limit)),
    further: (count: number) => `and ${count} more`,
  },
  readers: {
    title: 'READERS OVER TIME',
    reader: 'Reader',
    standard: 'Compared with',
    standardOf: (standard: Standard, studies: number) =>
      `${{ gold: 'Gold cases', consensus: 'Consensus', others: 'Other readers' }[standard]} · ${studies}`,
    made: (at: number) => `compared on ${day.format(at)}`,
    update: 'Compare again',
    progress: ({ state, done, total }: Making) =>
      state === 'queued' || total === null ? 'Waiting to be compared' : `Comparison ${Math.min(done + 1, total)} of ${total}`,
    none: 'No reader is compared yet. Readings are compared with gold cases, finished consensuses and readings of others every night, or when you choose “Compare again”.',
    noTimes: 'These cases have no time, and therefore no chart.',
    side: (reader: string) => `About ${reader}`,
    measurements: 'Measurements',
    measurementColumns: ['Measurement', 'Bias', 'In limits', 'State', 'Cases'],
    within: (times: string) => `${times} SD from no difference; the bar reaches 2 SD to both sides`,
    certificates: 'Certificates',
    noCertificates: 'This reader has none in this project.',
    certificate: (until: string, state: CertificateState) =>
      ({
        valid: `valid to ${until}`,
        'ends-soon': `ends on ${until}`,
        expired: `expired on ${until}`,
        'on-hold': 'on hold, because of an alarm',
      })[state],
    sources: (name: string) => `Where the drift of ${name} comes from`,
    sinceChange: 'since the change',
    noSources: 'No line and no mark changed as much as it varies.',
    source: ({ kind, name, event, value }: DriftSource) =>
      kind === 'line'
        ? `${lineText(name, event)} lies ${value > 0 ? 'farther away' : 'nearer'}`
        : `${eventText(name)} is marked ${value > 0 ? 'later' : 'earlier'}`,
    sourceFigure: ({ value, unit, area }: DriftSource) =>
      unit === 'mm' ? `${Math.abs(value).toFixed(1)} mm${sizeText(area)}` : `${Math.abs(value).toFixed(1)} ${unit}s`,
    ownHint:
      'Your first readings against gold cases, consensuses or other readers, in the order in which you saved them. Charts grow by five cases at a time and name no study, so that no case is known as a gold case.',
    ownNone: 'You have no charts yet. A chart needs ten compared cases.',
    ownColumns: ['Reader', 'Measurement', 'Compared with', 'Bias', 'State', 'Cases'],
  },
  guidelines: {
    title: 'GUIDELINES: WHAT IF',
    research: 'for research only',
    notKept: 'These statistics were made by an earlier version. Update them to compare guidelines.',
    failed: (reason: string) => `The studies could not be graded: ${reason}`,
    noTables: 'No two guidelines grade the same subject for the studies of this project.',
    noStudies: 'No study of this kind has any work yet.',
    grading: (studies: number) => `Grading ${studiesText(studies)}`,
    compared: 'Guidelines that are compared',
    from: 'From',
    to: 'to',
    before: 'Guideline before',
    after: 'Guideline after',
    table: (title: string, source: string, inUse: boolean) => `${title} · ${source}${inUse ? '' : ' · not in use'}`,
    premises: (before: string, after: string) =>
      before === after ? `For: ${before}.` : `Before: ${before}. After: ${after}. Every study of the project is graded by both.`,
    ownWords: 'The two guidelines do not name the same classes, so each grade is shown in its own words.',
    counted: (studies: number, changed: number, open: number) =>
      `${studiesText(studies)} with work: ${changed} ${changed === 1 ? 'changes' : 'change'} class, ${open} not graded by at least one of the two.`,
    cross: 'Studies by both guidelines',
    all: 'All',
    none: 'not graded',
    list: 'Studies by guideline',
    lists: { changed: (count: number) => `Change class (${count})`, open: (count: number) => `Not graded (${count})` },
    csv: 'Studies as CSV',
    because: (criteria: readonly { title: string; met: boolean | null }[]) =>
      criteria.map(({ title, met }) => `${title}: ${met === null ? 'unknown' : met ? 'met' : 'not met'}`).join('; '),
    mostMissing: (counts: readonly (readonly [string, number])[]) =>
      `Missing most often: ${counts.map(([quantity, studies]) => `${quantity} (${studies})`).join(', ')}.`,
    empty: { changed: 'No study changes class.', open: 'Every study is graded by both guidelines.' },
    columns: {
      changed: ['Patient', 'Before', 'After', 'Decided before by', 'Decided after by'],
      open: ['Patient', 'Before', 'After', 'Missing'],
    },
    more: (shown: number, of: number) => `The first ${shown} of ${of} studies. The CSV file has all.`,
  },
  keys: {
    blocks: 'open or close a block',
    point: 'point',
    open: 'open its study',
    filters: 'filters',
    savePlot: 'plot as SVG',
    reader: 'reader',
    measurement: 'measurement',
    all: 'all keys',
  },
};

const uncapitalised = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** Why values have no result, without the numbers of one patient. */
export function openWords(reason: NoOutcome | null): string {
  switch (reason?.code) {
    case undefined:
    case 'no_value':
      return 'no value';
    case 'missing':
      return uncapitalised(measured.standing.needs(reason.facts));
    case 'outside_range':
      return `${measured.standing.variables[reason.of].name} outside of the source's range`;
    case 'other_data_type':
    case 'other_sex':
    case 'unit':
    case 'no_spread':
    case 'undefined':
    case 'no_grade':
      return uncapitalised(measured.standing.reasons[reason.code]);
  }
}
