/**
 * Wraps adapters to watch the providers' health. While a provider does not answer for a merchant, new payments of that
 * merchant are refused at once as NOT_SENT. All other calls go through, because they concern money that may be moving.
 */
import type {
  ChosenPayment,
  Log,
  PaymentChoice,
  Provider,
  ProviderHealth,
  ProviderPayment,
  Providers,
  SpanEnd,
  Spans,
} from '../../../core/ports/index.ts';
import { ProviderBreaker, type ProviderBreakerState } from './provider-breaker.ts';

const NOT_SENT = { status: 'NOT_SENT' } as const;

/** A provider's metrics. */
export interface ProviderCounts {
  /** Unanswered calls. */
  readonly unanswered: number;
  /** Payments refused by the open breaker. */
  readonly heldBack: number;
  /** Merchants for whom the provider, or one of its options, does not answer now. */
  readonly merchantsDown: number;
}

export interface WatchedProviders {
  readonly providers: Providers;
  readonly health: ProviderHealth;
  /** Returns the metrics by the provider's id. */
  readonly counts: () => ReadonlyMap<string, ProviderCounts>;
}

export interface WatchSurroundings {
  /** Milliseconds of a monotonic clock. */
  readonly monotonic: () => number;
  readonly log: Log;
  /** Absent: calls are not traced. */
  readonly spans?: Spans | undefined;
}

export function watchProviders(adapters: Providers, surroundings: WatchSurroundings): WatchedProviders {
  const watched = new Map([...adapters].map(([id, adapter]) => [id, new WatchedProvider(adapter, surroundings)]));
  return {
    providers: watched,
    health: {
      isAnswering: (provider, merchantId, option) => watched.get(provider)?.isAnswering(merchantId, option) ?? false,
    },
    counts: () => new Map([...watched].map(([id, provider]) => [id, provider.counts()])),
  };
}

class WatchedProvider implements Provider {
  readonly id: string;
  readonly #adapter: Provider;
  readonly #surroundings: WatchSurroundings;
  /**
   * The breakers by merchant and, for a provider with options, by option. There is an entry only if calls are
   * unanswered since the last answer.
   */
  readonly #breakers = new Map<string, ProviderBreaker>();
  #unanswered = 0;
  #heldBack = 0;

  constructor(adapter: Provider, surroundings: WatchSurroundings) {
    this.id = adapter.id;
    this.#adapter = adapter;
    this.#surroundings = surroundings;
  }

  /** The adapter's choice, with a separate breaker for each option. */
  get choice(): PaymentChoice | undefined {
    const choice = this.#adapter.choice;
    return (
      choice && {
        options: choice.options,
        optionOf: (providerReference) => choice.optionOf(providerReference),
        begin: (payment) => this.#ifAnswering('begin', keyOfChosen(payment), () => choice.begin(payment)),
        ask: (payment) => this.#ifAnswering('ask', keyOfChosen(payment), () => choice.ask(payment)),
      }
    );
  }

  isAnswering(merchantId: string, option?: string): boolean {
    return this.#stateFor(keyOf(merchantId, option)) !== 'OPEN';
  }

  counts(): ProviderCounts {
    const merchantsDown = [...this.#breakers.keys()].filter((id) => this.#stateFor(id) !== 'CLOSED').length;
    return { unanswered: this.#unanswered, heldBack: this.#heldBack, merchantsDown };
  }

  create(...[payment]: Parameters<Provider['create']>): ReturnType<Provider['create']> {
    return this.#ifAnswering('create', payment.account.merchantId, () => this.#adapter.create(payment));
  }

  state(...[payment]: Parameters<Provider['state']>): ReturnType<Provider['state']> {
    return this.#watch('state', this.#keyOf(payment), () => this.#adapter.state(payment));
  }

  confirm(...[payment]: Parameters<Provider['confirm']>): ReturnType<Provider['confirm']> {
    return this.#watch('confirm', this.#keyOf(payment), () => this.#adapter.confirm(payment));
  }

  cancel(...[payment]: Parameters<Provider['cancel']>): ReturnType<Provider['cancel']> {
    return this.#watch('cancel', this.#keyOf(payment), () => this.#adapter.cancel(payment));
  }

  move(...[movement]: Parameters<Provider['move']>): ReturnType<Provider['move']> {
    return this.#watch('move', this.#keyOf(movement.payment), () => this.#adapter.move(movement));
  }

  /** A callback does not affect the breaker, because it does not show whether the provider answers. */
  callback(...call: Parameters<Provider['callback']>): ReturnType<Provider['callback']> {
    return this.#adapter.callback(...call);
  }

  /** @returns undefined if the payment's option no longer exists, so that no breaker applies */
  #keyOf({ account, providerReference }: ProviderPayment): string | undefined {
    const { choice } = this.#adapter;
    if (choice === undefined || providerReference === undefined) {
      return account.merchantId;
    }
    const option = choice.optionOf(providerReference);
    return option && keyOf(account.merchantId, option.id);
  }

  #ifAnswering<Outcome extends WatchedOutcome>(
    name: string,
    key: string,
    call: () => Promise<Outcome>,
  ): Promise<Outcome | typeof NOT_SENT> {
    if (this.#breakers.get(key)?.pass(this.#surroundings.monotonic()) === false) {
      this.#heldBack += 1;
      return Promise.resolve(NOT_SENT);
    }
    return this.#watch(name, key, call);
  }

  #watch<Outcome extends WatchedOutcome>(
    name: string,
    key: string | undefined,
    call: () => Promise<Outcome>,
  ): Promise<Outcome> {
    const { spans } = this.#surroundings;
    const watched = () => this.#observe(key, call);
    const attributes = { 'turnpike.provider': this.id };
    return spans === undefined
      ? watched()
      : spans.around({ name: `provider ${name}`, kind: 'CLIENT', attributes }, watched, spanEnd);
  }

  async #observe<Outcome extends WatchedOutcome>(
    key: string | undefined,
    call: () => Promise<Outcome>,
  ): Promise<Outcome> {
    if (key === undefined) {
      return call();
    }
    const beganAt = this.#surroundings.monotonic();
    const outcome = await call();
    const isUnanswered = outcome.status === 'NO_ANSWER' || outcome.status === 'NOT_SENT';
    if (!isUnanswered) {
      this.#answered(key);
    } else if (outcome.retryAfterMs === undefined) {
      this.#wasUnanswered(key, beganAt);
    }
    // A provider that answers with Retry-After is reachable but busy, so this counts neither as an answer nor as a
    // failure.
    return outcome;
  }

  #answered(key: string): void {
    const wasDown = this.#stateFor(key) !== 'CLOSED';
    this.#breakers.delete(key);
    if (wasDown) {
      this.#surroundings.log.info({ provider: this.id, ...namesIn(key) }, 'the provider answers again');
    }
  }

  #wasUnanswered(key: string, beganAt: number): void {
    this.#unanswered += 1;
    const wasDown = this.#stateFor(key) !== 'CLOSED';
    let breaker = this.#breakers.get(key);
    if (breaker === undefined) {
      breaker = new ProviderBreaker();
      this.#breakers.set(key, breaker);
    }
    breaker.recordUnanswered(beganAt, this.#surroundings.monotonic());
    if (!wasDown && this.#stateFor(key) !== 'CLOSED') {
      this.#surroundings.log.warn(
        { provider: this.id, ...namesIn(key) },
        'the provider answers nothing: no payment is begun there until it does',
      );
    }
  }

  #stateFor(key: string): ProviderBreakerState {
    return this.#breakers.get(key)?.state(this.#surroundings.monotonic()) ?? 'CLOSED';
  }
}

interface WatchedOutcome {
  readonly status: string;
  readonly retryAfterMs?: number;
}

function spanEnd({ status }: WatchedOutcome): SpanEnd {
  return { attributes: { 'turnpike.outcome': status }, isError: status === 'NO_ANSWER' || status === 'NOT_SENT' };
}

function keyOf(merchantId: string, option: string | undefined): string {
  return option === undefined ? merchantId : `${merchantId} ${option}`;
}

/** The names in a breaker's key, for the log. Neither name contains a blank. */
function namesIn(key: string): { readonly merchant: string; readonly option: string | undefined } {
  const [merchant = '', option] = key.split(' ');
  return { merchant, option };
}

function keyOfChosen({ account, option }: ChosenPayment): string {
  return keyOf(account.merchantId, option);
}
