import { describe, expect, it } from 'vitest';
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import { blankImage } from '@echometry/contract/rules/blank-image.ts';
import type { StudyLink } from '../../lib/study-link.ts';
import { keptWork, workName, type GestureRecord } from './journal-records.ts';
import { MemoryJournal } from './memory-journal.ts';
import type { OpenedStudy, Person, StudyCalls } from './ports.ts';
import type { SaveAnswer } from './save-queue.ts';
import { LEFT_ALONE_MS, UnsentWork, type LinkStore } from './unsent-work.ts';

const ANNA: Person = { email: 'anna@site', role: 'Editor', savingRoles: ['Editor'] };
const NOW = 1_000_000;

const link = (study_id: string): StudyLink => ({
  study_id,
  study_date: '2026-11-18',
  patient_id: 7,
  patient_id_show: 'P7',
  data_type: 'adult',
  project: 'heart',
});
const image = (view: string | null): AnalysisImage => ({
  ...blankImage({ instance_id: 'one', filename: 'one.dcm', active: true, metadata: null }, 'adult'),
  view,
});

/** A browser with one change kept of each study, made `ago` ms before now; the server holds `stored` in version 1. */
async function browser({
  studies,
  ago = LEFT_ALONE_MS,
  stored = image(null),
  open = null as string | null,
}: {
  studies: readonly string[];
  ago?: number;
  stored?: AnalysisImage;
  open?: string | null;
}) {
  const journal = new MemoryJournal();
  const records: GestureRecord[] = [];
  for (const study of studies) {
    const work = { user: ANNA.email, role: ANNA.role, study, editor: null, reviewer: null };
    const gesture = { at: NOW - ago, images: { one: { before: image(null), after: image('A4C') } }, missing_images: [] };
    const seq = await journal.append(work, 1, gesture);
    records.push({ ...gesture, seq, work: workName(work), user: ANNA.email });
  }
  const saved: { study: string; view: string | null | undefined }[] = [];
  const online = { now: true };
  const calls: StudyCalls = {
    open: () =>
      Promise.resolve({
        project: { image_requirements: [], unique_reference: false },
        files: { study: {}, selection_stored: true, images: [] },
        analysis: { images: [stored], missing_images: [], version: stored.view === null ? 1 : 2, editor: 'ben@site', updated_at: 5 },
        config: { versions: {}, refused: [] },
      } as unknown as OpenedStudy),
    save: ({ id, changes }) => {
      saved.push({ study: id, view: changes?.images[0]?.view });
      return Promise.resolve({ conflict: false, version: 3, updated_at: 9 } as SaveAnswer);
    },
    sequences: async () => ({}),
    hold: () => Promise.reject(new Error('a study that is sent is not held open')),
  };
  const known = new Map(studies.map((study) => [study, link(study)]));
  const links: LinkStore = {
    of: (study) => [known.get(study)].filter((one) => one !== undefined),
    add: (one) => known.set(one.study_id, one),
    keepOnly: (left) => {
      for (const study of known.keys()) if (!left.includes(study)) known.delete(study);
    },
  };
  const kept = async () => {
    const left: GestureRecord[] = [];
    for (const record of records) {
      const [, role, study] = JSON.parse(record.work) as [string, 'Editor', string];
      const { gestures } = await journal.read({ user: ANNA.email, role, study, editor: null, reviewer: null });
      if (gestures.some(({ seq }) => seq === record.seq)) left.push(record);
    }
    return keptWork(left);
  };
  const unsent = new UnsentWork({
    calls,
    journal,
    now: () => NOW,
    person: () => ANNA,
    online: () => online.now,
    say: () => undefined,
    kept,
    links,
    open: () => open,
    alone: (task) => task(),
  });
  return { unsent, saved, online, known };
}

describe('work that was left in the browser', () => {
  it('is sent for every study, without opening one', async () => {
    const { unsent, saved, known } = await browser({ studies: ['7_20261118', '8_20261118'] });
    await unsent.look();
    expect(saved).toEqual([
      { study: '7_20261118', view: 'A4C' },
      { study: '8_20261118', view: 'A4C' },
    ]);
    expect(unsent.state.kept).toEqual([]);
    expect(known.size).toBe(0);
  });

  it('is shown and kept without a network, and sent when the network is back', async () => {
    const { unsent, saved, online } = await browser({ studies: ['7_20261118'] });
    online.now = false;
    await unsent.look();
    expect(saved).toEqual([]);
    expect(unsent.state.kept).toMatchObject([{ study: '7_20261118', changes: 1 }]);
    online.now = true;
    await unsent.look();
    expect(unsent.state.kept).toEqual([]);
  });

  it('is left to the page that has the study open, and to a tab that may be sending it', async () => {
    const opened = await browser({ studies: ['7_20261118'], open: '7_20261118' });
    await opened.unsent.look();
    expect([opened.saved, opened.unsent.state.kept]).toEqual([[], []]);
    const fresh = await browser({ studies: ['7_20261118'], ago: LEFT_ALONE_MS - 1 });
    await fresh.unsent.look();
    expect(fresh.saved).toEqual([]);
    expect(fresh.unsent.state.kept).toHaveLength(1);
    await fresh.unsent.send('7_20261118');
    expect(fresh.saved).toHaveLength(1);
  });

  it('waits for the user where another person changed the same', async () => {
    const { unsent, saved } = await browser({ studies: ['7_20261118'], stored: image('PSAX mid') });
    await unsent.look();
    expect(saved).toEqual([]);
    expect(unsent.state.conflicts).toEqual(['7_20261118']);
    expect(unsent.state.kept).toHaveLength(1);
  });

  it('is sent by the list where this browser does not know the address', async () => {
    const { unsent, saved, known } = await browser({ studies: ['7_20261118'] });
    known.clear();
    await unsent.look();
    expect(saved).toEqual([]);
    await unsent.send('7_20261118', link('7_20261118'));
    expect(saved).toHaveLength(1);
  });
});
