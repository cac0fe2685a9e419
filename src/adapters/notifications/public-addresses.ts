/** Limits notifications to addresses of the public internet. */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Global unicast, RFC 4291. Other prefixes are unused or not public. */
const GLOBAL = ipaddr.IPv6.parse('2000::');
const GLOBAL_BITS = 3;

/** The address of Azure's internal service for its machines, which is within a public range. */
const AZURE = '168.63.129.16';

/** @param address the IP address in the form that a socket or a name server reports; any other text is not public */
export function isPublic(address: string): boolean {
  const parsed = parse(address);
  // Addresses that embed another address (mapped, NAT64, 6to4, Teredo) have their own ranges in ipaddr.js, so they are
  // not public.
  if (parsed?.range() !== 'unicast' || address === AZURE) {
    return false;
  }
  return parsed.kind() === 'ipv4' || (parsed as ipaddr.IPv6).match(GLOBAL, GLOBAL_BITS);
}

/** @param address the IP address in the form that a socket or a name server reports */
export function isLoopback(address: string): boolean {
  return parse(address)?.range() === 'loopback';
}

/**
 * Accepts one notation only: `net.connect` would resolve others, such as 134744072, as a name again. A zone identifies
 * a network interface of this machine.
 */
function parse(address: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  return isIP(address) !== 0 && !address.includes('%') ? ipaddr.parse(address) : undefined;
}
