/** Releases of reviews, and of some of the work, compared with what the workspace has stored. */
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import type { ReleaseSelection } from '@echometry/contract/records/release.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { csvRows } from '../../test/exported.ts';
import { RELEASE_REQUEST } from '../../test/release-request.ts';
import { archiveOfRelease, makeRelease, recompute, unpack } from '../../test/released.ts';
import { TracedStudy } from '../../test/traced-study.ts';
import { readDocument } from '../analyses/read.ts';
import type { ListedWork, ReleasedRecord } from './released-record.ts';
import type { ReleasedValue } from './values.ts';

const PREPARING_MS = 900_000;
const AT = 1_795_000_000_000;
/** A traced study with a finished review, and a labelled one whose review is at its checkpoint with no image validated. */
const [FINISHED, CHECKPOINT] = ['demo-cycles-adult', 'demo-pediatric'];
const REVIEWER = 'reviewer@demo';
/** The reviewer of the demo moved two points of a line to the right (server/src/demo/review.ts). */
const MOVED = [6, 6];

const isOf =
  (modality: string) =>
  (image: AnalysisImage): boolean =>
    image.modality === modality;

describe('a release of some of the work', () => {
  let study: TracedStudy;
  let made = 0;
  beforeAll(async () => {
    study = await TracedStudy.makeAll(['C01', 'P01']);
  }, PREPARING_MS);
  afterAll(() => study?.close());

  const release = async (selection: Partial<ReleaseSelection>) => {
    const request = { ...RELEASE_REQUEST, further_projects: [CHECKPOINT], selection: { ...RELEASE_REQUEST.selection, ...selection } };
    const id = `release-selected-${(made += 1)}`;
    const one = await makeRelease(study.workspace, { id, request: { ...request, name: id }, at: AT, project: FINISHED });
    const files = await archiveOfRelease(study.workspace, one);
    const textOf = (name: string): string => files.get(name)?.toString('utf8') ?? '';
    const works = JSON.parse(textOf('works.json')) as ListedWork[];
    const values = textOf('values.ndjson')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as ReleasedValue);
    const records = works.map(({ record }) => JSON.parse(textOf(`records/${record}.json`)) as ReleasedRecord);
    const { code, lines } = await recompute(await unpack(files));
    expect([code, lines.at(-1)]).toEqual([0, `${values.length} of ${values.length} values equal, bit for bit`]);
    return { works, values, records, leftOut: csvRows(textOf('left_out.csv')) };
  };

  /** Images of the shared analysis of a project, as its editor stored them. */
  const storedImages = async (project: string): Promise<AnalysisImage[]> => {
    const { version_id } = await study.workspace.db.query
      .selectFrom('analysis_head')
      .innerJoin('study', 'study.id', 'analysis_head.study_id')
      .innerJoin('project', 'project.id', 'study.project_id')
      .select('analysis_head.version_id')
      .where('project.key', '=', project)
      .where('analysis_head.blind', '=', 0)
      .executeTakeFirstOrThrow();
    return (await readDocument(study.workspace, version_id)).document.images;
  };
  const idsOf = (images: readonly AnalysisImage[]): string[] => images.map(({ instance_id }) => instance_id).sort();

  it('has reviews with the lines as the reviewer left them', { timeout: PREPARING_MS }, async () => {
    const { works, records, values } = await release({ data: 'review' });
    expect(works.map(({ reviewer, blind }) => [reviewer, blind])).toEqual([
      [REVIEWER, false],
      [REVIEWER, false],
    ]);
    expect(records.map((record) => record.study.project)).toEqual([FINISHED, CHECKPOINT]);
    const pointsOf = (images: readonly AnalysisImage[], instance_id: string): number[] =>
      images
        .filter((image) => image.instance_id === instance_id)
        .flatMap(({ segmentation }) => segmentation.flatMap((cycle) => cycle.end_systole?.lines ?? []))
        .flatMap(({ points }) => points.map(({ x }) => x));
    const edited = await storedImages(FINISHED);
    const { images } = records[0]!;
    const shifts = images.flatMap(({ instance_id }) => {
      const before = pointsOf(edited, instance_id);
      return pointsOf(images, instance_id).map((x, at) => x - before[at]!);
    });
    expect(shifts.filter((shift) => shift !== 0).map((shift) => Math.round(shift * 1e6) / 1e6)).toEqual(MOVED);
    expect(new Set(values.map(({ reviewer }) => reviewer))).toEqual(new Set([REVIEWER]));
    expect(values.length).toBeGreaterThan(0);
  });

  it('has only images that the reviewer validated, and lists a review without any as left out', { timeout: PREPARING_MS }, async () => {
    const { records, leftOut } = await release({ data: 'review', validated_only: true });
    expect(records.map((record) => record.study.project)).toEqual([FINISHED]);
    const { images, chosen } = records[0]!;
    expect([...chosen].sort()).toEqual(idsOf(images.filter(({ validated }) => validated)));
    expect(leftOut.map(({ reviewer, instance_id }) => [reviewer, instance_id])).toEqual([[REVIEWER, '']]);
  });

  it('has images of one mode, or of one type', { timeout: PREPARING_MS }, async () => {
    const stored = [...(await storedImages(FINISHED)), ...(await storedImages(CHECKPOINT))];
    const cases: [Partial<ReleaseSelection>, (image: AnalysisImage) => boolean][] = [
      [{ mode: 'M-Mode' }, isOf('M-Mode')],
      [{ image_type: '4-chamber 2D' }, ({ type }) => type === '4-chamber 2D'],
    ];
    for (const [selection, isAsked] of cases) {
      // Of the shared work: blind work has the same images a second time.
      const { records, values } = await release(selection);
      const shared = records.filter(({ work }) => !work.blind);
      const asked = idsOf(stored.filter(isAsked));
      expect(asked.length).toBeGreaterThan(0);
      expect(asked.length).toBeLessThan(stored.length);
      expect(shared.flatMap(({ chosen }) => chosen).sort()).toEqual(asked);
      expect(values.every(({ instance_id, blind }) => blind || asked.includes(instance_id))).toBe(true);
    }
  });

  it('has studies of one type', { timeout: PREPARING_MS }, async () => {
    const { query } = study.workspace.db;
    const [first] = await query.selectFrom('study').select(['id', 'study_id']).orderBy('id').execute();
    await query.updateTable('study').set({ study_type: 'Follow-up' }).where('id', '=', first!.id).execute();
    const { works } = await release({ study_type: 'Follow-up' });
    expect(new Set(works.map(({ study_id }) => study_id))).toEqual(new Set([first!.study_id]));
  });
});
