/**
 * Finds the address that a request comes from. Behind a trusted proxy (`TRUSTED_PROXIES`) it is the one that the proxy
 * names in `Forwarded` (RFC 7239) or `X-Forwarded-For`. Anybody else could write those headers, so they count from
 * trusted proxies alone, and each entry only if the one after it was written by a trusted proxy too.
 */
import type { IncomingMessage } from 'node:http';
import { type BlockList, isIP, isIPv6 } from 'node:net';

/** Entries that are read, from the last on: no real chain of proxies is longer. */
const HOPS_MAX = 20;
/** `for=192.0.2.43`, `For="[2001:db8::17]:4711"` of one element of `Forwarded`. */
const FORWARDED_FOR = /(?:^|;)\s*for\s*=\s*(?:"([^"]*)"|([^;\s]*))/i;
/** An address with or without a port: `192.0.2.43:47011`, `[2001:db8::17]:4711`. */
const NODE = /^(?:\[([0-9a-f:.]+)\](?::\d+)?|([0-9.]+)(?::\d+)?|([0-9a-f:.]+))$/i;

export function clientAddress({ headers, socket }: IncomingMessage, proxies: BlockList): string {
  const peer = withoutZone(socket.remoteAddress ?? '');
  if (!isTrusted(peer, proxies)) {
    return peer;
  }
  const forwarded = listOf(headers.forwarded).map((element) => {
    const [, quoted, plain] = FORWARDED_FOR.exec(element) ?? [];
    return quoted ?? plain ?? '';
  });
  const named = [forwarded, listOf(headers['x-forwarded-for'])].filter((list) => list.length > 0);
  const clients = new Set(named.map((list) => firstUntrusted(list, peer, proxies)));
  // A proxy writes one of the headers and may pass the other one on as the caller sent it. If they differ, which of
  // them the proxy wrote is unknown, and neither counts.
  return clients.size === 1 ? [...clients][0]! : peer;
}

/** @param list the addresses that the proxies on the way saw, the nearest proxy's last */
function firstUntrusted(list: readonly string[], peer: string, proxies: BlockList): string {
  let client = peer;
  for (const entry of list.slice(-HOPS_MAX).reverse()) {
    const address = addressIn(entry);
    // `unknown`, a made-up name or nonsense: the proxy that wrote it is as far as is known.
    if (address === undefined) {
      return client;
    }
    client = address;
    if (!isTrusted(client, proxies)) {
      return client;
    }
  }
  return client;
}

function addressIn(entry: string): string | undefined {
  const [, bracketed, v4, v6] = NODE.exec(entry) ?? [];
  const address = bracketed ?? v4 ?? v6 ?? '';
  return isIP(address) === 0 ? undefined : address;
}

function listOf(header: string | string[] | undefined): string[] {
  const text = Array.isArray(header) ? header.join(',') : (header ?? '');
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** @param address without a zone */
export function isTrusted(address: string, proxies: BlockList): boolean {
  return address !== '' && proxies.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/** A zone (`%eth0`) names a network interface, and is no part of the address. */
export function withoutZone(address: string): string {
  return address.split('%', 1)[0] ?? '';
}
