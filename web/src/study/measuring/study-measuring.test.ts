import { afterEach, describe, expect, it, vi } from 'vitest';
import type { StudyMeasurements } from '@echometry/bindings/engine/study-measurements.ts';
import type { AnalysisImage, Line, Measurement, Provenance } from '@echometry/contract/generated/analysis-image.ts';
import type { ImageMetadata } from '@echometry/contract/generated/image-metadata.ts';
import type { ImageMeasurements, StudyFacts } from '@echometry/contract/generated/study-measurements.ts';
import type { AnalysisRecord } from '@echometry/contract/records/analysis.ts';
import type { RoleName } from '@echometry/contract/records/role.ts';
import { blankImage } from '@echometry/contract/rules/blank-image.ts';
import { setDraft } from '../store/draft.ts';
import { MemoryJournal } from '../store/memory-journal.ts';
import type { OpenedStudy, Person, StudyPorts } from '../store/ports.ts';
import { StudySession } from '../store/study-session.ts';
import { StudyMeasuring } from './study-measuring.ts';

const LINK = {
  study_id: '7_20261118',
  study_date: '2026-11-18',
  patient_id: 7,
  patient_id_show: 'P7',
  data_type: 'adult',
  project: 'heart',
} as const;

const line = (xs: readonly number[]): Line => ({
  name: 'l',
  finished: true,
  shape: 'curve',
  pattern: 'normal',
  frame_number: 1,
  points: xs.map((x, at) => ({
    id: `p${at}`,
    x,
    y: 0,
    type: 'mid_control_point',
    forced_to_zero: false,
    locked: false,
    on_onset: false,
    same_as_start: false,
    same_as_end: false,
    show_label_in_image: false,
    abbreviation: null,
  })),
});

/** An image whose lines lead to no value yet, as a tool leaves it. */
const drawn = (id: string, xs: readonly number[]): AnalysisImage => ({
  ...blankImage({ instance_id: id, filename: `${id}.dcm`, active: true, metadata: null }, 'adult'),
  segmentation: xs.length > 0 ? [{ lines: [line(xs)] }] : [],
  is_segmented: xs.length > 0,
});

const xsOf = (image: AnalysisImage | undefined): number[] => image?.segmentation[0]?.lines?.[0]?.points.map(({ x }) => x) ?? [];
const sumOf = (image: AnalysisImage | undefined): number => xsOf(image).reduce((sum, x) => sum + x, 0);

/** In place of the engine: the value of `a` is the sum of its columns, that of `b` twice that of `a` plus its own. */
class SumEngine implements Partial<StudyMeasurements> {
  readonly images = new Map<string, AnalysisImage>();
  readonly files = new Set<string>();
  calls = 0;
  underWay = 0;
  mostUnderWay = 0;
  facts: StudyFacts | null = null;

  setFacts = (facts: StudyFacts): void => void (this.facts = facts);
  setFile = (id: string): void => void this.files.add(id);
  setImage = (image: AnalysisImage): void => void this.images.set(image.instance_id, image);
  removeImage = (id: string): void => void this.images.delete(id);
  close = vi.fn<() => void>();

  #measured(image: AnalysisImage): ImageMeasurements {
    const { instance_id } = image;
    const a = this.images.get('a');
    const value = instance_id === 'b' ? 2 * sumOf(a) + sumOf(image) : sumOf(image);
    const inputs = instance_id === 'b' ? [{ name: 'sum', image: 'a', value: [sumOf(a)] }] : [];
    const known = this.files.has(instance_id);
    const measurement: Measurement = {
      name: 'sum',
      type: 'sum',
      value: [known ? value : null],
      provenance: { inputs, other_image: null, warnings: [] } as unknown as Provenance,
    };
    return { instance_id, measurements: [measurement], calipers: [] };
  }

  async #answer<T>(make: () => T): Promise<{ ok: true; value: T }> {
    this.calls += 1;
    this.underWay += 1;
    this.mostUnderWay = Math.max(this.mostUnderWay, this.underWay);
    await Promise.resolve();
    this.underWay -= 1;
    return { ok: true, value: make() };
  }

  evaluate = () => this.#answer(() => [...this.images.values()].map((image) => this.#measured(image)));
  evaluateImage = (id: string) =>
    this.#answer(() => {
      const image = this.images.get(id);
      return image ? this.#measured(image) : null;
    });
}

const NO_FACTS: StudyFacts = {
  data_type: 'adult',
  gestational_age_days: null,
  age_days: null,
  sex: null,
  height_cm: null,
  weight_kg: null,
};

async function world(images: AnalysisImage[], role: RoleName = 'Editor') {
  const person: Person = { email: 'anna@site', role, savingRoles: ['Editor'] };
  const opened = {
    project: { image_requirements: [], unique_reference: false },
    files: { study: { data_type: 'adult', height_cm: null }, selection_stored: true, images: [] },
    analysis: { images, missing_images: [], version: 1, editor: 'ben@site', updated_at: 5 } as unknown as AnalysisRecord,
    config: { versions: {}, refused: [] },
  } as unknown as OpenedStudy;
  const save = vi.fn<StudyPorts['calls']['save']>(async () => ({ conflict: false, version: 2, updated_at: 1 }) as never);
  const ports: StudyPorts = {
    calls: { open: async () => opened, save, sequences: async () => ({}), hold: async () => true },
    journal: new MemoryJournal(),
    now: () => 1000,
    person: () => person,
    online: () => true,
    say: () => undefined,
  };
  const session = await StudySession.open(ports, LINK, person);
  const engine = new SumEngine();
  const metadataOf = vi.fn<(id: string) => Promise<ImageMetadata | null>>(async () => ({}) as ImageMetadata);
  const facts = (): StudyFacts => ({ ...NO_FACTS, height_cm: session.study.head.height_cm?.value ?? null });
  const measuring = new StudyMeasuring({
    after: Promise.resolve(),
    session,
    engine: engine as unknown as StudyMeasurements,
    facts,
    metadataOf,
  });
  const settled = () => new Promise((resolve) => setTimeout(resolve, 0));
  const of = (id: string) => session.study.images.find(({ instance_id }) => instance_id === id);
  const stored = (id: string) => of(id)?.measurements[0]?.value[0] ?? null;
  const draw = (id: string, xs: readonly number[]) => {
    const next = drawn(id, xs);
    session.commit(id, {
      images: session.study.images.map((one) => (one.instance_id === id ? next : one)),
      missing_images: [],
    });
  };
  return { session, engine, measuring, metadataOf, settled, of, stored, draw, save };
}

afterEach(() => setDraft(null));

describe('measuring the open study', () => {
  it('recomputes measurements whenever segmentation changes, and puts them into the record', async () => {
    const { draw, settled, stored, of, measuring } = await world([drawn('a', [])]);
    measuring.watch('a');
    draw('a', [1, 2, 4]);
    expect(of('a')).toMatchObject({ measurements: [], is_measured: false });
    await settled();
    expect(stored('a')).toBe(7);
    expect(of('a')?.is_measured).toBe(true);
    expect(measuring.shown.image?.measurements[0]?.value).toEqual([7]);
  });

  it('stores them without a separate gesture: one undo removes a drawing and its values', async () => {
    const { session, draw, settled, stored } = await world([drawn('a', [])]);
    draw('a', [1]);
    await settled();
    draw('a', [1, 5]);
    await settled();
    expect(stored('a')).toBe(6);
    session.undo('a');
    expect(stored('a'), 'at once, and not after a computation').toBe(1);
    session.redo('a');
    await settled();
    expect(stored('a')).toBe(6);
    session.undo('a');
    session.undo('a');
    await settled();
    expect(stored('a')).toBeNull();
    expect(session.study.canUndo).toBe(false);
  });

  it('comes to rest: what was stored is not stored again', async () => {
    const { engine, draw, settled, save, session } = await world([drawn('a', [])]);
    draw('a', [3]);
    await settled();
    const { calls } = engine;
    await settled();
    await settled();
    expect(engine.calls).toBe(calls);
    await session.saveNow();
    await settled();
    expect(engine.calls).toBe(calls);
    expect(save).toHaveBeenCalledTimes(1);
  });

  it('follows a dragged point, stores nothing of it, and forgets it when it is given up', async () => {
    const { measuring, draw, settled, stored, of } = await world([drawn('a', [])]);
    draw('a', [1]);
    measuring.watch('a');
    await settled();
    setDraft({ ...drawn('a', [50]) });
    await settled();
    expect(measuring.shown.image?.measurements[0]?.value).toEqual([50]);
    expect(stored('a')).toBe(1);
    expect(xsOf(of('a'))).toEqual([1]);
    setDraft(null);
    await settled();
    expect(measuring.shown.image?.measurements[0]?.value).toEqual([1]);
  });

  it('never shows the drawing before a gesture between its end and its commit', async () => {
    const { measuring, draw, settled, engine } = await world([drawn('a', [1])]);
    measuring.setFile('a', {} as ImageMetadata);
    measuring.watch('a');
    setDraft(drawn('a', [50]));
    await settled();
    const seen: unknown[] = [];
    const setImage = engine.setImage;
    engine.setImage = (image) => {
      seen.push(xsOf(image)[0]);
      setImage(image);
    };
    setDraft(null);
    draw('a', [50]);
    await settled();
    expect(seen).not.toContain(1);
    expect(measuring.shown.image?.measurements[0]?.value).toEqual([50]);
  });

  it('has one computation under way, and the newest drawing wins', async () => {
    const { measuring, engine, settled } = await world([drawn('a', [1])]);
    measuring.setFile('a', {} as ImageMetadata);
    measuring.watch('a');
    for (let x = 0; x < 40; x += 1) setDraft(drawn('a', [x]));
    const before = engine.calls;
    await settled();
    expect(engine.mostUnderWay).toBe(1);
    expect(engine.calls - before).toBeLessThan(4);
    expect(measuring.shown.image?.measurements[0]?.value).toEqual([39]);
  });

  it('brings values of other images along, once their files are read', async () => {
    const { draw, settled, stored, metadataOf } = await world([drawn('a', [1]), { ...drawn('b', [10]), measurements: [] }]);
    draw('a', [2]);
    await settled();
    await settled();
    expect(metadataOf).toHaveBeenCalledWith('b');
    expect(stored('a')).toBe(2);
    expect(stored('b')).toBe(14);
  });

  it('stores the values of every image that a change concerns, however far apart their files are read', async () => {
    const { draw, settled, stored, metadataOf } = await world([drawn('a', [1]), drawn('b', [10]), drawn('c', [4])]);
    const arrive = new Map<string, () => void>();
    metadataOf.mockImplementation((id) => new Promise((resolve) => arrive.set(id, () => resolve({} as ImageMetadata))));
    draw('a', [2]);
    draw('b', [20]);
    draw('c', [5]);
    for (const id of ['a', 'b', 'c']) {
      await settled();
      arrive.get(id)?.();
      await settled();
    }
    await settled();
    expect([stored('a'), stored('b'), stored('c')]).toEqual([2, 24, 5]);
  });

  it('keeps the values of an image whose file cannot be read', async () => {
    const value = {
      name: 'sum',
      type: 'sum',
      value: [99],
      provenance: { inputs: [{ name: 'sum', image: 'a', value: [1] }], other_image: null, warnings: [] },
    };
    const b = { ...drawn('b', [10]), measurements: [value as unknown as Measurement], is_measured: true };
    const { draw, settled, stored, metadataOf } = await world([drawn('a', [1]), b]);
    metadataOf.mockImplementation(async (id) => (id === 'b' ? null : ({} as ImageMetadata)));
    draw('a', [2]);
    await settled();
    await settled();
    expect(stored('a')).toBe(2);
    expect(stored('b')).toBe(99);
  });

  it('shows a Viewer the values and stores none', async () => {
    const { measuring, settled, stored } = await world([drawn('a', [3])], 'Viewer');
    measuring.setFile('a', {} as ImageMetadata);
    measuring.watch('a');
    await settled();
    expect(measuring.shown.image?.measurements[0]?.value).toEqual([3]);
    expect(stored('a')).toBeNull();
  });

  it('stores nothing of another person’s work that was only looked at', async () => {
    const { measuring, settled, stored } = await world([drawn('a', [3])]);
    measuring.setFile('a', {} as ImageMetadata);
    measuring.watch('a');
    await settled();
    expect(stored('a')).toBeNull();
  });

  it('measures all images while they are on screen, each once its file is read', async () => {
    const { measuring, settled, metadataOf } = await world([drawn('a', [3]), drawn('b', [1]), drawn('c', [])]);
    const underWay: string[] = [];
    let most = 0;
    metadataOf.mockImplementation(async (id) => {
      underWay.push(id);
      most = Math.max(most, underWay.length);
      await Promise.resolve();
      underWay.splice(underWay.indexOf(id), 1);
      return id === 'b' ? null : ({} as ImageMetadata);
    });
    measuring.watchAll(true);
    await settled();
    expect(most, 'files are read one after the other').toBe(1);
    expect(
      metadataOf.mock.calls.map(([id]) => id),
      'an image without work has no values to wait for',
    ).toEqual(['a', 'b']);
    expect(measuring.shown).toMatchObject({ unread: [], unreadable: ['b'] });
    expect(measuring.shown.all?.map(({ measurements }) => measurements[0]?.value[0])).toEqual([3, null, null]);
    measuring.watchAll(false);
    expect(measuring.shown.all).toBeNull();
  });

  it('passes another quantity of the patient to the engine, and brings the record up to it', async () => {
    const { session, engine, settled, stored } = await world([drawn('a', [3])]);
    session.study.head.height_cm = { value: 170, source: 'person' };
    await settled();
    await settled();
    expect(engine.facts).toMatchObject({ height_cm: 170 });
    expect(stored('a')).toBe(3);
  });

  it('never leaves values of other lines, whatever is drawn, undone and redone', async () => {
    for (let seed = 1; seed <= 20; seed += 1) {
      let state = seed;
      const random = (below: number): number => {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
        return (state >>> 8) % below;
      };
      const { session, draw, settled, of, stored } = await world([drawn('a', []), drawn('b', [])]);
      for (let step = 0; step < 25; step += 1) {
        const id = random(2) === 0 ? 'a' : 'b';
        const what = random(4);
        if (what < 2)
          draw(
            id,
            Array.from({ length: 1 + random(3) }, () => random(9)),
          );
        else if (what === 2) session.undo(id);
        else session.redo(id);
        const own = stored('a');
        expect(own === null || own === sumOf(of('a')), `seed ${seed}, step ${step}`).toBe(true);
        if (random(3) === 0) {
          await settled();
          await settled();
          for (const one of ['a', 'b']) {
            const expected = one === 'a' ? sumOf(of('a')) : 2 * sumOf(of('a')) + sumOf(of('b'));
            expect(stored(one), `seed ${seed}, step ${step}, ${one}`).toBe(xsOf(of(one)).length > 0 ? expected : null);
          }
        }
      }
    }
  });
});
