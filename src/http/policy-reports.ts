/**
 * Takes browsers' reports of what a page's policy refused: a script that somebody put in, or a browser's extension.
 * Anybody can send them, so each is little, few of an address are read, and of what they say the directive and the
 * origin that was refused are kept: the page's address is a payer's session.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { holdsCardData } from '../contract/card-data.ts';
import { LeakyBuckets, networkOf } from '../limits/index.ts';
import { POLICY_REPORTS } from '../routes.ts';
import { REST_HEADERS } from './http-server.ts';

/** A browser's report has one or two kilobytes; ten of them come together. */
const BODY_BYTES_MAX = 16 * 1024;
/** Of one body; browsers send what has gathered. */
const REPORTS_MAX = 10;
/** A page that breaks its policy does so a few times. Beyond, it is a stranger, or says nothing new. */
const BODIES_PER_NETWORK_MAX = 20;
const BODIES_MAX = 1_000;
const BODIES_DRAIN_MS = 60_000;
/** The same again, of everybody, is one line in this time. */
const SAME_LINE_MS = 10 * 60_000;
/** Different ones, of everybody: reports are strangers' texts. */
const LINES_MAX = 60;
const ORIGIN_CHARACTERS_MAX = 100;

/** Those of our pages' policies; any other text is a stranger's. */
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
const OTHER = 'other';
/** What stands in place of an address. */
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

/** How many reports came, by the directive that was broken, for the metrics. */
export class PolicyReportCounts {
  readonly #counts = new Map<string, number>([...DIRECTIVES, OTHER].map((directive) => [directive, 0]));

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
  /** Monotonic, in milliseconds. */
  readonly now: () => number;
}

export function mountPolicyReports(app: FastifyInstance, { log, counts, now }: PolicyReports): void {
  const ofNetwork = new LeakyBuckets({ size: BODIES_PER_NETWORK_MAX, drainMs: BODIES_DRAIN_MS, now });
  const ofAll = new LeakyBuckets({ size: BODIES_MAX, drainMs: BODIES_DRAIN_MS, now });
  const sameLine = new LeakyBuckets({ size: 1, drainMs: SAME_LINE_MS, now });
  const lines = new LeakyBuckets({ size: LINES_MAX, drainMs: SAME_LINE_MS, now });
  const isOver = (address: string) => ofNetwork.overflows(networkOf(address)) || ofAll.overflows('all');
  app.post(POLICY_REPORTS, { bodyLimit: BODY_BYTES_MAX }, (request, reply) => {
    // The answer is the same for all: nobody is told what was made of it.
    for (const { directive, blocked } of isOver(request.clientAddress) ? [] : reportsIn(request)) {
      counts.note(directive);
      if (!sameLine.overflows(`${directive} ${blocked}`) && !lines.overflows('all')) {
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

/** In either form: `application/csp-report`, or `application/reports+json`. What is none says nothing. */
function reportsIn({ body }: FastifyRequest): readonly Violation[] {
  const sent = body instanceof Uint8Array ? parsed(Buffer.from(body).toString('utf8')) : undefined;
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

function parsed(text: string): unknown {
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
  return { directive: DIRECTIVES.find((one) => one === name) ?? OTHER, blocked: originOf(blocked) };
}

/** The origin alone: an address may hold a session's id, or what somebody typed. */
function originOf(blocked: unknown): string {
  if (typeof blocked !== 'string' || KEYWORDS.has(blocked)) {
    return typeof blocked === 'string' ? blocked : OTHER;
  }
  const url = URL.parse(blocked);
  const isShown = url !== null && LOGGED_SCHEMES.has(url.protocol) && url.origin.length <= ORIGIN_CHARACTERS_MAX;
  return isShown && !holdsCardData(url.host) ? url.origin : OTHER;
}
