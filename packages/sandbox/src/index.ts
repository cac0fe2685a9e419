/**
 * A Turnpike gateway and its sandbox for a shop's tests: in a thread of this process, in memory, with a clock that the
 * test advances. Only this machine's loopback is used, and no file is written.
 *
 * @example
 *   const world = await startTurnpike();
 *   const way = await world.pay(sessionId, world.cards.approved);
 *   await world.stop();
 */
import { Worker } from 'node:worker_threads';

import type { LedgerEntry, TestCard, TestCards, TurnpikeOptions, World } from './types.ts';

export type * from './types.ts';

const FRICTIONLESS = '5123456789012346';
const CHALLENGED = '5123450000000008';

export const cards: TestCards = {
  approved: card(FRICTIONLESS, '01/39', 'APPROVED'),
  challenged: card(CHALLENGED, '01/39', 'APPROVED'),
  declined: card(FRICTIONLESS, '05/39', 'DECLINED'),
  insufficientFunds: card(FRICTIONLESS, '02/39', 'INSUFFICIENT_FUNDS'),
  expired: card(FRICTIONLESS, '04/27', 'EXPIRED_CARD'),
  wrongSecurityCode: card(FRICTIONLESS, '09/39', 'INVALID_CSC'),
  notAuthenticated: card(FRICTIONLESS, '05/40', 'AUTHENTICATION_FAILED'),
  pending: card(FRICTIONLESS, '11/39', 'PENDING'),
  timedOut: card(FRICTIONLESS, '08/28', 'TIMED_OUT'),
  giftCard: giftCard('6006000000000993'),
  smallGiftCard: giftCard('6006000000000058'),
};

/** Resolves when the gateway takes payments. @throws Error with one line if it cannot start */
export async function startTurnpike(options: TurnpikeOptions = {}): Promise<World> {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 22 || (major === 22 && minor < 18)) {
    throw new Error(`@turnpike/sandbox needs Node 22.18 or newer, and this is ${process.version}.`);
  }
  const thread = new Thread(options);
  const started = await thread.started;
  return {
    ...started,
    cards,
    call: (method, path, body) => thread.ask('call', method, path, body),
    pay: (session, means, conduct) => thread.ask('pay', session, formOf(means), conduct),
    orders: { get: (id) => thread.ask('order', id) },
    ledger: {
      entries: (order) => thread.ask('ledger', order),
      async charges(order) {
        const entries = await thread.ask<LedgerEntry[]>('ledger', order);
        return entries.filter(({ kind, state }) => state === 'APPROVED' && (kind === 'PAYMENT' || kind === 'CAPTURE'));
      },
    },
    notifications: {
      all: () => thread.ask('notifications'),
      hold: () => thread.ask('hold'),
      release: (how) => thread.ask('release', how),
      drop: (count = 1) => thread.ask('drop', count),
      double: (count = 1) => thread.ask('double', count),
      replay: (id) => thread.ask('replay', id),
      settled: () => thread.ask('settled'),
    },
    clock: {
      now: () => thread.ask('now'),
      advance: (duration) => thread.ask('advance', duration),
    },
    acquirer: { fail: (fault, how) => thread.ask('fail', fault, how) },
    stop: () => thread.stop(),
  };
}

const STOPPED = 'The world was stopped.';

type Started = Pick<World, 'merchantId' | 'notificationKey' | 'password' | 'sandboxUrl' | 'url'>;

type Message =
  | { readonly started: Started }
  | { readonly failed: string }
  | { readonly id: number; readonly value?: unknown; readonly error?: string };

interface Caller {
  readonly resolve: (value: never) => void;
  readonly reject: (error: Error) => void;
}

/**
 * The thread of the world. Fake timers, a mocked `Date` and interceptors of `fetch` in the test's thread do not reach
 * it. It keeps the process alive only while a call waits.
 */
class Thread {
  readonly started: Promise<Started>;
  readonly #worker: Worker;
  readonly #callers = new Map<number, Caller>();
  #calls = 0;
  #stopping: Promise<void> | undefined;
  /** Why the thread answers no calls any more. */
  #ended: Error | undefined;

  constructor(options: TurnpikeOptions) {
    const file = new URL('../dist/world/thread/thread.mjs', import.meta.url);
    this.#worker = new Worker(file, { workerData: options, env: {}, execArgv: [] });
    this.started = new Promise((resolve, reject) => {
      this.#worker.on('message', (message: Message) => {
        if ('started' in message) {
          this.#worker.unref();
          resolve(inThisRealm(message.started));
        } else if ('failed' in message) {
          reject(new Error(message.failed));
        } else {
          this.#answered(message);
        }
      });
      this.#worker.on('error', (error: Error) => this.#end(error, reject));
      this.#worker.on('exit', () => this.#end(new Error(STOPPED), reject));
    });
  }

  ask<Value>(name: string, ...args: readonly unknown[]): Promise<Value> {
    const ended = this.#ended ?? (this.#stopping !== undefined && name !== 'stop' ? new Error(STOPPED) : undefined);
    if (ended !== undefined) {
      return Promise.reject(ended);
    }
    return new Promise((resolve, reject) => {
      this.#calls += 1;
      // First, since it throws for an argument that cannot be copied, such as a function.
      this.#worker.postMessage({ id: this.#calls, name, args });
      this.#callers.set(this.#calls, { resolve, reject });
      this.#worker.ref();
    });
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  async #stop(): Promise<void> {
    // A thread that has ended by an error is stopped.
    await this.ask('stop').catch((error: unknown) => {
      if (this.#ended === undefined) {
        throw error;
      }
    });
    await this.#worker.terminate();
  }

  #answered({ id, value, error }: Extract<Message, { readonly id: number }>): void {
    const caller = this.#callers.get(id);
    this.#callers.delete(id);
    if (this.#callers.size === 0) {
      this.#worker.unref();
    }
    if (error === undefined) {
      caller?.resolve(inThisRealm(value) as never);
    } else {
      caller?.reject(new Error(error));
    }
  }

  #end(error: Error, reject: (error: Error) => void): void {
    this.#ended ??= error;
    reject(error);
    for (const caller of this.#callers.values()) {
      caller.reject(error);
    }
    this.#callers.clear();
  }
}

/**
 * A copy of a value from the thread, with this realm's prototypes. A Jest test runs in a realm of its own, and arrays
 * and objects of a message are of Node's: `assert.deepEqual` and `instanceof` would tell them apart.
 */
function inThisRealm<Value>(value: Value): Value;
function inThisRealm(value: unknown): unknown {
  if (Array.isArray(value)) {
    return Array.from(value, (one) => inThisRealm(one));
  }
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, inThisRealm(one)]));
  }
  return value;
}

/** The inputs of the form. */
function formOf(means: Parameters<World['pay']>[1]): object | string {
  if (typeof means === 'string') {
    return means;
  }
  const { number, expiry, securityCode, pin } = means;
  return { number, expiry, securityCode, pin };
}

function card(number: string, expiry: string, outcome: string): TestCard {
  const [month, year] = expiry.split('/') as [string, string];
  const securityCode = '100';
  const provided = { card: { number, expiry: { month: `${Number(month)}`, year }, securityCode } };
  return { number, expiry, securityCode, outcome, sourceOfFunds: { type: 'CARD', provided } };
}

function giftCard(number: string): TestCard {
  const pin = '1234';
  return {
    number,
    pin,
    outcome: 'APPROVED',
    sourceOfFunds: { type: 'GIFT_CARD', provided: { giftCard: { number, pin } } },
  };
}
