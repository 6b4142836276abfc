import { createHmac, timingSafeEqual } from 'node:crypto';
import { ROLE_NAMES, type RoleName } from '@echometry/contract/records/role.ts';
import { SIGNED_URL_MS, SIGNED_URL_WINDOW_MS } from '../limits.ts';

/** Content that an address gives access to, and the person. */
export interface Grant {
  /** `object/<sha256>`, `listing/<study id>`, `export/<job id>`, `statistics/<file>` or `json/<file of the project>`. */
  target: string;
  userId: number;
  projectId: number;
  /** Role it was given to: what a listing holds depends on it. */
  role: RoleName;
  /** Hash of the sign-in it was given to: it ends when that person signs out. */
  signIn: string;
  expiresAt: number;
}

export interface UrlSigner {
  /** Path and query, and when it ends. Two calls in one window return the same address. */
  sign(grant: Omit<Grant, 'expiresAt'>, now: number): { url: string; expiresAt: number };
  /** The grant of a path's target and query; null when forged or past its end. */
  verify(target: string, query: Record<string, unknown>, now: number): Grant | null;
}

export const FILES_PREFIX = '/files/';

const wholeNumber = (value: unknown): number | null => (typeof value === 'string' && /^[0-9]{1,15}$/.test(value) ? Number(value) : null);

/** Signs addresses with HMAC-SHA256 under the workspace's key. */
export function urlSigner(key: Uint8Array): UrlSigner {
  const signatureOf = (grant: Grant): Buffer =>
    createHmac('sha256', key)
      .update(['v3', grant.target, grant.userId, grant.projectId, grant.role, grant.signIn, grant.expiresAt].join('\n'))
      .digest();
  return {
    sign(wanted, now) {
      const expiresAt = Math.floor(now / SIGNED_URL_WINDOW_MS) * SIGNED_URL_WINDOW_MS + SIGNED_URL_MS;
      const grant: Grant = { ...wanted, expiresAt };
      const query = new URLSearchParams({
        exp: String(expiresAt),
        uid: String(grant.userId),
        pid: String(grant.projectId),
        rol: grant.role,
        sid: grant.signIn,
        sig: signatureOf(grant).toString('base64url'),
      });
      return { url: `${FILES_PREFIX}${grant.target}?${query.toString()}`, expiresAt };
    },
    verify(target, query, now) {
      const expiresAt = wholeNumber(query['exp']);
      const userId = wholeNumber(query['uid']);
      const projectId = wholeNumber(query['pid']);
      const { sig, sid: signIn } = query;
      const role = ROLE_NAMES.find((name) => name === query['rol']);
      if (expiresAt === null || userId === null || projectId === null || role === undefined) return null;
      if (typeof sig !== 'string' || typeof signIn !== 'string') return null;
      const grant: Grant = { target, userId, projectId, role, signIn, expiresAt };
      const given = Buffer.from(sig, 'base64url');
      const right = signatureOf(grant);
      if (given.length !== right.length || !timingSafeEqual(given, right)) return null;
      return expiresAt > now ? grant : null;
    },
  };
}
