import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { checkedLookup, isPublicAddress, NotPublic } from './public-address.ts';

// Addresses of public services, and borders of the networks in the IANA special-purpose address registries.
it.each(['1.1.1.1', '8.8.8.8', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '126.255.255.255', '172.15.255.255'])(
  '%s is public',
  (address) => expect(isPublicAddress(address)).toBe(true),
);
it.each(['172.32.0.0', '192.167.255.255', '192.169.0.0', '223.255.255.255', '2606:4700:4700::1111', '2001:4860:4860::8888'])(
  '%s is public',
  (address) => expect(isPublicAddress(address)).toBe(true),
);
it.each([
  ['0.0.0.0', 'this computer'],
  ['10.0.0.0', 'private'],
  ['10.255.255.255', 'private'],
  ['100.64.0.1', 'shared'],
  ['127.0.0.1', 'loopback'],
  ['127.255.255.254', 'loopback'],
  ['169.254.169.254', 'link-local: metadata of clouds'],
  ['172.16.0.1', 'private'],
  ['172.31.255.255', 'private'],
  ['192.168.1.1', 'private'],
  ['198.18.0.1', 'benchmarks'],
  ['224.0.0.1', 'multicast'],
  ['255.255.255.255', 'broadcast'],
  ['::', 'this computer'],
  ['::1', 'loopback'],
  ['::ffff:127.0.0.1', 'IPv4 in IPv6'],
  ['::ffff:8.8.8.8', 'IPv4 in IPv6'],
  ['64:ff9b::a00:1', '10.0.0.1 by NAT64'],
  ['fc00::1', 'unique local'],
  ['fdff::1', 'unique local'],
  ['fe80::1', 'link-local'],
  ['ff02::1', 'multicast'],
  ['2001::1', 'Teredo'],
  ['2001:db8::1', 'documentation'],
  ['2002:a00:1::', '10.0.0.1 by 6to4'],
  ['localhost', 'no address'],
])('%s is not public (%s)', (address) => expect(isPublicAddress(address)).toBe(false));

/** The error of a connection whose name leads to these addresses. */
const failureAt = (addresses: readonly string[]): Promise<unknown> =>
  new Promise((resolve) => {
    const lookup = checkedLookup(true, (_name, _options, done) =>
      done(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      ),
    );
    connect({ host: 'hooks.example.org', port: 9, lookup }).once('error', resolve);
  });

it.each([[['127.0.0.1']], [['::1']], [['8.8.8.8', '10.0.0.1']], [['fe80::1', '1.1.1.1']]])(
  'a name that leads to %j is not connected to',
  async (addresses) => expect(await failureAt(addresses)).toBeInstanceOf(NotPublic),
);
