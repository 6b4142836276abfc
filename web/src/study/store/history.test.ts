import { describe, expect, test } from 'vitest';
import type { AnalysisImage, Line } from '@echometry/contract/generated/analysis-image.ts';
import { blankImage } from '@echometry/contract/rules/blank-image.ts';
import { changeBetween, ImageHistory, isMerge, markOf, MAX_HISTORY, stepped, type HistoryEntry, type Present } from './history.ts';

const image = (part: Partial<AnalysisImage> = {}, id = 'one'): AnalysisImage => ({
  ...blankImage({ instance_id: id, filename: `${id}.dcm`, active: true, metadata: null }, 'adult'),
  type: '4-chamber 2D',
  modality: '2D',
  ...part,
});
const line = (name: string): Line => ({ name, finished: true, shape: 'curve', pattern: 'normal', frame_number: 1, points: [] });

let ids = 0;
const entry = (before: AnalysisImage | null, after: AnalysisImage | null, part: Partial<HistoryEntry> = {}): HistoryEntry => ({
  id: `e${(ids += 1)}`,
  name: 'A gesture',
  tool: 'segmentation',
  frame: 1,
  at: 1,
  images: { one: changeBetween(before, after) },
  missing: null,
  open: null,
  ...part,
});
const present = (...images: AnalysisImage[]): Present => ({ images, missing_images: [], open: null });

describe('a step of the history', () => {
  const before = image({ segmentation: [{ end_diastole: { lines: [line('a')] } }] });
  const after = image({ segmentation: [{ end_diastole: { lines: [line('a')] } }, {}, { end_diastole: { lines: [line('b')] } }] });

  test('changes the cycles that the gesture changed, and undone and redone gives an equal record', () => {
    const made = entry(before, after);
    const undone = stepped(made, 'before', present(after), 'one')?.next;
    expect(undone?.images).toEqual([before]);
    expect(stepped(made, 'after', undone ?? present(), 'one')?.next.images).toEqual([after]);
  });

  test('leaves what another person did to other parts', () => {
    const made = entry(before, after);
    const theirs = image({ ...after, view: 'A4C', validated: true });
    expect(stepped(made, 'before', present(theirs), 'one')?.next.images).toEqual([{ ...before, view: 'A4C', validated: true }]);
  });

  test('is refused where another person changed the same part', () => {
    const made = entry(before, after);
    const theirs = image({ segmentation: [{ end_diastole: { lines: [line('a')] } }, {}, { end_diastole: { lines: [line('c')] } }] });
    expect(stepped(made, 'before', present(theirs), 'one')).toBeNull();
    expect(stepped(made, 'after', present(theirs), 'one')).toBeNull();
    expect(stepped(made, 'before', present(), 'one'), 'the image was removed').toBeNull();
  });

  test('is not stopped by values that were computed since, and leaves no value of other lines', () => {
    const made = entry(before, after);
    const measured = { ...after, is_measured: true, measurements: [{ name: 'EDV' }] as unknown as AnalysisImage['measurements'] };
    expect(stepped(made, 'before', present(measured), 'one')?.next.images).toEqual([before]);
  });

  test('brings back an image that was created or removed as a whole', () => {
    const created = entry(null, after);
    expect(stepped(created, 'before', present(after), 'one')?.next.images).toEqual([]);
    expect(stepped(created, 'after', present(), 'one')?.next.images).toEqual([after]);
  });

  test('leaves other images of the gesture that were changed since, and names them', () => {
    const [one, two] = [image({ view: 'A4C' }), image({ view: 'A4C' }, 'two')];
    const made = entry(image(), one, {
      images: { one: changeBetween(image(), one), two: changeBetween(image({}, 'two'), two) },
    });
    const done = stepped(made, 'before', present(one, { ...two, view: 'A2C' }), 'one');
    expect(done?.left).toEqual(['two']);
    expect(done?.next.images.map(({ view }) => view)).toEqual([null, 'A2C']);
  });

  test('takes back types declared missing with it, and leaves those declared since', () => {
    const made = entry(before, before, { images: {}, missing: { before: ['TAPSE'], after: ['TAPSE', 'Mitral inflow'] } });
    const now: Present = { images: [before], missing_images: ['TAPSE', 'Mitral inflow', 'Aorta'], open: null };
    expect(stepped(made, 'before', now, 'one')?.next.missing_images).toEqual(['TAPSE', 'Aorta']);
  });

  test('of open caliper points changes them and not the record', () => {
    const open = { template: 'Length', points: [{ x: 1, y: 2 }] };
    const made = entry(before, before, { images: {}, open: { before: null, after: open } });
    expect(stepped(made, 'before', { ...present(before), open }, 'one')?.next).toEqual({ ...present(before), open: null });
    expect(stepped(made, 'before', present(before), 'one'), 'the points are others by now').toBeNull();
  });
});

describe('the entries of an image', () => {
  const named = (name: string): HistoryEntry => entry(image(), image({ view: name }), { name });

  test('are undone from the last, and a new gesture drops what could be redone', () => {
    const history = new ImageHistory();
    for (const name of ['a', 'b', 'c']) history.push(named(name));
    history.move('before');
    history.move('before');
    expect([history.at('before')?.name, history.at('after')?.name]).toEqual(['a', 'b']);
    expect(history.push(named('d')).map(({ name }) => name)).toEqual(['b', 'c']);
    expect(history.entries.map(({ name }) => name)).toEqual(['a', 'd']);
    expect(history.at('after')).toBeNull();
  });

  test('are limited: the oldest fall out', () => {
    const history = new ImageHistory();
    const gone = Array.from({ length: MAX_HISTORY + 3 }, (_, n) => history.push(named(`${n}`))).flat();
    expect(gone.map(({ name }) => name)).toEqual(['0', '1', '2']);
    expect(history.done).toBe(MAX_HISTORY);
  });

  test('take a merge in between, which leaves what can be redone', () => {
    const history = new ImageHistory([named('a'), named('b')], 1);
    history.merged(entry(image(), image(), { name: 'Save of ben@site merged', images: {} }));
    const last = history.at('before');
    expect(last && isMerge(last)).toBe(true);
    expect(history.at('after')?.name).toBe('b');
  });
});

test('the mark of an image follows what people did, and not values or the choice of files', () => {
  const mark = markOf(image());
  expect(markOf(image({ view: 'A4C' }))).not.toBe(mark);
  expect(markOf(image({ cardiac_events: [{ id: 'c', end_diastole: 3 }] }))).not.toBe(mark);
  expect(markOf(image({ active: false, is_measured: true }))).toBe(mark);
  expect(markOf(null)).not.toBe(mark);
});
