/**
 * Idempotent execution: a request is executed once, even if it is sent several times with the same ids. A repeat waits
 * for the first request if it is in flight, and returns the stored answer.
 */
import { namedError } from '../../contract/errors/catalogue.ts';
import { RACED, type Raced, retryRaces } from '../../platform/races.ts';
import type { Gateway, OrderAddress } from '../gateway.ts';
import type { StoredOrder } from '../ports/index.ts';

/** The ids that identify a request. Operations add further members. */
export interface IdempotentCall extends OrderAddress {
  readonly transactionId: string;
}

/** The answer if another operation is in progress on the order. No row was written. */
export interface OrderLocked {
  readonly kind: 'LOCKED';
  readonly order: StoredOrder;
}

/** The steps of an operation, in the order in which they run. */
export interface IdempotentOperation<Call extends IdempotentCall, Found, Answer> {
  /**
   * Returns the records to assume without reading the store, for a request that probably starts an order; undefined if
   * the records must be read.
   */
  readonly assume: (call: Call) => Found | undefined;
  /** Reads the records under the request's ids. @throws InterfaceError if they do not allow the request */
  readonly find: (gateway: Gateway, call: Call) => Promise<Found>;
  /**
   * Returns the stored answer to an earlier request with the same ids; undefined if there was none.
   * @throws InterfaceError if that was a different request
   */
  readonly replay: (gateway: Gateway, call: Call, found: Found) => Promise<Answer | undefined>;
  /** Returns the lock of another operation on the order, if there is one. */
  readonly lockOf: (found: Found) => OrderLocked | undefined;
  /** Executes the request. @returns RACED if the records have changed since they were read; no row was written */
  readonly execute: (gateway: Gateway, call: Call, found: Found) => Promise<Answer | Raced>;
}

/** @throws InterfaceError if the request is refused; no change is made */
export async function runIdempotent<Call extends IdempotentCall, Found, Answer>(
  gateway: Gateway,
  call: Call,
  operation: IdempotentOperation<Call, Found, Answer>,
): Promise<Answer | OrderLocked> {
  const { idempotency } = gateway;
  const key = idempotencyKey(call);
  const assumed = operation.assume(call);
  if (assumed !== undefined && idempotency.inFlight(key) === undefined) {
    const answer = await idempotency.run(key, () => operation.execute(gateway, call, assumed));
    if (answer !== RACED) {
      return answer;
    }
  }
  const answer = await retryRaces(async () => {
    await idempotency.inFlight(key);
    const found = await operation.find(gateway, call);
    const replayed = await operation.replay(gateway, call, found);
    if (replayed !== undefined) {
      return replayed;
    }
    // No step may wait between this check and `run`, or two requests with the same ids could both be executed.
    if (idempotency.inFlight(key) !== undefined) {
      return RACED;
    }
    return operation.lockOf(found) ?? idempotency.run(key, () => operation.execute(gateway, call, found));
  });
  if (answer === RACED) {
    throw namedError('ORDER_BUSY');
  }
  return answer;
}

/**
 * Identifies a request in the idempotency registry. The length of the order id distinguishes `a`, `bc` from `ab`, `c`.
 */
export function idempotencyKey({ merchant, orderId, transactionId }: IdempotentCall): string {
  return `${merchant.key} ${orderId.length} ${orderId}${transactionId}`;
}

/** The lock of an operation in progress on the order, if any. */
export function lockOfOrder(order: StoredOrder | undefined): OrderLocked | undefined {
  return order === undefined || order.lockedBy === null ? undefined : { kind: 'LOCKED', order };
}

/**
 * The maximum time that a repeat waits for the first request in another process. It is longer than the wait for an
 * issuer, after which the request of a process that died is ended by a timeout.
 */
const REPEAT_WAIT_MS_MAX = 30_000;
const REPEAT_POLL_MS = 200;

/**
 * Waits for the answer to a request that another process executes.
 *
 * @param poll returns undefined while there is no answer; its argument is the number of earlier polls
 * @throws InterfaceError if there is no answer in time
 */
export async function awaitAnswer<Answer>(
  gateway: Pick<Gateway, 'pause'>,
  poll: (polls: number) => Promise<Answer | undefined>,
): Promise<Answer> {
  for (let polls = 0; polls * REPEAT_POLL_MS < REPEAT_WAIT_MS_MAX; polls += 1) {
    const answer = await poll(polls);
    if (answer !== undefined) {
      return answer;
    }
    await gateway.pause(REPEAT_POLL_MS);
  }
  throw namedError('STILL_UNDER_WAY');
}
