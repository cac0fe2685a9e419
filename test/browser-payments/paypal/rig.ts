/**
 * A gateway and the sandbox's PayPal in this process, over real sockets: its webhooks come to the gateway's own
 * address, and the payer's browser is plain requests without a cookie.
 */
import { expect, onTestFinished, vi } from 'vitest';
import { paypalLedgerEntries } from '../../../src/sandbox/paypal/ledger/entries.ts';
import { type StartedPayPal, startPayPal } from '../../../src/sandbox/paypal/start-paypal.ts';
import { sandboxPayPalAccount } from '../../../src/settings/sandbox/paypal-account.ts';
import { sandboxProviderKey } from '../../../src/settings/sandbox/provider-key.ts';
import { memoryLog } from '../../adapters/acquirers/fixtures.ts';
import { newOrderId, type Reply, type Rig, startRig } from '../../api/rest/rig.ts';
import { freePorts } from '../../support/ports.ts';
import { browse, RETURN_URL } from '../rig.ts';

/** Asynchronous events arrive within some seconds, on a busy machine. */
const PATIENCE_MS = 20_000;

export interface PayPalRig extends Rig {
  readonly simulator: StartedPayPal;
  readonly origin: string;
  /** EUR 12.00, agreed to and confirmed at PayPal by default. */
  initiate(given?: Initiation): Promise<Initiated>;
  /** From PayPal's last redirect on, up to the redirect to the shop. */
  browse(url: string): ReturnType<typeof browse>;
}

export interface Initiation {
  readonly operation?: 'AUTHORIZE' | 'PAY';
  readonly confirmation?: 'CONFIRM_AT_MERCHANT' | 'CONFIRM_AT_PROVIDER';
  /** `order.reference`; it decides outcomes. */
  readonly reference?: string;
  readonly merchant?: string;
  readonly order?: object;
  readonly body?: object;
}

export interface Initiated {
  readonly orderId: string;
  readonly reply: Reply;
  /** The redirect URL for the payer; empty where the payment was not started. */
  readonly redirectUrl: string;
  /** The payer's answer at PayPal. @returns the address to which PayPal redirects */
  answer(form?: Readonly<Record<string, string>>): Promise<string>;
  /** The payer's answer, and the redirects back. @returns the last page, and all addresses */
  answerAndReturn(form?: Readonly<Record<string, string>>): ReturnType<typeof browse>;
  /** CAPTURE, REFUND, VOID and so on. */
  follow(operation: string, transactionId: string, body?: object): Promise<Reply['json']>;
  retrieve(transactionId?: string): Promise<Reply['json']>;
  order(): Promise<Reply['json']>;
  /** Waits until the transaction has this result and code: `SUCCESS APPROVED`. */
  becomes(result: string, transactionId?: string): Promise<void>;
  /** Every entry of PayPal's ledger for the order, as `KIND amount state`. */
  ledger(): string[];
  /** The events of the payment in the operator's timeline: `KIND outcome`. */
  timeline(): Promise<string[]>;
}

export interface PayPalRigOptions {
  readonly speed?: number;
  /** Whether the webhook is registered. */
  readonly calls?: boolean;
}

export async function startPayPalRig({ speed = 1, calls = true }: PayPalRigOptions = {}): Promise<PayPalRig> {
  const [port = 0, sandboxPort = 0] = await freePorts(2);
  const origin = `http://localhost:${port}`;
  const rig = await startRig({ PORT: `${port}`, PUBLIC_ORIGIN: origin, SANDBOX_PORT: `${sandboxPort}` }, speed);
  const own = sandboxPayPalAccount(sandboxProviderKey(rig.folder));
  const webhookUrl = `${origin}/callback/paypal/TESTSHOP`;
  const accounts = [{ ...own, ...(calls && { webhookUrl }) }];
  const simulator = await startPayPal({ port: sandboxPort, speed, accounts, log: memoryLog() });
  return Object.assign(Object.create(rig) as Rig, {
    simulator,
    origin,
    initiate: (given: Initiation = {}) => initiate(rig, simulator, given),
    browse: (url: string) => browse(url, { until: /^https:/ }),
    async close() {
      const { violations, unknownFields } = simulator.paypal.validator;
      await rig.close();
      await simulator.close();
      expect({ violations, unknownFields }, 'messages as described').toEqual({ violations: [], unknownFields: [] });
    },
  });
}

/** Closed at the end of the test. */
export async function paypalRigHere(options?: PayPalRigOptions): Promise<PayPalRig> {
  const rig = await startPayPalRig(options);
  onTestFinished(() => rig.close());
  return rig;
}

async function initiate(rig: Rig, simulator: StartedPayPal, given: Initiation): Promise<Initiated> {
  const { operation = 'PAY', confirmation = 'CONFIRM_AT_PROVIDER', reference, merchant = 'TESTSHOP' } = given;
  const orderId = newOrderId();
  const path = (transactionId: string) => `/order/${orderId}/transaction/${transactionId}`;
  const reply = await rig.api(
    'PUT',
    path('1'),
    {
      apiOperation: 'INITIATE_BROWSER_PAYMENT',
      browserPayment: { operation, returnUrl: RETURN_URL, paypal: { paymentConfirmation: confirmation } },
      order: { amount: '12.00', currency: 'EUR', ...(reference !== undefined && { reference }), ...given.order },
      sourceOfFunds: { type: 'PAYPAL' },
      ...given.body,
    },
    { merchant },
  );
  const redirectUrl: string = reply.json.browserPayment?.redirectUrl ?? '';
  const retrieve = async (transactionId = '1') =>
    (await rig.api('GET', path(transactionId), undefined, { merchant })).json;
  const answer = async (form: Readonly<Record<string, string>> = {}) => {
    const page = await fetch(redirectUrl, { redirect: 'manual' });
    return answerAt(page.headers.get('location') ?? '', form);
  };
  return {
    orderId,
    reply,
    redirectUrl,
    answer,
    answerAndReturn: async (form) => browse(await answer(form), { until: /^https:/ }),
    follow: async (apiOperation, transactionId, body = {}) =>
      (await rig.api('PUT', path(transactionId), { apiOperation, ...body }, { merchant })).json,
    retrieve,
    order: async () => (await rig.api('GET', `/order/${orderId}`, undefined, { merchant })).json,
    async becomes(result, transactionId) {
      await vi.waitFor(
        async () => {
          const { result: now, response } = await retrieve(transactionId);
          expect(`${now} ${response.gatewayCode}`).toBe(result);
        },
        { timeout: PATIENCE_MS, interval: 20 },
      );
    },
    ledger: () =>
      paypalLedgerEntries(simulator.paypal.ledger, { order: orderId }).map(
        ({ kind, amount, state }) => `${kind} ${amount} ${state}`,
      ),
    async timeline() {
      const events = await rig.rows(
        'select e.kind, e.outcome from browser_payment_event e join payment_transaction t on t.key = e.transaction_key ' +
          'join payment_order o on o.key = t.order_key where o.order_id = ? order by e.first_at',
        orderId,
      );
      return events.map(({ kind, outcome }) => `${kind} ${outcome}`.trim());
    },
  };
}

/** @param url of PayPal's page @returns the address to which the browser is redirected */
export async function answerAt(url: string, form: Readonly<Record<string, string>> = {}): Promise<string> {
  const response = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams({ choice: 'APPROVE', instrument: 'BALANCE', ...form }),
    redirect: 'manual',
  });
  await response.text();
  return response.headers.get('location') ?? '';
}

/** Calls the simulator's control API, at its own address. */
export async function control({ simulator }: PayPalRig, method: string, path: string, body: object) {
  const response = await fetch(simulator.base + path, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  expect(response.status, text).toBeLessThan(300);
  return text === '' ? undefined : JSON.parse(text);
}
