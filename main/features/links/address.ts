// Decides which addresses belong to the public internet. Pure but for the list of this machine's own addresses.

import { BlockList, isIP } from 'node:net';
import { networkInterfaces } from 'node:os';

/** What IANA's registry of special purposes keeps from the public, and what clouds answer on inside. */
const special4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // Azure's agent for virtual machines: a public number that only they reach.
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];

/** Parts of 2000::/3 that are not public, or that carry an IPv4 address: protocol assignments with Teredo, documentation, 6to4. */
const special6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3ffe::', 16],
  ['3fff::', 20],
];

const reserved = new BlockList();
for (const [network, prefix] of special4) reserved.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of special6) reserved.addSubnet(network, prefix, 'ipv6');

/**
 * All of IPv6 that is given out. Whatever lies outside is refused without being named: loopback, link-local, site-local,
 * unique local, multicast, discard, and the ways to write an IPv4 address (mapped, compatible, translated, NAT64).
 */
const unicast6 = new BlockList();
unicast6.addSubnet('2000::', 3, 'ipv6');

/** The addresses of this machine's own interfaces. */
export function ownAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((addresses) => (addresses ?? []).map(({ address }) => address));
}

/**
 * Whether an address (as numbers, without brackets) is on the public internet. An address of this machine is not, as
 * its own services may trust it; `own` lists those. False for what is no address.
 */
export function isPublicAddress(address: string, own: readonly string[] = ownAddresses()): boolean {
  const family = isIP(address);
  // A zone names an interface of this machine.
  if (family === 0 || address.includes('%')) return false;
  const kind = family === 4 ? 'ipv4' : 'ipv6';
  if (kind === 'ipv6' && !unicast6.check(address, kind)) return false;
  return !reserved.check(address, kind) && !listed(own).check(address, kind);
}

function listed(addresses: readonly string[]): BlockList {
  const list = new BlockList();
  for (const address of addresses) {
    const family = isIP(address);
    if (family !== 0 && !address.includes('%')) list.addAddress(address, family === 4 ? 'ipv4' : 'ipv6');
  }
  return list;
}
