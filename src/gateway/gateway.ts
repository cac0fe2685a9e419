/** The gateway's core: one object that holds the ports, made by the composition root, and the operations use it. */
import type { CardFacts } from './cards/bins.ts';
import type { P2pe } from './cards/card-present.ts';
import { AttemptLimits } from './limits/attempt-limits.ts';
import { PayerLimits } from './limits/payer-limits.ts';
import type { Merchant, MerchantProfile } from './merchant/merchant.ts';
import type {
  Acquirers,
  Authentications,
  BrowserPayments,
  Clock,
  Log,
  NotificationDependencies,
  Orders,
  PayerAuthenticator,
  ProviderAccounts,
  ProviderHealth,
  Providers,
  SavedCards,
  Sealer,
  ValueSources,
} from './ports/index.ts';
import { IdempotencyRegistry } from './processing/idempotency-registry.ts';
import { InDoubtCommits } from './processing/in-doubt-commits.ts';
import type { ReadyPolicy } from './risk/index.ts';

/** What browser payments need. */
export interface BrowserDependencies {
  readonly payments: BrowserPayments;
  readonly providers: Providers;
  readonly health: ProviderHealth;
  readonly accounts: ProviderAccounts;
  /** The only origin that a provider redirects a payer back to. */
  readonly publicOrigin: string;
  /** An integer from 0 to below its argument, from a cryptographic source. */
  readonly random: (below: number) => number;
}

/** What the authentication of payers needs. It is there without directory servers too: then no card takes part. */
export interface PayerAuthenticationDependencies {
  readonly authenticator: PayerAuthenticator;
  readonly authentications: Authentications;
  /** Those with a directory server. */
  readonly schemes: ReadonlySet<string>;
}

export interface GatewayDependencies {
  readonly clock: Clock;
  /** Resolves after so many milliseconds, independent of the wall clock. */
  readonly pause: (ms: number) => Promise<unknown>;
  readonly orders: Orders;
  readonly acquirers: Acquirers;
  /**
   * False: this process has lost its lease. Others may evict it and complete what it began, so it must send nothing.
   */
  readonly isAlive: () => boolean;
  readonly sealer: Sealer;
  readonly sources: ValueSources;
  /** Looks a card number up in the BIN table. */
  readonly cardFacts: (number: string) => CardFacts;
  /** The decryption of the merchant's terminals' card data; undefined for a merchant without such terminals. */
  readonly p2peOf: (profile: MerchantProfile) => P2pe | undefined;
  /** The operator's own risk rules; absent where there are none. */
  readonly operatorRisk?: ReadyPolicy;
  /** Stores the cards of payers who want it. */
  readonly savedCards: SavedCards;
  /** Numbers exempt from the limits on declines that a profile leaves at their defaults; absent in live mode. */
  readonly testCards?: ReadonlySet<string>;
  readonly log: Log;
  /** Called when a reversal was stored, so that it is sent at once. */
  readonly reversalStored: () => void;
  readonly notifications: NotificationDependencies;
  readonly browser: BrowserDependencies;
  readonly payerAuthentication: PayerAuthenticationDependencies;
}

export interface Gateway extends GatewayDependencies {
  readonly idempotency: IdempotencyRegistry;
  readonly inDoubtCommits: InDoubtCommits;
  readonly attemptLimits: AttemptLimits;
  readonly payerLimits: PayerLimits;
  /** Since this process started. */
  readonly counts: { recovered: number };
}

/** The part of a gateway that reads authentications. */
export type AuthenticationReader = Pick<Gateway, 'clock' | 'log' | 'orders' | 'payerAuthentication' | 'sealer'>;

export function createGateway(dependencies: GatewayDependencies): Gateway {
  const attemptLimits = new AttemptLimits(dependencies);
  return {
    ...dependencies,
    idempotency: new IdempotencyRegistry(),
    inDoubtCommits: new InDoubtCommits(dependencies.orders),
    attemptLimits,
    payerLimits: new PayerLimits({ ...dependencies, counted: attemptLimits.counted }),
    counts: { recovered: 0 },
  };
}

/** One order of one merchant, as the address of a request names it. */
export interface OrderAddress {
  readonly merchant: Merchant;
  readonly orderId: string;
}
