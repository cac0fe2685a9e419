/** Address ranges that are not routed on the internet. */
import { BlockList } from 'node:net';
import { isListed, withoutZone } from './client-address.ts';

/** Loopback, private and link-local ranges: RFC 1122, 1918, 3927, 4193 and 4291. */
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

const LOOPBACK = [
  ['127.0.0.0', 8, 'ipv4'],
  ['::1', 128, 'ipv6'],
] as const;

const [privateNetworks, loopback] = [listOf(PRIVATE_NETWORKS), listOf(LOOPBACK)];

function listOf(networks: readonly (readonly [address: string, prefix: number, family: 'ipv4' | 'ipv6'])[]): BlockList {
  const list = new BlockList();
  for (const [address, prefix, family] of networks) {
    list.addSubnet(address, prefix, family);
  }
  return list;
}

/** @param remoteAddress the socket's remote address, possibly IPv4 in IPv6 form or with a zone */
export function isPrivate(remoteAddress = ''): boolean {
  return isListed(withoutZone(remoteAddress), privateNetworks);
}

/** @param address the caller's IP address, possibly IPv4 in IPv6 form or with a zone */
export function isThisMachine(address: string): boolean {
  return isListed(withoutZone(address), loopback);
}
