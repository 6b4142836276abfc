import { isIP } from 'node:net';
import path from 'node:path';

/** Names of networks that the trust of proxies knows (proxy-addr). */
const NETWORKS = new Set(['loopback', 'linklocal', 'uniquelocal']);
const MAX_PREFIX = { 4: 32, 6: 128 } as const;

/**
 * The reason why a text is not an address of a proxy; null when it is an address, a network such as 10.0.0.0/8, or loopback, linklocal,
 * uniquelocal.
 */
export function proxyFault(text: string): string | null {
  if (NETWORKS.has(text)) return null;
  const [address = '', prefix, ...more] = text.split('/');
  const version = isIP(address);
  const isNetwork =
    prefix === undefined || (/^[0-9]{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? MAX_PREFIX[4] : MAX_PREFIX[6]));
  if (version !== 0 && isNetwork && more.length === 0) return null;
  return `"${text}" is not an IP address or network; names are not looked up. Write for example "172.18.0.5", "10.0.0.0/8" or "loopback"`;
}

/** A name, also one of a container with an underscore, or an address; no pattern such as `*`, as hosts are compared letter for letter. */
const isHostOf = ({ hostname }: URL): boolean => /^[\w.-]+$/.test(hostname) || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;

const hostPatternFault = (text: string, { hostname }: URL): string =>
  `"${text}" has no host: ${hostname} is neither a name nor an IP address. Patterns are not supported`;

/** The reason why a text is not an origin; null for scheme, host and port as browsers write them. */
export function originFault(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url !== null && !isHostOf(url)) return hostPatternFault(text, url);
  const origin = url?.origin ?? null;
  if (origin === text && /^https?:/.test(text)) return null;
  return `"${text}" is not an origin${origin === null || origin === 'null' ? '' : `; is ${origin} meant?`}. Write scheme, host and port only, for example "https://echo.example.org"`;
}

/** The reason why a text is not the address of a web page or service; null when it is. */
export function addressFault(text: string): string | null {
  const url = URL.canParse(text) && !/\s/.test(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) return `"${text}" is not an address that begins with http:// or https://`;
  return isHostOf(url) ? null : hostPatternFault(text, url);
}

/**
 * The reason why a text is not a folder to import from; null for an absolute path outside of the workspace. Its disk may be
 * mounted later.
 */
export function importFolderFault(text: string, workspace: string): string | null {
  if (!path.isAbsolute(text)) return `"${text}" is not an absolute path`;
  const [place, own] = [path.resolve(text), path.resolve(workspace)];
  const holds = (outer: string, inner: string): boolean =>
    inner === outer || inner.startsWith(outer.endsWith(path.sep) ? outer : outer + path.sep);
  return holds(own, place) || holds(place, own) ? `"${text}" contains the workspace, or is inside it` : null;
}

const THIS_COMPUTER = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * The reason why a text is not an address of a PACS; null for http(s) without account, query or fragment, encrypted unless
 * configured otherwise.
 */
export function pacsFault(text: string, mustEncrypt: boolean): string | null {
  const fault = addressFault(text);
  if (fault !== null) return fault;
  const url = new URL(text);
  if (url.username !== '' || url.password !== '')
    return 'the address holds an account. Name it in user, and its password in the environment';
  if (url.search !== '' || url.hash !== '') return `"${text}" has something after its path. Write the root of its DICOMweb services only`;
  if (mustEncrypt && url.protocol === 'http:' && !THIS_COMPUTER.has(url.hostname))
    return `"${text}" is not encrypted: images of patients would be open to the network. Use https, or set "require_tls": false if the network is closed`;
  return null;
}

/** The reason why a text is not a host to listen on; null for an IP address or a host name (RFC 1123). */
export function hostFault(text: string): string | null {
  const isName = text.length <= 253 && text.split('.').every((part) => /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i.test(part));
  return isIP(text) !== 0 || (isName && !/^[0-9.]+$/.test(text)) ? null : `"${text}" is neither an IP address nor a host name`;
}

/** Why a text names no PostgreSQL database; null when it does. The text may hold a password and is not repeated. */
export function databaseFault(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  const fits =
    (url !== null && /^postgres(ql)?:$/.test(url.protocol) && url.pathname.length > 1) || /^postgres(ql)?:\/\/[^/]*@\/[^?]+\?/.test(text);
  return fits ? null : 'it is not an address of a PostgreSQL database. Write postgres://USER:PASSWORD@HOST:PORT/DATABASE';
}
