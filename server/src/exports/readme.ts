import { ALL, type ExportRequest } from '@echometry/contract/records/export.ts';
import { counted } from '@echometry/contract/rules/counted.ts';
import { CSV_FILES, LONG_COLUMNS } from './columns.ts';
import type { LeftOut } from './formats/source.ts';
import { IMAGE_COLUMNS, WORK_COLUMNS } from './wide-table.ts';
import { WORK_TABLES } from './work-tables.ts';

export interface ReadmeFacts {
  project: string;
  request: ExportRequest;
  /** ISO instant. */
  at: string;
  counts: { studies: number; images: number; values: number; differing: number };
  leftOut: readonly LeftOut[];
}

const all = (text: string): string => (text === ALL ? 'all' : text);

function filters({ request }: ReadmeFacts): string[] {
  return [
    `- data: ${request.data === 'analysis' ? 'analyses of editors' : 'copies of reviewers that reached a check point or were finished'}`,
    `- editor: ${all(request.editor)}`,
    `- image type: ${all(request.image_type)}`,
    `- modality: ${all(request.mode)}`,
    `- study type: ${all(request.study_type)}`,
    `- images: ${request.all_files ? 'all with any work on them' : 'reference images only'}`,
    ...(request.data === 'review'
      ? [
          `- validation: ${request.validated_only === true ? 'only images that the reviewer validated' : 'images with and without validation; see the column validated'}`,
        ]
      : []),
  ];
}

function csvPart({ formats, view_header }: ExportRequest): string[] {
  const long = [
    `## ${CSV_FILES.long}`,
    'A row for each value: one for each cycle and one for the mean of the cycles. A value that could not be computed has an empty cell and a reason. UTF-8, comma, CR LF (RFC 4180); numbers have all their digits; a text that a spreadsheet would run as a formula begins with an apostrophe.',
    '',
    ...LONG_COLUMNS.map(([name, what]) => `- ${name}: ${what}`),
  ];
  const wide = [
    `## ${CSV_FILES.byImage}, ${CSV_FILES.byStudy}`,
    `A row for each image, or for each study and person. Columns named "image type: measurement [unit]" hold the mean of the cycles, or the one value of a caliper. In the table of studies a value comes from the reference image of its type, or from the only image that has one; where several would do, the cell is empty and left_out.csv lists it.${view_header ? ' The first row has the views that occur in each column; the second row has the names of columns.' : ''}`,
    `Other columns: ${[...WORK_COLUMNS, ...IMAGE_COLUMNS].join(', ')}.`,
  ];
  const ofWork = Object.values(WORK_TABLES).flatMap(({ file, about, columns }) => [
    `## ${file}`,
    about,
    `Columns: ${columns.join(', ')}.`,
    '',
  ]);
  const [isLong, isWide] = [formats.includes('csv-long'), formats.includes('csv-wide')];
  return [...(isLong ? [...long, ''] : []), ...(isWide ? [...wide, ''] : []), ...(isLong || isWide ? ofWork : [])];
}

/** Whole works that the README names; `left_out.csv` has all of them. */
const NAMED_WORKS = 50;

/** Whole works by name, and how many images each format leaves out for the same reason. */
function leftOutPart(leftOut: readonly LeftOut[]): string[] {
  if (leftOut.length === 0) return [];
  const works = leftOut.filter(({ instance_id, format }) => instance_id === '' && format === '');
  const counts = new Map<string, number>();
  for (const { format, reason } of leftOut.filter((what) => !works.includes(what))) {
    const key = `${format === '' ? 'all formats' : format}: ${reason}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const more = works.length - NAMED_WORKS;
  return [
    '## left_out.csv',
    `Work that is missing from the archive or from one of its formats, with the reason: ${counted(leftOut.length, 'line')}. An empty instance_id is the whole analysis, an empty format all formats.`,
    ...(works.length > 0 ? [`Left out as a whole: ${counted(works.length, 'analysis or review', 'analyses or reviews')}.`] : []),
    ...works
      .slice(0, NAMED_WORKS)
      .map(
        ({ study_id, editor, reviewer, reason }) =>
          `- ${study_id}, ${editor}${reviewer === null ? '' : `, reviewed by ${reviewer}`}: ${reason}`,
      ),
    ...(more > 0 ? [`- and ${more} more`] : []),
    ...(counts.size > 0 ? ['Left out of one format, by reason:'] : []),
    ...[...counts].slice(0, NAMED_WORKS).map(([reason, count]) => `- ${reason} (${count})`),
    ...(counts.size > NAMED_WORKS ? [`- and ${counts.size - NAMED_WORKS} more reasons`] : []),
    '',
  ];
}

const JSON_PART = [
  '## json/',
  'The analysis as it is stored, a file for each study and person or one for all, after json/schema.json. `images` is the record. `lines` has each line with its control points and its curve as the engine measures it: in stored pixels (0 is the centre of the first pixel, x right, y down), and in the units of the region: cm on a plane, s and cm or cm/s on a strip. Where an axis has no origin, values count from pixel 0. Cycles count from 0 here. `standings` has aggregates among reference values, in the columns reference_source to reference_version of measurements.csv. sequences/HASH.json has the lines on every frame of a cycle, which the record names by `lines_sha256`: the name is the SHA-256 of the file.',
  '',
];

/** Content of the folders of formats that are written from images; docs/data.md has their rules. */
const FOLDERS: Readonly<Partial<Record<ExportRequest['formats'][number], string>>> = {
  masks:
    'A PNG with the rows and columns of the stored frame for each frame that was traced; legend.json explains its indices, and frames.csv names its author. clip.nii.gz has all frames of a clip; 255 are pixels of untraced frames. A pixel is inside where its centre is.',
  coco: 'A picture of each traced frame. annotations.json has the areas as polygons, lines.json the open lines as keypoints with the field polyline. Coordinates count from the corner of the first pixel: its centre is 0.5, 0.5. frame_index counts from 0, cycle from 1.',
  echonet:
    'Videos of 112 x 112 that show the sector in the proportions of the tissue, FileList.csv and VolumeTracings.csv as EchoNet-Dynamic has them: end systole first, end diastole last, Frame from 0, coordinates in pixels of the video. sources.csv leads back to stored frames and pixels: x = (X + 0.5 - margin_x) / scale_x - 0.5. It also has both ends of each contour.',
  camus:
    'database_nifti/ as CAMUS has it: stills are columns and rows, the half sequence has frames as the third dimension; orientation L, P, S; labels 1 cavity, 2 myocardium, 3 left atrium. ED and ES of the Info files count from 1 in the half sequence; NA is not known. patients.csv leads back to studies and frames.',
  seg: 'DICOM segmentations (BINARY), one of each image and work: a segment for each structure, a frame for each of its contours, which refers to the frame of the image that it was drawn on. A pixel is inside where its centre is. Segments overlap: LV epi has the cavity in it. Codes are those of SNOMED CT, or of the scheme 99ECHOMETRY.',
  bids: 'A folder laid out like BIDS, which has no modality of ultrasound: its README states what is kept and what is ours. Clips are lossless videos of every frame with frame rate and times; scale, view and author, marks as events, and values are in files of each stored version (desc).',
  sr: 'DICOM structured reports: TID 1500 for each image, and for each study TID 5300 of adult 2D or TID 5220 of fetuses. Values are recomputed, in UCUM units; the comment of TID 1500 has the stored one where it differs, and how certain a review is; coordinates count from the corner of the first pixel.',
  fhir: 'FHIR R4: a Bundle (collection) for each study and person, with Patient (the pseudonymised code only), ImagingStudy, DiagnosticReport, and an Observation for each value of measurements.csv, in UCUM units. The mean of the cycles is derived from their observations. A value that could not be computed has a dataAbsentReason. Ids are the same when the same version is exported again.',
  redcap:
    'For REDCap: upload data_dictionary.csv, make the form echo_study repeatable if import.csv has the column redcap_repeat_instance, then import import.csv. A record is a patient by its pseudonymised code, and an instance the work of one person on a study. Values are those of measurements_by_study.csv: the mean of the cycles, or the one value of a caliper, from the reference image of its type or from the only image that has one; left_out.csv lists cells that several images could fill. Names of variables are the same in every export. Values of single cycles, reasons and reference values are in the CSV and not here.',
};

const folderParts = ({ formats }: ExportRequest): string[] =>
  formats.flatMap((name) => (FOLDERS[name] === undefined ? [] : [`## ${name}/`, FOLDERS[name], '']));

const contents = ({ counts, request }: ReadmeFacts): string =>
  [
    counted(counts.studies, 'study', 'studies'),
    counted(counts.images, 'image'),
    ...(request.type === 'measurements' ? [counted(counts.values, 'value')] : []),
  ].join(', ');

/** Description of every file of an archive. */
export const readmeOf = (facts: ReadmeFacts): string =>
  [
    `# Export of ${facts.request.type} from ${facts.project}`,
    '',
    `Made on ${facts.at} (UTC) by Echometry: ${contents(facts)}.`,
    'Research data, not for diagnosis. Patients have pseudonymised codes, and dates are shifted per patient. Work of test users is not included, and left_out.csv names it; blind work is included and marked.',
    'Of the shared work of a study only the newest version is exported, because editors continue the work of each other; left_out.csv lists the older ones. With an editor named, it is the newest version of that person. Studies of other types and work of other editors than the filters name are not listed.',
    '',
    '## What was asked for',
    ...filters(facts),
    '',
    ...csvPart(facts.request),
    ...(facts.request.formats.includes('json') ? JSON_PART : []),
    ...folderParts(facts.request),
    ...(facts.request.images ? ['## dicom/', 'The DICOM files of the images, de-identified as they are stored.', ''] : []),
    ...leftOutPart(facts.leftOut),
    '## manifest.json',
    'SHA-256 and size of every other file, versions of the engine and of the configuration, filters and time.',
    '',
  ].join('\n');
