import { isIP } from 'node:net';
import { MAX_WEBHOOK_URL } from '@echometry/contract/records/webhook.ts';
import { Strict } from '@echometry/contract/records/strict.ts';
import { type Static, Type } from 'typebox';

/** A host that webhooks may be sent to. */
export const WebhookHost = Strict({
  /** Name or IP address, without a port. */
  host: Type.String({ minLength: 1, maxLength: 253 }),
  /** False lets what is sent travel without TLS; true unless given. */
  require_tls: Type.Optional(Type.Boolean()),
  /** True lets it be in a private network or this computer; false unless given. */
  private_addresses: Type.Optional(Type.Boolean()),
});
export type WebhookHost = Static<typeof WebhookHost>;

export interface WebhookSettings {
  /** Without any, webhooks are off. */
  webhookHosts: readonly WebhookHost[];
}

/** The setting in config.json. */
export const WEBHOOK_HOSTS = 'webhook_hosts';

/** The reason why a text is not a host; null when it is a name or an IP address as addresses write it. */
export function webhookHostFault(text: string): string | null {
  const url = URL.canParse(`https://${text}/`) ? new URL(`https://${text}/`) : null;
  const isHost = url !== null && url.hostname === text && (/^[a-z0-9.-]+$/.test(text) || isIP(text.replace(/^\[|\]$/g, '')) !== 0);
  return isHost ? null : `"${text}" is not a host. Write a name in lower case or an IP address, without https:// and port`;
}

/** The entry of the configuration that allows an address; undefined when there is none. */
const entryOf = (url: URL, hosts: readonly WebhookHost[]): WebhookHost | undefined => hosts.find(({ host }) => host === url.hostname);

/** An address with the entry of the configuration that allows it. */
export interface AllowedUrl {
  url: URL;
  host: WebhookHost;
}

/** Reads the address of a webhook. @returns a sentence where it may not be sent to */
export function allowedUrl(text: string, hosts: readonly WebhookHost[]): AllowedUrl | string {
  if (hosts.length === 0) return `Webhooks are off: ${WEBHOOK_HOSTS} in config.json names no host.`;
  const url = URL.canParse(text) && text.length <= MAX_WEBHOOK_URL && !/\s/.test(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) return 'Write an address that begins with https://';
  if (url.username !== '' || url.password !== '')
    return 'Leave user and password out of the address: the receiver checks the signature instead.';
  if (url.hash !== '') return 'Leave out the part after #: it is not sent.';
  const host = entryOf(url, hosts);
  if (host === undefined) return `${url.hostname} is not among the hosts in ${WEBHOOK_HOSTS} of config.json.`;
  if (url.protocol === 'http:' && host.require_tls !== false)
    return `Use https: for ${url.hostname}, ${WEBHOOK_HOSTS} in config.json does not allow http.`;
  return { url, host };
}
