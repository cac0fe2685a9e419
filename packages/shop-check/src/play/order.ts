import type { Checkout } from '../gateway/front-door.ts';

/** An order of the history that is being played. */
export interface PlayedOrder {
  readonly id: string;
  /** The address where its payer starts. */
  readonly pay: string;
  /** In minor units; staff of the shop may change it. */
  amount: number;
  /** In the order in which the shop made them. */
  readonly checkouts: Checkout[];
  /** Whether money was ever reserved or captured for it. */
  hadMoney: boolean;
  /** The shop's address to which the gateway's page led the payer last. */
  back: string | undefined;
}

/** @param minor units of a currency with two digits */
export function decimal(minor: number): string {
  return `${Math.floor(minor / 100)}.${(minor % 100).toString().padStart(2, '0')}`;
}
