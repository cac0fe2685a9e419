/** A test bench for one order: runs operations on it one after another and reads the results. */
import { expect } from 'vitest';
import { InterfaceError } from '../../../src/contract/interface-error.ts';
import { createGateway, type Gateway } from '../../../src/core/gateway.ts';
import { type Merchant, merchantProfile } from '../../../src/core/merchant/merchant.ts';
import { execute } from '../../../src/core/operations/execute.ts';
import type { TransactionCall } from '../../../src/core/operations/plan.ts';
import { orderStatus } from '../../../src/core/order/order-status.ts';
import type { OrderOperation } from '../../../src/core/order/transitions.ts';
import type {
  AcquirerAdvice,
  AcquirerRequest,
  StoredOrder,
  StoredTransaction,
  ValueSources,
} from '../../../src/core/ports/index.ts';
import { followUpWorker } from '../../../src/core/recovery/follow-ups.ts';
import { reversalWorker } from '../../../src/core/recovery/reversals.ts';
import type { DueWorker } from '../../../src/core/workers/due-worker.ts';
import { cardBody, merchant, payment, type World, world } from '../world.ts';

/** TESTSHOP with other settings. */
export function shop(settings: object): Merchant {
  return { ...merchant, profile: merchantProfile.parse({ id: 'TESTSHOP', name: 'Shop', ...settings }) };
}

export interface Refusal {
  readonly message: string;
  /** `transaction.amount INVALID`, … */
  readonly fields: readonly string[];
  readonly status: number;
}

export interface Standing {
  readonly status: string;
  readonly authorized: bigint;
  readonly captured: bigint;
  readonly refunded: bigint;
}

export interface Bench extends World {
  /** The finished transaction. @throws the errors of `transact`, and if the order was locked */
  run(
    operation: OrderOperation,
    transactionId: string,
    body?: object,
    given?: Partial<TransactionCall>,
  ): Promise<StoredTransaction>;
  /** The refusal; asserts that no transaction was started and no message sent. */
  refused(
    operation: OrderOperation,
    transactionId: string,
    body?: object,
    given?: Partial<TransactionCall>,
  ): Promise<Refusal>;
  order(): StoredOrder;
  standing(): Standing;
  /** The newest request and the newest advice sent. */
  asked(): AcquirerRequest;
  lastAdvice(): AcquirerAdvice;
  /** One round of the worker that queries open results, for all that are due. */
  followUp(): Promise<void>;
  /** One round of the worker that sends reversals. */
  reverse(): Promise<void>;
  /** The same rows in a newly started process. */
  restarted(): Gateway;
}

export function bench(settings: object = {}, sources: Partial<ValueSources> = {}): Bench {
  const made = world(sources);
  const { gateway, orders, acquirer } = made;
  const own = shop(settings);
  const calling = (
    operation: OrderOperation,
    transactionId: string,
    body: object = {},
    given: Partial<TransactionCall> = {},
  ) => execute(gateway, payment(body, { merchant: own, operation, transactionId, ...given }));
  const sent = () => [orders.intents.length, acquirer.requests.length, acquirer.sentAdvices.length];
  const order = () => [...orders.orders.values()].find(({ orderId }) => orderId === 'order-1')!;
  return {
    ...made,
    async run(...call) {
      const result = await calling(...call);
      if (result.kind === 'LOCKED') {
        throw new Error('The order was locked.');
      }
      return result.transaction;
    },
    async refused(...call) {
      const before = sent();
      const error = await calling(...call).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(InterfaceError);
      expect(sent()).toEqual(before);
      const { message, problems, status } = error as InterfaceError;
      return { message, status, fields: problems.map(({ field, validationType }) => `${field} ${validationType}`) };
    },
    order,
    standing() {
      const { state } = order();
      return {
        status: orderStatus(state),
        authorized: state.totalAuthorized,
        captured: state.totalCaptured,
        refunded: state.totalRefunded,
      };
    },
    asked: () => acquirer.requests.at(-1)!,
    lastAdvice: () => acquirer.sentAdvices.at(-1)!.advice,
    followUp: () => oneRound(followUpWorker(gateway)),
    reverse: () => oneRound(reversalWorker(gateway)),
    restarted: () => createGateway(gateway),
  };
}

/** Runs one round: `close` waits for the round under way. */
export async function oneRound<Row>(worker: DueWorker<Row>): Promise<void> {
  worker.wake();
  await worker.close();
}

/** EUR 12.00, authorized as transaction `1`. */
export async function authorized(settings: object = {}, sources: Partial<ValueSources> = {}): Promise<Bench> {
  const on = bench(settings, sources);
  await on.run('AUTHORIZE', '1', cardBody());
  return on;
}

/** EUR 12.00, paid as transaction `1`. */
export async function paid(settings: object = {}, sources: Partial<ValueSources> = {}): Promise<Bench> {
  const on = bench(settings, sources);
  await on.run('PAY', '1', cardBody());
  return on;
}

export const amount = (text: string, more: object = {}) => ({
  transaction: { amount: text, currency: 'EUR', ...more },
});
export const target = (transactionId: string) => ({ transaction: { targetTransactionId: transactionId } });
