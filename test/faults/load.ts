/** Many payments at once, each of an order of its own, for as long as a test lets them come. */
import { setTimeout as pause } from 'node:timers/promises';
import { type Merchant, newOrderId, type RestAnswer } from '../support/merchant.ts';

/** A shop that was just refused does not hammer: an absent acquirer would otherwise be met by thousands of tries. */
const AFTER_FAILURE_MS = 50;

export interface Attempt {
  readonly orderId: string;
  /** Absent where the connection broke before the whole answer was here. */
  answer?: RestAnswer;
}

export interface Load {
  /** Every payment that was begun, those without an answer included. */
  readonly attempts: readonly Attempt[];
  /** Begins no more. Resolves when the last one under way was answered or broke off. */
  end(): Promise<void>;
}

/** The transaction that each attempt makes on its order. */
export const TRANSACTION = '1';

/** @param clients how many payments are under way at any moment */
export function startLoad(merchant: Merchant, clients: number): Load {
  const attempts: Attempt[] = [];
  let isOver = false;

  async function client(): Promise<void> {
    while (!isOver) {
      const attempt: Attempt = { orderId: newOrderId() };
      attempts.push(attempt);
      try {
        attempt.answer = await merchant.pay(attempt.orderId, TRANSACTION);
      } catch {
        isOver = true;
        return;
      }
      if (attempt.answer.body.result !== 'SUCCESS') await pause(AFTER_FAILURE_MS);
    }
  }

  const running = Promise.all(Array.from({ length: clients }, client));
  return {
    attempts,
    async end() {
      isOver = true;
      await running;
    },
  };
}

/** As many at a time as a client keeps connections. @returns the results in the order of `items` */
export async function inBatches<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let index = 0; index < items.length; index += BATCH) {
    results.push(...(await Promise.all(items.slice(index, index + BATCH).map(work))));
  }
  return results;
}

const BATCH = 50;
