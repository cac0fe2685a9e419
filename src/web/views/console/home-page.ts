/** The data of the list of merchants in the console. */
import type { ConsoleShell } from './shell.ts';

export interface MerchantEntry {
  readonly id: string;
  /** Absent if the merchant's store was not asked, or does not answer. */
  readonly name?: string | undefined;
  readonly href: string;
  readonly role: string;
  readonly says: string;
  /** The name of the merchant's store; absent where there is one store. */
  readonly store?: string | undefined;
  /** Whether its store does not answer. */
  readonly isAway?: boolean | undefined;
}

export interface HomePage {
  readonly shell: ConsoleShell;
  readonly merchants: readonly MerchantEntry[];
  /** For people who see all merchants, which are listed store by store; no names where there is one store. */
  readonly stores: { readonly chosen: string; readonly names: readonly string[] };
  /** The pages of all merchants, where there are several stores. */
  readonly all?: { readonly ordersHref: string; readonly overviewHref: string } | undefined;
  /** The name of the chosen store, if it does not answer. */
  readonly away?: string | undefined;
}
