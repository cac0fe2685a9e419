/** Which addresses of the network a notification may be sent to: out in the public internet, and nowhere else. */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Global unicast, RFC 4291: what else begins otherwise is of no use, or not public. */
const GLOBAL = ipaddr.IPv6.parse('2000::');
const GLOBAL_BITS = 3;

/** Public by its number: Azure's own service to its machines. */
const AZURE = '168.63.129.16';

/** @param address as a socket or a name server has it; anything else is not public */
export function isPublic(address: string): boolean {
  const parsed = parse(address);
  // Of those that carry one address within another (mapped, NAT64, 6to4, Teredo) each has a range of its own.
  if (parsed?.range() !== 'unicast' || address === AZURE) {
    return false;
  }
  return parsed.kind() === 'ipv4' || (parsed as ipaddr.IPv6).match(GLOBAL, GLOBAL_BITS);
}

/** @param address as a socket or a name server has it */
export function isLoopback(address: string): boolean {
  return parse(address)?.range() === 'loopback';
}

/**
 * One spelling only: what `net.connect` takes for a name, as 134744072, would be looked up once more; and a zone is of
 * this machine's own.
 */
function parse(address: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  return isIP(address) !== 0 && !address.includes('%') ? ipaddr.parse(address) : undefined;
}
