import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { ProjectEffect } from '@echometry/contract/records/administered-project.ts';
import type { Project } from '@echometry/contract/records/project.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProjectOnce } from './create-project.ts';
import { databases } from '../../test/databases.ts';
import { emailOf, PROJECT, World } from '../../test/world.ts';

const ADMIN = emailOf('Admin');
const EDITOR = emailOf('Editor');
const BLIND = emailOf('Ground-truth generator');
const MEASUREMENT = { image_type: 'Valves 2D', name: 'Aortic ring', data_type: 'pediatric' } as const;

describe.each(databases())('projects administered on the screen, on $name', ({ seeded }) => {
  let world: World;
  let token: string;
  beforeAll(async () => {
    world = await World.make(await seeded());
    token = await world.tokenOf(ADMIN, 'Admin');
  });
  afterAll(() => world.close());

  const current = async () =>
    (await world.call(CALLS.projectsList, { token, body: {} })).answer.projects.find((p) => p.project._id === 'alpha')!;
  const impact = async (change: Partial<Project>) =>
    (await world.call(CALLS.projectsImpact, { token, body: { project: { ...(await current()).project, ...change } } })).answer;
  const save = async (change: Partial<Project>, accepted: ProjectEffect[] = [], base?: number) => {
    const { project, version } = await current();
    return (
      await world.call(CALLS.projectsSave, { token, body: { project: { ...project, ...change }, base_version: base ?? version, accepted } })
    ).answer;
  };
  const stateOf = async (email: string, role: 'Editor' | 'Ground-truth generator') => {
    const reply = await world.call(CALLS.analysisGet, {
      token: await world.tokenOf(email, role),
      body: { id: world.studyId, db_name: PROJECT.db_name, medical_data_type: 'US' },
    });
    return reply.answer.analysis?.study_state ?? null;
  };
  /** The study labelled: two references of one type, of which one has its cycles timed and its quality scored. */
  const work = async (email: string, role: 'Editor' | 'Ground-truth generator') => {
    const images = world.images.slice(0, 2).map((image, n) => ({
      ...image,
      type: '4-chamber 2D',
      view: 'A4C',
      modality: '2D' as const,
      reference: true,
      is_annotated: n === 0,
      accepted: 'yes' as const,
    }));
    const { answer } = await world.call(CALLS.analysisUpdate, { token: await world.tokenOf(email, role), body: world.save(email, images) });
    if (answer.conflict !== false) throw new Error('not saved');
  };

  it('count what is complete by the rules of the contract, before anything is saved', async () => {
    await work(EDITOR, 'Editor');
    await work(BLIND, 'Ground-truth generator');
    expect((await impact({})).impact).toEqual({ studies: 1, with_work: 1, complete: 1, requirements: [], effects: [] });
    const asked = await impact({
      image_requirements: [{ type: '4-chamber 2D', qc: true }, { type: '4-chamber 2D', cycletiming: true }, { type: 'Mitral inflow' }],
    });
    // Quality is there on both images, cycles on one, and a type without a step asks nothing.
    expect(asked.impact.requirements.map(({ complete }) => complete)).toEqual([1, 0, 1]);
    expect(asked.faults).toEqual([{ field: 'image_requirements', message: '4-chamber 2D is required twice.' }]);
    expect((await current()).version).toBe(1);
  });

  it('list studies that change state, and change them with the save and not before; blind work too', async () => {
    const change: Partial<Project> = { image_requirements: [{ type: '4-chamber 2D', qc: true, cycletiming: true }] };
    const effects: ProjectEffect[] = [{ what: 'studies-become', state: 'Incomplete', count: 1 }];
    expect((await impact(change)).impact.effects).toEqual(effects);
    expect(await save(change)).toEqual({ outcome: 'asks', effects });
    expect(await stateOf(EDITOR, 'Editor')).toBe('Valid');
    expect(await save(change, effects)).toEqual({ outcome: 'saved', version: 2 });
    expect([await stateOf(EDITOR, 'Editor'), await stateOf(BLIND, 'Ground-truth generator')]).toEqual(['Incomplete', 'Incomplete']);
    // The same save has no effect any more, and a version lists its changes.
    expect((await impact({})).impact.effects).toEqual([]);
    const { versions } = (await world.call(CALLS.projectsVersions, { token, body: { project: 'alpha' } })).answer;
    expect(versions).toEqual([
      { version: 2, saved_by: ADMIN, saved_at: world.now, changes: ['4-chamber 2D added'] },
      { version: 1, saved_by: null, saved_at: null, changes: null },
    ]);
  });

  it('count again when work was saved after the numbers were shown', async () => {
    const back: Partial<Project> = { image_requirements: [{ type: '4-chamber 2D', qc: true }] };
    const shown = (await impact(back)).impact.effects;
    expect(shown).toEqual([{ what: 'studies-become', state: 'Valid', count: 1 }]);
    // The editor takes the reference away: the study is not complete by the new requirements either.
    const images = world.images.slice(0, 1).map((image) => ({ ...image, type: '4-chamber 2D', view: 'A4C', modality: '2D' as const }));
    for (const [email, role] of [
      [EDITOR, 'Editor'],
      [BLIND, 'Ground-truth generator'],
    ] as const)
      await world.call(CALLS.analysisUpdate, { token: await world.tokenOf(email, role), body: world.save(email, images) });
    expect(await save(back, shown)).toEqual({ outcome: 'asks', effects: [] });
    expect(await save(back)).toEqual({ outcome: 'saved', version: 3 });
  });

  it('a version that another person saved in between is shown, and nothing is lost', async () => {
    expect(await save({ description: 'mine' }, [], 2)).toMatchObject({
      outcome: 'conflict',
      newest: { version: 3, saved_by: ADMIN },
      project: { description: '' },
    });
    expect((await current()).project.description).toBe('');
  });

  it('effects beyond states: other cycles, several references, types not offered, another cloud', async () => {
    await work(EDITOR, 'Editor');
    const what = async (change: Partial<Project>) =>
      (await impact(change)).impact.effects
        .filter((effect) => effect.what !== 'studies-become')
        .map((effect) => [effect.what, effect.count]);
    expect(await what({ unique_reference: true })).toEqual([['references-several', 1]]);
    expect(await what({ image_types: ['Mitral inflow'] })).toEqual([['types-not-offered', 1]]);
    expect(await what({ cloud_system: 'another' })).toEqual([['other-cloud', 1]]);
    expect(await what({ cardiac_cycles: 'user defined' })).toEqual([]);
  });

  it('refuse what cannot be, by field: unknown types, types not offered, keys that change, ranges upside down', async () => {
    const refused = async (change: Partial<Project>) => {
      const answer = await save(change);
      return answer.outcome === 'refused' ? answer.faults : answer;
    };
    expect(await refused({ image_requirements: [{ type: 'Spleen' }] })).toEqual([
      { field: 'image_requirements', message: 'Spleen is not an image type of the configuration in use.' },
    ]);
    expect(await refused({ image_types: ['TAPSE'], image_requirements: [{ type: '4-chamber 2D', qc: true }] })).toEqual([
      { field: 'image_requirements', message: '4-chamber 2D is required, but the project does not offer it.' },
    ]);
    expect(await refused({ db_name: 'other' })).toEqual([{ field: 'db_name', message: 'db_name of a project stays as it is.' }]);
    expect(await refused({ plausibility: { ejection_fraction_pct: [90, 5] } })).toEqual([
      { field: 'plausibility', message: 'The lowest ejection fraction must be below the highest.' },
    ]);
    expect(await refused({ modalities: [{ type: '2D', color: 'url(x)' }] })).toEqual([
      { field: 'modalities', message: 'The colour of 2D is not a colour such as #86B2F5.' },
    ]);
  });

  it('keep who activated a reference value and when, as the server knows it, and refuse rows that do not exist', async () => {
    const forged = { active: [{ row: 'colan2006.aov', by: 'somebody@else', at: 1 }], sources: [], z_limit: 2 };
    expect(await save({ references: forged })).toMatchObject({ outcome: 'saved' });
    expect((await current()).project.references).toEqual({ ...forged, active: [{ row: 'colan2006.aov', by: ADMIN, at: world.now }] });
    const [newest] = (await world.call(CALLS.projectsVersions, { token, body: { project: 'alpha' } })).answer.versions;
    expect(newest?.changes).toEqual(['reference colan2006.aov activated']);
    expect(await save({ references: { ...forged, sources: [{ ...MEASUREMENT, pack: 'nobody-1999' }] } })).toEqual({
      outcome: 'refused',
      faults: [{ field: 'references', message: 'nobody-1999 is not a source of the reference values in use.' }],
    });
  });

  it('are made once by key, with what the command line makes, and recorded', async () => {
    const make = async () =>
      (await world.call(CALLS.projectsCreate, { token, body: { key: 'new-one', name_to_show: 'New', data_type: 'fetal' } })).answer;
    expect(await make()).toEqual({ outcome: 'made' });
    expect(await make()).toEqual({ outcome: 'refused', faults: [{ field: 'key', message: 'There is a project new-one already.' }] });
    const acts = await world.db.query.selectFrom('audit_entry').select(['act', 'subject', 'detail']).orderBy('id').execute();
    expect(acts.map(({ act, subject }) => [act, subject])).toEqual([
      ['project-saved', 'alpha'],
      ['project-saved', 'alpha'],
      ['project-saved', 'alpha'],
      ['project-made', 'new-one'],
    ]);
    expect(JSON.parse(acts[0]!.detail)).toEqual({ version: 2, changes: '4-chamber 2D added', studies_changed: 1 });
  });

  it('are not named like what every object has', async () => {
    const { status, error } = await world.call(CALLS.projectsCreate, {
      token,
      body: { key: 'constructor', name_to_show: 'Constructor', data_type: 'adult' },
    });
    expect([status, error.field]).toEqual([400, 'key']);
    await expect(
      createProjectOnce(
        world.db,
        { ...PROJECT, _id: 'constructor', db_name: 'constructor' },
        { actor: { userId: null, role: null }, now: 1 },
      ),
    ).rejects.toThrow('A project cannot be named constructor');
  });
});
