/**
 * Browser payments in this process over a real store, with a clock and providers that the test controls. Several worlds
 * can share one ground, each with a clock and a provider of its own, so that many payments run concurrently.
 */

import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import {
  handleReturn,
  RETURN_WAIT_MS_MAX,
  type RedirectStep,
  waitForResult,
} from '../../src/checkout/return/redirect-steps.ts';
import { providerSettings } from '../../src/contract/fields/browser-payment-fields.ts';
import { OPERATIONS } from '../../src/contract/operations.ts';
import {
  BROWSER_PAYMENT_PROVIDERS,
  type BrowserPaymentProvider,
  type ProviderFacts,
  providerType,
} from '../../src/contract/providers/index.ts';
import type { Values } from '../../src/contract/read.ts';
import { merge } from '../../src/contract/values.ts';
import { type CallbackAddress, handleCallback } from '../../src/core/browser-payments/callback.ts';
import type { BrowserPaymentDependencies } from '../../src/core/browser-payments/dependencies.ts';
import { reconciler } from '../../src/core/browser-payments/reconciler.ts';
import { BIN_TABLE } from '../../src/core/cards/bin-table.ts';
import { binTable } from '../../src/core/cards/bins.ts';
import { createGateway, type Gateway } from '../../src/core/gateway.ts';
import type { Merchant, MerchantProfile } from '../../src/core/merchant/merchant.ts';
import { providerAccount } from '../../src/core/merchant/provider-accounts.ts';
import { execute } from '../../src/core/operations/execute.ts';
import type { TransactionCall, TransactionResult } from '../../src/core/operations/plan.ts';
import type { OrderOperation } from '../../src/core/order/transitions.ts';
import type { FoundPayment, Orders, RawCallback, StoredTransaction } from '../../src/core/ports/index.ts';
import { recover } from '../../src/core/recovery/recovery.ts';
import { memoryLog } from '../adapters/acquirers/fixtures.ts';
import { readBody } from '../contract/body.ts';
import { RecordingAcquirer } from '../core/world.ts';
import { NO_SAVED_CARDS } from '../support/no-saved-cards.ts';
import { NOBODY_AUTHENTICATED } from '../support/nobody-authenticated.ts';
import { UNHEARD } from '../support/unheard.ts';
import { type Ground, START } from './ground.ts';
import { callbackOf, SimulatedProvider } from './simulated-provider.ts';

export const ORIGIN = 'https://pay.example';
export const RETURN_URL = 'https://shop.example/return?order=7';
export const NOTIFICATION_URL = 'https://shop.example/notify';
/** The network address of every client. */
export const FROM = '192.0.2.7';

/** Steps at one instant. */
const STEPS_MAX = 5;

export interface Initiation {
  readonly operation?: 'AUTHORIZE' | 'PAY';
  readonly confirmation?: 'CONFIRM_AT_MERCHANT' | 'CONFIRM_AT_PROVIDER';
  readonly orderId?: string;
  readonly transactionId?: string;
  readonly version?: number;
  /** In place of `returnUrl`: a path of our own. */
  readonly home?: string;
  /** In place of the profile's name. */
  readonly shopName?: string;
  /** Overrides members of the request. */
  readonly body?: object;
}

/** A payment that a provider has created, by all its names. */
export interface InitiatedPayment {
  readonly key: number;
  readonly orderId: string;
  readonly reference: string;
  readonly handle: string;
  /** The secret of the payer's return URL. */
  readonly state: string;
}

let orders = 0;
/** An order that no test of this process has used. */
export const newOrderId = (): string => {
  orders += 1;
  return `browser-order-${orders}`;
};

let providers = 0;
/** A provider that no other world of this process uses, so that its due payments are this world's alone. */
const newProviderId = (): string => {
  providers += 1;
  return `told${providers}`;
};

export interface WorldOptions {
  /** The built-in provider that supplies this one's metadata: its supported operations. */
  readonly like?: 'demoBank' | 'demoWallet' | 'openBanking' | 'paypal' | 'pix';
  /** Replaces the controlled provider. */
  readonly provider?: (id: string) => SimulatedProvider;
  /** Overrides that metadata. */
  readonly facts?: Partial<ProviderFacts>;
  /** Overrides the merchant's profile. */
  readonly profile?: Partial<MerchantProfile>;
  /** Wraps the orders' store, for a disk that fails. */
  readonly orders?: (orders: Orders) => Orders;
}

export class World {
  readonly ground: Ground;
  readonly provider: SimulatedProvider;
  readonly acquirer = new RecordingAcquirer();
  readonly log = memoryLog();
  readonly #providers = new Map<string, SimulatedProvider>();
  readonly #orders: Orders;
  readonly #profile: Partial<MerchantProfile>;
  readonly #woken = new Set<string>();
  readonly #looks: BrowserPaymentDependencies['inFlightQueries'] = new Map();
  #now = START;
  #gateway: Gateway;

  constructor(ground: Ground, options: WorldOptions = {}) {
    const { like = 'demoWallet', facts, orders = (real) => real, profile } = options;
    const { provider = (id) => new SimulatedProvider(id) } = options;
    this.ground = ground;
    this.provider = provider(newProviderId());
    ground.onClose(registerProvider(this.provider.id, like, facts));
    this.setConfigured(true);
    this.#profile = { browserPayments: [this.provider.id], ...profile };
    this.#orders = orders(ground.store.orders);
    this.#gateway = this.#createGateway();
  }

  get gateway(): Gateway {
    return this.#gateway;
  }

  get parts(): BrowserPaymentDependencies {
    return {
      gateway: this.#gateway,
      merchantByKey: () => this.merchant(),
      inFlightQueries: this.#looks,
      wake: (provider) => void this.#woken.add(provider),
    };
  }

  now(): number {
    return this.#now;
  }

  /** Moves the clock. */
  pass(ms: number): void {
    this.#now += ms;
  }

  /** An operator removes the provider from the configuration, and adds it again. */
  setConfigured(isConfigured: boolean): void {
    if (isConfigured) {
      this.#providers.set(this.provider.id, this.provider);
    } else {
      this.#providers.delete(this.provider.id);
    }
  }

  /**
   * The process dies and another starts; a pending answer of a provider is lost.
   * @returns the number of transactions that it ended
   */
  async restart(): Promise<number> {
    this.#gateway = this.#createGateway();
    await this.ground.store.processes.join({ isAlone: true });
    return recover(this.#gateway);
  }

  async merchant(): Promise<Merchant> {
    const stored = (await this.ground.store.merchants.find('TESTSHOP')) as Merchant;
    return { ...stored, profile: { ...stored.profile, ...this.#profile } };
  }

  async initiation(more: Initiation = {}): Promise<TransactionCall> {
    const { operation = 'PAY', confirmation = 'CONFIRM_AT_PROVIDER', version = 100, home, shopName } = more;
    const { id } = this.provider;
    const body = {
      apiOperation: 'INITIATE_BROWSER_PAYMENT',
      browserPayment: { operation, returnUrl: RETURN_URL, demoWallet: { paymentConfirmation: confirmation } },
      order: { amount: '12.00', currency: 'EUR', notificationUrl: NOTIFICATION_URL },
      sourceOfFunds: { type: 'DEMO_WALLET' },
      ...more.body,
    };
    const { values, problems } = readBody(OPERATIONS.INITIATE_BROWSER_PAYMENT.request, body, { version });
    if (problems.length > 0) {
      throw new Error(JSON.stringify(problems));
    }
    // The contract needs a known provider; the world's own replaces it afterwards.
    const settings = { ...(values.browserPayment as object | undefined), demoWallet: undefined };
    const named = {
      ...merge(values, { sourceOfFunds: { type: providerType(id) } }),
      browserPayment: { ...settings, [id]: providerSettings(values, 'demoWallet') },
    } as Values;
    return {
      merchant: await this.merchant(),
      orderId: more.orderId ?? newOrderId(),
      transactionId: more.transactionId ?? '1',
      operation: 'INITIATE_BROWSER_PAYMENT',
      version,
      entryPoint: 'WEB_SERVICES_API',
      values: named,
      from: FROM,
      ...(home !== undefined && { returnUrl: home }),
      ...(shopName !== undefined && { shopName }),
    };
  }

  /** EUR 12.00 with the wallet, confirmed there, notified; the provider has made it. */
  async initiate(more: Initiation = {}): Promise<InitiatedPayment> {
    const call = await this.initiation(more);
    const result = await execute(this.#gateway, call);
    if (result.kind !== 'DONE') {
      throw new Error('The order was locked.');
    }
    return this.initiatedPayment(result.transaction, call.orderId);
  }

  async initiatedPayment({ key }: StoredTransaction, orderId: string): Promise<InitiatedPayment> {
    const { payment } = await this.found(key);
    const { reference, handle } = payment;
    const { returnUrl } = this.provider.payment(reference).asked;
    return { key, orderId, reference, handle, state: returnUrl.slice(`${ORIGIN}/return/`.length) };
  }

  /** CAPTURE, REFUND, VOID and so on, on the order of a payment. */
  async follow(
    { orderId }: InitiatedPayment,
    operation: OrderOperation,
    transactionId: string,
    body: object,
  ): Promise<TransactionResult> {
    const { values, problems } = readBody(OPERATIONS[operation].request, { apiOperation: operation, ...body });
    if (problems.length > 0) {
      throw new Error(JSON.stringify(problems));
    }
    const merchant = await this.merchant();
    const entryPoint = 'WEB_SERVICES_API';
    return execute(this.#gateway, { merchant, orderId, transactionId, operation, version: 100, entryPoint, values });
  }

  async found(key: number): Promise<FoundPayment> {
    const found = await this.ground.store.browserPayments.find(key);
    if (found === undefined) {
      throw new Error('There is no such payment.');
    }
    return found;
  }

  /** The time of the next query at the provider; null without one. */
  async dueAt({ key }: Pick<InitiatedPayment, 'key'>): Promise<number | null> {
    const [row] = await this.ground.query(
      'select follow_up_at from transaction_outcome where transaction_key = ?',
      key,
    );
    return (row?.follow_up_at ?? null) as number | null;
  }

  /** Makes the due queries at the provider only. */
  async question(): Promise<void> {
    const worker = reconciler(this.parts, this.provider.id);
    worker.wake();
    await worker.close();
  }

  /** Advances the clock to the instant and stops at every due time before it. */
  async goTo(instant: number): Promise<void> {
    for (let before: unknown, times = 0; ; ) {
      const [next] = await this.ground.query(
        'select min(follow_up_at) as at from transaction_outcome where processor = ? and follow_up_at <= ?',
        this.provider.id,
        instant,
      );
      if (next?.at == null) {
        break;
      }
      times = next.at === before ? times + 1 : 1;
      // Another amount, its success and its refund are three steps of one instant.
      if (times > STEPS_MAX) {
        throw new Error('What was due was not done.');
      }
      before = next.at;
      this.#now = Math.max(this.#now, Number(next.at));
      await this.question();
    }
    this.#now = Math.max(this.#now, instant);
  }

  /** The provider's server calls, and the resulting work is done. */
  async callBack({ reference }: InitiatedPayment, given?: Parameters<typeof callbackOf>[2]): Promise<void> {
    await this.receive({ provider: this.provider.id }, callbackOf(this.provider, reference, given));
  }

  /** A callback comes to the address, and the resulting work is done. */
  async receive(address: CallbackAddress, raw: RawCallback): Promise<void> {
    await handleCallback(this.parts, address, raw, { from: FROM, supportCode: 'support' });
    if (this.#woken.delete(this.provider.id)) {
      await this.question();
    }
  }

  /** The browser returns and follows its redirects up to the shop, or to the status page. */
  async handleReturn({ state }: Pick<InitiatedPayment, 'state'>): Promise<RedirectStep> {
    const hopping = { from: FROM, isPrefetch: false };
    const hop = await handleReturn(this.parts, state, hopping);
    if (hop.kind !== 'REDIRECT' || !hop.url.startsWith('/checkout/return/')) {
      return hop;
    }
    const first = await waitForResult(this.parts, state, hopping);
    if (first.kind !== 'WAIT') {
      return first;
    }
    this.pass(RETURN_WAIT_MS_MAX);
    return waitForResult(this.parts, state, hopping);
  }

  #createGateway(): Gateway {
    const { store, vault } = this.ground;
    const none = async () => {
      throw new Error('This test has no such source.');
    };
    return createGateway({
      savedCards: NO_SAVED_CARDS,
      clock: { now: () => this.#now },
      pause,
      isAlive: () => true,
      orders: this.#orders,
      acquirers: new Map([['default', this.acquirer]]),
      sealer: vault,
      sources: { session: none, token: none },
      cardFacts: binTable(BIN_TABLE).ofNumber,
      cardFactsOfPrefix: binTable(BIN_TABLE).ofPrefix,
      deviceTokens: {},
      p2peOf: () => undefined,
      log: this.log,
      reversalStored: () => undefined,
      notifications: UNHEARD,
      browser: {
        payments: store.browserPayments,
        providers: this.#providers,
        health: { isAnswering: () => true },
        accounts: {
          ofKey: async (_, provider) => providerAccount((await this.merchant()).profile, provider, vault),
          ofMerchant: async (id, provider) => {
            const { profile } = await this.merchant();
            return id === profile.id ? providerAccount(profile, provider, vault) : undefined;
          },
        },
        publicOrigin: ORIGIN,
        random: (below) => randomInt(below),
      },
      payerAuthentication: NOBODY_AUTHENTICATED,
    });
  }
}

/**
 * Adds it as a line in the contract's list would.
 *
 * @returns a function that removes it, since other test files of the worker see the same providers
 */
function registerProvider(
  id: string,
  like: NonNullable<WorldOptions['like']>,
  facts?: Partial<ProviderFacts>,
): () => void {
  const known = BROWSER_PAYMENT_PROVIDERS as Record<string, BrowserPaymentProvider>;
  known[id] = { ...known[like]!, ...facts, id };
  return () => {
    delete known[id];
  };
}
