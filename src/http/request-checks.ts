/** Checks of a request before its route: it names a host of this gateway, and ends where a proxy sees its end. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { namedError } from '../contract/errors/catalogue.ts';
import type { InterfaceError } from '../contract/interface-error.ts';
import { NOT_HTTP } from './interface-errors.ts';

interface HostOptions {
  readonly publicHost: string;
  readonly https?: boolean;
}

/** The error is preallocated: creating its stack costs as much as the rest of the answer. */
export interface KnownHosts {
  readonly names: ReadonlySet<string | undefined>;
  readonly unknown: InterfaceError;
}

/** Some clients name the scheme's default port. */
export function knownHosts({ publicHost, https = false }: HostOptions): KnownHosts {
  const withPort = publicHost === '' || /:\d+$/.test(publicHost) ? [] : [`${publicHost}:${https ? 443 : 80}`];
  return {
    names: new Set([publicHost, ...withPort]),
    unknown: namedError('HOST_UNKNOWN', { host: publicHost || 'its probes' }),
  };
}

export function unknownHost(
  request: FastifyRequest,
  { names, unknown }: KnownHosts,
  probes: readonly string[],
): InterfaceError | undefined {
  const { url = '', rawHeaders } = request.raw;
  const hosts = hostHeaders(rawHeaders);
  const named = request.headers.host?.toLowerCase();
  const known = url.startsWith('/') && hosts === 1 && names.has(named);
  if (known || (url.startsWith('/') && probes.includes(url))) {
    return undefined;
  }
  return unknown;
}

/** HTTP/1.0 has no chunked encoding, so a proxy may have delimited this request differently (RFC 9112, 6.1). */
export function unclearEnd(
  { raw: { httpVersion, headers } }: FastifyRequest,
  reply: FastifyReply,
): InterfaceError | undefined {
  if (httpVersion !== '1.0' || headers['transfer-encoding'] === undefined) {
    return undefined;
  }
  // The following bytes may be the body of this request in the proxy's view.
  reply.header('Connection', 'close');
  return NOT_HTTP;
}

/** In `rawHeaders` names and values alternate. */
function hostHeaders(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') {
      count += 1;
    }
  }
  return count;
}
