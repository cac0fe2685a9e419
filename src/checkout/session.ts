/**
 * The session: a stored set of request fields with a version that every update changes, so that a decision made on one
 * version is never applied to another. Card numbers are sealed; a security code or PIN is sealed apart, and erased by
 * the first payment attempt that uses it or after fifteen minutes.
 */
import type { GatewayCode } from '../contract/gateway-codes.ts';
import type { RequestFields } from '../contract/request-fields.ts';
import type { PendingAuthentication } from './authentication/pending.ts';
import type { Wait } from './lane/wait.ts';
import type { TypedDetails } from './payer-details.ts';

export type UpdateStatus = 'NO_UPDATE' | 'SUCCESS' | 'FAILURE';

/** As it is stored: its id is a password, and is not. */
export interface KeyedSession {
  readonly key: number;
  readonly merchantKey: number;
  readonly version: string;
  /** Without card data. */
  readonly fields: RequestFields;
  readonly sealedCard: Uint8Array | null;
  /** Opens only for whoever has the session's id, with the vault's keys. */
  readonly sealedSensitive: Uint8Array | null;
  readonly sensitiveUntil: number | null;
  readonly updateStatus: UpdateStatus;
  /** How often the session's id may still serve as its password: this, less `authentications`. */
  readonly authenticationLimit: number;
  readonly authentications: number;
  /** Absent where the session is no checkout. */
  readonly checkout: Checkout | null;
  readonly form: FormState | null;
  /** Of an older release, which made its `aes256Key` of its id. */
  readonly hasKeyOfId?: true;
  readonly expiresAt: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface Session extends KeyedSession {
  /** By which it was asked for: its own, or an alias of it. */
  readonly id: string;
  /** Only where `id` is an alias: it opens pages, and is no password. */
  readonly alias?: Alias;
}

export interface Alias {
  /** The session's own id, where the process that made the alias knew it. No page and no answer has it. */
  readonly ownId?: string;
}

/** The id that what waits in a session is sealed under. */
export function sealingId({ id, alias }: Pick<Session, 'alias' | 'id'>): string {
  return alias?.ownId ?? id;
}

/**
 * What makes a session a checkout. The checkout's status is not stored here: it is derived from the order (`state.ts`).
 */
export interface Checkout {
  readonly operation: 'AUTHORIZE' | 'PURCHASE' | 'VERIFY' | 'NONE';
  readonly mode: 'WEBSITE' | 'PAYMENT_LINK';
  /** 32 hex digits that only a successful return has. */
  readonly successIndicator: string;
  /** The API version that created it. */
  readonly version: number;
  /** How many attempts may fail before the checkout ends. */
  readonly attemptsMax: number;
  /** When the payer last cancelled and went back to the shop. A form that was shown before is not taken any more. */
  readonly leftAt?: number;
  /**
   * The version that the merchant made last, while later ones are of the page's own form: what the payer sees is as it
   * was in that.
   */
  readonly merchantVersion?: string;
  /** The merchant's own details, while the fields have a payer's in their place: see `given-details.ts`. */
  readonly given?: Pick<RequestFields, 'billing' | 'customer' | 'shipping'>;
  /** In rows of an older release, where a payer's cancel ended the checkout. */
  readonly cancelledAt?: number;
  /** Of a payment link: the id of the session behind it, which serves its current attempt, sealed under its own. */
  readonly current?: string;
  /** The key of that session, for who came by another id of the link. Absent in rows of an older release. */
  readonly currentKey?: number;
  /**
   * Of a session behind a payment link: the id of the link's own session, sealed under this one's, its key, and the
   * attempt that this session serves.
   */
  readonly behind?: { readonly link: string; readonly linkKey: number; readonly attempt: string };
  /** How often payers asked for a gift card's balance, and how often it was refused, as a payment would have been. */
  readonly inquiries?: { readonly asked: number; readonly refused: number };
  /**
   * Of a confirmation link: the transaction of the order that the merchant began and the issuer declined softly, with
   * whose card the payer pays once the bank has asked.
   */
  readonly confirms?: { readonly transactionId: string };
  /** The payer has sent a card, and the bank is asked before it is paid with. */
  readonly authentication?: PendingAuthentication;
  /** NONE only: when the payer's details were stored. */
  readonly storedAt?: number;
  /** The shop's page whose script led the payer here last. */
  readonly shopPage?: ShopPage;
}

/** How a checkout ends for a page that loads `checkout.js`. */
export type ScriptEnd = 'cancel' | 'complete' | 'error' | 'timeout';

export interface ShopPage {
  /** Without a fragment. */
  readonly url: string;
  /** The ends that the page has a callback for. */
  readonly hears: readonly ScriptEnd[];
}

/** What the last form left for the next page to show. Not secret. */
export interface FormState {
  readonly method: 'card' | 'giftCard';
  readonly kept: {
    readonly nameOnCard?: string;
    readonly expiry?: string;
    readonly saveCard?: true;
    readonly details?: TypedDetails;
  };
  /** `payerMark` of the payer who typed it, who alone is shown it again. */
  readonly typedBy?: string;
  readonly errors: Readonly<Record<string, string>>;
  /**
   * `elsewhere`: another form was sent since this one was shown. `cancelled`: the payer has cancelled since.
   * `unreached` and `uncancelled`: the provider was unreachable, so its payment was not cancelled, neither for another
   * way to pay nor for the way back to the shop. `standing`: the provider refused to cancel it.
   */
  readonly notice?: 'again' | 'cancelled' | 'changed' | 'elsewhere' | 'standing' | 'uncancelled' | 'unreached';
  /** What the payer's question for a gift card's balance came to. */
  readonly balance?: AskedBalance;
  /** The form was sent, and waits: its payer looks like one who tests cards. */
  readonly wait?: Wait;
  /** With `changed`: the amount that the payer saw before, a decimal text, and its currency. */
  readonly before?: { readonly value: string; readonly currency: string };
}

export type AskedBalance =
  /** A decimal text in major units, and the number's last four digits. */
  | { readonly kind: 'known'; readonly value: string; readonly currency: string; readonly lastFour: string }
  | { readonly kind: 'refused'; readonly gatewayCode: GatewayCode }
  /** The acquirer did not say it, or it was asked too often. */
  | { readonly kind: 'untold' };

/** The port to stored sessions. */
export interface Sessions {
  newKey(): number;
  /** @param id its own, or an alias of it */
  find(id: string): Promise<Session | undefined>;
  findByKey(key: number): Promise<KeyedSession | undefined>;
  insert(session: Session): Promise<void>;
  /**
   * Another id of a session, for addresses that others than its payer may see.
   *
   * @param alias with the session's own id, whoever comes by the alias pays with the security code that waits there
   */
  addAlias(key: number, id: string, expiresAt: number, alias: Alias): Promise<void>;
  /**
   * Updates everything but its ids if what is stored is still of the version that was read, with the same checkout (a
   * payer who leaves makes no version), and has not lost the security code that was read, as it does by a payment;
   * false otherwise.
   */
  replace(session: KeyedSession, before: KeyedSession): Promise<boolean>;
  /** Changes by the payer's page leave the version as it is. */
  setForm(key: number, form: FormState | null): Promise<void>;
  setCheckout(key: number, checkout: Checkout): Promise<void>;
  touch(key: number, expiresAt: number): Promise<void>;
  /** Counts one use of the id as password; false when the limit is reached. */
  countAuthentication(key: number): Promise<boolean>;
  /** Erases security codes past their time, the card numbers of ended sessions, and aliases. */
  erase(now: number): Promise<void>;
}
