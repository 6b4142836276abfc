import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database, LoginStep } from '../db/schema.ts';
import { hashOfToken } from '../db/sessions.ts';
import { FLOW_MS } from './limits.ts';
import type { SecretBox } from '../workspace/secret-box.ts';

type Query = Kysely<Database>;

/** Each step was reached by proving the one before; `userId` is set after the first proof. */
export type FlowStep = LoginStep;

/** Facts that a sign-in carries along, sealed in the database. */
export interface FlowFacts {
  /** Where the code is brought, and the challenge it is bound to; null for a sign-in that only makes an account ready. */
  returnTo: string | null;
  challenge: string | null;
  /** Filled into the form. */
  email: string | null;
  /** Shown once on the next page. */
  message: string | null;
  /** The link whose code was shown, by its hash. */
  linkHash: string | null;
  /** Hex of the secret an authenticator is being paired with. */
  totpSecret: string | null;
  /** Shown until the person confirms that they are kept. */
  recoveryCodes: string[] | null;
  oidc: { state: string; nonce: string; verifier: string } | null;
}

export const NO_FACTS: FlowFacts = {
  returnTo: null,
  challenge: null,
  email: null,
  message: null,
  linkHash: null,
  totpSecret: null,
  recoveryCodes: null,
  oidc: null,
};

export interface Flow {
  id: string;
  step: FlowStep;
  userId: number | null;
  attempts: number;
  facts: FlowFacts;
}

const ID_BYTES = 24;

/** Forgets sign-ins that were not finished in time. */
export async function dropEndedFlows(query: Query, now: number): Promise<void> {
  await query.deleteFrom('login_flow').where('expires_at', '<=', now).execute();
}

/** Sign-ins under way: known to one browser by a cookie, to the database by its hash. */
export function flows(query: Query, secrets: SecretBox) {
  const sealed = (id: string, facts: FlowFacts): Uint8Array => secrets.seal(`flow ${hashOfToken(id)}`, Buffer.from(JSON.stringify(facts)));

  return {
    async begin(facts: Partial<FlowFacts>, now: number): Promise<Flow> {
      const flow: Flow = {
        id: randomBytes(ID_BYTES).toString('base64url'),
        step: 'identify',
        userId: null,
        attempts: 0,
        facts: { ...NO_FACTS, ...facts },
      };
      await query
        .insertInto('login_flow')
        .values({
          flow_hash: hashOfToken(flow.id),
          step: flow.step,
          user_id: null,
          attempts: 0,
          facts: sealed(flow.id, flow.facts),
          created_at: now,
          expires_at: now + FLOW_MS,
        })
        .execute();
      return flow;
    },
    /** The sign-in of a cookie; null when unknown or past its end. */
    async find(id: string, now: number): Promise<Flow | null> {
      const row = await query.selectFrom('login_flow').selectAll().where('flow_hash', '=', hashOfToken(id)).executeTakeFirst();
      if (row === undefined || row.expires_at <= now) return null;
      const facts = JSON.parse(Buffer.from(secrets.open(`flow ${row.flow_hash}`, row.facts)).toString('utf8')) as FlowFacts;
      return { id, step: row.step, userId: row.user_id, attempts: row.attempts, facts };
    },
    /** Moves a sign-in on; a new step forgets the wrong codes of the one before. */
    async move(flow: Flow, to: { step?: FlowStep; userId?: number | null; facts?: Partial<FlowFacts> }): Promise<void> {
      const facts = { ...flow.facts, ...to.facts };
      await query
        .updateTable('login_flow')
        .set({
          facts: sealed(flow.id, facts),
          ...(to.step === undefined ? {} : { step: to.step, attempts: 0 }),
          ...(to.userId === undefined ? {} : { user_id: to.userId }),
        })
        .where('flow_hash', '=', hashOfToken(flow.id))
        .execute();
    },
    /** Counts an attempt before it is looked at, and returns how many there are now. */
    async attempt(flow: Flow): Promise<number> {
      const row = await query
        .updateTable('login_flow')
        .set((e) => ({ attempts: e('attempts', '+', 1) }))
        .where('flow_hash', '=', hashOfToken(flow.id))
        .returning('attempts')
        .executeTakeFirst();
      return row?.attempts ?? Number.MAX_SAFE_INTEGER;
    },
    /** Ends a sign-in; false when it had ended. */
    async end(flow: Flow): Promise<boolean> {
      return (
        (await query.deleteFrom('login_flow').where('flow_hash', '=', hashOfToken(flow.id)).returning('flow_hash').execute()).length === 1
      );
    },
  };
}
export type Flows = ReturnType<typeof flows>;
