/** Mounts the console: reads cookies and forms, and writes its pages. Other origins have no such addresses. */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { LOGO_TYPES } from '../../back-office/logos/index.ts';
import { PAY_PATH } from '../../checkout/index.ts';
import {
  actedCookie,
  CONSOLE_PATH,
  CONSOLE_ROUTES,
  type ConsoleAnswer,
  type ConsoleDependencies,
  type ConsoleRequest,
  type ConsoleRouteName,
  consoleAddress,
  hasActed,
  mayChangeLists,
  merchantOfUnsubscribing,
  type NewVisitor,
  ONE_CLICK,
  respond,
  type SignedIn,
  shellOf,
  UNSUBSCRIBE_URL,
  unsubscribe,
} from '../../console/index.ts';
import { namedError } from '../../contract/errors/catalogue.ts';
import { type PageRenderer, payerPageOrder } from '../../web/rendering/index.ts';
import type { ConsoleData, ConsoleProblemKind } from '../../web/views/console/index.ts';
import type { ConsolePageOrder, PayPage } from '../../web/views/index.ts';
import { answerInParts } from '../answers/answer-in-parts.ts';
import { encodingFor } from '../answers/encodings.ts';
import { consoleHeaders, HTML, inPreview, withPreviews } from '../answers/page-headers.ts';
import { isClosing } from '../connections/closing.ts';
import { BODY_BYTES_MAX } from '../connections/http-limits.ts';
import { isAtHost } from '../listener/request-checks.ts';
import { refuseOtherSites } from '../routing/same-origin.ts';
import { FILE_FORM_BYTES_MAX, formFields } from './form-fields.ts';
import { LOGO_HEADERS } from './logo-adapter.ts';

const pack = promisify(gzip);

/** Only the console's own host has its addresses. The error is that of every unknown address. */
const NOT_HERE = namedError('NOTHING_HERE');

/** Names and values alternating. */
const FILE_HEADERS: readonly string[] = Object.entries({
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
}).flat();

const PROBLEM_STATUS: Readonly<Record<ConsoleProblemKind, number>> = {
  FILES_BUSY: 503,
  FORM: 403,
  LINK: 404,
  NOT_ALLOWED: 403,
  NOT_FOUND: 404,
  STORE_AWAY: 503,
};

/** As the interface answers at a merchant whose store is away. */
const STORE_AWAY_SECONDS = 5;

export interface ConsoleAdapter {
  readonly dependencies: ConsoleDependencies;
  readonly log: Logger;
  readonly renderer: () => Promise<PageRenderer>;
}

export function mountConsole(app: FastifyInstance, adapter: ConsoleAdapter): void {
  const host = new URL(adapter.dependencies.origin).host;
  const requireHost = (request: FastifyRequest) => {
    if (!isAtHost(request, host)) {
      throw NOT_HERE;
    }
  };
  for (const [name, { url, takes }] of Object.entries(CONSOLE_ROUTES)) {
    const answer = (kind: 'form' | 'page') => async (request: FastifyRequest, reply: FastifyReply) => {
      requireHost(request);
      return handle(adapter, { name: name as ConsoleRouteName, kind, request, reply });
    };
    if (takes !== 'FORM') {
      app.get(url, answer('page'));
    }
    if (takes !== 'PAGE') {
      const bodyLimit = name === 'brandingLogo' ? FILE_FORM_BYTES_MAX : BODY_BYTES_MAX;
      app.post(url, { bodyLimit }, answer('form'));
    }
  }
  mountUnsubscribing(app, adapter, requireHost);
  app.get(`${CONSOLE_PATH}/*`, async (request, reply) => {
    requireHost(request);
    return sendProblem(adapter, { request, reply }, 'NOT_FOUND');
  });
}

/** A mail program has neither cookie nor proof; the address itself has a keyed hash. */
function mountUnsubscribing(
  app: FastifyInstance,
  adapter: ConsoleAdapter,
  requireHost: (request: FastifyRequest) => void,
): void {
  const { dependencies } = adapter;
  type WithToken = { Params: { token: string } };
  app.get<WithToken>(UNSUBSCRIBE_URL, async (request, reply) => {
    requireHost(request);
    const merchant = await merchantOfUnsubscribing(dependencies, request.params.token);
    const answer = merchant === undefined ? NO_LINK : { redirect: consoleAddress('mails', { merchant }) };
    return send(adapter, { request, reply }, answer, undefined);
  });
  app.post<WithToken>(UNSUBSCRIBE_URL, { bodyLimit: BODY_BYTES_MAX }, async (request, reply) => {
    requireHost(request);
    const isOneClick = (await formFields(request))?.get(ONE_CLICK.name) === ONE_CLICK.value;
    const { clientAddress, params } = request;
    const merchant = isOneClick ? await unsubscribe(dependencies, params.token, clientAddress) : undefined;
    return merchant === undefined
      ? send(adapter, { request, reply }, NO_LINK, undefined)
      : reply.header('Cache-Control', 'no-store').type('text/plain; charset=utf-8').send('These mails end.\n');
  });
}

const NO_LINK = { problem: 'LINK' } as const;

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

async function handle(
  adapter: ConsoleAdapter,
  { name, kind, ...exchange }: Exchange & { readonly name: ConsoleRouteName; readonly kind: 'form' | 'page' },
): Promise<FastifyReply> {
  const { request, reply } = exchange;
  const { dependencies } = adapter;
  if (kind === 'form' && !isOwnForm(request, dependencies.origin)) {
    return sendProblem(adapter, exchange, 'FORM');
  }
  const known = await dependencies.cookie.read(request.headers.cookie);
  const issued = known === undefined ? await dependencies.cookie.issue() : undefined;
  const visitor = known ?? (issued as NewVisitor).visitor;
  const fields = await formFields(request);
  if (fields === undefined) {
    return sendProblem(adapter, exchange, 'FORM');
  }
  const console = consoleRequest(dependencies, visitor, exchange, fields);
  const { answer, signedIn } = await respond({ name, kind, request: console, path: pathOf(request) });
  const next = 'next' in answer ? answer.next : undefined;
  const cookie = next ?? issued;
  if (cookie !== undefined) {
    reply.header('Set-Cookie', cookie.header);
  }
  if (kind === 'form' && dependencies.standby !== undefined && mayChangeLists(name)) {
    reply.header('Set-Cookie', actedCookie(dependencies.standby.ageMsMax, dependencies.origin));
  }
  const person = signedIn && { ...console, visitor: next?.visitor ?? visitor, signedIn };
  return send(adapter, exchange, answer, person);
}

function consoleRequest(
  dependencies: ConsoleAdapter['dependencies'],
  visitor: ConsoleRequest['visitor'],
  { request, reply: { raw: response } }: Exchange,
  fields: URLSearchParams,
): ConsoleRequest {
  const { url = '' } = request.raw;
  const at = url.indexOf('?');
  return {
    dependencies,
    visitor,
    parameters: request.params as Readonly<Record<string, string>>,
    query: new URLSearchParams(at < 0 ? '' : url.slice(at)),
    fields,
    caller: {
      address: request.clientAddress,
      connection: request.raw.socket,
      browser: request.headers['user-agent'] ?? '',
    },
    hasActed: dependencies.standby !== undefined && hasActed(request.headers.cookie, dependencies.origin),
    whenAnswered: (end) => {
      if (response.closed) {
        end();
      } else {
        response.once('close', end);
      }
    },
  };
}

function isOwnForm(request: FastifyRequest, origin: string): boolean {
  try {
    refuseOtherSites(request, origin);
    return true;
  } catch {
    return false;
  }
}

function pathOf({ raw: { url = '' } }: FastifyRequest): string {
  return url.split('?', 1)[0] ?? '';
}

type PersonRequest = ConsoleRequest & { readonly signedIn: SignedIn };

async function send(
  adapter: ConsoleAdapter,
  exchange: Exchange,
  answer: ConsoleAnswer,
  person: PersonRequest | undefined,
): Promise<FastifyReply> {
  if ('redirect' in answer) {
    const headers = { Location: answer.redirect, 'Cache-Control': 'no-store', 'Referrer-Policy': 'same-origin' };
    return exchange.reply.status(303).headers(headers).send();
  }
  if ('problem' in answer) {
    return sendProblem(adapter, exchange, answer.problem, person);
  }
  if ('file' in answer) {
    const headers = [...FILE_HEADERS, ...(isClosing(exchange.request) ? ['Connection', 'close'] : [])];
    answerInParts({ ...exchange, log: adapter.log }, { status: 200, headers, body: answer.file });
    return exchange.reply;
  }
  if ('preview' in answer) {
    return sendPreview(adapter, exchange, answer.preview);
  }
  if ('picture' in answer) {
    const { type, bytes } = answer.picture;
    const headers = { ...LOGO_HEADERS, 'Cache-Control': 'no-store', 'Content-Type': LOGO_TYPES[type] };
    return exchange.reply.headers(headers).send(Buffer.from(bytes));
  }
  const { page, data, status = 200 } = answer;
  return sendPage(adapter, exchange, consolePageOrder(page, data), status);
}

/** The address at which the page with the payment form is rendered. */
const PREVIEWED = `${PAY_PATH}/preview`;

async function sendPreview(
  { renderer }: ConsoleAdapter,
  { request, reply }: Exchange,
  page: PayPage,
): Promise<FastifyReply> {
  const pages = await renderer();
  const html = await pages.render(payerPageOrder(PREVIEWED, 'checkout', 'preview', page));
  return reply
    .headers({ ...inPreview(consoleHeaders(pages.styles.payer)), ...(isClosing(request) && { Connection: 'close' }) })
    .type(HTML)
    .send(html);
}

async function sendProblem(
  adapter: ConsoleAdapter,
  exchange: Exchange,
  kind: ConsoleProblemKind,
  person?: PersonRequest,
): Promise<FastifyReply> {
  const { testMode } = adapter.dependencies;
  const data = { kind, testMode, supportCode: exchange.request.id, shell: person && shellOf(person) };
  if (kind === 'STORE_AWAY') {
    exchange.reply.header('Retry-After', STORE_AWAY_SECONDS);
  }
  return sendPage(adapter, exchange, consolePageOrder('problem', data), PROBLEM_STATUS[kind]);
}

async function sendPage(
  { renderer }: ConsoleAdapter,
  { request, reply }: Exchange,
  order: ConsolePageOrder,
  status: number,
): Promise<FastifyReply> {
  const pages = await renderer();
  const html = await pages.render(order);
  const headers = consoleHeaders(pages.styles.console);
  const isPacked = encodingFor(request.headers['accept-encoding'], ['gzip']) !== undefined;
  return reply
    .status(status)
    .headers({
      ...(order.console === 'brandingSettings' ? withPreviews(headers) : headers),
      ...(isPacked && { 'Content-Encoding': 'gzip' }),
      ...(isClosing(request) && { Connection: 'close' }),
    })
    .type(HTML)
    .send(isPacked ? await pack(html) : html);
}

/** @example consolePageOrder('signIn', data).address // '/console/sign-in' */
function consolePageOrder<Name extends keyof ConsoleData>(page: Name, data: ConsoleData[Name]): ConsolePageOrder {
  const file = page.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return { address: `${CONSOLE_PATH}/${file}`, console: page, data } as ConsolePageOrder;
}
