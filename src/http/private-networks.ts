/** Addresses that no stranger on the internet has. */
import { BlockList } from 'node:net';
import { isListed, withoutZone } from './client-address.ts';

/** RFC 1122, 1918, 3927, 4193 and 4291. */
const PRIVATE_NETWORKS = [
  ['127.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['::1', 128, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
] as const;

const privateNetworks = new BlockList();
for (const [address, prefix, family] of PRIVATE_NETWORKS) {
  privateNetworks.addSubnet(address, prefix, family);
}

/**
 * @param remoteAddress of the socket: perhaps an IPv4 address in IPv6 form. A zone names a network interface, and is no
 * part of the address.
 */
export function isPrivate(remoteAddress = ''): boolean {
  return isListed(withoutZone(remoteAddress), privateNetworks);
}
