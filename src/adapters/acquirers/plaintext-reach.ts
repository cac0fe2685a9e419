/**
 * Limits the reach of connections without TLS. Messages contain card numbers and security codes, which a plain
 * connection exposes to the network.
 */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** LOOPBACK: only this machine. PRIVATE_NETWORK: also networks to which the internet routes no packets. */
export type PlaintextReach = 'LOOPBACK' | 'PRIVATE_NETWORK';

/** The ranges of RFC 1918 and RFC 4193. 100.64.0.0/10 is not included, because a carrier's customers share it. */
const RANGES: Readonly<Record<PlaintextReach, readonly string[]>> = {
  LOOPBACK: ['loopback'],
  PRIVATE_NETWORK: ['loopback', 'private', 'uniqueLocal'],
};

/** @param address an IP address as a socket reports it; a host name is not within reach */
export function isWithinReach(reach: PlaintextReach, address: string): boolean {
  // Addresses with a zone, which identifies a network interface of this machine, are refused.
  return isIP(address) !== 0 && !address.includes('%') && RANGES[reach].includes(ipaddr.process(address).range());
}
