/**
 * How far a connection without TLS may reach. Messages carry card numbers and security codes, and a plain connection
 * shows them to whoever sees the network.
 */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Nothing but this machine; or the networks that no packet of the internet is routed to as well. */
export type PlaintextReach = 'LOOPBACK' | 'PRIVATE_NETWORK';

/** RFC 1918 and RFC 4193. Not 100.64.0.0/10, which a carrier shares among its customers. */
const RANGES: Readonly<Record<PlaintextReach, readonly string[]>> = {
  LOOPBACK: ['loopback'],
  PRIVATE_NETWORK: ['loopback', 'private', 'uniqueLocal'],
};

/** @param address as a socket gives it; a name is within nothing */
export function isWithin(reach: PlaintextReach, address: string): boolean {
  // A zone names an interface of this machine.
  return isIP(address) !== 0 && !address.includes('%') && RANGES[reach].includes(ipaddr.process(address).range());
}
