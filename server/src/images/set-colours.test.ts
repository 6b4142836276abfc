import { createEngine } from '@echometry/bindings/node/client.ts';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import type { Colours } from '@echometry/contract/records/study-file.ts';
import type { RoleName } from '@echometry/contract/records/role.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../test/databases.ts';
import { dicomFile } from '../../test/dicom-file.ts';
import { emailOf, SCOPE, World } from '../../test/world.ts';
import { faultsOfAudit } from '../db/audit-check.ts';
import { filesOfStudy } from '../db/files.ts';
import type { ReadWork } from '../exports/read-work.ts';
import { sourceImage } from '../exports/source-images.ts';
import { engineOnDemand } from '../imports/engine-on-demand.ts';
import { readBytes } from '../objects/read-bytes.ts';

const JPEG_BASELINE = '1.2.840.10008.1.2.4.50';
const SIDE = 16;
const DC_BITS = 4;

/** Bits of the samples of one block: its DC difference, or none, and the end of the block. */
const block = (difference: number): string => {
  const size = difference === 0 ? 0 : Math.floor(Math.log2(Math.abs(difference))) + 1;
  const value = difference < 0 ? difference + 2 ** size - 1 : difference;
  return size.toString(2).padStart(DC_BITS, '0') + (size === 0 ? '' : value.toString(2).padStart(size, '0')) + '0';
};

/**
 * A baseline JPEG of 16 x 16 pixels of one colour, without a marker of its colours, by ISO 10918-1: each block has
 * a DC coefficient of eight times the sample above 128, quantized by 8, and the code of 4 bits for each size.
 */
function flatJpeg(samples: readonly [number, number, number]): Buffer {
  const levels = samples.map((sample) => sample - 128);
  const blocks = (SIDE / 8) ** 2;
  let bits = '';
  for (let n = 0; n < blocks; n += 1) for (const level of levels) bits += block(n === 0 ? level : 0);
  bits = bits.padEnd(Math.ceil(bits.length / 8) * 8, '1');
  const scan = bits.match(/.{8}/g)!.flatMap((byte) => (byte === '11111111' ? [0xff, 0] : [Number.parseInt(byte, 2)]));
  const sizes = Array.from({ length: 12 }, (_, size) => size);
  const table = (counts: readonly number[], values: readonly number[], kind: number) => [kind, ...counts, ...values];
  const dc = table([0, 0, 0, 12, ...Array<number>(12).fill(0)], sizes, 0x00);
  const ac = table([1, ...Array<number>(15).fill(0)], [0], 0x10);
  const segment = (code: number, body: readonly number[]) => [0xff, code, (body.length + 2) >> 8, (body.length + 2) & 255, ...body];
  return Buffer.from([
    0xff,
    0xd8,
    ...segment(0xdb, [0, ...Array<number>(64).fill(8)]),
    ...segment(0xc0, [8, 0, SIDE, 0, SIDE, 3, ...[1, 2, 3].flatMap((id) => [id, 0x11, 0])]),
    ...segment(0xc4, [...dc, ...ac]),
    ...segment(0xda, [3, 1, 0, 2, 0, 3, 0, 0, 63, 0]),
    ...scan,
    0xff,
    0xd9,
  ]);
}

describe.each(databases())('the colours of an image on $name', ({ seeded }) => {
  let world: World;
  const filename = () => world.images[0]!.filename;

  beforeAll(async () => {
    world = await World.make(await seeded(), { engine: engineOnDemand(() => createEngine({ workers: 1 })) });
    const samples = [200, 90, 30] as const;
    const bytes = dicomFile({
      patientId: 'P1',
      uid: '1.2.3',
      studyUid: '1.2.9',
      date: '20200102',
      rows: SIDE,
      columns: SIDE,
      stream: { syntax: JPEG_BASELINE, photometric: 'YBR_FULL', samples: 3, bytes: flatJpeg(samples) },
    });
    const sha256 = await world.objects.put(bytes);
    const { query } = world.db;
    await query
      .insertInto('stored_object')
      .values({ sha256, size_bytes: bytes.length, media_type: 'application/dicom', deid_profile: null, created_at: 1 })
      .execute();
    await query
      .updateTable('image_file')
      .set({ object_sha256: sha256, transfer_syntax_uid: JPEG_BASELINE, number_of_frames: 1, frames_available: 1 })
      .where('filename', '=', filename())
      .execute();
  });
  afterAll(() => world.close());

  const choose = async (colours: Colours | null, role: RoleName = 'Editor', name = filename()) =>
    world.call(CALLS.filesSetColours, {
      token: await world.tokenOf(emailOf(role), role),
      body: { id: world.studyId, filename: name, colours, ...SCOPE },
    });
  const row = () => world.db.query.selectFrom('image_file').selectAll().where('filename', '=', filename()).executeTakeFirstOrThrow();
  /** Mean red, green and blue of the thumbnail. */
  async function shown(): Promise<number[]> {
    const { big_icon_sha256 } = await row();
    const engine = await createEngine({ workers: 1 });
    try {
      const icon = await readBytes(world.objects, big_icon_sha256);
      const side = icon.findIndex((byte, at) => byte === 0xff && icon[at + 1] === 0xc0) + 5;
      const size = { rows: icon[side]! * 256 + icon[side + 1]!, columns: icon[side + 2]! * 256 + icon[side + 3]! };
      const stream = { syntax: JPEG_BASELINE, photometric: 'YBR_FULL_422', samples: 3, bytes: icon } as const;
      const opened = await engine.open(dicomFile({ patientId: 'P', uid: '1.2', studyUid: '1.3', date: '20200102', ...size, stream }));
      if (!opened.ok) throw new Error(opened.error.message);
      const picture = await engine.picture(opened.value, 1);
      if (!picture.ok) throw new Error(picture.error.message);
      const { pixels } = picture.value;
      return [0, 1, 2].map((channel) => pixels[3 * 8 * SIDE + channel]!);
    } finally {
      await engine.close();
    }
  }

  /** Red, green and blue of a pixel of the first frame, as exports draw it. */
  async function exported(): Promise<number[]> {
    const files = await filesOfStudy(world.db.query, (await row()).study_id, { see: 'all' });
    const file = files.find((one) => one.filename === filename())!;
    const engine = await createEngine({ workers: 1 });
    try {
      const work = { files: new Map([[file.instance_id, file]]) } as unknown as ReadWork;
      const image = { instance_id: file.instance_id, filename: file.filename } as AnalysisImage;
      const source = sourceImage(
        { engine, objects: world.objects, sequences: async () => null },
        work,
        { image, stored: new Map(), judged: new Map(), calipers: [], curves: [] },
        null,
      );
      const { pixels } = await source.image.frame(1);
      await source.close();
      return [...pixels.subarray(0, 3)];
    } finally {
      await engine.close();
    }
  }

  it('are stored with it, drawn in its thumbnails and recorded, and null gives them back to the file', async () => {
    expect((await choose('rgb')).status).toBe(200);
    const near = (found: number[], expected: number[]) => {
      for (const [at, value] of expected.entries()) expect(Math.abs(found[at]! - value)).toBeLessThan(5);
    };
    near(await shown(), [200, 90, 30]);
    near(await exported(), [200, 90, 30]);
    const token = await world.tokenOf(emailOf('Viewer'), 'Viewer');
    const { images } = (await world.call(CALLS.filesGet, { token, body: { id: world.studyId, ...SCOPE } })).answer;
    expect(images.map(({ colours }) => colours)).toEqual(['rgb', null, null]);

    expect((await choose('ybr_full')).answer).toEqual({ colours: 'ybr_full' });
    // JFIF, ITU-T T.871: R = Y + 1.402 (Cr - 128), G = Y - 0.344136 (Cb - 128) - 0.714136 (Cr - 128), B = Y + 1.772 (Cb - 128)
    near(await shown(), [63, 255, 133]);
    near(await exported(), [63, 255, 133]);
    expect((await choose('ybr_full')).status).toBe(200);
    expect((await choose(null)).answer).toEqual({ colours: null });
    expect((await row()).colours).toBeNull();

    const acts = await world.db.query.selectFrom('audit_entry').selectAll().where('act', '=', 'colours-chosen').orderBy('id').execute();
    expect(acts.map(({ detail }) => JSON.parse(detail) as unknown)).toEqual([
      { colours: 'rgb' },
      { colours: 'ybr_full' },
      { colours: 'as stored' },
    ]);
    expect(await faultsOfAudit(world.db.query)).toEqual([]);
  });

  it('are not chosen by a Viewer, for an image without a JPEG stream, or for one that is not there', async () => {
    expect((await choose('rgb', 'Viewer')).status).toBe(403);
    expect(await choose('rgb', 'Editor', world.images[1]!.filename)).toMatchObject({ status: 400 });
    expect((await choose('rgb', 'Editor', '0123456789abcdef.dcm')).error?.code).toBe('not-found');
    expect((await row()).colours).toBeNull();
  });
});
