/**
 * The gateway's heart: one object that holds the ports, handed in by the front door, and the operations over them.
 */
import type { Values } from '../contract/read.ts';
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

/** What a session gives to a payment. */
export interface SessionForPayment {
  readonly key: number;
  /** Request fields, card data as `Secret`s. */
  readonly values: Values;
  /** It holds a security code or PIN, which this attempt uses up. */
  readonly sensitive: boolean;
}

/** Where the values of a request may come from besides itself. */
export interface ValueSources {
  /** @throws InterfaceError when there is none, its version differs, or it cannot pay */
  session(merchantKey: number, id: string, version: string | undefined): Promise<SessionForPayment>;
  /** The token's `sourceOfFunds`. @throws InterfaceError when there is no such token */
  token(merchantKey: number, token: string): Promise<Values>;
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
  /** The only origin that a provider sends a payer back to. */
  readonly publicOrigin: string;
  /** A whole number from 0 to below its argument, from a cryptographic source. */
  readonly random: (below: number) => number;
}

export interface GatewayDependencies {
  readonly clock: Clock;
  /** Resolves after so many milliseconds, whatever the wall clock does meanwhile. */
  readonly pause: (ms: number) => Promise<unknown>;
  readonly orders: Orders;
  readonly acquirer: Acquirer;
  /** False: other processes may take this one for dead and end what it began, so nothing of it may be sent. */
  readonly isAlive: () => boolean;
  readonly sealer: Sealer;
  readonly sources: ValueSources;
  /** What the BIN table says of a card's number. */
  readonly cardFacts: (number: string) => CardFacts;
  /** How the merchant's terminals' card data is opened; undefined for a merchant without such terminals. */
  readonly p2peOf: (profile: MerchantProfile) => P2pe | undefined;
  readonly log: Log;
  /** Told when a reversal was stored, so that it is sent at once. */
  readonly reversalStored: () => void;
  readonly notifications: NotificationDependencies;
  readonly browser: BrowserDependencies;
}

export interface Gateway extends GatewayDependencies {
  readonly idempotency: IdempotencyRegistry;
  readonly inDoubtCommits: InDoubtCommits;
  /** Since this process began. */
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
