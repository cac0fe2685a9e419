/**
 * The interface between the outside world and the gateway: a merchant's call over the internet, to any process that
 * takes it, repeated until it is answered.
 */
import { InterfaceError } from '../../src/contract/interface-error.ts';
import type { Merchant } from '../../src/core/merchant/merchant.ts';
import { execute } from '../../src/core/operations/execute.ts';
import type { StoredTransaction } from '../../src/core/ports/index.ts';
import { isExpected, type RunningGateway } from './gateway.ts';
import type { Machines } from './machines.ts';
import { Network } from './network.ts';
import { callOf, type Wish } from './requests.ts';
import type { World } from './world.ts';

export type Answer =
  | { readonly kind: 'DONE'; readonly transaction: StoredTransaction; readonly at: number }
  /** Another operation was under way. */
  | { readonly kind: 'LOCKED' }
  /** The request had no effect, and a repeat would have no effect either. */
  | { readonly kind: 'REFUSED'; readonly why: string }
  /** A gateway error: try again. */
  | { readonly kind: 'FAILED' };

/** `at`: the time of the gateway's answer. */
export type CompletedAnswer = Extract<Answer, { kind: 'DONE' }>;

/** A merchant's timeout for one try. */
const PATIENCE_MS = [3_000, 70_000] as const;
const AGAIN_MS_MAX = 4_000;

export class Counter {
  readonly #world: World;
  readonly #machines: Machines;
  readonly #merchant: Merchant;
  readonly #network: Network;
  /** The answer for each transaction, the newest by its time at the gateway: an answer may be delayed for long. */
  readonly answers = new Map<string, CompletedAnswer>();

  constructor(world: World, machines: Machines, merchant: Merchant) {
    this.#world = world;
    this.#machines = machines;
    this.#merchant = merchant;
    this.#network = new Network(world, 'merchant');
  }

  /** Repeats until the gateway has accepted or refused it. */
  async insist(wish: Wish): Promise<Exclude<Answer, { kind: 'FAILED' }>> {
    const { scheduler, chance, journal } = this.#world;
    for (;;) {
      const answer = await this.once(wish);
      if (answer !== undefined && answer.kind !== 'FAILED') {
        return answer;
      }
      journal.count(answer === undefined ? 'merchant repeats after silence' : 'merchant repeats after an error');
      await scheduler.sleep(chance.below(AGAIN_MS_MAX));
    }
  }

  /** @returns undefined if no answer came in time */
  async once(wish: Wish): Promise<Answer | undefined> {
    const { journal } = this.#world;
    const name = nameOf(wish);
    journal.step('merchant', `${name} ${wish.operation} ${wish.amount ?? wish.target ?? ''}`);
    const answer = await this.reach((running) => this.#put(running, wish));
    journal.step('merchant', `${name} ${answer === undefined ? 'gets no answer' : wordsOf(answer)}`);
    if (answer?.kind === 'DONE') {
      this.#hear(name, answer);
    }
    return answer;
  }

  /** A call by any client, to any process that takes it. @returns undefined if no answer came in time */
  async reach<T>(call: (running: RunningGateway) => Promise<T>): Promise<T | undefined> {
    return this.#network.exchange(this.#world.chance.between(...PATIENCE_MS), async () => {
      const running = this.#machines.any();
      return running && call(running);
    });
  }

  async #put(running: RunningGateway, wish: Wish): Promise<Answer> {
    try {
      const result = await execute(running.gateway, callOf(this.#merchant, wish));
      if (result.kind === 'LOCKED') {
        return { kind: 'LOCKED' };
      }
      return { kind: 'DONE', transaction: result.transaction, at: this.#world.now() };
    } catch (error) {
      if (error instanceof InterfaceError) {
        return error.errorCause === 'SERVER_BUSY' ? { kind: 'FAILED' } : { kind: 'REFUSED', why: error.message };
      }
      if (!isExpected(error)) {
        this.#world.journal.problem(`${nameOf(wish)}: ${(error as Error).stack}`);
      }
      return { kind: 'FAILED' };
    }
  }

  /** A reported result is final; only an open one may change. */
  #hear(name: string, heard: CompletedAnswer): void {
    const known = this.answers.get(name) ?? heard;
    const [before, after] = known.at <= heard.at ? [known, heard] : [heard, known];
    const difference = contradiction(before.transaction, after.transaction);
    if (difference) {
      this.#world.journal.problem(`${name} was answered ${difference}`);
    }
    this.answers.set(name, after);
  }
}

export function nameOf({ orderId, transactionId }: Pick<Wish, 'orderId' | 'transactionId'>): string {
  return `${orderId}/${transactionId}`;
}

const OPEN: ReadonlySet<string | undefined> = new Set(['PENDING', 'UNKNOWN', undefined]);

/** @returns undefined if `now` equals `before`, or is its final result */
export function contradiction(before: StoredTransaction, now: StoredTransaction): string | undefined {
  if (before.key !== now.key) {
    return `as row ${before.key}, and as row ${now.key} later`;
  }
  const [then, later] = [before.outcome?.gatewayCode, now.outcome?.gatewayCode];
  if (OPEN.has(then)) {
    return undefined;
  }
  if (then !== later) {
    return `${then}, and ${later} later`;
  }
  const [snapshot, other] = [before, now].map(({ outcome }) => JSON.stringify(outcome?.order, bigintText));
  return snapshot === other ? undefined : `${snapshot}, and ${other} later`;
}

const bigintText = (_: string, value: unknown) => (typeof value === 'bigint' ? value.toString() : value);

function wordsOf(answer: Answer): string {
  if (answer.kind === 'DONE') {
    return `${answer.transaction.request.type} ${answer.transaction.outcome?.gatewayCode}`;
  }
  return answer.kind === 'REFUSED' ? `refused: ${answer.why}` : answer.kind;
}
