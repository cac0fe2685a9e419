/**
 * The PayPal simulator over real sockets, with a listening shop server, closed after each test. All exchanges are then
 * validated, by PayPal's descriptions if they lie beside the checkout, and by the simulator itself.
 */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, vi } from 'vitest';
import type { PayPalAccount } from '../../../src/sandbox/paypal/accounts.ts';
import type { PayPalOptions } from '../../../src/sandbox/paypal/paypal.ts';
import { type StartedPayPal, startPayPal } from '../../../src/sandbox/paypal/start-paypal.ts';
import { sandboxPayPalAccount } from '../../../src/settings/sandbox/index.ts';
import { memoryLog } from '../../adapters/acquirers/fixtures.ts';
import { type Exchange, wholeProblems, wholeTypeProblems } from '../description/whole.ts';

export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: an answer is read by its path, and a wrong one fails the test.
  readonly body: any;
}

export interface Rig {
  readonly started: StartedPayPal;
  readonly base: string;
  readonly account: PayPalAccount;
  /** Webhooks received, in order. */
  readonly received: Received[];
  /** Calls and their answers, validated at the end. */
  readonly exchanges: Exchange[];
  /** The status with which webhooks are answered. */
  answerWith(status: number): void;
  /** With an access token. */
  readonly call: Call;
  /** The same with a new token, after the simulator's clock was set ahead. */
  renewed(): Promise<Call>;
}

type Call = (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Reply>;

export const SHOP = 'http://127.0.0.1:9/shop';

export async function rigWith(given: Partial<PayPalOptions> = {}): Promise<Rig> {
  const received: Received[] = [];
  const exchanges: Exchange[] = [];
  let status = 200;
  const shop = createServer((request, response) => {
    let body = '';
    request.on('data', (text) => {
      body += text;
    });
    request.on('end', () => {
      received.push({ headers: request.headers, body });
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => {
    shop.listen(0, '127.0.0.1', resolve);
  });
  const webhookUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/callback/paypal/TESTSHOP`;
  const account = { ...sandboxPayPalAccount('5a'.repeat(32)), webhookUrl };
  const started = await startPayPal({ accounts: [account], speed: 1, log: memoryLog(), ...given });
  onTestFinished(async () => {
    const { violations } = started.paypal.validator;
    const events = received.map(({ body }) => JSON.parse(body) as object);
    await started.close();
    shop.close();
    shop.closeAllConnections();
    expect(violations).toEqual([]);
    expect(exchanges.flatMap(wholeProblems)).toEqual([]);
    expect(events.flatMap((event) => wholeTypeProblems('webhooks', 'event', event))).toEqual([]);
  });
  const renewed = async (): Promise<Call> => {
    const token = await accessToken(started.base, account);
    return async (method, path, body, headers = {}) => {
      const reply = await send(started.base + path, method, body, { authorization: `Bearer ${token}`, ...headers });
      exchanges.push({ method, path, request: body, status: reply.status, answer: reply.body });
      return reply;
    };
  };
  return {
    started,
    base: started.base,
    account,
    received,
    exchanges,
    answerWith: (next) => {
      status = next;
    },
    call: await renewed(),
    renewed,
  };
}

export async function accessToken(base: string, { clientId, clientSecret }: PayPalAccount): Promise<string> {
  const response = await fetch(`${base}/v1/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  return ((await response.json()) as { access_token: string }).access_token;
}

export async function send(
  url: string,
  method: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const response = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
}

let last = 0;

/** EUR 12.50, captured at once, with overrides. */
export function orderOf(given: Record<string, unknown> = {}, unit: Record<string, unknown> = {}) {
  last += 1;
  return {
    intent: 'CAPTURE',
    purchase_units: [{ amount: { currency_code: 'EUR', value: '12.50' }, custom_id: `order-${last}`, ...unit }],
    payment_source: {
      paypal: { experience_context: { return_url: `${SHOP}/return?a=1`, cancel_url: `${SHOP}/cancel` } },
    },
    ...given,
  };
}

export const requestId = (): Record<string, string> => {
  last += 1;
  return { 'paypal-request-id': `request-${last}` };
};

/** @returns the order's id */
export async function created({ call }: Rig, order: object = orderOf()): Promise<string> {
  return (await call('POST', '/v2/checkout/orders', order, requestId())).body.id;
}

/** The payer answers on the page; returns the redirect's address. */
export async function answered({ base }: Rig, id: string, form: Record<string, string> = {}): Promise<URL | undefined> {
  const response = await fetch(`${base}/checkoutnow?token=${id}`, {
    method: 'POST',
    body: new URLSearchParams({ choice: 'APPROVE', instrument: 'BALANCE', ...form }),
    redirect: 'manual',
  });
  await response.text();
  return URL.parse(response.headers.get('location') ?? '') ?? undefined;
}

/** An order that the payer approved; returns its id. */
export async function approved(
  rig: Rig,
  order: object = orderOf(),
  form: Record<string, string> = {},
): Promise<string> {
  const id = await created(rig, order);
  await answered(rig, id, form);
  return id;
}

/** Completed by capture; returns the capture. */
export async function captured(
  rig: Rig,
  order: object = orderOf(),
  form: Record<string, string> = {},
): Promise<Reply['body']> {
  const id = await approved(rig, order, form);
  const { body } = await rig.call('POST', `/v2/checkout/orders/${id}/capture`, {}, requestId());
  return body.purchase_units[0].payments.captures[0];
}

/** Waits for an asynchronous effect, which takes up to some seconds on a loaded machine. */
export function eventually(holds: () => unknown): Promise<unknown> {
  return vi.waitFor(holds, { timeout: 20_000, interval: 10 });
}
