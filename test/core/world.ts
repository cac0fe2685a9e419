/**
 * The gateway's ports as small in-memory fakes: a clock that the test advances, orders in memory, an acquirer with
 * scripted answers.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { resultOf } from '../../src/contract/gateway-codes.ts';
import { OPERATIONS } from '../../src/contract/operations.ts';
import { BIN_TABLE } from '../../src/core/cards/bin-table.ts';
import { binTable } from '../../src/core/cards/bins.ts';
import { createGateway, type Gateway } from '../../src/core/gateway.ts';
import { type Merchant, merchantProfile } from '../../src/core/merchant/merchant.ts';
import type { TransactionCall } from '../../src/core/operations/plan.ts';
import {
  type Acquirer,
  type AcquirerAdvice,
  type AcquirerOutcome,
  type AcquirerReply,
  type AcquirerRequest,
  type BrowserPayments,
  type CompletedTransaction,
  DEFAULT_ACQUIRER,
  type Intent,
  type Orders,
  type RecordedTransactions,
  type ReversalAdvice,
  type Sealer,
  type SealPlace,
  type StatusOutcome,
  type StoredOrder,
  type StoredTransaction,
  type ValueSources,
} from '../../src/core/ports/index.ts';
import { acquirerProcessor, processorOf } from '../../src/core/processing/processor.ts';
import type { RiskReview } from '../../src/core/risk/index.ts';
import { memoryLog } from '../adapters/acquirers/fixtures.ts';
import { readBody } from '../contract/body.ts';
import { noAccounts } from '../support/no-accounts.ts';
import { NO_SAVED_CARDS } from '../support/no-saved-cards.ts';
import { NOBODY_AUTHENTICATED } from '../support/nobody-authenticated.ts';
import { UNHEARD } from '../support/unheard.ts';

export const START = Date.UTC(2026, 10, 21, 2, 45, 0);

export const approval: AcquirerReply = {
  gatewayCode: 'APPROVED',
  acquirerCode: '00',
  acquirerMessage: 'Approved',
  authorizationCode: '123456',
  stan: '000001',
  time: '024500',
  date: '1121',
  processingCode: '003000',
  posEntryMode: '012',
};

export const answered = (reply: Partial<AcquirerReply> = {}): AcquirerOutcome => ({
  status: 'ANSWERED',
  reply: { ...approval, ...reply },
});

export class MemoryOrders implements Orders {
  readonly orders = new Map<number, StoredOrder>();
  readonly rows = new Map<number, StoredTransaction>();
  readonly intents: Intent[] = [];
  readonly finished: CompletedTransaction[] = [];
  readonly reversals = new Map<
    number,
    { acquirer: string; advice: ReversalAdvice; attempts: number; dueAt: number | null }
  >();
  readonly followUps = new Map<number, { queries: number; dueAt: number }>();
  /** Decisions on refund requests, by the request's row. */
  readonly decisions = new Map<number, 'APPROVED' | 'REJECTED'>();
  /** Decisions on payments held by risk rules, by their rows. */
  readonly reviews = new Map<number, RiskReview>();
  /** The number of calls of `finish` that throw, as with a full disk. */
  failures = 0;
  #key = 0;

  newKey(): number {
    this.#key += 1;
    return this.#key;
  }

  async find(merchantKey: number, orderId: string) {
    return [...this.orders.values()].find((order) => order.merchantKey === merchantKey && order.orderId === orderId);
  }

  async insert(order: StoredOrder) {
    const isNew = (await this.find(order.merchantKey, order.orderId)) === undefined;
    if (isNew) {
      this.orders.set(order.key, order);
    }
    return isNew;
  }

  async transaction(orderKey: number, transactionId: string) {
    return [...this.rows.values()].find((row) => row.orderKey === orderKey && row.transactionId === transactionId);
  }

  async learn(transaction: StoredTransaction) {
    this.rows.set(transaction.key, transaction);
  }

  async transactions(orderKey: number) {
    return [...this.rows.values()].filter((row) => row.orderKey === orderKey);
  }

  async transactionByKey(key: number) {
    const transaction = this.rows.get(key);
    return (
      transaction && { order: this.orders.get(transaction.orderKey)!, transaction, merchantId: 'TESTSHOP', queries: 0 }
    );
  }

  async findAgreement(merchantKey: number, agreementId: string) {
    return this.finished.findLast(
      ({ order, agreed }) => order.merchantKey === merchantKey && agreed?.agreementId === agreementId,
    )?.agreed;
  }

  async isPlaceTaken(): Promise<boolean> {
    return true;
  }

  async isDeviceTokenUsed(id: string) {
    return this.intents.some(({ deviceToken }) => deviceToken?.id === id);
  }

  async riskAttempts(subject: Uint8Array, after: number, limit: number) {
    return this.intents
      .flatMap(({ attempts = [], transaction }) => attempts.map((attempt) => ({ attempt, key: transaction.key })))
      .filter(({ attempt }) => Buffer.from(attempt.subject).equals(subject) && attempt.at > after)
      .slice(-limit)
      .map(({ attempt, key }) => ({ ...attempt, isFailed: this.#hasFailed(key) }));
  }

  #hasFailed(key: number): boolean {
    const { outcome } = this.rows.get(key)!;
    return outcome !== undefined && resultOf(outcome.gatewayCode) === 'FAILURE';
  }

  async riskDecisions() {
    return [...this.reviews].map(([key, review]) => {
      const transaction = this.rows.get(key)!;
      return { order: this.orders.get(transaction.orderKey)!, transaction, merchantId: 'TESTSHOP', review };
    });
  }

  async sealedCard(key: number) {
    const intent = this.intents.find(({ transaction }) => transaction.key === key);
    const { sealedCard: sealed = null, order } = intent ?? {};
    return sealed && order ? { sealed, merchantKey: order.merchantKey } : null;
  }

  async cardsErasedAt(): Promise<number | null> {
    return null;
  }

  async begin(intent: Intent) {
    // No await before the write: a database decides this in one commit.
    const { key, merchantKey, orderId } = intent.order;
    const known = [...this.orders.values()].find(
      (order) => order.merchantKey === merchantKey && order.orderId === orderId,
    );
    const free = intent.isNew ? known === undefined : this.orders.get(key)?.lockedBy === null;
    if (!free) {
      return false;
    }
    this.intents.push(intent);
    this.orders.set(intent.order.key, intent.order);
    this.rows.set(intent.transaction.key, intent.transaction);
    return true;
  }

  async complete(finish: CompletedTransaction) {
    if (this.failures > 0) {
      this.failures -= 1;
      throw new Error('disk full');
    }
    const { order, transaction, reversal, followUpAt, settled = [] } = finish;
    if (this.orders.get(order.key)?.lockedBy !== transaction.key) {
      return false;
    }
    this.finished.push(finish);
    this.orders.set(order.key, { ...order, lockedBy: null });
    for (const row of [transaction, ...settled.map((part) => part.transaction)]) {
      this.rows.set(row.key, row);
    }
    if (reversal) {
      const { key, acquirer, advice } = reversal;
      this.reversals.set(key, { acquirer, advice, attempts: 0, dueAt: order.updatedAt });
    }
    if (followUpAt !== undefined) {
      this.followUps.set(transaction.key, { queries: 0, dueAt: followUpAt });
    }
    return true;
  }

  async resolvePending({ order, transaction, isReviewed }: Omit<CompletedTransaction, 'reversal' | 'followUpAt'>) {
    const stored = this.orders.get(order.key);
    if (stored?.lockedBy !== null || stored.fence !== order.fence - 1) {
      return false;
    }
    this.orders.set(order.key, order);
    this.rows.set(transaction.key, transaction);
    this.followUps.delete(transaction.key);
    if (isReviewed) {
      this.reviews.delete(transaction.key);
    }
    return true;
  }

  async record({ order, transactions }: RecordedTransactions) {
    const stored = this.orders.get(order.key);
    if (stored?.lockedBy !== null || stored.fence !== order.fence - 1) {
      return false;
    }
    this.orders.set(order.key, order);
    for (const { transaction } of transactions) {
      this.rows.set(transaction.key, transaction);
    }
    return true;
  }

  async incomplete() {
    return [...this.rows.values()]
      .filter(({ outcome }) => outcome === undefined)
      .map((transaction) => ({ order: this.orders.get(transaction.orderKey)!, transaction, merchantId: 'TESTSHOP' }));
  }

  async dueFollowUps(acquirer: string, now: number) {
    const isTheirs = (key: number) => processorOf(this.rows.get(key)!.request) === acquirerProcessor(acquirer);
    return [...this.followUps]
      .filter(([key, { dueAt }]) => dueAt <= now && isTheirs(key))
      .map(([key, { queries }]) => {
        const transaction = this.rows.get(key)!;
        return { order: this.orders.get(transaction.orderKey)!, transaction, merchantId: 'TESTSHOP', queries };
      });
  }

  async followUpQueried(key: number, queries: number, dueAt: number) {
    this.followUps.set(key, { queries, dueAt });
  }

  async refundDecisions() {
    return [...this.decisions].map(([key, decision]) => {
      const transaction = this.rows.get(key)!;
      return { order: this.orders.get(transaction.orderKey)!, transaction, merchantId: 'TESTSHOP', decision };
    });
  }

  async refundDecisionDone(key: number) {
    this.decisions.delete(key);
  }

  async dueReversals(name: string, now: number) {
    return [...this.reversals]
      .filter(([, { acquirer, dueAt }]) => acquirer === name && dueAt !== null && dueAt <= now)
      .map(([key, { advice, attempts }]) => ({ key, advice, attempts }));
  }

  async isReversalPending(orderKey: number) {
    const { orderId } = this.orders.get(orderKey)!;
    return [...this.reversals.values()].some(({ advice, dueAt }) => dueAt !== null && advice.orderId === orderId);
  }

  async reversalTried(key: number, attempts: number, dueAt: number) {
    this.reversals.set(key, { ...this.reversals.get(key)!, attempts, dueAt });
  }

  async reversalAcknowledged(key: number) {
    this.reversals.set(key, { ...this.reversals.get(key)!, dueAt: null });
  }
}

export class RecordingAcquirer implements Acquirer {
  readonly requests: AcquirerRequest[] = [];
  readonly advices: { advice: ReversalAdvice; repeat: boolean }[] = [];
  readonly sentAdvices: { advice: AcquirerAdvice; repeat: boolean }[] = [];
  isReady = true;
  says: (request: AcquirerRequest) => AcquirerOutcome | Promise<AcquirerOutcome> = () => answered();
  saysToAdvice: (advice: AcquirerAdvice, repeat: boolean) => AcquirerOutcome | Promise<AcquirerOutcome> = () =>
    answered();
  acknowledges: () => boolean = () => true;
  knows: () => StatusOutcome = () => ({ status: 'UNKNOWN_ORIGINAL' });

  async request(request: AcquirerRequest) {
    this.requests.push(request);
    return this.says(request);
  }

  async advise(advice: AcquirerAdvice, repeat: boolean) {
    this.sentAdvices.push({ advice, repeat });
    return this.saysToAdvice(advice, repeat);
  }

  async reverse(advice: ReversalAdvice, repeat: boolean) {
    this.advices.push({ advice, repeat });
    return this.acknowledges();
  }

  async inquire() {
    return this.knows();
  }

  ready() {
    return this.isReady;
  }
}

/** These worlds have no providers; browser payments are tested over the real store. */
const noPayments = new Proxy({} as BrowserPayments, {
  get: (_, name) => {
    throw new Error(`No browser payment is expected here, and ${String(name)} was asked for.`);
  },
});

/** Hashes equal to their own text, so that a test can read them. */
export const openSealer: Sealer = {
  seal: (plain, place) => Buffer.from(`${placeText(place)}:${plain}`),
  open: (sealed, place) =>
    Buffer.from(sealed)
      .toString()
      .slice(placeText(place).length + 1),
  hash: (purpose, text) => Buffer.from(`${purpose} ${text}`),
  hashes: (purpose, text) => [Buffer.from(`${purpose} ${text}`)],
};

function placeText(place: SealPlace): string {
  return typeof place === 'string' ? place : place.before;
}

export const merchant: Merchant = {
  key: 1,
  id: 'TESTSHOP',
  profile: merchantProfile.parse({ id: 'TESTSHOP', name: 'Shop' }),
};

export interface World {
  readonly gateway: Gateway;
  readonly orders: MemoryOrders;
  /** The default acquirer. */
  readonly acquirer: RecordingAcquirer;
  /** By name; a test can add and remove others. */
  readonly acquirers: Map<string, RecordingAcquirer>;
  readonly log: ReturnType<typeof memoryLog>;
  /** Advances the clock. */
  pass(ms: number): void;
}

export function world(sources: Partial<ValueSources> = {}): World {
  let now = START;
  const [orders, acquirer, log] = [new MemoryOrders(), new RecordingAcquirer(), memoryLog()];
  const none = async () => {
    throw new Error('This test has no such source.');
  };
  const acquirers = new Map([[DEFAULT_ACQUIRER, acquirer]]);
  const gateway = createGateway({
    savedCards: NO_SAVED_CARDS,
    clock: { now: () => now },
    pause,
    isAlive: () => true,
    orders,
    acquirers,
    sealer: openSealer,
    sources: { session: none, token: none, ...sources },
    cardFacts: binTable(BIN_TABLE).ofNumber,
    cardFactsOfPrefix: binTable(BIN_TABLE).ofPrefix,
    deviceTokens: {},
    p2peOf: () => undefined,
    log,
    reversalStored: () => undefined,
    notifications: UNHEARD,
    browser: {
      payments: noPayments,
      providers: new Map(),
      health: { isAnswering: () => true },
      accounts: noAccounts,
      publicOrigin: 'http://localhost:8080',
      random: (below) => below - 1,
    },
    payerAuthentication: NOBODY_AUTHENTICATED,
  });
  return {
    gateway,
    orders,
    acquirer,
    acquirers,
    log,
    pass: (ms) => {
      now += ms;
    },
  };
}

export const CARD = { number: '5123450000000008', expiry: { month: '1', year: '39' }, securityCode: '100' };
export const cardBody = (amount = '12.00') => ({
  order: { amount, currency: 'EUR' },
  sourceOfFunds: { type: 'CARD', provided: { card: CARD } },
});

/** An AUTHORIZE over the interface, with overrides. */
export function payment(body: object = cardBody(), given: Partial<TransactionCall> = {}): TransactionCall {
  const { values, problems } = readBody(OPERATIONS[given.operation ?? 'AUTHORIZE'].request, body);
  if (problems.length > 0) {
    throw new Error(JSON.stringify(problems));
  }
  return {
    merchant,
    orderId: 'order-1',
    transactionId: '1',
    operation: 'AUTHORIZE',
    version: 100,
    entryPoint: 'WEB_SERVICES_API',
    values,
    ...given,
  };
}
