import type { ReleaseContents, ReleaseDifferences } from '@echometry/contract/records/release.ts';
import { ALL } from '@echometry/contract/records/export.ts';
import { counted } from '@echometry/contract/rules/counted.ts';
import { licenceOf } from './licence.ts';
import { type ReleaseFacts, titleOf } from './metadata.ts';

/** Differences of each kind that the README names. */
const NAMED = 50;

const all = (text: string): string => (text === ALL ? 'all' : text);

function selectionPart({ projects, request: { selection } }: ReleaseFacts): string[] {
  const { data, editor, image_type, mode, study_type, all_files, validated_only } = selection;
  return [
    '## Selection',
    `- ${projects.length === 1 ? 'project' : 'projects'}: ${projects.map(({ key, title }) => `${title} (${key})`).join(', ')}`,
    `- data: ${data === 'analysis' ? 'analyses of editors' : 'copies of reviewers that reached a check point or were finished'}`,
    `- editor: ${all(editor)}`,
    `- image type: ${all(image_type)}`,
    `- modality: ${all(mode)}`,
    `- study type: ${all(study_type)}`,
    `- images: ${all_files ? 'all with any work on them' : 'reference images only'}`,
    ...(data === 'review'
      ? [`- validation: ${validated_only ? 'only images that the reviewer validated' : 'images with and without validation'}`]
      : []),
    '',
  ];
}

const FILES = [
  '## Files',
  '- values.ndjson: a JSON object on each line, for each value: one for each cycle, one for the mean of the cycles, one for each distance and angle of a caliper. `value` has all its digits, and `bits` its 64 bits (IEEE 754, hexadecimal). A value that could not be computed is null and has a `reason`. Units are UCUM.',
  '- works.json: the works of the release (a study by one person), each with the version that was read and the SHA-256 of its record.',
  '- records/: the work as it is stored, with the facts of the study that values depend on. Each file has the name of its SHA-256.',
  '- configuration/: image types, measurements, calipers and reference values in force; of each further project in a separate folder, which the manifest names (projects).',
  '- engine/: the engine as WebAssembly, and the module that loads it.',
  '- recompute.mjs: checks and computes everything again.',
  '- differences.json: all differences to the version before, where there is one.',
  '- left_out.csv: work that is not in the release, with the reason; absent where nothing was left out.',
  '- datacite.json, ro-crate-metadata.json: metadata for catalogues. LICENCE.txt: what you may do with the data.',
  '- manifest.json: size and SHA-256 of every other file, versions, selection and counts.',
  '',
];

const PROOF = [
  '## Compute the values again',
  'You need Node 20.15 or newer and nothing else: no package, no network.',
  '',
  '    node recompute.mjs',
  '',
  'compares every file with the manifest, computes all values from the records with the enclosed engine and compares the 64 bits of each. It prints how many are equal, lists every difference, and ends with 0 only when everything is equal.',
  '',
  '    node recompute.mjs --engine FOLDER',
  '',
  'does the same with the engine of another release (its unpacked folder) or with an engine_bg.wasm, and lists every difference with its cause.',
  '',
];

function list(title: string, { total, first }: { total: number; first: readonly string[] }): string[] {
  if (total === 0) return [];
  const more = total - Math.min(NAMED, first.length);
  return [
    `${title}: ${total}`,
    ...first.slice(0, NAMED).map((line) => `- ${line}`),
    ...(more > 0 ? [`- and ${more} more in differences.json`] : []),
    '',
  ];
}

const workText = ({ study_id, editor, reviewer }: { study_id: string; editor: string; reviewer: string | null }): string =>
  `${study_id}, ${editor}${reviewer === null ? '' : `, reviewed by ${reviewer}`}`;
const numberText = (value: number | null, reason: string | null): string =>
  value === null ? `none${reason === null ? '' : ` (${reason})`}` : String(value);

function differencesPart(differences: ReleaseDifferences | null): string[] {
  if (differences === null) return ['## Differences', 'This is the first version of its name.', ''];
  const { to, studies_added, studies_removed, lines, values } = differences;
  const none = studies_added.total + studies_removed.total + lines.total + values.total === 0;
  return [
    `## Differences to version ${to}`,
    ...(none ? ['Studies, lines and values are the same.', ''] : []),
    ...list('Studies added', studies_added),
    ...list('Studies removed', studies_removed),
    ...list('Lines and calipers', {
      total: lines.total,
      first: lines.first.map(
        (one) =>
          `${one.change}: ${workText(one)}, ${one.instance_id}, ${one.line}${one.cycle === null ? '' : `, cycle ${one.cycle}`}${one.event === null ? '' : `, ${one.event}`}`,
      ),
    }),
    ...list('Values', {
      total: values.total,
      first: values.first.map(
        (one) =>
          `${one.change}: ${workText(one)}, ${one.instance_id}, ${one.measurement}${one.cycle === null ? '' : `, cycle ${one.cycle}`}: ${numberText(one.before, one.reason_before)} -> ${numberText(one.after, one.reason_after)} ${one.unit ?? ''}, because of the ${one.causes.join(' and the ')}`,
      ),
    }),
  ];
}

/** `README.md`, for people. */
export function releaseReadme(
  facts: ReleaseFacts,
  counts: Omit<ReleaseContents, 'manifest_sha256' | 'files'>,
  differences: ReleaseDifferences | null,
): string {
  const { request, at, productVersion, engineVersion } = facts;
  const licence = licenceOf(request.licence);
  return [
    `# ${titleOf(facts)}`,
    '',
    `By ${request.creators.join(', ')}. Published by ${request.publisher.trim()}. Licence: ${licence.spdx ?? 'see LICENCE.txt'}.`,
    '',
    ...(request.description.trim() === '' ? [] : [request.description.trim(), '']),
    `Made on ${at.toISOString()} (UTC) by Echometry ${productVersion}, engine ${engineVersion}: ${counted(counts.studies, 'study', 'studies')}, ${counted(counts.works, 'work')}, ${counted(counts.images, 'image')}, ${counted(counts.values, 'value')}.`,
    'Research data, not for diagnosis. Patients have pseudonymised codes, and dates are shifted per patient. Work of test users is not included; blind work is included and marked. Readers are named by the e-mail of their account.',
    '',
    ...selectionPart(facts),
    ...differencesPart(differences),
    ...PROOF,
    ...FILES,
  ].join('\n');
}
