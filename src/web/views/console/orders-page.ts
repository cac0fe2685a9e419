/** The data of the list of orders in the console. */
import type { Amount } from '../amount.ts';
import type { FoundCheckoutEntry } from './checkout-page.ts';
import type { ConsoleShell } from './shell.ts';
import type { ViewLink } from './views-page.ts';

/** The value of an order that a text of the search box may be. */
export type SearchedAs =
  | 'AMOUNT'
  | 'EMAIL'
  | 'LAST_FOUR'
  | 'NAME'
  | 'ORDER_ID'
  | 'PROVIDER_REFERENCE'
  | 'REFERENCE'
  | 'SESSION'
  | 'SUPPORT_CODE';

/** The form's values, as a person typed or chose them; empty where there is none. */
export interface ListValues {
  readonly text: string;
  readonly status: string;
  readonly method: string;
  /** Days in the merchant's zone, both included: `2026-11-29`. */
  readonly from: string;
  readonly to: string;
  readonly sort: string;
}

/** UNREADABLE: the text in the address was sealed with a key that is gone, or for another merchant. */
export interface ListProblems {
  readonly text?: 'LONG' | 'UNREADABLE' | undefined;
  readonly status?: 'UNKNOWN' | undefined;
  readonly from?: 'NO_DATE' | undefined;
  readonly to?: 'BEFORE_FROM' | 'NO_DATE' | undefined;
}

export interface ListedOrder {
  readonly id: string;
  readonly href: string;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  readonly changedAt: string;
  readonly amount: Amount;
  readonly status: string;
  readonly reference?: string | undefined;
  /** The brand of a card, the name of a provider, or `GIFT_CARD`; absent before the first attempt. */
  readonly instrument?: string | undefined;
  readonly lastFour?: string | undefined;
  /** The meaning of the last decline, if no attempt succeeded. */
  readonly decline?: string | undefined;
  /** In a list of several merchants; `store` where there are several stores. */
  readonly merchant?: { readonly name: string; readonly store: string | undefined } | undefined;
}

export interface OrdersPage {
  readonly shell: ConsoleShell;
  /** The person's role at the merchant, and what it may do. */
  readonly role: { readonly name: string; readonly says: string };
  /** The address of the form, and of the whole list. */
  readonly action: string;
  readonly values: ListValues;
  readonly problems: ListProblems;
  readonly statuses: readonly string[];
  readonly methods: readonly { readonly value: string; readonly name: string }[];
  /** IANA: of the dates, and of the times that are shown. */
  readonly timeZone: string;
  /** How the text was understood; empty without a text. */
  readonly searchedAs: readonly SearchedAs[];
  /** The order with exactly this id, where the list has others too. */
  readonly exact?: { readonly id: string; readonly href: string } | undefined;
  /** Open checkouts of the order with exactly this id, which nobody has tried to pay. */
  readonly checkouts: readonly FoundCheckoutEntry[];
  readonly orders: readonly ListedOrder[];
  /** The page after this one; absent at the end of the list. */
  readonly nextHref?: string | undefined;
  /** How far back a page has come that ends before the list does: ISO 8601. */
  readonly reachedAt?: string | undefined;
  /** The person's saved views, and those that are shared. */
  readonly views: readonly ViewLink[];
  readonly saved: {
    /** The page of all views, and the form that saves this list as one. */
    readonly href: string;
    /** A hidden input: the query of the list. Absent for a list that is wrong, or the whole one. */
    readonly list?: string | undefined;
    readonly mayShare: boolean;
    readonly nameCharactersMax: number;
  };
  /** The whole list as a file. */
  readonly files?: { readonly csvHref: string; readonly jsonHref: string } | undefined;
  /** For a person who may make a link, which needs no server. */
  readonly newLinkHref?: string | undefined;
  /** The first page, on another one. */
  readonly firstHref?: string | undefined;
  readonly index: { readonly ageSeconds: number; readonly isComplete: boolean };
}
