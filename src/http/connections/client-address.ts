/**
 * Finds the client's address. Behind a trusted proxy (`TRUSTED_PROXIES`) it is the one that the proxy names in
 * `Forwarded` (RFC 7239) or `X-Forwarded-For`. Any client can send those headers, so they count only from trusted
 * proxies, and an entry counts only if a trusted proxy wrote the entry after it.
 */
import type { IncomingMessage } from 'node:http';
import { type BlockList, isIP, isIPv6, SocketAddress } from 'node:net';

/** The maximum number of entries that are read, from the last on. Real chains of proxies are shorter. */
const HOPS_MAX = 20;
/**
 * One `name=value` of `Forwarded`, with its terminator: `;` before the next pair, `,` before the next element. A quoted
 * value may contain both. Elements may be empty. Each part consumes the blanks after it, so that blanks are matched in
 * only one way and the header is read in linear time.
 */
const FORWARDED_PAIR = /(?:([^\s"=,;]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"\s*|([^\s",;]+)\s*)?)?([;,]|$)\s*/y;
/** Maps `::ffff:192.0.2.1` to 192.0.2.1. */
const IPV4_IN_IPV6 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
/** An IP address with or without a port: `192.0.2.43:47011`, `[2001:db8::17]:4711`. */
const NODE = /^(?:\[([0-9a-f:.]+)\](?::\d+)?|([0-9.]+)(?::\d+)?|([0-9a-f:.]+))$/i;

/** The client of a request. */
export interface Origin {
  readonly address: string;
  /** The addresses in a trusted proxy's two headers, if they differ. For the log only. */
  readonly claimed?: readonly string[];
}

export function originOf({ headers, socket }: IncomingMessage, proxies: BlockList): Origin {
  const peer = withoutZone(socket.remoteAddress ?? '');
  const isNamed = headers.forwarded !== undefined || headers['x-forwarded-for'] !== undefined;
  if (!isNamed || !isListed(peer, proxies)) {
    return { address: peer };
  }
  const named = [forwardedFor(headers.forwarded ?? ''), listOf(headers['x-forwarded-for'])];
  const clients = new Set(named.filter((list) => list.length > 0).map((list) => firstUntrusted(list, peer, proxies)));
  // A proxy may write one of the headers and forward the caller's other header. If they differ, it is unknown which of
  // them the proxy wrote, so neither counts.
  return clients.size > 1 ? { address: peer, claimed: [...clients] } : { address: [...clients][0] ?? peer };
}

/** @param list the addresses that the proxies saw; the last is from the nearest proxy */
function firstUntrusted(list: readonly string[], peer: string, proxies: BlockList): string {
  let client = peer;
  for (const entry of list.slice(-HOPS_MAX).reverse()) {
    const address = addressIn(entry);
    // The entry is `unknown`, an invented name or malformed. The last known address is that of the proxy that wrote it.
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

/** Normalizes an address, so that different notations of it are equal. */
function addressIn(entry: string): string | undefined {
  const [, bracketed, v4, v6] = NODE.exec(entry) ?? [];
  const address = bracketed ?? v4 ?? v6 ?? '';
  if (isIP(address) !== 6) {
    return isIP(address) === 0 ? undefined : address;
  }
  const normal = new SocketAddress({ address, family: 'ipv6' }).address;
  return IPV4_IN_IPV6.exec(normal)?.[1] ?? normal;
}

/** @returns the `for` of each element; an empty text if it is missing or the header is malformed */
function forwardedFor(header: string): string[] {
  const trimmed = header.trimStart();
  const found: string[] = [];
  let element: string[] = [];
  let isEmpty = true;
  FORWARDED_PAIR.lastIndex = 0;
  for (;;) {
    const pair = FORWARDED_PAIR.exec(trimmed);
    if (pair === null) {
      // An unterminated quote may hide the entry that the proxy appended.
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

/** @param address the IP address without a zone; empty for a closed socket */
export function isListed(address: string, list: BlockList): boolean {
  return address !== '' && list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/** Removes the zone (`%eth0`), which names a network interface. */
export function withoutZone(address: string): string {
  return address.split('%', 1)[0] ?? '';
}
