/** The real gateway with one order, driven in the model's terms: its operations and its workers, over a given store. */
import { fixedText } from '../../src/contract/decimal.ts';
import { InterfaceError } from '../../src/contract/interface-error.ts';
import { createGateway, type Gateway } from '../../src/core/gateway.ts';
import { type Merchant, merchantProfile } from '../../src/core/merchant/merchant.ts';
import { execute } from '../../src/core/operations/execute.ts';
import { refundDecisionWorker } from '../../src/core/operations/refund-decisions.ts';
import { isOpen } from '../../src/core/order/order.ts';
import { orderStatus } from '../../src/core/order/order-status.ts';
import type { AcquirerOutcome, Orders, RefundDecision, StoredTransaction } from '../../src/core/ports/index.ts';
import { followUpWorker } from '../../src/core/recovery/follow-ups.ts';
import { oneRound } from '../core/operations/bench.ts';
import { answered, CARD, payment, type World, world } from '../core/world.ts';
import type { Asked, Profile, Said } from './terms.ts';

/** Longer than the pauses between the first queries of an open result. */
const QUESTION_MS = 301_000;
/** More than a history has open results. */
const QUESTIONS_MAX = 30;

export interface SubjectStore {
  readonly orders: Orders;
  /** The merchant of the order. */
  readonly merchantKey: number;
  /** Stores a person's decision on a refund request. */
  decide(transactionKey: number, decision: RefundDecision['decision'], at: number): Promise<unknown>;
  close(): Promise<void>;
}

/** The order's state, in the model's terms. */
export interface Standing {
  /** Each transaction's id, type and code, in starting order. */
  readonly made: readonly string[];
  /** Authorized, captured, refunded, in minor units. */
  readonly totals: readonly bigint[];
  readonly status: string;
}

export class Subject {
  readonly #store: SubjectStore;
  readonly #merchant: Merchant;
  readonly #world: World;
  readonly #gateway: Gateway;
  readonly #decided = new Set<number>();

  constructor(store: SubjectStore, profile: Profile) {
    const { orders, merchantKey: key } = store;
    this.#store = store;
    this.#merchant = {
      key,
      id: 'TESTSHOP',
      profile: merchantProfile.parse({ id: 'TESTSHOP', name: 'Shop', ...profile }),
    };
    this.#world = world();
    this.#gateway = createGateway({ ...this.#world.gateway, orders });
  }

  now(): number {
    return this.#gateway.clock.now();
  }

  pass(ms: number): void {
    this.#world.pass(ms);
  }

  /** @returns the transaction in the format of `Standing`; undefined if it was refused */
  async ask(asked: Asked, said: Said): Promise<string | undefined> {
    this.#says(said);
    const { operation, id: transactionId } = asked;
    try {
      const result = await execute(
        this.#gateway,
        payment(bodyOf(asked), { operation, transactionId, merchant: this.#merchant }),
      );
      if (result.kind === 'LOCKED') {
        throw new Error('The order is locked, though nothing else is under way on it.');
      }
      return wordsOf(result.transaction);
    } catch (error) {
      if (error instanceof InterfaceError) {
        return undefined;
      }
      throw error;
    }
  }

  /** Queries each open result once. */
  async question(said: Said): Promise<void> {
    this.#says(said);
    this.pass(QUESTION_MS);
    await oneRound(followUpWorker(this.#gateway));
  }

  /** Queries until every result is known: of several open results on one order each round may settle only one. */
  async settle(said: Said): Promise<void> {
    for (let questions = 0; (await this.#openCount()) > 0; questions += 1) {
      if (questions === QUESTIONS_MAX) {
        throw new Error('A result stays open however often it is asked about.');
      }
      await this.question(said);
    }
    await this.#actOnDecisions();
  }

  /** @returns the id of the refund that an approval creates */
  async decide(isApproved: boolean, said: Said): Promise<string> {
    const waiting = (await this.#transactions()).find(
      ({ key, request, outcome }) =>
        request.type === 'REFUND_REQUEST' && outcome?.gatewayCode === 'PENDING' && !this.#decided.has(key),
    );
    if (waiting === undefined) {
      throw new Error('No refund request waits.');
    }
    this.#decided.add(waiting.key);
    this.#says(said);
    await this.#store.decide(waiting.key, isApproved ? 'APPROVED' : 'REJECTED', this.now());
    await this.#actOnDecisions();
    return `refund-${waiting.key}`;
  }

  async standing(): Promise<Standing> {
    const order = await this.#order();
    if (order === undefined) {
      return { made: [], totals: [0n, 0n, 0n], status: 'FAILED' };
    }
    const { totalAuthorized, totalCaptured, totalRefunded } = order.state;
    return {
      made: (await this.#transactions()).map(wordsOf),
      totals: [totalAuthorized, totalCaptured, totalRefunded],
      status: orderStatus(order.state),
    };
  }

  #says(said: Said): void {
    const { acquirer } = this.#world;
    acquirer.says = () => outcomeOf(said);
    acquirer.saysToAdvice = () => outcomeOf(said);
    acquirer.knows = () => {
      const outcome = outcomeOf(said);
      return outcome.status === 'ANSWERED' ? outcome : { status: 'NO_ANSWER' };
    };
  }

  async #actOnDecisions(): Promise<void> {
    await oneRound(refundDecisionWorker({ gateway: this.#gateway, merchantByKey: async () => this.#merchant }));
  }

  #order() {
    return this.#store.orders.find(this.#merchant.key, ORDER_ID);
  }

  async #transactions(): Promise<StoredTransaction[]> {
    const order = await this.#order();
    return order === undefined ? [] : this.#store.orders.transactions(order.key);
  }

  async #openCount(): Promise<number> {
    const order = await this.#order();
    return (order?.state.movements ?? []).filter((one) => isOpen(one) && one.type !== 'REFUND_REQUEST').length;
  }
}

/** The order id that `payment` uses. */
const ORDER_ID = 'order-1';

function wordsOf({ transactionId, request, outcome }: StoredTransaction): string {
  return `${transactionId} ${request.type} ${outcome?.gatewayCode}`;
}

function outcomeOf(said: Said): AcquirerOutcome {
  if (said === 'SILENCE') {
    return { status: 'NO_ANSWER' };
  }
  return said === 'NO_LINK' ? { status: 'NOT_SENT' } : answered({ gatewayCode: said });
}

function bodyOf({ operation, amount, currency, target, hasCard, hasCode }: Asked): object {
  const money = { ...(amount !== undefined && { amount: fixedText(amount, 2) }), currency };
  const isInitial = operation === 'AUTHORIZE' || operation === 'PAY' || operation === 'VERIFY';
  return {
    ...(isInitial && { order: money }),
    ...(hasCard && { sourceOfFunds: { type: 'CARD', provided: { card: CARD } } }),
    transaction: {
      ...(!isInitial && money),
      ...(hasCode && { authorizationCode: 'A1B2C3' }),
      ...(target !== undefined && { targetTransactionId: target }),
    },
  };
}
