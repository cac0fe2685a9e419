/** Watches every outcome of an adapter, during all promises. */
import { setTimeout as pause } from 'node:timers/promises';
import type { ProviderFacts } from '../../../contract/providers/index.ts';
import {
  type CallbackOutcome,
  type NewProviderPayment,
  PROVIDER_ANSWER_MS_MAX,
  type Provider,
} from '../../../core/ports/index.ts';
import { BrokenPromise } from './broken-promise.ts';
import { brokenCallback, brokenLimits } from './limits.ts';
import type { PortOutcome } from './outcomes.ts';

/** A tolerance for calls on a busy machine. */
const GRACE_MS = 2_000;
/** The time after which the kit stops waiting for a call. */
const GIVEN_UP_MS = PROVIDER_ANSWER_MS_MAX + 4_000;

/** The promises that are checked in every call. */
export type WatchedPromise = 'limits.in-time' | 'limits.never-throws' | 'limits.secrets' | 'limits.texts';

export class Watch {
  readonly #facts: ProviderFacts;
  readonly #secrets = new Set<string>();
  /** The first violation of each kind. */
  readonly #found = new Map<WatchedPromise, string>();

  constructor(facts: ProviderFacts) {
    this.#facts = facts;
  }

  /** @returns the first violation; undefined if the promise was kept */
  firstViolation(watched: WatchedPromise): string | undefined {
    return this.#found.get(watched);
  }

  /** Wraps an adapter. A call that throws, or that does not end in time, breaks a promise. */
  over(adapter: Provider): Provider {
    const called = async <Given extends PortOutcome>(call: string, work: () => Promise<Given>): Promise<Given> => {
      const outcome = await this.#ended(call, work);
      this.#note('limits.texts', call, brokenLimits(call, outcome, this.#facts)[0]);
      this.#note('limits.secrets', call, this.#leaked(outcome));
      return outcome;
    };
    const { choice } = adapter;
    return {
      id: adapter.id,
      ...(choice && {
        choice: {
          options: choice.options,
          optionOf: (number) => choice.optionOf(number),
          begin: (payment) => called('begin', () => choice.begin(payment)),
          ask: (payment) => called('ask', () => choice.ask(payment)),
        },
      }),
      create: (payment) => {
        this.#keep(payment);
        return called('create', () => adapter.create(payment));
      },
      state: (payment) => called('state', () => adapter.state(payment)),
      confirm: (payment) => called('confirm', () => adapter.confirm(payment)),
      cancel: (payment) => called('cancel', () => adapter.cancel(payment)),
      move: (movement) => called('move', () => adapter.move(movement)),
      callback: async (raw, now, account) => {
        const outcome = await this.#ended('callback', async () => adapter.callback(raw, now, account));
        this.#note('limits.texts', 'callback', brokenCallback(outcome)[0]);
        return outcome;
      },
    };
  }

  async #ended<Given extends CallbackOutcome | PortOutcome>(call: string, work: () => Promise<Given>): Promise<Given> {
    const began = performance.now();
    const givenUp = new AbortController();
    const late = pause(GIVEN_UP_MS, undefined, { signal: givenUp.signal }).then(
      () => {
        throw new BrokenPromise(this.#note('limits.in-time', call, `it had not ended after ${GIVEN_UP_MS / 1_000} s`));
      },
      () => new Promise<never>(() => undefined),
    );
    try {
      // The async function turns a synchronous exception into a rejected call.
      return await Promise.race([late, (async () => work())()]);
    } catch (error) {
      if (error instanceof BrokenPromise) {
        throw error;
      }
      const [line] = String(error instanceof Error ? error.message : error).split('\n');
      throw new BrokenPromise(this.#note('limits.never-throws', call, `it threw ${JSON.stringify(line)}`));
    } finally {
      givenUp.abort();
      const tookMs = performance.now() - began;
      const isLate = tookMs > PROVIDER_ANSWER_MS_MAX + GRACE_MS;
      this.#note('limits.in-time', call, isLate ? `it took ${(tookMs / 1_000).toFixed(1)} s` : undefined);
    }
  }

  /** Collects the values that only the payer's browser, the provider and the adapter may know. */
  #keep({ returnUrl, account }: NewProviderPayment): void {
    this.#secrets.add(new URL(returnUrl).pathname.split('/').at(-1) ?? '');
    for (const [member, facts] of Object.entries(this.#facts.merchantAccount ?? {})) {
      const secret = facts.secret ? account.members[member] : undefined;
      if (secret !== undefined) {
        this.#secrets.add(secret);
      }
    }
  }

  #leaked(outcome: PortOutcome): string | undefined {
    const text = 'reply' in outcome ? JSON.stringify(outcome.reply) : '';
    return [...this.#secrets].some((secret) => text.includes(secret))
      ? 'its reply holds a secret of the account or of the return address'
      : undefined;
  }

  #note(watched: WatchedPromise, call: string, problem: string | undefined): string {
    const text = `${call}: ${problem}`;
    if (problem !== undefined && !this.#found.has(watched)) {
      this.#found.set(watched, text);
    }
    return text;
  }
}
