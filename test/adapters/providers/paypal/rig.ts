/** The adapter for PayPal with the sandbox's simulator, over real sockets, closed after each test. */
import { expect, onTestFinished } from 'vitest';
import { paypalProvider } from '../../../../src/adapters/providers/paypal/adapter.ts';
import { simulatorSite } from '../../../../src/adapters/providers/paypal/paypal-sites.ts';
import { type Currency, currencyOf } from '../../../../src/contract/money.ts';
import type {
  NewProviderPayment,
  Provider,
  ProviderAccount,
  ProviderMovement,
  ProviderPayment,
  StateOutcome,
} from '../../../../src/core/ports/index.ts';
import type { PayPalAccount } from '../../../../src/sandbox/paypal/accounts.ts';
import { paypalLedgerEntries } from '../../../../src/sandbox/paypal/ledger/entries.ts';
import { type StartedPayPal, startPayPal } from '../../../../src/sandbox/paypal/start-paypal.ts';
import { sandboxPayPalAccount } from '../../../../src/settings/sandbox/index.ts';
import { memoryLog } from '../../acquirers/fixtures.ts';

export const EUR = currencyOf('EUR') as Currency;
export const ORIGIN = 'https://pay.example';

export interface Rig {
  readonly simulator: StartedPayPal;
  readonly adapter: Provider;
  readonly account: ProviderAccount;
  /** The adapter of another process. */
  another(): Provider;
}

export interface RigOptions {
  readonly speed?: number;
  readonly webhookUrl?: string;
  readonly answerMsMax?: number;
  readonly elapsed?: () => number;
}

export async function rigWith({ speed = 1, webhookUrl, ...limits }: RigOptions = {}): Promise<Rig> {
  const own: PayPalAccount = {
    ...sandboxPayPalAccount('5a'.repeat(32)),
    ...(webhookUrl !== undefined && { webhookUrl }),
  };
  const simulator = await startPayPal({ accounts: [own], speed, log: memoryLog() });
  onTestFinished(async () => {
    const { violations, unknownFields } = simulator.paypal.validator;
    await simulator.close();
    expect({ violations, unknownFields }, 'messages as described').toEqual({ violations: [], unknownFields: [] });
  });
  const another = () => paypalProvider({ site: simulatorSite(`http://127.0.0.1:${simulator.port}`), ...limits });
  return { simulator, adapter: another(), account: accountOf(own), another };
}

/** In the format of a merchant's profile. */
export function accountOf(
  { clientId, clientSecret, webhookId }: PayPalAccount,
  merchantId = 'TESTSHOP',
): ProviderAccount {
  return { merchantId, members: { clientId, clientSecret, webhookId } };
}

let last = 0;

/** A payment of EUR 12.00, confirmed at PayPal, with the given members overridden. */
export function paymentFor(account: ProviderAccount, given: Partial<NewProviderPayment> = {}): NewProviderPayment {
  last += 1;
  const state = `${ORIGIN}/return/state-${last}`;
  return {
    reference: `P-${last}`,
    account,
    merchantName: 'Example Shop',
    orderId: `order-${last}`,
    operation: 'PAY',
    confirmation: 'CONFIRM_AT_PROVIDER',
    amount: 1200n,
    currency: EUR,
    returnUrl: state,
    cancelUrl: `${state}?cancelled=true`,
    choiceUrl: `${ORIGIN}/checkout/choice/state`,
    callbackUrl: `${ORIGIN}/callback/paypal/TESTSHOP`,
    shipping: { displayed: true, changeable: true },
    ...given,
  };
}

export interface Created {
  readonly payment: NewProviderPayment;
  readonly pageUrl: string;
  readonly asked: ProviderPayment;
}

export async function created({ adapter, account }: Rig, given: Partial<NewProviderPayment> = {}): Promise<Created> {
  const payment = paymentFor(account, given);
  const outcome = await adapter.create(payment);
  if (outcome.status !== 'CREATED') {
    throw new Error(`not created: ${JSON.stringify(outcome)}`);
  }
  const { pageUrl, providerReference } = outcome;
  const { reference, operation, amount, currency, orderId } = payment;
  const asked = { amount, currency: currency.code, orderId };
  const named = { reference, ...(providerReference !== undefined && { providerReference }) };
  return { payment, pageUrl, asked: { ...named, operation, account, attempt: 1, asked } };
}

/** The payer answers on PayPal's page. @returns the address to which the browser is redirected */
export async function answer(pageUrl: string, form: Readonly<Record<string, string>> = {}): Promise<string | null> {
  const response = await fetch(pageUrl, {
    method: 'POST',
    body: new URLSearchParams({ choice: 'APPROVE', instrument: 'BALANCE', ...form }),
    redirect: 'manual',
  });
  await response.text();
  return response.headers.get('location');
}

export async function approved(
  rig: Rig,
  given: Partial<NewProviderPayment> = {},
  form: Readonly<Record<string, string>> = {},
): Promise<Created> {
  const made = await created(rig, given);
  await answer(made.pageUrl, form);
  return made;
}

/** @returns the payment with PayPal's number of its capture or authorization */
export async function paid(
  rig: Rig,
  given: Partial<NewProviderPayment> = {},
): Promise<Created & { readonly restsOn: string }> {
  const made = await approved(rig, given);
  const state = await rig.adapter.confirm(made.asked);
  if (state.status !== 'DECIDED' || state.reply.providerReference === undefined) {
    throw new Error(`not paid: ${JSON.stringify(state)}`);
  }
  return { ...made, restsOn: state.reply.providerReference };
}

/** The whole amount of the payment, with the given members overridden. */
export function movementOn({ payment, asked }: Created, given: Partial<ProviderMovement> = {}): ProviderMovement {
  last += 1;
  const { orderId, amount, currency } = payment;
  return {
    reference: `${payment.reference}-${last}`,
    payment: asked,
    orderId,
    transactionId: `${last}`,
    kind: 'REFUND',
    amount,
    currency,
    ...given,
  };
}

/** The status and, where it is decided, its gateway code: `DECIDED APPROVED`. */
export function describeState(state: StateOutcome): string {
  return state.status === 'DECIDED' ? `DECIDED ${state.reply.gatewayCode}` : state.status;
}

/** Every entry of PayPal's ledger, in order, as `KIND amount state`. */
export function entriesOf({ simulator }: Pick<Rig, 'simulator'>): string[] {
  return paypalLedgerEntries(simulator.paypal.ledger).map(({ kind, amount, state }) => `${kind} ${amount} ${state}`);
}

/** The simulator's control API, at its own address. */
export async function control({ simulator }: Rig, method: string, path: string, body: object): Promise<void> {
  const response = await fetch(simulator.base + path, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(response.status, await response.text()).toBeLessThan(300);
}
