/** The gateway's core: one object with all ports, created by the composition root and used by the operations. */
import type { BinTable } from './cards/bins.ts';
import type { P2pe } from './cards/card-present.ts';
import { AttemptLimits } from './limits/attempt-limits.ts';
import { PayerLimits } from './limits/payer-limits.ts';
import type { Merchant, MerchantProfile } from './merchant/merchant.ts';
import type {
  Acquirers,
  Authentications,
  BrowserPayments,
  Clock,
  DeviceTokens,
  Log,
  NotificationDependencies,
  Orders,
  PayerAuthenticator,
  ProviderAccounts,
  ProviderHealth,
  Providers,
  SavedCards,
  Sealer,
  Spans,
  ValueSources,
} from './ports/index.ts';
import { IdempotencyRegistry } from './processing/idempotency-registry.ts';
import { InDoubtCommits } from './processing/in-doubt-commits.ts';
import { ResultCounts } from './processing/result-counts.ts';
import type { ReadyPolicy } from './risk/index.ts';

/** The dependencies of browser payments. */
export interface BrowserDependencies {
  readonly payments: BrowserPayments;
  readonly providers: Providers;
  readonly health: ProviderHealth;
  readonly accounts: ProviderAccounts;
  /** The only origin to which a provider redirects payers. */
  readonly publicOrigin: string;
  /** Returns a cryptographically secure random integer from 0 to `below - 1`. */
  readonly random: (below: number) => number;
}

/** The dependencies of payer authentication. Present even without directory servers: then no card is enrolled. */
export interface PayerAuthenticationDependencies {
  readonly authenticator: PayerAuthenticator;
  readonly authentications: Authentications;
  /** The schemes with a directory server. */
  readonly schemes: ReadonlySet<string>;
}

export interface GatewayDependencies {
  readonly clock: Clock;
  /** Resolves after `ms` milliseconds, independent of the wall clock. */
  readonly pause: (ms: number) => Promise<unknown>;
  readonly orders: Orders;
  readonly acquirers: Acquirers;
  /**
   * False if this process has lost its lease. Others may evict it and complete its work, so it must not send messages.
   */
  readonly isAlive: () => boolean;
  readonly sealer: Sealer;
  readonly sources: ValueSources;
  /** Looks up a card number in the BIN table. */
  readonly cardFacts: BinTable['ofNumber'];
  readonly cardFactsOfPrefix: BinTable['ofPrefix'];
  /** The decryption of card data from the merchant's terminals; undefined for a merchant without P2PE terminals. */
  readonly p2peOf: (profile: MerchantProfile) => P2pe | undefined;
  /** The readers of wallets' tokens that the operator has set up. */
  readonly deviceTokens: DeviceTokens;
  /** The operator's own risk rules, if any. */
  readonly operatorRisk?: ReadyPolicy;
  /** Stores the cards of payers who ask for it. */
  readonly savedCards: SavedCards;
  /**
   * The card numbers that are exempt from limits on declines, as long as the profile has the default limits. Absent in
   * live mode.
   */
  readonly testCards?: ReadonlySet<string>;
  readonly log: Log;
  /** Absent: requests are not traced. */
  readonly spans?: Spans | undefined;
  /** Called after a reversal is stored: wakes the worker that sends reversals. */
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
  /** Counters since this process started. */
  readonly counts: { recovered: number; readonly results: ResultCounts };
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
    counts: { recovered: 0, results: new ResultCounts() },
  };
}

/** Identifies an order by its merchant and the order id in the request's path. */
export interface OrderAddress {
  readonly merchant: Merchant;
  readonly orderId: string;
}
