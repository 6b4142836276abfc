/** Differences of a version of a release to the one before, from records in which one thing was changed. */
import { blankImage } from '@echometry/contract/rules/blank-image.ts';
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import { LISTED_DIFFERENCES } from '@echometry/contract/records/release.ts';
import { describe, expect, it } from 'vitest';
import { line, wall } from '../../test/format-sources.ts';
import { NO_REVIEW, type StudyFacts } from '../exports/formats/source.ts';
import { type AllDifferences, type ComparedVersion, differencesOf, listed } from './differences.ts';
import { RELEASE_FORMAT, type ReleasedRecord } from './released-record.ts';
import { bitsOf, byPlace, type ReleasedValue } from './values.ts';

const WORK = { editor: 'editor@test', reviewer: null, blind: false, pass: 1 };
const INSTANCE = '2.25.1';
const FACTS: Omit<StudyFacts, 'study_id'> = {
  project: 'alpha',
  patient: 'P1',
  study_date: '2026-01-02',
  data_type: 'adult',
  gestational_age_days: null,
  gestational_age_source: null,
  age_days: null,
  age_source: null,
  sex: null,
  sex_source: null,
  height_cm: null,
  height_source: null,
  weight_kg: null,
  weight_source: null,
  stated: [],
};

/** An image with one cycle: a wall at end diastole and at end systole. */
const drawn = (more: Partial<AnalysisImage> = {}): AnalysisImage => ({
  ...blankImage({ instance_id: INSTANCE, filename: 'one.dcm', active: true, metadata: null }, 'adult'),
  segmentation: [{ end_diastole: { lines: [wall('LV endo', 3, 25, 70)] }, end_systole: { lines: [wall('LV endo', 8, 18, 60)] } }],
  ...more,
});

const recordOf = (study_id: string, image: AnalysisImage, more: Partial<ReleasedRecord> = {}): ReleasedRecord => ({
  format: RELEASE_FORMAT,
  study: { ...FACTS, study_id },
  work: { ...WORK, ...NO_REVIEW, role: 'Editor', version: '1' },
  study_state: null,
  missing_images: [],
  images: [image],
  chosen: [INSTANCE],
  files: {},
  ...more,
});

const valueOf = (study_id: string, measurement: string, value: number | null, reason: string | null = null): ReleasedValue => ({
  ...WORK,
  study_id,
  instance_id: INSTANCE,
  image_type: '4-chamber 2D',
  measurement,
  class: 'normal',
  kind: 'volume',
  formula: null,
  formula_version: 1,
  cycle: 1,
  cardiac_event: 'end_diastole',
  aggregate_of: null,
  value,
  bits: value === null ? null : bitsOf(value),
  unit: 'mL',
  reason,
  calibration_source: 'regions',
  warnings: null,
  engine_version: '1.0.0',
});

/** A version of these records; two that are the same have the same hash, which here is their text. */
function version(
  records: readonly ReleasedRecord[],
  values: readonly ReleasedValue[],
  more: Partial<ComparedVersion> = {},
): ComparedVersion {
  const texts = new Map(records.map((record) => [JSON.stringify(record), record]));
  return {
    works: [...texts].map(([text, { study, work }]) => ({ ...WORK, study_id: study.study_id, version: work.version, record: text })),
    values: byPlace(values),
    engine: 'engine A',
    configuration: 'configuration A',
    record: (text) => Promise.resolve(texts.get(text)!),
    ...more,
  };
}

const compared = (before: ComparedVersion, after: ComparedVersion): Promise<AllDifferences> => differencesOf(1, before, after);
const NONE: AllDifferences = { to: 1, studies_added: [], studies_removed: [], lines: [], values: [] };
/** Differences of two versions with the same values, in one image of one study. */
const ofImages = (before: AnalysisImage, after: AnalysisImage): Promise<AllDifferences> =>
  compared(version([recordOf('1_20260102', before)], []), version([recordOf('1_20260102', after)], []));

describe('differences of two versions', () => {
  it('are none for the same records, and for one in which only the role and the state of the study are others', async () => {
    const one = recordOf('1_20260102', drawn());
    expect(await compared(version([one], []), version([one], []))).toEqual(NONE);
    const restated = { ...one, study_state: 'Valid', work: { ...one.work, role: 'Admin' } };
    const [before, after] = [valueOf('1_20260102', 'LV EDV', 100), valueOf('1_20260102', 'LV EDV', 101)];
    const { values, lines } = await compared(version([one], [before]), version([restated], [after], { engine: 'engine B' }));
    expect(lines).toEqual([]);
    expect(values.map(({ causes }) => causes)).toEqual([['engine']]);
  });

  it('name studies that came and went, with their lines and values', async () => {
    const [stays, goes, comes] = ['1_20260102', '2_20260102', '3_20260102'];
    const before = version(
      [stays, goes].map((id) => recordOf(id, drawn())),
      [valueOf(goes, 'LV EDV', 100)],
    );
    const after = version(
      [stays, comes].map((id) => recordOf(id, drawn())),
      [valueOf(comes, 'LV EDV', 90)],
    );
    const found = await compared(before, after);
    expect(found).toMatchObject({ studies_added: [comes], studies_removed: [goes] });
    expect(found.lines.map(({ study_id, event, change }) => [study_id, event, change])).toEqual([
      [goes, 'end_diastole', 'removed'],
      [goes, 'end_systole', 'removed'],
      [comes, 'end_diastole', 'added'],
      [comes, 'end_systole', 'added'],
    ]);
    expect(found.values).toMatchObject([
      { study_id: goes, change: 'removed', before: 100, after: null, causes: ['work'] },
      { study_id: comes, change: 'added', before: null, after: 90, causes: ['work'] },
    ]);
  });

  it('name a line that was added, removed or changed, with cycle, event and frame', async () => {
    const [cycle] = drawn().segmentation;
    const more = line('LA endo', 'ring', 3, [
      [50, 90, 'septum wall ring'],
      [100, 90, 'free wall ring'],
    ]);
    const withMore = drawn({ segmentation: [{ ...cycle, end_diastole: { lines: [...cycle!.end_diastole!.lines, more] } }] });
    const place = { ...WORK, study_id: '1_20260102', instance_id: INSTANCE, cycle: 1, event: 'end_diastole', frame_number: 3 };
    expect((await ofImages(drawn(), withMore)).lines).toEqual([{ ...place, line: 'LA endo', change: 'added' }]);
    expect((await ofImages(withMore, drawn())).lines).toEqual([{ ...place, line: 'LA endo', change: 'removed' }]);
    const wider = drawn({ segmentation: [{ ...cycle, end_diastole: { lines: [wall('LV endo', 3, 26, 70)] } }] });
    expect((await ofImages(drawn(), wider)).lines).toEqual([{ ...place, line: 'LV endo', change: 'changed' }]);
    const onFrame = drawn({ segmentation: [{ ...cycle, corrected: [wall('LV endo', 5, 20, 65)] }] });
    const corrected = { ...place, event: 'corrected', frame_number: 5, line: 'LV endo' };
    expect((await ofImages(drawn(), onFrame)).lines).toEqual([{ ...corrected, change: 'added' }]);
  });

  it('name lines on every frame by the cycle, and not a line in an image that was not chosen', async () => {
    const [cycle] = drawn().segmentation;
    const followed = (lines_sha256: string) => ({
      from_frame: 3,
      to_frame: 8,
      method: 'speckle-tracking',
      method_version: '3',
      anchors: [],
      lines_sha256,
    });
    const of = (hash: string) => drawn({ segmentation: [{ ...cycle, sequence: followed(hash.repeat(64)) }] });
    const everyFrame = { line: 'lines on every frame', cycle: 1, event: null, frame_number: null };
    expect((await ofImages(of('a'), of('b'))).lines).toMatchObject([{ ...everyFrame, change: 'changed' }]);
    expect((await ofImages(of('a'), drawn())).lines).toMatchObject([{ ...everyFrame, change: 'removed' }]);
    const [before, after] = [of('a'), of('b')].map((image) => recordOf('1_20260102', image, { chosen: [] }));
    expect((await compared(version([before!], []), version([after!], []))).lines).toEqual([]);
  });

  it('name a caliper by its type, with the cycle from 1', async () => {
    const points = [12, 40].map((x) => ({ x, y: 30 }));
    const caliper = (pixel: typeof points) => ({
      id: 'c1',
      type: 'Distance',
      cycle: 0,
      event: 'end_systole',
      frame_number: 8,
      points: { pixel, real: [] },
      points_name: [],
      dists: [],
      dists_name: [],
      angles: [],
      angles_name: [],
      provenance: null,
    });
    const of = (...placed: AnalysisImage['measurements_caliper']) => drawn({ measurements_caliper: placed });
    const place = { line: 'Distance', cycle: 1, event: 'end_systole', frame_number: 8 };
    const longer = points.map(({ x, y }) => ({ x: x * 2, y }));
    expect((await ofImages(of(), of(caliper(points)))).lines).toMatchObject([{ ...place, change: 'added' }]);
    expect((await ofImages(of(caliper(points)), of(caliper(longer)))).lines).toMatchObject([{ ...place, change: 'changed' }]);
    expect((await ofImages(of(caliper(points)), of())).lines).toMatchObject([{ ...place, change: 'removed' }]);
  });

  it('have the reasons of values that were lost or found, and what they depend on', async () => {
    const study = '1_20260102';
    const values = (edv: number | null, esv: number | null) => [
      valueOf(study, 'LV EDV', edv, edv === null ? 'not-calibrated' : null),
      valueOf(study, 'LV ESV', esv, esv === null ? 'no-line' : null),
    ];
    const one = recordOf(study, drawn());
    const before = version([one], values(null, 40));
    const other = { engine: 'engine B', configuration: 'configuration B' };
    const changes = async (after: ComparedVersion) =>
      (await compared(before, after)).values.map(({ measurement, before: was, after: is, reason_before, reason_after, causes }) => [
        measurement,
        [was, reason_before],
        [is, reason_after],
        causes,
      ]);
    const edv = ['LV EDV', [null, 'not-calibrated'], [100, null]];
    const esv = ['LV ESV', [40, null], [null, 'no-line']];
    const after = (more: Partial<ComparedVersion>) => version([one], values(100, null), more);
    expect(await changes(after({ engine: other.engine }))).toEqual([
      [...edv, ['engine']],
      [...esv, ['engine']],
    ]);
    expect(await changes(after({ configuration: other.configuration }))).toEqual([
      [...edv, ['configuration']],
      [...esv, ['configuration']],
    ]);
    const sized = recordOf(study, drawn(), { study: { ...one.study, height_cm: 170 } });
    expect(await changes(version([sized], values(100, 40), other))).toEqual([[...edv, ['work', 'engine', 'configuration']]]);
  });

  it('are counted, and listed up to a limit', () => {
    const studies = Array.from({ length: LISTED_DIFFERENCES + 1 }, (_, n) => `${n}_20260102`);
    const { studies_removed, lines } = listed({ ...NONE, studies_removed: studies });
    expect(studies_removed).toEqual({ total: LISTED_DIFFERENCES + 1, first: studies.slice(0, LISTED_DIFFERENCES) });
    expect(lines).toEqual({ total: 0, first: [] });
  });
});
