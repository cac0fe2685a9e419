/**
 * Limits the reach of connections without TLS. Messages contain card numbers and security codes, which a plain
 * connection exposes to the network.
 */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** LOOPBACK: only this machine. PRIVATE_NETWORK: also networks to which the internet routes no packets. */
export type PlaintextReach = 'LOOPBACK' | 'PRIVATE_NETWORK';

/** RFC 1918 and RFC 4193. Without 100.64.0.0/10, which a carrier shares among its customers. */
const RANGES: Readonly<Record<PlaintextReach, readonly string[]>> = {
  LOOPBACK: ['loopback'],
  PRIVATE_NETWORK: ['loopback', 'private', 'uniqueLocal'],
};

/** @param address as a socket reports it; false for a host name */
export function isWithinReach(reach: PlaintextReach, address: string): boolean {
  // A zone identifies a network interface of this machine.
  return isIP(address) !== 0 && !address.includes('%') && RANGES[reach].includes(ipaddr.process(address).range());
}
