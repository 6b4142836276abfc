import { randomBytes } from 'node:crypto';
import { WEBHOOK_SECRET_PREFIX } from '@echometry/contract/records/webhook.ts';
import type { SecretBox } from '../workspace/secret-box.ts';
import { SECRET_BYTES } from './limits.ts';

/** Bound to the webhook: a secret copied to another row cannot be opened there. */
const purposeOf = (webhookId: string): string => `webhook ${webhookId}`;

/** A new secret; its bytes as text are the key of the signature. */
export const newWebhookSecret = (): string => WEBHOOK_SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64url');

export const sealWebhookSecret = (secrets: SecretBox, webhookId: string, secret: string): Uint8Array =>
  secrets.seal(purposeOf(webhookId), Buffer.from(secret, 'utf8'));
export const openWebhookSecret = (secrets: SecretBox, webhookId: string, sealed: Uint8Array): string =>
  Buffer.from(secrets.open(purposeOf(webhookId), sealed)).toString('utf8');
