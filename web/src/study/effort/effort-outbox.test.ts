import { MAX_EFFORT_ENTRIES } from '@echometry/contract/records/effort.ts';
import { describe, expect, it } from 'vitest';
import { type EffortBatch, EffortOutbox, type EffortPlace, type EffortWork, type Sent } from './effort-outbox.ts';

const WORK: EffortWork = { project: 'alpha', study_id: '1_20260102', user: 'editor@test', role: 'Editor', review: null };
const place = (more: Partial<EffortPlace> = {}): EffortPlace => ({
  work: WORK,
  step: 'segmentation',
  instance_id: 'a',
  image_type: null,
  ...more,
});

function outbox() {
  const sent: EffortBatch[] = [];
  const server = { outcome: 'counted' as Sent };
  const box = new EffortOutbox(async (batch) => {
    sent.push(batch);
    return server.outcome;
  });
  return { box, sent, server };
}

describe('the outbox of effort', () => {
  it('sends one batch for each work, with the sum and the newest type of each image and step', async () => {
    const { box, sent } = outbox();
    box.add(place(), 400.4);
    box.add(place({ image_type: '4-chamber 2D' }), 600.2);
    box.add(place(), 100);
    box.add(place({ step: 'cycletiming', instance_id: null }), 50);
    box.add(place({ work: { ...WORK, study_id: '2_20260102' } }), 10);
    await box.flush();
    expect(sent.map(({ work, entries }) => [work.study_id, entries])).toEqual([
      [
        '1_20260102',
        [
          { instance_id: 'a', image_type: '4-chamber 2D', step: 'segmentation', active_ms: 1101 },
          { instance_id: null, image_type: null, step: 'cycletiming', active_ms: 50 },
        ],
      ],
      ['2_20260102', [{ instance_id: 'a', image_type: null, step: 'segmentation', active_ms: 10 }]],
    ]);
    await box.flush();
    expect(sent).toHaveLength(2);
  });

  it('sends a batch that did not arrive again under its id, next to the new one', async () => {
    const { box, sent, server } = outbox();
    server.outcome = 'later';
    box.add(place(), 1000);
    await box.flush();
    server.outcome = 'counted';
    box.add(place(), 2000);
    await box.flush();
    await box.flush();
    expect(sent.map(({ entries }) => entries[0]?.active_ms)).toEqual([1000, 1000, 2000]);
    expect(sent[1]?.id).toBe(sent[0]?.id);
    expect(sent[2]?.id).not.toBe(sent[0]?.id);
  });

  it('drops a batch that the server refuses', async () => {
    const { box, sent, server } = outbox();
    server.outcome = 'refused';
    box.add(place(), 1000);
    await box.flush();
    await box.flush();
    expect(sent).toHaveLength(1);
  });

  it('divides what a batch cannot hold', async () => {
    const { box, sent } = outbox();
    for (let n = 0; n <= MAX_EFFORT_ENTRIES; n += 1) box.add(place({ instance_id: `${n}` }), 1);
    await box.flush();
    expect(sent.map(({ entries }) => entries.length)).toEqual([MAX_EFFORT_ENTRIES, 1]);
  });
});
