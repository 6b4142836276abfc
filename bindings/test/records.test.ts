/** The record with every field, as the server returns it, is read by the engine in a worker; what it does not know is refused. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import type { EngineClient } from '../src/engine/client.ts';
import { checkoutRoot, createEngine } from '../src/node/client.ts';

const root = checkoutRoot();
const json = (file: string): unknown => JSON.parse(readFileSync(path.join(root, file), 'utf8'));
const full = json('fixtures/golden/records/full-image.json') as AnalysisImage;
const sets = {
  image_types: json('contract/config/echo_image_types.json'),
  measurements: json('contract/config/echo_measurements.json'),
};
const facts = { data_type: 'adult', gestational_age_days: null, age_days: null, sex: null, height_cm: null, weight_kg: null } as const;

let engine: EngineClient;
beforeAll(async () => {
  engine = await createEngine();
});
afterAll(() => engine.close());

it('every field of a record reaches the engine', async () => {
  const study = engine.study(sets, facts);
  study.setImage({ ...full, missing_image: false });
  const answer = await study.evaluateImage(full.instance_id);
  expect(answer).toMatchObject({ ok: true, value: { instance_id: full.instance_id } });
  const [caliper] = full.measurements_caliper;
  if (!answer.ok) throw new Error(answer.error.message);
  expect(answer.value?.calipers[0]).toMatchObject({ id: caliper?.id, cycle: caliper?.cycle });
  study.close();
});

it('a field that the engine does not know is refused by name', async () => {
  const study = engine.study(sets, facts);
  study.setImage({ ...full, cardiac_events: [{ id: 'c0', colour: 'red' }] } as unknown as AnalysisImage);
  const answer = await study.evaluateImage(full.instance_id);
  expect(answer).toMatchObject({ ok: false, error: { message: expect.stringContaining('colour') as unknown } });
  study.close();
});
