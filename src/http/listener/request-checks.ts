/**
 * Checks of a request before routing: the request names a host of this gateway, and a proxy agrees on where the request
 * ends.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { namedError } from '../../contract/errors/catalogue.ts';
import type { InterfaceError } from '../../contract/interface-error.ts';
import { NOT_HTTP, NOTHING_HERE } from './interface-errors.ts';

interface HostOptions {
  readonly publicHost: string;
  /** The console's host, if it has one of its own. */
  readonly consoleHost?: string | undefined;
  readonly https?: boolean;
}

/**
 * The host names that requests may use, and the error for others. The error is created once, because capturing a stack
 * costs as much as the rest of the answer.
 */
export interface KnownHosts {
  readonly names: ReadonlySet<string | undefined>;
  /** The names of the console's own host, which answers the console's paths alone. */
  readonly consoleNames: ReadonlySet<string | undefined>;
  readonly unknown: InterfaceError;
}

/** Includes the host with the scheme's default port, which some clients name. */
export function knownHosts({ publicHost, consoleHost, https = false }: HostOptions): KnownHosts {
  return {
    names: namesOf(publicHost, https),
    consoleNames: consoleHost === undefined || consoleHost === publicHost ? new Set() : namesOf(consoleHost, https),
    unknown: namedError('HOST_UNKNOWN', { host: publicHost || 'its probes' }),
  };
}

function namesOf(host: string, https: boolean): ReadonlySet<string> {
  return new Set([host, ...(host === '' || /:\d+$/.test(host) ? [] : [`${host}:${https ? 443 : 80}`])]);
}

/** Whether a request names this host, with or without the scheme's default port. */
export function isAtHost({ headers }: FastifyRequest, host: string): boolean {
  const named = headers.host?.toLowerCase();
  return named === host || named === `${host}:443` || named === `${host}:80`;
}

/** Paths of the console's own host: the console, its icon, and the reports of its policy. */
const CONSOLE_PATHS = /^\/(?:console(?:[/?]|$)|favicon\.svg$|csp-report$)/;

export function unknownHost(
  request: FastifyRequest,
  { names, consoleNames, unknown }: KnownHosts,
  probes: readonly string[],
): InterfaceError | undefined {
  const { url = '', rawHeaders } = request.raw;
  const hosts = hostHeaders(rawHeaders);
  const named = request.headers.host?.toLowerCase();
  const known = url.startsWith('/') && hosts === 1 && names.has(named);
  if (hosts === 1 && consoleNames.has(named) && !probes.includes(url)) {
    return CONSOLE_PATHS.test(url) ? undefined : NOTHING_HERE;
  }
  if (known || (url.startsWith('/') && probes.includes(url))) {
    return undefined;
  }
  return unknown;
}

/**
 * Refuses HTTP/1.0 with chunked encoding, which that version does not have: a proxy may have delimited the request
 * differently (RFC 9112, 6.1).
 */
export function unclearEnd(
  { raw: { httpVersion, headers } }: FastifyRequest,
  reply: FastifyReply,
): InterfaceError | undefined {
  if (httpVersion !== '1.0' || headers['transfer-encoding'] === undefined) {
    return undefined;
  }
  // To the proxy, the following bytes may be the body of this request.
  reply.header('Connection', 'close');
  return NOT_HTTP;
}

/** Counts the Host headers. In `rawHeaders` names and values alternate. */
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
