/**
 * Adapters whose calls tell how their providers are. While one answers nothing for a merchant, no payment of that
 * merchant is begun there: it is refused at once, and certainly not sent. Everything else goes through, since it is
 * about money that may be moving.
 */
import type { CreateOutcome, Log, Provider, ProviderHealth, Providers } from '../../gateway/ports/index.ts';
import { ProviderBreaker, type ProviderBreakerState } from './provider-breaker.ts';

const NOT_SENT: CreateOutcome = { status: 'NOT_SENT' };

/** What the metrics show of one provider. */
export interface ProviderCounts {
  /** Calls that stayed unanswered. */
  readonly unanswered: number;
  /** Payments that were refused while the breaker was open. */
  readonly heldBack: number;
  /** Merchants for whom it answers nothing now. */
  readonly merchantsDown: number;
}

export interface WatchedProviders {
  readonly providers: Providers;
  readonly health: ProviderHealth;
  /** By the provider's id. */
  readonly counts: () => ReadonlyMap<string, ProviderCounts>;
}

export interface Surroundings {
  /** Milliseconds of a clock that never jumps. */
  readonly monotonic: () => number;
  readonly log: Log;
}

export function watchProviders(adapters: Providers, surroundings: Surroundings): WatchedProviders {
  const watched = new Map([...adapters].map(([id, adapter]) => [id, new WatchedProvider(adapter, surroundings)]));
  return {
    providers: watched,
    health: { isAnswering: (provider, merchantId) => watched.get(provider)?.isAnswering(merchantId) ?? false },
    counts: () => new Map([...watched].map(([id, provider]) => [id, provider.counts()])),
  };
}

class WatchedProvider implements Provider {
  readonly id: string;
  readonly #adapter: Provider;
  readonly #surroundings: Surroundings;
  /** By merchant: those with calls that stayed unanswered since the last answer. */
  readonly #breakers = new Map<string, ProviderBreaker>();
  #unanswered = 0;
  #heldBack = 0;

  constructor(adapter: Provider, surroundings: Surroundings) {
    this.id = adapter.id;
    this.#adapter = adapter;
    this.#surroundings = surroundings;
  }

  isAnswering(merchantId: string): boolean {
    return this.#stateFor(merchantId) !== 'OPEN';
  }

  counts(): ProviderCounts {
    const merchantsDown = [...this.#breakers.keys()].filter((id) => this.#stateFor(id) !== 'CLOSED').length;
    return { unanswered: this.#unanswered, heldBack: this.#heldBack, merchantsDown };
  }

  create(...[payment]: Parameters<Provider['create']>): ReturnType<Provider['create']> {
    const { merchantId } = payment.account;
    if (this.#breakers.get(merchantId)?.pass(this.#surroundings.monotonic()) === false) {
      this.#heldBack += 1;
      return Promise.resolve(NOT_SENT);
    }
    return this.#watch(merchantId, () => this.#adapter.create(payment));
  }

  state(...[payment]: Parameters<Provider['state']>): ReturnType<Provider['state']> {
    return this.#watch(payment.account.merchantId, () => this.#adapter.state(payment));
  }

  confirm(...[payment]: Parameters<Provider['confirm']>): ReturnType<Provider['confirm']> {
    return this.#watch(payment.account.merchantId, () => this.#adapter.confirm(payment));
  }

  cancel(...[payment]: Parameters<Provider['cancel']>): ReturnType<Provider['cancel']> {
    return this.#watch(payment.account.merchantId, () => this.#adapter.cancel(payment));
  }

  move(...[movement]: Parameters<Provider['move']>): ReturnType<Provider['move']> {
    return this.#watch(movement.payment.account.merchantId, () => this.#adapter.move(movement));
  }

  /** What comes from the provider says nothing of whether it answers. */
  callback(...call: Parameters<Provider['callback']>): ReturnType<Provider['callback']> {
    return this.#adapter.callback(...call);
  }

  async #watch<Outcome extends { readonly status: string; readonly retryAfterMs?: number }>(
    merchantId: string,
    call: () => Promise<Outcome>,
  ): Promise<Outcome> {
    const beganAt = this.#surroundings.monotonic();
    const outcome = await call();
    const isUnanswered = outcome.status === 'NO_ANSWER' || outcome.status === 'NOT_SENT';
    if (!isUnanswered) {
      this.#answered(merchantId);
    } else if (outcome.retryAfterMs === undefined) {
      this.#wasUnanswered(merchantId, beganAt);
    }
    // A provider that says when to come again is there, and busy: neither.
    return outcome;
  }

  #answered(merchantId: string): void {
    const wasDown = this.#stateFor(merchantId) !== 'CLOSED';
    this.#breakers.delete(merchantId);
    if (wasDown) {
      this.#surroundings.log.info({ provider: this.id, merchant: merchantId }, 'the provider answers again');
    }
  }

  #wasUnanswered(merchantId: string, beganAt: number): void {
    this.#unanswered += 1;
    const wasDown = this.#stateFor(merchantId) !== 'CLOSED';
    let breaker = this.#breakers.get(merchantId);
    if (breaker === undefined) {
      breaker = new ProviderBreaker();
      this.#breakers.set(merchantId, breaker);
    }
    breaker.unanswered(beganAt, this.#surroundings.monotonic());
    if (!wasDown && this.#stateFor(merchantId) !== 'CLOSED') {
      this.#surroundings.log.warn(
        { provider: this.id, merchant: merchantId },
        'the provider answers nothing: no payment is begun there until it does',
      );
    }
  }

  #stateFor(merchantId: string): ProviderBreakerState {
    return this.#breakers.get(merchantId)?.state(this.#surroundings.monotonic()) ?? 'CLOSED';
  }
}
