/**
 * The session: a stored set of request fields with a version that every update changes, so that a decision made on one
 * version is not applied to another. Card numbers are sealed; a security code or PIN is sealed apart, and erased by the
 * first payment attempt that uses it or after fifteen minutes.
 */
import type { GatewayCode } from '../../contract/gateway-codes.ts';
import type { RequestFields } from '../../contract/request-fields.ts';
import type { WalletId } from '../../web/views/index.ts';
import type { TypedDetails } from './payer-details.ts';
import type { PendingAuthentication } from './pending-authentication.ts';
import type { Wait } from './wait.ts';

export type UpdateStatus = 'NO_UPDATE' | 'SUCCESS' | 'FAILURE';

/** A session as stored, without its id, which is a password. */
export interface KeyedSession {
  readonly key: number;
  readonly merchantKey: number;
  readonly version: string;
  /** Without card data. */
  readonly fields: RequestFields;
  readonly sealedCard: Uint8Array | null;
  /** Encrypted under both the session's id and the vault's keys. */
  readonly sealedSensitive: Uint8Array | null;
  readonly sensitiveUntil: number | null;
  readonly updateStatus: UpdateStatus;
  /** How often the session's id may serve as its password in total; `authentications` counts the uses. */
  readonly authenticationLimit: number;
  readonly authentications: number;
  /** Null where the session is no checkout. */
  readonly checkout: Checkout | null;
  readonly form: FormState | null;
  /** Set in rows of an older release, which derived the session's `aes256Key` from its id. */
  readonly hasKeyOfId?: true;
  readonly expiresAt: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface Session extends KeyedSession {
  /** The id by which it was requested: its own, or an alias. */
  readonly id: string;
  /** Set only where `id` is an alias: it opens pages, and is no password. */
  readonly alias?: Alias;
}

export interface Alias {
  /** The session's own id, where the process that made the alias knew it. Not disclosed on pages or in responses. */
  readonly ownId?: string;
}

/** The id under which the session's data is sealed. */
export function sealingId({ id, alias }: Pick<Session, 'alias' | 'id'>): string {
  return alias?.ownId ?? id;
}

/** The checkout of a session. Its status is not stored here: it is derived from the order (`state.ts`). */
export interface Checkout {
  readonly operation: 'AUTHORIZE' | 'PURCHASE' | 'VERIFY' | 'NONE';
  readonly mode: 'WEBSITE' | 'PAYMENT_LINK';
  /** 32 hex digits, which the return URL has only after a success. */
  readonly successIndicator: string;
  /** The API version that created it. */
  readonly version: number;
  /** Number of failed attempts after which the checkout ends. */
  readonly attemptsMax: number;
  /**
   * Set if the merchant is notified of a checkout that ends without a payment: after so many minutes without a step of
   * the payer it is abandoned.
   */
  readonly idleMinutes?: number | undefined;
  /** When the payer last cancelled and returned to the shop. Forms that were shown before are refused. */
  readonly leftAt?: number;
  /**
   * The merchant's last version, if the page's own forms have made later ones: the page shows the order as of that
   * version.
   */
  readonly merchantVersion?: string;
  /** The merchant's own details, if a payer's have replaced them in the fields: see `given-details.ts`. */
  readonly given?: Pick<RequestFields, 'billing' | 'customer' | 'shipping'>;
  /** Set in rows of an older release, in which a payer's cancel ended the checkout. */
  readonly cancelledAt?: number;
  /** On a payment link: the id of the session behind it that serves its current attempt, sealed under the link's id. */
  readonly current?: string;
  /** The key of that session, for a payer who uses another id of the link. Absent in rows of an older release. */
  readonly currentKey?: number;
  /**
   * On a session behind a payment link: the id of the link's own session, sealed under this one's, its key, and the
   * attempt that this session serves.
   */
  readonly behind?: { readonly link: string; readonly linkKey: number; readonly attempt: string };
  /** By a link that takes payments: the keys of the link and of this payer's order of it. */
  readonly link?: { readonly link: number; readonly order: number };
  /** Number of balance inquiries for gift cards, and of refused ones, which count as failed attempts. */
  readonly inquiries?: { readonly asked: number; readonly refused: number };
  /**
   * On a confirmation link: the merchant-initiated transaction that the issuer softly declined. The payer pays with its
   * card after authentication.
   */
  readonly confirms?: { readonly transactionId: string };
  /** The payer has sent a card that is authenticated before it is charged. */
  readonly authentication?: PendingAuthentication;
  /** NONE only: when the payer's details were stored. */
  readonly storedAt?: number;
  /** The shop's page whose script last opened the checkout. */
  readonly shopPage?: EmbeddingPage;
}

/** How a checkout ends for a page that loads `checkout.js`. */
export type ScriptEnd = 'cancel' | 'complete' | 'error' | 'timeout';

export interface EmbeddingPage {
  /** Without a fragment. */
  readonly url: string;
  /** The ends that the page has a callback for. */
  readonly hears: readonly ScriptEnd[];
}

/** The last form's values for the next page to show. Not secret. */
export interface FormState {
  readonly method: 'card' | 'giftCard';
  /** The id of the saved card that the form pays with. */
  readonly saved?: string;
  readonly kept: {
    readonly nameOnCard?: string;
    readonly expiry?: string;
    readonly saveCard?: true;
    readonly details?: TypedDetails;
  };
  /** `payerMark` of the payer who typed it, to whom alone it is shown again. */
  readonly typedBy?: string;
  readonly errors: Readonly<Record<string, string>>;
  /**
   * `elsewhere`: another form was sent since this one was shown. `cancelled`: the payer has cancelled since.
   * `unreached` and `uncancelled`: the provider was unreachable, so its payment was not cancelled, neither to pay
   * another way nor to return to the shop. `standing`: the provider refused to cancel it. `unsaved`: the chosen card is
   * no longer saved. A wallet's id: its token was refused.
   */
  readonly notice?:
    | 'again'
    | 'cancelled'
    | 'changed'
    | 'elsewhere'
    | 'standing'
    | 'uncancelled'
    | 'unreached'
    | 'unsaved'
    | WalletId;
  /** The result of the payer's inquiry for a gift card's balance. */
  readonly balance?: AskedBalance;
  /** The form was sent, and waits: its payer is suspected of card testing. */
  readonly wait?: Wait;
  /** With `changed`: the amount that the payer saw before, a decimal text, and its currency. */
  readonly before?: { readonly value: string; readonly currency: string };
}

export type AskedBalance =
  /** A decimal text in major units, and the number's last four digits. */
  | { readonly kind: 'known'; readonly value: string; readonly currency: string; readonly lastFour: string }
  | { readonly kind: 'refused'; readonly gatewayCode: GatewayCode }
  /** The acquirer did not return it, or the limit of inquiries is reached. */
  | { readonly kind: 'untold' };

/** The port to stored sessions. */
export interface Sessions {
  /** The number of the store that has the sessions, from 0 to 3,843: new ids name it. */
  readonly storeNumber: number;
  newKey(): number;
  /** @param id the session's own, or an alias */
  find(id: string): Promise<Session | undefined>;
  findByKey(key: number): Promise<KeyedSession | undefined>;
  /**
   * The sessions whose fields name this order, among the newest of the gateway: 20,000 at most are looked through,
   * because no index leads from an order to its sessions. The newest first.
   */
  ofOrder(merchantKey: number, orderId: string): Promise<readonly KeyedSession[]>;
  insert(session: Session): Promise<void>;
  /**
   * Adds an alias: another id of a session, for addresses that others than its payer may see.
   *
   * @param alias with `ownId`, a client that has the alias can pay with the stored security code
   */
  addAlias(key: number, id: string, expiresAt: number, alias: Alias): Promise<void>;
  /**
   * Updates everything but the ids.
   *
   * @returns false, without a write, if the stored version or checkout (a payer's cancel makes no new version) is not
   *   the one that was read, or a payment has erased the security code since
   */
  replace(session: KeyedSession, before: KeyedSession): Promise<boolean>;
  /** Changes by the payer's page do not change the version. */
  setForm(key: number, form: FormState | null): Promise<void>;
  setCheckout(key: number, checkout: Checkout): Promise<void>;
  touch(key: number, expiresAt: number): Promise<void>;
  /** Counts one use of the id as password; false when the limit is reached. */
  countAuthentication(key: number): Promise<boolean>;
  /** Erases security codes past their lifetime, the card numbers of ended sessions, and aliases. */
  erase(now: number): Promise<void>;
}

export interface CheckoutSession extends Session {
  readonly checkout: Checkout;
  /** On a session behind a payment link: the key of the link's own session, for which attempts are counted. */
  readonly linkKey?: number;
}

/** The key of the session for which a checkout's attempts are counted. */
export function attemptsKey({ key, linkKey }: Pick<CheckoutSession, 'key' | 'linkKey'>): number {
  return linkKey ?? key;
}

/**
 * The merchant's last version. The page's own forms make further versions, which do not change the order that it shows.
 */
export function merchantVersion({ version, checkout }: Pick<CheckoutSession, 'checkout' | 'version'>): string {
  return checkout.merchantVersion ?? version;
}
