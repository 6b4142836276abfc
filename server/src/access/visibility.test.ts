import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import type { RoleName } from '@echometry/contract/records/role.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../test/databases.ts';
import { emailOf, PROJECT, SCOPE, World } from '../../test/world.ts';
import { findProject, markTestUser } from '../db/projects.ts';

/** Who labelled the study last and before, in the order of saving. The view of the first image shows whose work it is. */
const SAVES = [
  ['editor@test', 'Editor', 'A4C', 'complete'],
  ['ground-truth-generator@test', 'Ground-truth generator', 'A2C', 'complete'],
  ['other-blind@test', 'Ground-truth generator', 'A3C', 'complete'],
  ['editor2@test', 'Editor', 'PLAX', 'incomplete'],
  ['tester@test', 'Editor', 'Sweep', 'complete'],
  ['project-tester@test', 'Editor', 'SAX', 'complete'],
] as const;

describe.each(databases())('what each role sees of one study on $name', ({ seeded }) => {
  let world: World;
  beforeAll(async () => {
    world = await World.make(await seeded());
    const { query } = world.db;
    await query
      .updateTable('project')
      .set({ document: JSON.stringify({ ...PROJECT, image_requirements: [{ type: '4-chamber 2D', qc: true }] }) })
      .where('key', '=', PROJECT._id)
      .execute();
    await world.addPerson('other-blind@test', ['Ground-truth generator']);
    await world.addPerson('tester@test', ['Editor'], { is_test: true });
    const projectTester = await world.addPerson('project-tester@test', ['Editor']);
    const project = await findProject(query, { key: PROJECT._id });
    await markTestUser(query, project!.id, projectTester, true);
    for (const email of ['reviewer-of-editor@test', 'reviewer-of-second@test', 'reviewer-of-blind@test', 'reviewer-of-nobody@test']) {
      const editors =
        {
          'reviewer-of-editor@test': [emailOf('Editor')],
          'reviewer-of-second@test': ['editor2@test'],
          'reviewer-of-blind@test': ['other-blind@test'],
        }[email] ?? [];
      await world.addPerson(email, ['Reviewer', 'Admin'], { reviewsTo: editors });
    }
    for (const [email, role, view, state] of SAVES) {
      world.now += 1000;
      const images: AnalysisImage[] = [
        { ...world.images[0]!, type: '4-chamber 2D', view, modality: '2D', reference: true, accepted: 'yes' },
        { ...world.images[1]!, type: '4-chamber 2D', view, modality: '2D', reference: false, accepted: 'yes' },
      ];
      const { answer } = await world.call(CALLS.analysisUpdate, {
        token: await world.tokenOf(email, role),
        body: world.save(email, state === 'complete' ? images : images.map((image) => ({ ...image, type: 'Other' }))),
      });
      if (answer.conflict !== false) throw new Error('a conflict');
    }
  });
  afterAll(() => world.close());

  const seen = async (email: string, role: RoleName, editor?: string) => {
    const token = await world.tokenOf(email, role);
    const { analysis } = (
      await world.call(CALLS.analysisGet, { token, body: { id: world.studyId, ...SCOPE, ...(editor ? { editor } : {}) } })
    ).answer;
    const last = (
      await world.call(CALLS.analysisLastUpdate, { token, body: { id: world.studyId, ...SCOPE, ...(editor ? { editor } : {}) } })
    ).answer;
    expect(last.version).toBe(analysis?.version ?? null);
    const rows = (
      await world.call(CALLS.studiesGet, {
        token,
        body: { search_query: { medical_data_type: 'US', active: true }, db_name: SCOPE.db_name },
      })
    ).answer.studies;
    return { views: analysis?.images.map((image) => image.view) ?? null, rows: rows.map((row) => row.editor) };
  };

  it.each([
    ['an Editor: the latest of all editors, neither blind nor of a test user', 'editor@test', 'Editor', ['PLAX', 'PLAX'], ['editor2@test']],
    ['a Viewer: the same', 'viewer@test', 'Viewer', ['PLAX', 'PLAX'], ['editor2@test']],
    ['a Data scientist: as Viewers', 'data-scientist@test', 'Data scientist', ['PLAX', 'PLAX'], ['editor2@test']],
    [
      'a Ground-truth generator: their own',
      'ground-truth-generator@test',
      'Ground-truth generator',
      ['A2C', 'A2C'],
      ['ground-truth-generator@test'],
    ],
    ['another Ground-truth generator: theirs', 'other-blind@test', 'Ground-truth generator', ['A3C', 'A3C'], ['other-blind@test']],
    ['a test user: their own', 'tester@test', 'Editor', ['Sweep', 'Sweep'], ['tester@test']],
    ['the extra test user of the project: their own', 'project-tester@test', 'Editor', ['SAX', 'SAX'], ['project-tester@test']],
    [
      'a Reviewer: complete work of the editors in reviews_to, reference images alone',
      'reviewer-of-editor@test',
      'Reviewer',
      ['A4C'],
      ['editor@test'],
    ],
    ['an Admin: the same, all images', 'reviewer-of-editor@test', 'Admin', ['A4C', 'A4C'], ['editor@test']],
    ['a Reviewer of somebody whose work is not complete: nothing', 'reviewer-of-second@test', 'Reviewer', null, []],
    ['a Reviewer of a blind editor: that work', 'reviewer-of-blind@test', 'Reviewer', ['A3C'], ['other-blind@test']],
    ['a Reviewer of nobody: nothing', 'reviewer-of-nobody@test', 'Reviewer', null, []],
  ] as const)('%s', async (_what, email, role, views, rows) => {
    expect(await seen(email, role)).toEqual({ views, rows });
  });

  it('naming an editor opens nothing that is not there anyway', async () => {
    for (const [, , role] of [
      ['', '', 'Editor'],
      ['', '', 'Viewer'],
    ] as const)
      expect((await seen(emailOf(role), role, 'other-blind@test')).views).toEqual(['PLAX', 'PLAX']);
    expect((await seen('ground-truth-generator@test', 'Ground-truth generator', 'editor@test')).views).toEqual(['A2C', 'A2C']);
    expect((await seen('reviewer-of-editor@test', 'Reviewer', 'other-blind@test')).views).toBeNull();
  });

  it('roles that read no studies are refused', async () => {
    for (const role of [
      'Patient browser',
      'Explorer app',
      'Prisma decision support',
      'Prisma study review',
      'Prisma data manager',
    ] as const) {
      expect(
        (await world.call(CALLS.analysisGet, { token: await world.tokenOf(emailOf(role), role), body: { id: world.studyId, ...SCOPE } }))
          .status,
      ).toBe(403);
    }
  });
});
