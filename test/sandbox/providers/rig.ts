/** The adapters with the sandbox's real providers, over real sockets, closed after each test. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import { openProviders } from '../../../src/adapters/providers/index.ts';
import { type Currency, currencyOf } from '../../../src/contract/money.ts';
import type {
  Callback,
  NewProviderPayment,
  Provider,
  ProviderMovement,
  ProviderPayment,
  RawCallback,
} from '../../../src/core/ports/index.ts';
import { type StartedProviders, startProviders } from '../../../src/sandbox/providers/start-providers.ts';
import { memoryLog } from '../../adapters/acquirers/fixtures.ts';
import { type GatewaySimulator, openGatewaySimulator } from './gateway-simulator.ts';

export const SECRET = '5a'.repeat(32);
export const EUR = currencyOf('EUR') as Currency;

/** A bank's ten seconds become minutes, so that a busy machine does not miss the states before them. */
export const SLOW = 0.02;

/** Asynchronous effects take up to some seconds, on a loaded machine. */
const PATIENCE_MS = 20_000;

/**
 * Runs at the end of the current test. A hook registered by this module would belong only to the first file, since the
 * worker caches the module.
 */
export function afterwards(cleanUp: () => unknown): void {
  onTestFinished(async () => void (await cleanUp()));
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-providers-'));
  afterwards(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export interface Started {
  readonly sandbox: StartedProviders;
  readonly wallet: Provider;
  readonly bank: Provider;
}

/** @param where a folder keeps the ledgers there */
export async function providersWith({ speed = 1, folder }: { speed?: number; folder?: string } = {}): Promise<Started> {
  const where = folder === undefined ? ({ memory: true } as const) : { folder };
  const sandbox = await startProviders({ speed, secret: SECRET, log: memoryLog(), ...where });
  let isOpen = true;
  const close = async () => {
    if (isOpen) {
      await sandbox.close();
    }
    isOpen = false;
  };
  afterwards(close);
  const providers = openProviders({ env: {}, sandbox: { origin: sandbox.origin, secret: SECRET } });
  const [wallet, bank] = ['demoWallet', 'demoBank'].map((id) => providers.get(id) as Provider);
  return { sandbox: { ...sandbox, close }, wallet: wallet as Provider, bank: bank as Provider };
}

export interface Rig extends Started {
  readonly gateway: GatewaySimulator;
}

export async function rigWith(given: { speed?: number; folder?: string } = {}): Promise<Rig> {
  const gateway = await openGatewaySimulator();
  afterwards(() => gateway.close());
  return { gateway, ...(await providersWith(given)) };
}

let last = 0;

/** A payment of EUR 12.00 that asks the payer, with overrides. */
export function paymentFor(
  gateway: Pick<GatewaySimulator, 'origin'>,
  given: Partial<NewProviderPayment> = {},
): NewProviderPayment {
  last += 1;
  return {
    reference: `P-${last}`,
    account: { merchantId: 'TESTSHOP', members: {} },
    merchantName: 'Example Shop',
    orderId: `order-${last}`,
    operation: 'PAY',
    confirmation: 'CONFIRM_AT_PROVIDER',
    amount: 1200n,
    currency: EUR,
    returnUrl: `${gateway.origin}/return/state-${last}?a=1&b=2`,
    cancelUrl: `${gateway.origin}/return/state-${last}?cancelled=true`,
    choiceUrl: `${gateway.origin}/checkout/choice/state-${last}`,
    callbackUrl: `${gateway.origin}/callback/demo`,
    shipping: { displayed: true, changeable: true },
    ...given,
  };
}

/** The content of a genuine callback. */
export async function claimOf(provider: Provider, raw: RawCallback): Promise<Callback | undefined> {
  const outcome = await provider.callback(raw, Date.now());
  return outcome.status === 'GENUINE' ? outcome : undefined;
}

/** The payments' states according to the callbacks. */
export async function saidIn(provider: Provider, callbacks: readonly RawCallback[]): Promise<(string | undefined)[]> {
  return Promise.all(callbacks.map(async (raw) => (await claimOf(provider, raw))?.says));
}

/** The query for a payment by the gateway's reference. */
export const asked = (reference: string): ProviderPayment => ({
  reference,
  operation: 'PAY',
  account: { merchantId: 'TESTSHOP', members: {} },
  attempt: 1,
  // The sandbox's providers return the requested amount themselves.
  asked: { amount: 1200n, currency: 'EUR', orderId: '' },
});

/** A refund of the whole payment, with overrides. */
export function movementOn(
  { reference, orderId, amount, currency }: NewProviderPayment,
  given: Partial<ProviderMovement> = {},
): ProviderMovement {
  last += 1;
  return { reference: `M-${last}`, payment: asked(reference), orderId, kind: 'REFUND', amount, currency, ...given };
}

/** @returns the page's address */
export async function startPayment(provider: Provider, payment: NewProviderPayment): Promise<string> {
  const outcome = await provider.create(payment);
  if (outcome.status !== 'CREATED') {
    throw new Error(`not created: ${outcome.status}`);
  }
  return outcome.pageUrl;
}

/** A payment that the payer's arrival approved. */
export async function approved(
  provider: Provider,
  gateway: GatewaySimulator,
  given: Partial<NewProviderPayment> = {},
): Promise<NewProviderPayment> {
  const payment = paymentFor(gateway, { orderReference: 'TEST-SUCCEED', ...given });
  await visit(await startPayment(provider, payment));
  return payment;
}

export interface Shown {
  readonly status: number;
  readonly location: string | null;
  readonly headers: Headers;
  readonly text: string;
}

/** The payer's browser opens the page, or answers there: returns the redirect's address, or the page. */
export async function visit(url: string, form?: Readonly<Record<string, string>>): Promise<Shown> {
  const answer = form && { method: 'POST', body: new URLSearchParams(form) };
  const response = await fetch(url, { ...answer, redirect: 'manual' });
  const { status, headers } = response;
  return { status, headers, location: headers.get('location'), text: await response.text() };
}

/** The payment's status and, if it is decided, its gateway code: `DECIDED APPROVED`. */
export async function stateOf(provider: Provider, { reference }: { readonly reference: string }): Promise<string> {
  const state = await provider.state(asked(reference));
  return state.status === 'DECIDED' ? `DECIDED ${state.reply.gatewayCode}` : state.status;
}

/** Waits for an asynchronous effect. */
export async function becomes<Value>(read: () => Value | Promise<Value>, wanted: Awaited<Value>): Promise<void> {
  let seen: Awaited<Value> | undefined;
  await vi.waitFor(
    async () => {
      seen = await read();
      if (JSON.stringify(seen) !== JSON.stringify(wanted)) {
        throw new Error(`${JSON.stringify(seen)}, not ${wanted}`);
      }
    },
    { timeout: PATIENCE_MS, interval: 10 },
  );
}

/** Every entry of a provider's ledger, in order, as `KIND amount state`. */
export function entriesOf({ sandbox }: Pick<Started, 'sandbox'>, id = 'demoWallet', order?: string): string[] {
  return sandbox.ledger(id, { order }).map(({ kind, amount, state }) => `${kind} ${amount} ${state}`);
}
