import { BlockList, isIPv4, isIPv6 } from 'node:net';

export type AddressKind =
  | 'public'
  /** This computer, or a network that is not the internet. */
  | 'private'
  /**
   * Link-local addresses with the metadata services of clouds, multicast, and addresses that lead
   * nowhere.
   */
  | 'special';

const [loopbackAndPrivate, special] = [new BlockList(), new BlockList()];

for (const [network, prefix] of [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const) {
  loopbackAndPrivate.addSubnet(network, prefix, 'ipv4');
}
loopbackAndPrivate.addAddress('::1', 'ipv6');
loopbackAndPrivate.addSubnet('fc00::', 7, 'ipv6');

for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['169.254.0.0', 16],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
  // Metadata services of clouds without a link-local address.
  ['100.100.100.200', 32],
  ['168.63.129.16', 32],
] as const) {
  special.addSubnet(network, prefix, 'ipv4');
}
for (const [network, prefix] of [
  // Such a service for IPv6, within the range of private addresses.
  ['fd00:ec2::254', 128],
  ['fd20:ce::254', 128],
  // Parts of the public range with other addresses or none: Teredo and others, 6to4, examples.
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  special.addSubnet(network, prefix, 'ipv6');
}

const global6 = new BlockList();
global6.addSubnet('2000::', 3, 'ipv6');

/**
 * Prefixes with which networks without IPv4 reach the rest of the internet. The last 32 bits are
 * the IPv4 address.
 */
const translated = new BlockList();
translated.addSubnet('64:ff9b::', 96, 'ipv6');

/**
 * The kind of destination that an address leads to, based only on its number. An address that is
 * not known to be public does not count as public.
 */
export function addressKind(address: string): AddressKind {
  if (isIPv4(address)) {
    if (special.check(address, 'ipv4')) return 'special';
    return loopbackAndPrivate.check(address, 'ipv4') ? 'private' : 'public';
  }
  if (!isIPv6(address) || address.includes('%')) return 'special';
  if (translated.check(address, 'ipv6')) return addressKind(lastBits(address));
  // Comes first, because the lists treat an IPv4 address within an IPv6 address as IPv4.
  if (!global6.check(address, 'ipv6')) {
    const isKnown = !special.check(address, 'ipv6') && !isMapped(address);
    return isKnown && loopbackAndPrivate.check(address, 'ipv6') ? 'private' : 'special';
  }
  return special.check(address, 'ipv6') ? 'special' : 'public';
}

const mapped = new BlockList();
mapped.addSubnet('::ffff:0:0', 96, 'ipv6');

function isMapped(address: string): boolean {
  return mapped.check(address, 'ipv6');
}

/** The IPv4 address that an IPv6 one ends with. */
function lastBits(address: string): string {
  // The canonical form has both groups, or leaves them out because they are zero.
  const groups = new URL(`http://[${address}]/`).hostname.slice(1, -1).split(':');
  const [high = 0, low = 0] = groups.slice(-2).map((group) => Number.parseInt(group || '0', 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}
