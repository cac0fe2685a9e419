/**
 * Finds the address that a request comes from. Behind a trusted proxy (`TRUSTED_PROXIES`) it is the one that the proxy
 * names in `Forwarded` (RFC 7239) or `X-Forwarded-For`. Anybody else could write those headers, so they count from
 * trusted proxies alone, and each entry only if the one after it was written by a trusted proxy too.
 */
import type { IncomingMessage } from 'node:http';
import { type BlockList, isIP, isIPv6, SocketAddress } from 'node:net';

/** Entries that are read, from the last on: no real chain of proxies is longer. */
const HOPS_MAX = 20;
/**
 * One `name=value` of `Forwarded`, with what ends it: `;` before the next pair, `,` before the next element. The value
 * may be quoted, and then have both in it. Elements may be empty. Each part takes the blanks behind it: no two runs of
 * them meet, so that each header is read in one pass.
 */
const FORWARDED_PAIR = /(?:([^\s"=,;]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"\s*|([^\s",;]+)\s*)?)?([;,]|$)\s*/y;
/** `::ffff:192.0.2.1` is 192.0.2.1. */
const IPV4_IN_IPV6 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
/** An address with or without a port: `192.0.2.43:47011`, `[2001:db8::17]:4711`. */
const NODE = /^(?:\[([0-9a-f:.]+)\](?::\d+)?|([0-9.]+)(?::\d+)?|([0-9a-f:.]+))$/i;

/** Where a request comes from. */
export interface Origin {
  readonly address: string;
  /** What a trusted proxy's two headers named, where they differ: for the log alone. */
  readonly claimed?: readonly string[];
}

export function originOf({ headers, socket }: IncomingMessage, proxies: BlockList): Origin {
  const peer = withoutZone(socket.remoteAddress ?? '');
  if (!isListed(peer, proxies)) {
    return { address: peer };
  }
  const named = [forwardedFor(headers.forwarded ?? ''), listOf(headers['x-forwarded-for'])];
  const clients = new Set(named.filter((list) => list.length > 0).map((list) => firstUntrusted(list, peer, proxies)));
  // A proxy writes one of the headers and may pass the other one on as the caller sent it. If they differ, which of
  // them the proxy wrote is unknown, and neither counts.
  return clients.size > 1 ? { address: peer, claimed: [...clients] } : { address: [...clients][0] ?? peer };
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
    if (!isListed(client, proxies)) {
      return client;
    }
  }
  return client;
}

/** In the one form that each address has, so that two proxies' ways of writing it are equal. */
function addressIn(entry: string): string | undefined {
  const [, bracketed, v4, v6] = NODE.exec(entry) ?? [];
  const address = bracketed ?? v4 ?? v6 ?? '';
  if (isIP(address) !== 6) {
    return isIP(address) === 0 ? undefined : address;
  }
  const normal = new SocketAddress({ address, family: 'ipv6' }).address;
  return IPV4_IN_IPV6.exec(normal)?.[1] ?? normal;
}

/** @returns the `for` of each element; an empty text where it has none, or where what the header says is unclear */
function forwardedFor(header: string): string[] {
  const trimmed = header.trimStart();
  const found: string[] = [];
  let element: string[] = [];
  let isEmpty = true;
  FORWARDED_PAIR.lastIndex = 0;
  for (;;) {
    const pair = FORWARDED_PAIR.exec(trimmed);
    if (pair === null) {
      // A quote that does not end may hide what the proxy wrote behind it.
      return [''];
    }
    const [, name, quoted, plain = '', end] = pair;
    isEmpty &&= name === undefined;
    if (name?.toLowerCase() === 'for') {
      element.push(quoted?.replace(/\\(.)/g, '$1') ?? plain);
    }
    if (end !== ';') {
      if (!isEmpty) {
        found.push(element.length === 1 ? element[0]! : '');
      }
      [element, isEmpty] = [[], true];
    }
    if (end === '') {
      return found;
    }
  }
}

function listOf(header: string | string[] | undefined): string[] {
  const text = Array.isArray(header) ? header.join(',') : (header ?? '');
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** @param address without a zone; of a closed socket there is none */
export function isListed(address: string, list: BlockList): boolean {
  return address !== '' && list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/** A zone (`%eth0`) names a network interface, and is no part of the address. */
export function withoutZone(address: string): string {
  return address.split('%', 1)[0] ?? '';
}
