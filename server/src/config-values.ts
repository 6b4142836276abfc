import { isIP } from 'node:net';

/** Names of networks that the trust of proxies knows (proxy-addr). */
const NETWORKS = new Set(['loopback', 'linklocal', 'uniquelocal']);
const MAX_PREFIX = { 4: 32, 6: 128 } as const;

/** Why a text is no address of a proxy; null when it is an address, a network such as 10.0.0.0/8, or loopback, linklocal, uniquelocal. */
export function proxyFault(text: string): string | null {
  if (NETWORKS.has(text)) return null;
  const [address = '', prefix, ...more] = text.split('/');
  const version = isIP(address);
  const isNetwork =
    prefix === undefined || (/^[0-9]{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? MAX_PREFIX[4] : MAX_PREFIX[6]));
  if (version !== 0 && isNetwork && more.length === 0) return null;
  return `"${text}" is no IP address or network; a name is not looked up. Write for example "172.18.0.5", "10.0.0.0/8" or "loopback"`;
}

/** Why a text is no origin; null for scheme, host and port as browsers write them. */
export function originFault(text: string): string | null {
  const origin = URL.canParse(text) ? new URL(text).origin : null;
  if (origin === text && /^https?:/.test(text)) return null;
  return `"${text}" is no origin${origin === null || origin === 'null' ? '' : `; is ${origin} meant?`}. Write scheme, host and port alone, for example "https://echo.example.org"`;
}

/** Why a text is no address of a web page or service; null when it is. */
export function addressFault(text: string): string | null {
  const url = URL.canParse(text) && !/\s/.test(text) ? new URL(text) : null;
  return url !== null && /^https?:$/.test(url.protocol) ? null : `"${text}" is no address that begins with http:// or https://`;
}

/** Why a text is no host to listen on; null for an IP address or a host name (RFC 1123). */
export function hostFault(text: string): string | null {
  const isName = text.length <= 253 && text.split('.').every((part) => /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i.test(part));
  return isIP(text) !== 0 || (isName && !/^[0-9.]+$/.test(text)) ? null : `"${text}" is neither an IP address nor a host name`;
}

/** Why a text names no PostgreSQL database; null when it does. The text may hold a password and is not repeated. */
export function databaseFault(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  const fits =
    (url !== null && /^postgres(ql)?:$/.test(url.protocol) && url.pathname.length > 1) || /^postgres(ql)?:\/\/[^/]*@\/[^?]+\?/.test(text);
  return fits ? null : 'it is no address of a PostgreSQL database. Write postgres://USER:PASSWORD@HOST:PORT/DATABASE';
}
