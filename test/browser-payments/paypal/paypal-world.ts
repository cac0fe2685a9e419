/**
 * A world of browser payments with the adapter for PayPal, over the sandbox's simulator: on a clock that the test
 * moves, while PayPal has its own.
 */

import { paypalProvider } from '../../../src/adapters/providers/paypal/adapter.ts';
import { simulatorSite } from '../../../src/adapters/providers/paypal/paypal-sites.ts';
import type {
  CreateOutcome,
  MovementOutcome,
  NewProviderPayment,
  Provider,
  ProviderAccount,
  ProviderMovement,
  ProviderPayment,
  RawCallback,
  StateOutcome,
} from '../../../src/core/ports/index.ts';
import type { PayPalAccount } from '../../../src/sandbox/paypal/accounts.ts';
import { paypalLedgerEntries } from '../../../src/sandbox/paypal/ledger/entries.ts';
import { type StartedPayPal, startPayPal } from '../../../src/sandbox/paypal/start-paypal.ts';
import { certificateId, signatureHeaders } from '../../../src/sandbox/paypal/webhooks/signature.ts';
import { sandboxPayPalAccount } from '../../../src/settings/sandbox/paypal-account.ts';
import { memoryLog } from '../../adapters/acquirers/fixtures.ts';
import { accountOf, answer } from '../../adapters/providers/paypal/rig.ts';
import type { Ground } from '../ground.ts';
import { SimulatedProvider } from '../simulated-provider.ts';
import { type InitiatedPayment, World } from '../world.ts';

export const ACCOUNT: PayPalAccount = sandboxPayPalAccount('5a'.repeat(32));

/** Sends no callbacks by itself: the test triggers them. */
export const openSimulator = (): Promise<StartedPayPal> =>
  startPayPal({ accounts: [ACCOUNT], speed: 1, log: memoryLog() });

/** Records the calls, and forwards them to the adapter. A fault that a test sets replaces the answer. */
class AtPayPal extends SimulatedProvider {
  readonly #adapter: Provider;

  constructor(id: string, adapter: Provider) {
    super(id);
    this.#adapter = adapter;
  }

  override async create(asked: NewProviderPayment): Promise<CreateOutcome> {
    const { reference, amount, currency, orderId } = asked;
    const money = { amount, currency: currency.code, orderId };
    const outcome = await this.#ask('create', reference, () => this.#adapter.create(asked));
    this.payments.set(reference, { asked, money, standing: 'OPEN' });
    return outcome;
  }

  override state(payment: ProviderPayment): Promise<StateOutcome> {
    return this.#ask('state', payment.reference, () => this.#adapter.state(payment));
  }

  override confirm(payment: ProviderPayment): Promise<StateOutcome> {
    return this.#ask('confirm', payment.reference, () => this.#adapter.confirm(payment));
  }

  override cancel(payment: ProviderPayment): Promise<StateOutcome> {
    return this.#ask('cancel', payment.reference, () => this.#adapter.cancel(payment));
  }

  override move(movement: ProviderMovement): Promise<MovementOutcome> {
    return this.#ask('move', movement.reference, () => this.#adapter.move(movement));
  }

  override callback(raw: RawCallback, now: number, account?: ProviderAccount) {
    return this.#adapter.callback(raw, now, account) as ReturnType<SimulatedProvider['callback']>;
  }

  async #ask<Outcome>(
    call: 'cancel' | 'confirm' | 'create' | 'move' | 'state',
    reference: string,
    ask: () => Promise<Outcome>,
  ): Promise<Outcome> {
    this.calls.push({ call, reference });
    const fault = this.fault(call, reference);
    const outcome = fault === undefined || fault.done ? await ask() : undefined;
    return fault === undefined ? (outcome as Outcome) : ({ status: fault.status } as Outcome);
  }
}

/** The adapter of one process, which several worlds may share. */
export const adapterFor = ({ port }: StartedPayPal): Provider =>
  paypalProvider({ site: simulatorSite(`http://127.0.0.1:${port}`) });

export class PayPalWorld extends World {
  readonly simulator: StartedPayPal;

  constructor(ground: Ground, simulator: StartedPayPal, adapter = adapterFor(simulator)) {
    const accounts: Record<string, ProviderAccount['members']> = {};
    super(ground, {
      like: 'paypal',
      provider: (id) => new AtPayPal(id, adapter),
      profile: { providerAccounts: accounts },
    });
    accounts[this.provider.id] = accountOf(ACCOUNT).members;
    this.simulator = simulator;
  }

  /** The payer answers on PayPal's page. */
  async answer({ key }: InitiatedPayment, form?: Readonly<Record<string, string>>): Promise<void> {
    const { pageUrl } = (await this.found(key)).payment;
    await answer(pageUrl ?? '', form);
  }

  /** PayPal's webhook, signed as it signs, about the payment. */
  override async callBack({ reference }: InitiatedPayment): Promise<void> {
    const { paypal, base } = this.simulator;
    const authority = paypal.signers.own;
    const resource = { purchase_units: [{ custom_id: `TESTSHOP.${reference}` }] };
    const body = JSON.stringify({ id: 'WH-1', event_type: 'CHECKOUT.ORDER.APPROVED', resource });
    const certificate = `${base}/v1/notifications/certs/${certificateId(authority)}`;
    const headers = signatureHeaders(
      { webhookId: ACCOUNT.webhookId, body },
      authority.signingKey,
      certificate,
      this.now(),
    );
    const address = { provider: this.provider.id, merchant: 'TESTSHOP' };
    await this.receive(address, { headers, body: Buffer.from(body) });
  }

  /** Every entry of PayPal's ledger for the order, as `KIND amount state`. */
  ledger({ orderId }: InitiatedPayment): string[] {
    return paypalLedgerEntries(this.simulator.paypal.ledger, { order: orderId }).map(
      ({ kind, amount, state }) => `${kind} ${amount} ${state}`,
    );
  }
}
