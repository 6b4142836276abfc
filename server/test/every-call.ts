/** Every call of the contract, made once by a permitted person, through any proxy in front of the servers. */
import { createHash } from 'node:crypto';
import type { Call } from '@echometry/contract/calls/call.ts';
import { type CallName, CALLS } from '@echometry/contract/calls/registry.ts';
import type { RoleName } from '@echometry/contract/records/role.ts';
import { Value } from 'typebox/value';
import type { Db } from '../src/db/connect.ts';
import { findUser } from '../src/db/users.ts';
import { issueLoginCode } from '../src/login/one-time-codes.ts';
import { type Ask, ROWS } from './call-rows.ts';
import type { Client, Request } from './client.ts';
import { jsonOf } from './json-of.ts';
import { emailOf } from './people.ts';
import type { PreparedRecords } from './prepared-records.ts';

/** 256 bits, as the page makes them. */
const VERIFIER = 'v'.repeat(43);

interface Asking {
  /** A page without a sign-in. */
  client: () => Client;
  db: Db;
  records: PreparedRecords;
  studyId: string;
  versions: Ask['versions'];
}

/** Names of calls with the right response, and faults of the others. */
interface Answered {
  right: Set<CallName>;
  wrong: string[];
}

/** An Editor where that may be: the readings of blind work come one after the other, and a walk assigns one. */
const roleFor = (name: CallName): RoleName => {
  const { who } = ROWS[name];
  return typeof who === 'object' && !who.includes('Editor') ? who[0]! : 'Editor';
};

/** A code that the login service would have led back with, bound to this page. */
async function loginCode(db: Db): Promise<Request> {
  const user = await findUser(db.query, emailOf('Editor'));
  if (user === null) throw new Error('nobody of this name');
  const challenge = createHash('sha256').update(VERIFIER).digest('base64url');
  return { body: { code: await issueLoginCode(db.query, { userId: user.id, challenge, now: Date.now() }), verifier: VERIFIER } };
}

async function faultOf(name: CallName, response: Response): Promise<string | null> {
  const call: Call = CALLS[name];
  const text = await response.text();
  if (response.status !== 200) return `${name}: ${response.status} ${text}`;
  const errors = Value.Errors(call.answer, jsonOf(call, response.status, text));
  return errors.length === 0 ? null : `${name} answered against its contract: ${JSON.stringify(errors.slice(0, 3))}`;
}

/** Makes every call in the order of the contract, each role with a separate sign-in. */
export async function askEveryCall({ client, db, records, studyId, versions }: Asking): Promise<Answered> {
  const signedIn = new Map<RoleName, Client>();
  const as = async (role: RoleName): Promise<Client> => {
    const made = signedIn.get(role) ?? client();
    if (made.token === '') await made.signIn(emailOf(role), role);
    signedIn.set(role, made);
    return made;
  };
  const answered: Answered = { right: new Set(), wrong: [] };
  for (const name of Object.keys(CALLS) as CallName[]) {
    const role = roleFor(name);
    const person = await as(role);
    const ask: Ask = { caller: emailOf(role), named: emailOf(role), role, studyId, versions };
    const once = async (): Promise<string | null> => {
      await records.begin(ROWS[name], ask);
      const request = name === 'exchange' ? await loginCode(db) : ROWS[name].request(ask);
      return faultOf(name, await person.ask(CALLS[name], request));
    };
    const repeated = person.repeated;
    let fault = await once();
    // A call that is made once, such as the exchange of a code, was done by the server that ended before it responded.
    if (fault !== null && person.repeated > repeated) fault = await once();
    if (fault === null) answered.right.add(name);
    else answered.wrong.push(fault);
    if (name === 'signOut') signedIn.delete(role);
  }
  return answered;
}
