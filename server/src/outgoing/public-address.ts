import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import { BlockList, isIP } from 'node:net';
import type { Outgoing } from './begin-request.ts';

/** Networks that are not the public Internet (IANA special-purpose address registries, RFC 6890). */
const NOT_PUBLIC_4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const;

/** Global unicast addresses of IPv6 (RFC 4291, 2.4): all others are not public. */
const GLOBAL_6 = ['2000::', 3] as const;
/** Special networks among them: IETF protocols with Teredo, documentation, and 6to4, which contains addresses of IPv4. */
const NOT_PUBLIC_6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const;

const notPublic = new BlockList();
for (const [network, prefix] of NOT_PUBLIC_4) notPublic.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of NOT_PUBLIC_6) notPublic.addSubnet(network, prefix, 'ipv6');
const global6 = new BlockList();
global6.addSubnet(...GLOBAL_6, 'ipv6');

/** Whether an IP address is one of the public Internet: neither private nor of this computer, link or network. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !notPublic.check(address, 'ipv4');
    case 6:
      return global6.check(address, 'ipv6') && !notPublic.check(address, 'ipv6');
    default:
      return false;
  }
}

/** A host whose address is not public. */
export class NotPublic extends Error {
  constructor(readonly address: string) {
    super('The address is not public');
  }
}

/** Looks a name up as the system does. */
export type Resolve = (
  hostname: string,
  options: { all: true; family?: number | 'IPv4' | 'IPv6'; hints?: number },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * A lookup for connections that refuses names with an address that is not public, where `mustBePublic`. The connection uses the
 * addresses that were checked here: a name that leads elsewhere a moment later (DNS rebinding) changes nothing. Node does not
 * look up a literal address.
 */
export const checkedLookup =
  (mustBePublic: boolean, resolve: Resolve = systemLookup): NonNullable<Outgoing['lookup']> =>
  (hostname, { family, hints, all }, done) => {
    const asked = { all: true as const, ...(family === undefined ? {} : { family }), ...(hints === undefined ? {} : { hints }) };
    resolve(hostname, asked, (error, addresses) => {
      const inside = error === null && mustBePublic ? addresses.find(({ address }) => !isPublicAddress(address)) : undefined;
      const failure = error ?? (inside === undefined ? null : new NotPublic(inside.address));
      const [first] = addresses ?? [];
      if (all === true) done(failure, addresses ?? []);
      else done(failure, first?.address ?? '', first?.family);
    });
  };
