/**
 * Receives browsers' reports of content security policy violations, caused by an injected script or a browser
 * extension. Anyone can send reports, so the size and the number per network are limited. Only the directive and the
 * blocked origin are logged, because the page's URL contains a payer's session.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { holdsCardData } from '../../contract/card-data.ts';
import { LeakyBuckets, networkOf } from '../../platform/limits/index.ts';
import { REST_HEADERS } from '../listener/http-server.ts';
import { POLICY_REPORTS } from '../routing/routes.ts';

/** The maximum size of a body. A report has one or two kilobytes; browsers send up to ten together. */
const BODY_BYTES_MAX = 16 * 1024;
/** The maximum number of reports in a body, because browsers batch them. */
const REPORTS_MAX = 10;
/**
 * Limits per network and in total, per minute. A page violates its policy a few times; further reports are abuse or
 * repetitions.
 */
const BODIES_PER_NETWORK_MAX = 20;
const BODIES_MAX = 1_000;
const BODIES_DRAIN_MS = 60_000;
/** The interval in which equal reports of all callers are logged once. */
const SAME_LINE_MS = 10 * 60_000;
/** The maximum number of log lines per ten minutes for all callers, because reports contain arbitrary text. */
const LINES_MAX = 60;
const ORIGIN_CHARACTERS_MAX = 100;

/** The directives of the policies of the gateway's pages. Any other text is counted as `other`. */
const DIRECTIVES = [
  'base-uri',
  'connect-src',
  'default-src',
  'font-src',
  'form-action',
  'frame-ancestors',
  'frame-src',
  'img-src',
  'require-trusted-types-for',
  'script-src',
  'script-src-attr',
  'script-src-elem',
  'style-src',
  'style-src-attr',
  'style-src-elem',
  'trusted-types',
] as const;
const OTHER_DIRECTIVE = 'other';
/** Values that browsers send instead of a blocked URL. */
const KEYWORDS: ReadonlySet<string> = new Set([
  'blob',
  'data',
  'eval',
  'inline',
  'self',
  'trusted-types-policy',
  'trusted-types-sink',
  'wasm-eval',
]);
const LOGGED_SCHEMES: ReadonlySet<string> = new Set(['http:', 'https:', 'ws:', 'wss:']);

/** Counts reports by violated directive, for the metrics. */
export class PolicyReportCounts {
  readonly #counts = new Map<string, number>([...DIRECTIVES, OTHER_DIRECTIVE].map((directive) => [directive, 0]));

  note(directive: string): void {
    this.#counts.set(directive, (this.#counts.get(directive) ?? 0) + 1);
  }

  read(): ReadonlyMap<string, number> {
    return this.#counts;
  }
}

export interface PolicyReports {
  readonly log: Logger;
  readonly counts: PolicyReportCounts;
  /** A monotonic clock, in milliseconds. */
  readonly now: () => number;
}

export function mountPolicyReports(app: FastifyInstance, { log, counts, now }: PolicyReports): void {
  const ofNetwork = new LeakyBuckets({ size: BODIES_PER_NETWORK_MAX, drainMs: BODIES_DRAIN_MS, now });
  const ofAll = new LeakyBuckets({ size: BODIES_MAX, drainMs: BODIES_DRAIN_MS, now });
  const sameLine = new LeakyBuckets({ size: 1, drainMs: SAME_LINE_MS, now });
  const lines = new LeakyBuckets({ size: LINES_MAX, drainMs: SAME_LINE_MS, now });
  const isOver = (address: string) => ofNetwork.addAndCheck(networkOf(address)) || ofAll.addAndCheck('all');
  app.post(POLICY_REPORTS, { bodyLimit: BODY_BYTES_MAX }, (request, reply) => {
    // The answer is always the same, so that it does not reveal whether a report was accepted.
    for (const { directive, blocked } of isOver(request.clientAddress) ? [] : reportsIn(request)) {
      counts.note(directive);
      if (!sameLine.addAndCheck(`${directive} ${blocked}`) && !lines.addAndCheck('all')) {
        log.warn({ directive, blocked }, 'a page refused what its policy does not allow');
      }
    }
    return reply.status(204).headers(REST_HEADERS).send();
  });
}

interface Violation {
  readonly directive: string;
  readonly blocked: string;
}

/** Parses both formats: `application/csp-report` and `application/reports+json`. Other bodies contain no reports. */
function reportsIn({ body }: FastifyRequest): readonly Violation[] {
  const sent = body instanceof Uint8Array ? parseJson(Buffer.from(body).toString('utf8')) : undefined;
  const single = memberOf(sent, 'csp-report');
  if (single !== undefined) {
    const directive = memberOf(single, 'effective-directive') ?? memberOf(single, 'violated-directive');
    return [violation(directive, memberOf(single, 'blocked-uri'))];
  }
  return (Array.isArray(sent) ? sent : [])
    .slice(0, REPORTS_MAX)
    .filter((report) => memberOf(report, 'type') === 'csp-violation')
    .map((report) => memberOf(report, 'body'))
    .map((one) => violation(memberOf(one, 'effectiveDirective'), memberOf(one, 'blockedURL')));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

function violation(directive: unknown, blocked: unknown): Violation {
  const [name = ''] = typeof directive === 'string' ? directive.split(' ', 1) : [];
  return { directive: DIRECTIVES.find((one) => one === name) ?? OTHER_DIRECTIVE, blocked: originOf(blocked) };
}

/**
 * Returns only the origin of the blocked URL, because the path may contain a session's id, or text that a person typed.
 */
function originOf(blocked: unknown): string {
  if (typeof blocked !== 'string' || KEYWORDS.has(blocked)) {
    return typeof blocked === 'string' ? blocked : OTHER_DIRECTIVE;
  }
  const url = URL.parse(blocked);
  const isShown = url !== null && LOGGED_SCHEMES.has(url.protocol) && url.origin.length <= ORIGIN_CHARACTERS_MAX;
  return isShown && !holdsCardData(url.host) ? url.origin : OTHER_DIRECTIVE;
}
