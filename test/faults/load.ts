/**
 * Many concurrent shop servers that repeat each request until it is answered: after a broken connection or a busy
 * gateway it is sent again with the same ids and body, to the next of the gateway's processes.
 */
import { hash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { vi } from 'vitest';
import { type Merchant, newOrderId, type RestAnswer } from '../support/merchant.ts';
import type { SeededRandom } from '../support/random.ts';
import { createPatience } from './patience.ts';
import { BODIES, type Operation, SCRIPTS, type Script } from './scripts.ts';

/** Pause after a failure: without it an absent acquirer would cause thousands of retries. */
const AFTER_FAILURE_MS = 50;
const BEFORE_REPEAT_MS = 100;
/** If an order's request is still being repeated after this time, its shop starts the next order meanwhile. */
const PATIENCE_MS = 2_000;
/**
 * A shop has at most so many orders under way. Without a limit, gateways that start slowly and are killed after some
 * answers would get more orders between two kills than they can answer.
 */
const ORDERS_MAX = 3;
/** A request that is still repeated when so many others were answered has been passed over. */
const OTHERS_MIN = 5_000;

export interface Attempt {
  readonly orderId: string;
  readonly transactionId: string;
  readonly operation: Operation;
  /** Absent if none came in time. */
  answer?: AttemptAnswer;
  /** How often it was sent. */
  tries: number;
  /** Statuses of 500 and above before the answer. */
  readonly refusals: number[];
}

export interface AttemptAnswer {
  readonly status: number;
  readonly result: string | undefined;
  readonly gatewayCode: string | undefined;
  /** Digest of the bytes: answers are compared to the byte, and thousands are stored. */
  readonly digest: string;
  /** Duration of the last try. */
  readonly tookMs: number;
}

export interface Load {
  /** Every request that was started. */
  readonly attempts: readonly Attempt[];
  answered(): number;
  /** The longest time so far without an answer. */
  silentMsMax(): number;
  /** The longest time of a call, which may have failed, and from the first call of a request to its answer. */
  longestMs(): { readonly call: number; readonly request: number };
  /** Resolves when this many more requests are answered. */
  more(count: number, withinMs?: number): Promise<void>;
  /** Starts no more orders. Resolves when every request under way was answered or given up. */
  end(): Promise<void>;
}

export interface LoadOptions {
  /** The number of orders under way at any moment. */
  readonly clients: number;
  readonly scripts?: readonly Script[];
  readonly random: SeededRandom;
}

/** The processes have restarted by then, on a loaded machine. */
const MORE_MS_MAX = 60_000;

/** @param merchants one for each gateway process */
export function startLoad(merchants: readonly Merchant[], { clients, scripts = SCRIPTS, random }: LoadOptions): Load {
  const attempts: Attempt[] = [];
  const orders = new Set<Promise<void>>();
  let isOver = false;
  const patience = createPatience(OTHERS_MIN);
  let answeredCount = 0;
  let answeredAt = performance.now();
  let silentMsMax = 0;
  const longestMs = { call: 0, request: 0 };

  async function ask(attempt: Attempt, first: number, troubled: () => void): Promise<AttemptAnswer | undefined> {
    const { orderId, transactionId, operation } = attempt;
    const path = `/order/${orderId}/transaction/${transactionId}`;
    const mayWait = patience.begin();
    const asked = performance.now();
    while (mayWait()) {
      const merchant = merchants[(first + attempt.tries) % merchants.length] as Merchant;
      attempt.tries += 1;
      const began = performance.now();
      const answer = await merchant.call('PUT', path, BODIES[operation]).catch(() => undefined);
      longestMs.call = Math.max(longestMs.call, performance.now() - began);
      if (answer !== undefined && answer.status >= 500) {
        attempt.refusals.push(answer.status);
      }
      if (answer !== undefined && isTaken(answer)) {
        answeredCount += 1;
        patience.answered();
        silentMsMax = Math.max(silentMsMax, performance.now() - answeredAt);
        answeredAt = performance.now();
        longestMs.request = Math.max(longestMs.request, answeredAt - asked);
        attempt.answer = answerOf(answer, performance.now() - began);
        return attempt.answer;
      }
      troubled();
      await pause(BEFORE_REPEAT_MS);
    }
    return undefined;
  }

  async function order(script: Script, first: number, troubled: () => void): Promise<void> {
    const orderId = newOrderId();
    for (const [index, operation] of script.entries()) {
      const attempt: Attempt = { orderId, transactionId: `${index + 1}`, operation, tries: 0, refusals: [] };
      attempts.push(attempt);
      const answer = await ask(attempt, first, troubled);
      if (answer?.result === 'FAILURE') {
        await pause(AFTER_FAILURE_MS);
      }
      if (answer?.result !== 'SUCCESS') {
        return;
      }
    }
  }

  async function client(number: number): Promise<void> {
    const own = new Set<Promise<void>>();
    while (!isOver) {
      const trouble = Promise.withResolvers<void>();
      const script = scripts[random.between(0, scripts.length)] as Script;
      const done = order(script, number, trouble.resolve).finally(() => own.delete(done) && orders.delete(done));
      own.add(done);
      orders.add(done);
      await Promise.race([done, trouble.promise.then(() => pause(PATIENCE_MS))]);
      if (own.size >= ORDERS_MAX) {
        await Promise.race(own);
      }
    }
  }

  const running = Promise.all(Array.from({ length: clients }, (_, number) => client(number)));
  return {
    attempts,
    answered: () => answeredCount,
    silentMsMax: () => Math.round(silentMsMax),
    longestMs: () => ({ call: Math.round(longestMs.call), request: Math.round(longestMs.request) }),
    async more(count, withinMs = MORE_MS_MAX) {
      const wanted = answeredCount + count;
      await vi.waitUntil(() => answeredCount >= wanted, { interval: 1, timeout: withinMs });
    },
    async end() {
      isOver = true;
      patience.end();
      await running;
      while (orders.size > 0) {
        await Promise.all(orders);
      }
    },
  };
}

/** Neither a gateway failure nor an order locked by another transaction: after those the request is sent again. */
export function isTaken({ status, body }: RestAnswer): boolean {
  return status < 500 && body.response?.gatewayCode !== 'LOCK_FAILURE';
}

export function answerOf({ status, text, body }: RestAnswer, tookMs: number): AttemptAnswer {
  const { result, response } = body;
  return { status, result, gatewayCode: response?.gatewayCode, digest: digestOf(text), tookMs };
}

export function digestOf(text: string): string {
  return hash('sha256', text);
}

/** Batches as large as a client's number of connections. @returns the results in the order of `items` */
export async function inBatches<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let index = 0; index < items.length; index += BATCH) {
    results.push(...(await Promise.all(items.slice(index, index + BATCH).map(work))));
  }
  return results;
}

const BATCH = 50;
