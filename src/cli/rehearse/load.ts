/**
 * Payments at a fixed rate, as a shop's servers make them: an authorization, then a capture or a void, some refunds.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { type GatewayClient, NoStagingError } from './gateway-client.ts';
import { Measurements } from './measurements.ts';

/** A gateway that stalls must not fill the memory of this process with payments. */
const UNDER_WAY_MAX = 1_000;
const AMOUNT = { amount: '12.00', currency: 'EUR' };
/** A test card that the sandbox's issuer approves. */
const CARD = { number: '5123450000000008', expiry: { month: '01', year: '39' }, securityCode: '100' };
/** One payment in ten is voided, one in twenty refunded. */
const VOID_EVERY = 10;
const REFUND_EVERY = 20;

export interface LoadPlan {
  /** Payments a second. */
  readonly rate: number;
  readonly seconds: number;
  /** The beginning of each order's id, which no earlier order has. */
  readonly prefix: string;
}

export interface LoadResult {
  readonly planned: number;
  /** Payments of which every request was successful. */
  readonly completed: number;
  /** Payments that were not started, because too many were under way. */
  readonly skipped: number;
  /** From the first request to the last answer. */
  readonly seconds: number;
  readonly measurements: Measurements;
}

/**
 * Starts each payment at its moment, whether earlier ones have ended or not. The latency of a payment's first request
 * counts from that moment, so that a gateway that stalls does not seem faster than it is.
 *
 * @throws NoStagingError at the first answer that is not of a staging gateway; no further request is sent then
 */
export async function makePayments(
  client: Pick<GatewayClient, 'transact'>,
  { rate, seconds, prefix }: LoadPlan,
): Promise<LoadResult> {
  const planned = Math.max(1, Math.round(rate * seconds));
  const measurements = new Measurements();
  const underWay = new Set<Promise<void>>();
  let [completed, skipped] = [0, 0];
  let refused: NoStagingError | undefined;
  const since = performance.now();
  for (let number = 0; number < planned && refused === undefined; number += 1) {
    const dueAt = since + (number * 1_000) / rate;
    if (dueAt > performance.now()) {
      await pause(dueAt - performance.now());
    }
    if (underWay.size >= UNDER_WAY_MAX) {
      skipped += 1;
      continue;
    }
    const payment = makePayment(client, { order: `${prefix}-${number}`, number, dueAt }, measurements).then(
      (isComplete) => {
        completed += isComplete ? 1 : 0;
      },
      (error: unknown) => {
        refused = error as NoStagingError;
      },
    );
    underWay.add(payment);
    void payment.finally(() => underWay.delete(payment));
  }
  await Promise.all(underWay);
  if (refused !== undefined) {
    throw refused;
  }
  return { planned, completed, skipped, seconds: (performance.now() - since) / 1_000, measurements };
}

interface Payment {
  readonly order: string;
  readonly number: number;
  /** On the clock of `performance.now()`. */
  readonly dueAt: number;
}

/** @returns true if every request was successful @throws NoStagingError */
async function makePayment(
  client: Pick<GatewayClient, 'transact'>,
  { order, number, dueAt }: Payment,
  measurements: Measurements,
): Promise<boolean> {
  let from = dueAt;
  for (const [index, step] of stepsOf(number).entries()) {
    const failure = await client.transact(order, `${index + 1}`, step).then(
      ({ status, result, cause }) =>
        status < 300 && result === 'SUCCESS' ? undefined : [status, cause ?? result].filter(Boolean).join(' '),
      (error: unknown) => {
        if (error instanceof NoStagingError) {
          throw error;
        }
        return error instanceof Error ? error.message : String(error);
      },
    );
    measurements.note(step.apiOperation, performance.now() - from, failure);
    if (failure !== undefined) {
      return false;
    }
    from = performance.now();
  }
  return true;
}

interface Step {
  readonly apiOperation: string;
  readonly [member: string]: unknown;
}

function stepsOf(number: number): readonly Step[] {
  const authorize = {
    apiOperation: 'AUTHORIZE',
    order: AMOUNT,
    sourceOfFunds: { type: 'CARD', provided: { card: CARD } },
  };
  if (number % VOID_EVERY === VOID_EVERY - 1) {
    return [authorize, { apiOperation: 'VOID', transaction: { targetTransactionId: '1' } }];
  }
  const capture = { apiOperation: 'CAPTURE', transaction: AMOUNT };
  return number % REFUND_EVERY === 0
    ? [authorize, capture, { apiOperation: 'REFUND', transaction: AMOUNT }]
    : [authorize, capture];
}
