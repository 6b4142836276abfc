/** Every format marks confirmed images of reviews. */
import { describe, expect, it } from 'vitest';
import { csvRows } from '../../../test/exported.ts';
import { followedChamber, fourChamber, loadedSampler, measurement, source, written } from '../../../test/format-sources.ts';
import { camusWriter } from './camus.ts';
import { cocoWriter } from './coco.ts';
import { echonetWriter } from './echonet.ts';
import { bidsWriter } from './bids/writer.ts';
import { masksWriter } from './masks.ts';
import type { ReviewCertainty, SourceImage } from './source.ts';
import { segWriter } from './seg/writer.ts';
import { srWriter } from './sr/writer.ts';

const CONSENSUS: ReviewCertainty = {
  review_state: 'consensus',
  changed_since: true,
  consensus_of: 'one@example.org two@example.org',
  finished_with_reason: 'The strips are a second opinion.',
};

function reviewed(validated: boolean): SourceImage {
  const clip = followedChamber();
  return { ...clip, image: { ...clip.image, validated }, work: { ...clip.work, reviewer: 'rita@example.org', ...CONSENSUS } };
}

describe('a consensus review', () => {
  it.each([
    ['masks', masksWriter, 'masks/frames.csv'],
    ['EchoNet-Dynamic', echonetWriter, 'echonet/sources.csv'],
    ['CAMUS', camusWriter, 'camus/patients.csv'],
  ] as const)('is marked in the table of %s, image by image', async (_name, writerOf, table) => {
    const sample = await loadedSampler();
    for (const validated of [true, false]) {
      const { files } = await written(writerOf(sample), [reviewed(validated)]);
      const rows = csvRows(files.get(table)!.toString('utf8'));
      expect(rows.length).toBeGreaterThan(0);
      for (const row of rows)
        expect(row).toMatchObject({
          review_state: 'consensus',
          validated: String(validated),
          changed_since: 'true',
          consensus_of: CONSENSUS.consensus_of,
          finished_with_reason: CONSENSUS.finished_with_reason,
        });
    }
    const ofEditor = await written(writerOf(sample), [followedChamber()]);
    const [row] = csvRows(ofEditor.files.get(table)!.toString('utf8'));
    expect(row).toMatchObject({ review_state: '', validated: '', changed_since: '', consensus_of: '', finished_with_reason: '' });
  });

  it('is marked at each picture of COCO', async () => {
    const { files } = await written(cocoWriter(await loadedSampler()), [reviewed(true)]);
    const { images } = JSON.parse(files.get('coco/annotations.json')!.toString('utf8')) as { images: object[] };
    expect(images.length).toBeGreaterThan(0);
    for (const image of images) expect(image).toMatchObject({ ...CONSENSUS, validated: true });
  });

  it('is marked in the comment of TID 1500, which the work of an editor is not', async () => {
    const measured = { ...fourChamber(), measurements: [measurement('LV EDV', 'ml', [101.5])] };
    const work = { ...source().work, reviewer: 'rita@example.org', ...CONSENSUS };
    const identify = () =>
      Promise.resolve({ study_instance_uid: '2.25.1', series_instance_uid: '2.25.2', sop_class_uid: '1.2.840.10008.5.1.4.1.1.3.1' });
    const writer = srWriter({ sample: await loadedSampler(), identify, written_at: new Date(0) });
    const textOf = async (image: SourceImage): Promise<string> => {
      const { files } = await written(writer, [image]);
      return [...files].find(([name]) => name.endsWith('_tid1500.dcm'))![1].toString('latin1');
    };
    expect(await textOf(source({ ...measured, validated: false }, { work }))).toContain(
      'Review: consensus, image not validated, changed since.',
    );
    expect(await textOf(source({ ...measured, validated: true }, { work }))).toContain(
      'Review: consensus, image validated, changed since.',
    );
    expect(await textOf(source(measured))).not.toContain('Review:');
  });

  it('is marked in DICOM segmentations, in 64 characters', async () => {
    const identify = () =>
      Promise.resolve({ study_instance_uid: '2.25.1', series_instance_uid: '2.25.2', sop_class_uid: '1.2.840.10008.5.1.4.1.1.3.1' });
    const writer = segWriter({ sample: await loadedSampler(), identify, written_at: new Date(0), engine_version: '1.0.0' });
    for (const [validated, expected] of [
      [true, 'Contours as pixels; consensus, validated, changed since'],
      [false, 'Contours as pixels; consensus, not validated, changed since'],
    ] as const) {
      const { files } = await written(writer, [reviewed(validated)]);
      expect([...files.values()][0]!.toString('latin1')).toContain(expected);
    }
    expect('Contours as pixels; checkpoint, not validated, changed since'.length).toBeLessThanOrEqual(64);
  });

  it('is marked beside each clip of BIDS', async () => {
    const { files } = await written(bidsWriter('1.0.0'), [reviewed(true)]);
    const sidecars = [...files].filter(([name]) => name.endsWith('.json')).map(([, content]) => content.toString('utf8'));
    const marked = sidecars.filter((text) => text.includes('ReviewState')).map((text) => JSON.parse(text) as object);
    expect(marked.length).toBeGreaterThan(0);
    for (const sidecar of marked)
      expect(sidecar).toMatchObject({ ReviewState: 'consensus', Validated: true, ChangedSince: true, ConsensusOf: CONSENSUS.consensus_of });
  });
});
