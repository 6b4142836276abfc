import type { AnswerOf, BodyOf } from '@echometry/contract/calls/call.ts';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import type { Project } from '@echometry/contract/records/project.ts';
import type { RoleName } from '@echometry/contract/records/role.ts';
import type { DatabaseLocation } from '../src/db/connect.ts';
import type { EngineOnDemand } from '../src/imports/engine-on-demand.ts';
import { emailOf, PROJECT, type Reply, SCOPE, World } from './world.ts';

export const EDITOR = emailOf('Editor');
export const REVIEWER = emailOf('Reviewer');
const TEAM = emailOf('Prisma study review');

type Saved = Extract<AnswerOf<typeof CALLS.reviewsCreate>, { conflict: false }>;
type Create = BodyOf<typeof CALLS.reviewsCreate>;
type Validate = BodyOf<typeof CALLS.reviewsValidate>;

/** A world in which an editor's work is reviewed: three images, two of them reference. */
export class ReviewWorld {
  private constructor(readonly world: World) {}

  static async make(location: DatabaseLocation, project: Partial<Project> = {}, engine?: EngineOnDemand): Promise<ReviewWorld> {
    const world = await World.make(location, engine === undefined ? {} : { engine });
    await world.db.query
      .updateTable('project')
      .set({ document: JSON.stringify({ ...PROJECT, ...project }) })
      .where('key', '=', PROJECT._id)
      .execute();
    return new ReviewWorld(world);
  }

  get id(): string {
    return this.world.studyId;
  }

  /** An image of the editor; the third is not a reference. */
  image(n: number, more: Partial<AnalysisImage> = {}): AnalysisImage {
    return { ...this.world.images[n]!, type: 'T', view: `view ${n}`, modality: '2D', reference: n < 2, ...more };
  }

  tokenOf(role: RoleName): Promise<string> {
    return this.world.tokenOf(emailOf(role), role);
  }

  /** The editor saves; returns the version. */
  async edit(
    images: AnalysisImage[] = [0, 1, 2].map((n) => this.image(n)),
    missing_images: string[] = [],
    role: RoleName = 'Editor',
  ): Promise<number> {
    this.world.now += 1000;
    const body = this.world.save(emailOf(role), images, { missing_images });
    const { answer } = await this.world.call(CALLS.analysisUpdate, { token: await this.tokenOf(role), body });
    if (answer.conflict !== false) throw new Error('the editor did not save');
    return answer.version;
  }

  async analysis() {
    return (await this.world.call(CALLS.analysisGet, { token: await this.tokenOf('Editor'), body: { id: this.id, ...SCOPE } })).answer
      .analysis!;
  }

  readonly named = { editor: EDITOR, reviewer: REVIEWER, ...SCOPE };

  async create(more: Partial<Create>): Promise<Reply<typeof CALLS.reviewsCreate>> {
    this.world.now += 1000;
    const body = { id: this.id, ...this.named, missing_images: [], ...more };
    return this.world.call(CALLS.reviewsCreate, { token: await this.tokenOf('Reviewer'), body });
  }

  async validate(control: boolean, more: Partial<Validate> = {}): Promise<Reply<typeof CALLS.reviewsValidate>> {
    this.world.now += 1000;
    const body = { id: this.id, ...this.named, control, ...more };
    return this.world.call(CALLS.reviewsValidate, { token: await this.tokenOf('Reviewer'), body });
  }

  async saved(reply: Promise<Reply<typeof CALLS.reviewsCreate>>): Promise<Saved> {
    const { status, answer, error } = await reply;
    if (status !== 200 || answer.conflict) throw new Error(`not saved: ${JSON.stringify(error ?? answer)}`);
    return answer;
  }

  async unvalidate() {
    return this.world.call(CALLS.reviewsUnvalidate, { token: await this.tokenOf('Reviewer'), body: { id: this.id, ...this.named } });
  }

  async toCheck(role: 'Reviewer' | 'Prisma study review' = 'Reviewer') {
    return this.world.call(CALLS.reviewsValidatedToCheck, { token: await this.tokenOf(role), body: { id: this.id, ...this.named } });
  }

  async outcome(new_state: 'Not valid' | 'Suboptimal' | 'Consensus pending', more: Partial<BodyOf<typeof CALLS.reviewsUpdateState>> = {}) {
    const body = { id: this.id, ...this.named, new_state, ...more };
    return this.world.call(CALLS.reviewsUpdateState, { token: await this.world.tokenOf(TEAM, 'Prisma study review'), body });
  }

  async review() {
    const { answer } = await this.world.call(CALLS.reviewsGet, {
      token: await this.tokenOf('Reviewer'),
      body: { id: this.id, editor: EDITOR, ...SCOPE },
    });
    if (answer.review === null) throw new Error('nothing to review');
    return answer.review;
  }

  async rows(role: RoleName) {
    const body = { search_query: { medical_data_type: 'US', active: true }, db_name: SCOPE.db_name } as const;
    return (await this.world.call(CALLS.studiesGet, { token: await this.tokenOf(role), body })).answer.studies;
  }
}

export const viewsOf = (images: readonly AnalysisImage[]): (string | null)[] => images.map(({ view }) => view);
