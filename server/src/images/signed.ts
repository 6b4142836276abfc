import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { TEAM_LIST } from '@echometry/contract/records/project-files.ts';
import { projectById, studyIn } from '../access/project-access.ts';
import { Damage, forbidden, notFound } from '../errors.ts';
import { findJob } from '../db/jobs.ts';
import { studyFileOf } from '../db/files.ts';
import { readStatistics } from '../db/project-statistics.ts';
import { isTokenInForce } from '../db/personal-tokens.ts';
import { isSignedIn } from '../db/sessions.ts';
import { findStoredObject } from '../db/study-objects.ts';
import { findUserById, type UserRow } from '../db/users.ts';
import { FILES_PER_MINUTE } from '../limits.ts';
import { byteRange } from '../objects/byte-range.ts';
import { FILES_PREFIX, type Grant } from '../objects/signed-url.ts';
import { storedName } from '../statistics/for-reader.ts';
import { listedFiles } from '../reviews/listed-files.ts';
import type { ImageServices } from './services.ts';
import { teamList } from '../reviews/team-list.ts';

/** Stored objects never change. */
const OBJECT_CACHE = 'private, max-age=31536000, immutable';

const LIMITED = { config: { rateLimit: { max: FILES_PER_MINUTE, timeWindow: 60_000 } } };

/** A grant, and the person it was given to. Addresses are signed only for projects that a token includes. */
type Reading = Grant & { user: UserRow; projects: null };

/** A request for a file by a signed address that is valid. */
interface Asked {
  key: string;
  reading: Reading;
  request: FastifyRequest;
  reply: FastifyReply;
}

const SENDERS: Readonly<Record<string, (services: ImageServices, asked: Asked) => Promise<FastifyReply>>> = {
  object: sendObject,
  export: sendExport,
  statistics: sendStatistics,
  listing: sendListing,
};

/** Serves what signed addresses lead to, as long as their user is a member of the project and holds the role they were given to. */
export function signedFileRoutes(app: FastifyInstance, services: ImageServices): void {
  for (const [kind, send] of Object.entries(SENDERS))
    app.get<{ Params: { key: string }; Querystring: Record<string, unknown> }>(
      `${FILES_PREFIX}${kind}/:key`,
      LIMITED,
      async (request, reply) => {
        const { key } = request.params;
        return send(services, { key, reading: await readingOf(services, `${kind}/${key}`, request.query), request, reply });
      },
    );
  app.get<{ Params: { '*': string }; Querystring: Record<string, unknown> }>(`${FILES_PREFIX}json/*`, LIMITED, async (request, reply) => {
    const key = request.params['*'];
    return sendJson(services, { key, reading: await readingOf(services, `json/${key}`, request.query), request, reply });
  });
}

async function readingOf(services: ImageServices, target: string, signed: Record<string, unknown>): Promise<Reading> {
  const { query } = services.db;
  const grant = services.signer.verify(target, signed, services.now());
  if (grant === null) throw forbidden('This address is not valid or has ended');
  const asked = [query, grant.signIn, grant.userId, services.now()] as const;
  if (!(await isSignedIn(...asked)) && !(await isTokenInForce(...asked))) throw forbidden('This address has ended with the sign-in');
  const user = await findUserById(query, grant.userId);
  if (user === null) throw forbidden('Not a member of this project');
  // The role it was given to is looked up too: an address ends when the role is revoked.
  const reading = { ...grant, user, projects: null };
  await projectById(services, reading, grant.projectId);
  return reading;
}

const common = (reply: FastifyReply): FastifyReply =>
  reply.header('x-content-type-options', 'nosniff').header('content-disposition', 'attachment');

async function sendObject({ db, objects }: ImageServices, { key, reading, request, reply }: Asked): Promise<FastifyReply> {
  const stored = await findStoredObject(db.query, key);
  if (stored === null) throw notFound('key', 'No such object');
  if (!(await objects.wasSound(key))) throw new Damage(`The stored object ${key} is damaged or missing`);
  const as = { type: stored.media_type, cacheControl: OBJECT_CACHE, disposition: 'attachment' };
  const address = await objects.presigned(key, as, reading.expiresAt);
  // The grant is looked at every time; what it leads to may be kept.
  if (address !== null) return common(reply).header('cache-control', 'private, no-cache').redirect(address, 302);
  const range = byteRange(request.headers.range, stored.size_bytes);
  common(reply).type(stored.media_type).header('accept-ranges', 'bytes').header('cache-control', OBJECT_CACHE).header('etag', `"${key}"`);
  if (range.kind === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${stored.size_bytes}`).send('');
  if (request.headers['if-none-match'] === `"${key}"` && range.kind === 'all') return reply.code(304).send();
  if (range.kind === 'piece') {
    reply
      .code(206)
      .header('content-range', `bytes ${range.start}-${range.end}/${stored.size_bytes}`)
      .header('content-length', range.end - range.start + 1);
    return reply.send(objects.read(key, range));
  }
  return reply.header('content-length', stored.size_bytes).send(objects.read(key));
}

async function sendJson(services: ImageServices, { key, reading, reply }: Asked): Promise<FastifyReply> {
  if (key !== TEAM_LIST) throw notFound('key', 'No such file');
  const { user, role, signIn } = reading;
  const access = await projectById(services, reading, reading.projectId);
  const sign = (sha256: string): string =>
    services.signer.sign({ target: `object/${sha256}`, userId: user.id, projectId: access.id, role, signIn }, services.now()).url;
  return common(reply)
    .type('application/json; charset=utf-8')
    .header('cache-control', 'private, no-cache')
    .send(JSON.stringify(await teamList(services, access, sign)));
}

async function sendExport({ db, exports }: ImageServices, { key, reply }: Asked): Promise<FastifyReply> {
  const job = await findJob(db.query, key);
  const archive = job?.state === 'finished' ? await exports.archive(key) : null;
  if (archive === null) throw notFound('key', 'This export is no longer kept. Run it again');
  return common(reply)
    .type('application/zip')
    .header('content-disposition', `attachment; filename="${key}.zip"`)
    .header('cache-control', 'private, no-store')
    .header('content-length', archive.size)
    .send(archive.read());
}

async function sendStatistics({ db }: ImageServices, { key, reading: { projectId, role }, reply }: Asked): Promise<FastifyReply> {
  const name = storedName(key, role);
  const content = name === null ? null : await readStatistics(db.query, projectId, name);
  if (content === null) throw notFound('key', 'These statistics are not there. Update them');
  return common(reply)
    .type(key.endsWith('.svg') ? 'image/svg+xml' : 'application/json; charset=utf-8')
    .header('cache-control', 'private, no-cache')
    .send(content);
}

async function sendListing(services: ImageServices, { key, reading, reply }: Asked): Promise<FastifyReply> {
  const access = await projectById(services, reading, reading.projectId);
  const study = await studyIn(services, access, key, 'key');
  const files = await listedFiles(services, reading, access, study.id, 'key');
  return common(reply)
    .type('application/json; charset=utf-8')
    .header('cache-control', 'private, no-cache')
    .send(JSON.stringify(files.map((file) => studyFileOf(file, new Set()))));
}
