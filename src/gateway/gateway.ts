/** The gateway's core: one object that holds the ports, made by the composition root, and the operations use it. */
import type { RequestFields, SourceOfFundsFields } from '../contract/request-fields.ts';
import type { BrowserPayments } from './browser/browser-payment-records.ts';
import type { CardFacts } from './cards/bins.ts';
import type { P2pe } from './cards/card-present.ts';
import type { NotificationDependencies } from './enqueue-notification.ts';
import { IdempotencyRegistry } from './idempotency-registry.ts';
import { InDoubtCommits } from './in-doubt-commits.ts';
import type { Merchant, MerchantProfile } from './merchant.ts';
import type { Orders } from './order-records.ts';
import type { Acquirer, Clock } from './ports.ts';
import type { Providers } from './provider-port.ts';

/** Seals card data and makes keyed hashes; the vault implements it. */
export interface Sealer {
  seal(plain: string, place: string): Uint8Array;
  open(sealed: Uint8Array, place: string): string;
  hash(purpose: string, text: string): Uint8Array;
}

/** What a payment uses of a session. */
export interface SessionForPayment {
  readonly key: number;
  /** Request fields, card data as `Secret`s. */
  readonly values: RequestFields;
  /** It holds a security code or PIN, which this attempt uses up. */
  readonly sensitive: boolean;
}

/** Where values of a request come from, other than the request. */
export interface ValueSources {
  /** @throws InterfaceError when there is none, its version differs, or it cannot be used for a payment */
  session(merchantKey: number, id: string, version: string | undefined): Promise<SessionForPayment>;
  /** @returns the token's `sourceOfFunds` @throws InterfaceError when there is no such token */
  token(merchantKey: number, token: string): Promise<SourceOfFundsFields>;
}

export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** What browser payments need. */
export interface BrowserDependencies {
  readonly payments: BrowserPayments;
  readonly providers: Providers;
  /** The only origin that a provider redirects a payer back to. */
  readonly publicOrigin: string;
  /** An integer from 0 to below its argument, from a cryptographic source. */
  readonly random: (below: number) => number;
}

export interface GatewayDependencies {
  readonly clock: Clock;
  /** Resolves after so many milliseconds, independent of the wall clock. */
  readonly pause: (ms: number) => Promise<unknown>;
  readonly orders: Orders;
  readonly acquirer: Acquirer;
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
  readonly log: Log;
  /** Called when a reversal was stored, so that it is sent at once. */
  readonly reversalStored: () => void;
  readonly notifications: NotificationDependencies;
  readonly browser: BrowserDependencies;
}

export interface Gateway extends GatewayDependencies {
  readonly idempotency: IdempotencyRegistry;
  readonly inDoubtCommits: InDoubtCommits;
  /** Since this process started. */
  readonly counts: { recovered: number };
}

export function createGateway(dependencies: GatewayDependencies): Gateway {
  return {
    ...dependencies,
    idempotency: new IdempotencyRegistry(),
    inDoubtCommits: new InDoubtCommits(dependencies.orders),
    counts: { recovered: 0 },
  };
}

/** One order of one merchant, as the address of a request names it. */
export interface OrderAddress {
  readonly merchant: Merchant;
  readonly orderId: string;
}
