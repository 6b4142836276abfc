import { readFileSync } from 'node:fs';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { AnalysisImage, SequenceLines } from '@echometry/contract/generated/analysis-image.ts';
import schema from '@echometry/contract/generated/analysis-image.schema.json' with { type: 'json' };
import { DOCUMENT_FORMAT } from '@echometry/contract/generated/document-format.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../test/databases.ts';
import { randomRecord, seeded as seededRandom } from '../../test/random-record.ts';
import { emailOf, metadataOf, SCOPE, World } from '../../test/world.ts';

const EDITOR = emailOf('Editor');
const FULL = JSON.parse(
  readFileSync(new URL('../../../fixtures/golden/records/full-image.json', import.meta.url), 'utf8'),
) as AnalysisImage;
/** Lines on every frame, as the full record names them. */
const LINES: SequenceLines = {
  format: 1,
  lines: [
    {
      name: 'name 252',
      shape: 'curve',
      types: ['type 253'],
      frames: [
        { frame_number: 254, points: [[255.25, 256.25]], quality: [0.25], drift_px: [257.25] },
        { frame_number: 255, points: [[258.25, 259.25]], quality: [0.25], drift_px: [null] },
      ],
    },
  ],
};
const FULL_SEQUENCE = FULL.segmentation[0]!.sequence!;

/** Random records on each engine. */
const RANDOM = 30;

describe.each(databases())('a record of an image on $name', ({ seeded }) => {
  let world: World;
  let token: string;
  beforeAll(async () => {
    world = await World.make(await seeded());
    token = await world.tokenOf(EDITOR, 'Editor');
  });
  afterAll(() => world.close());

  /** A record as an editor may send it: of an image of the study, without other people's parts. */
  const sendable = (image: AnalysisImage): AnalysisImage => ({
    ...image,
    id: world.images[0]!.instance_id,
    instance_id: world.images[0]!.instance_id,
    filename: world.images[0]!.filename,
    comments: [],
    comments_review: [],
    calibration: image.calibration && { ...image.calibration, author: EDITOR },
    segmentation: image.segmentation.map(({ sequence, corrected, ...cycle }) => ({
      ...cycle,
      ...(corrected && { corrected: corrected.map((line, n) => ({ ...line, frame_number: n + 1 })) }),
      ...(sequence && { sequence: { ...sequence, from_frame: 1, to_frame: 2, lines_sha256: FULL_SEQUENCE.lines_sha256 } }),
    })),
  });
  const send = (image: object) =>
    world.call(CALLS.analysisUpdate, { token, body: { ...world.save(EDITOR, [image as AnalysisImage]), sequences: [LINES] } });
  const read = async () =>
    (await world.call(CALLS.analysisGet, { token, body: { id: world.studyId, ...SCOPE } })).answer.analysis!.images[0]!;
  // Fields that the server fills in; validating an image is a reviewer's to do.
  const filled = { urls: null, metadata: metadataOf(1), validated: false };

  it('with every field is returned as it was sent', async () => {
    const image = sendable(FULL);
    expect(await send(image)).toMatchObject({ status: 200 });
    expect(await read()).toEqual({ ...image, ...filled });
  });

  it(`is returned as it was sent, with any content (${RANDOM} of them)`, async () => {
    const random = seededRandom(20261122);
    for (let n = 0; n < RANDOM; n += 1) {
      const image = sendable(randomRecord(schema, random));
      const answer = await send(image);
      expect([n, answer.status, answer.error.message]).toEqual([n, 200, undefined]);
      expect(await read()).toEqual({ ...image, ...filled });
    }
  });

  it('of a program that knows only the specification gets the omitted fields, the same at every save', async () => {
    const { id, filename, instance_id } = world.images[0]!;
    const bare = {
      id,
      filename,
      instance_id,
      cardiac_events: [{ end_diastole: 3 }, { end_diastole: 9 }],
      segmentation: [{ end_diastole: { lines: [{ name: 'l', shape: 'curve', points: [{ id: 'p', x: 1, y: 2, type: 't' }] }] } }],
      measurements_caliper: [{ type: 'Distance', cycle: 0, points: { pixel: [{ x: 1, y: 1 }], real: [] } }],
    };
    await world.call(CALLS.analysisUpdate, { token, body: world.save(EDITOR, []) });
    expect(await send(bare)).toMatchObject({ status: 200 });
    const first = await read();
    expect(first).toMatchObject({
      view: null,
      active: true,
      comments: [],
      cardiac_events: [
        { id: 'c0', end_diastole: 3 },
        { id: 'c1', end_diastole: 9 },
      ],
      segmentation: [
        { end_diastole: { lines: [{ finished: false, pattern: 'normal', frame_number: null, points: [{ locked: false }] }] } },
      ],
      measurements_caliper: [{ id: 'k0', cycle: 0, frame_number: null, angles: [] }],
    });
    await send(bare);
    expect(await read()).toEqual(first);
    expect(Object.keys(first.config_versions)).toContain('echo_measurements');
  });

  it.each([
    ['two cycles of one id', { cardiac_events: [{ id: 'a' }, { id: 'a' }] }, 'images.0.cardiac_events.1.id'],
    [
      'a copied point that does not say from where',
      { segmentation: [{ lines: [{ name: 'l', shape: 'curve', points: [{ id: 'p', x: 1, y: 2, type: 't', origin: 'copied' }] }] }] },
      'images.0.segmentation.0.lines.0.points.0.origin',
    ],
  ])('with %s is refused by name', async (_what, more, field) => {
    expect(await send({ ...sendable(FULL), ...more })).toMatchObject({ status: 400, error: { code: 'invalid-field', field } });
  });

  it('keeps the versions of the configuration it was started with, until it names others', async () => {
    const body = (config_versions: Record<string, number>, images = world.images) =>
      world.call(CALLS.analysisUpdate, { token, body: world.save(EDITOR, images, { config_versions }) });
    await world.call(CALLS.analysisUpdate, { token, body: world.save(EDITOR, []) });
    await body({ echo_measurements: 4 }, [world.images[0]!]);
    await body({ echo_measurements: 5 });
    const versions = async () => {
      const { answer } = await world.call(CALLS.analysisGet, { token, body: { id: world.studyId, ...SCOPE } });
      return answer.analysis!.images.map((image) => image.config_versions['echo_measurements']);
    };
    expect(await versions()).toEqual([4, 5, 5]);
    await body(
      { echo_measurements: 6 },
      world.images.map((image, n) => (n === 0 ? { ...image, config_versions: { echo_measurements: 7 } } : image)),
    );
    expect(await versions()).toEqual([7, 5, 5]);
  });

  it('of a newer format is refused by name', async () => {
    const body = { ...world.save(EDITOR, world.images), format: DOCUMENT_FORMAT + 1 };
    expect(await world.call(CALLS.analysisUpdate, { token, body })).toMatchObject({ status: 400, error: { field: 'format' } });
  });
});
