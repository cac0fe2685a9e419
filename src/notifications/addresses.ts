/** Which addresses of the network a notification may be sent to: out in the public internet, and nowhere else. */
import ipaddr from 'ipaddr.js';

/** Global unicast, RFC 4291: what else begins otherwise is of no use, or not public. */
const GLOBAL = ipaddr.IPv6.parse('2000::');
const GLOBAL_BITS = 3;

/** @param address as a socket or a name server has it; anything else is not public */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  // Of those that carry one address within another (mapped, NAT64, 6to4, Teredo) each has a range of its own.
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || (parsed as ipaddr.IPv6).match(GLOBAL, GLOBAL_BITS);
}

/** @param address as a socket or a name server has it */
export function isLoopback(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.parse(address).range() === 'loopback';
}
