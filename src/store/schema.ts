/**
 * The tables, as kysely sees them: one schema for every engine. Rows hang together by integer keys that grow, so that
 * inserts append; merchants' own ids stand in one unique index each. Amounts inside JSON columns are decimal text of
 * minor units, because a double holds neither every amount nor every count.
 */
import type { Actor, EventKind, LateCapture } from '../gateway/browser/browser-payment-records.ts';
import type { NotificationState } from '../notifications/notification-records.ts';

export interface Schema {
  merchant: {
    key: number;
    id: string;
    /** The merchant profile, JSON. */
    profile: string;
    /** `scrypt$…`, or null while no password was made. */
    password_hash: string | null;
    updated_at: number;
  };
  /** Data keys, each wrapped by a key-encryption key that never rests here. */
  data_key: { id: number; kek: string; wrapped: Uint8Array; created_at: number };
  /** The next unreserved row key, by sequence; processes reserve blocks of it. */
  row_key: { name: string; next: number };
  payment_order: {
    key: number;
    merchant_key: number;
    order_id: string;
    /** Totals and movements, JSON: `OrderState`. */
    state: string;
    /** Key of the transaction that holds the order's lock, or null. */
    locked_by: number | null;
    /** Grows with every lock taken: a holder that lost its lock cannot write. */
    fence: number;
    /** Key of the process that took the lock last; null in rows older than the column. */
    owner: number | null;
    created_at: number;
    updated_at: number;
  };
  /**
   * The gateway processes that live. Each counts its beats; where they stop, another process ends what it left and
   * removes the row.
   */
  gateway_process: { key: number; beats: number; started_at: number };
  /** Written once, before the message leaves; what comes of it is a row of its own, so that rows never grow. */
  payment_transaction: {
    key: number;
    order_key: number;
    transaction_id: string;
    /** What was asked, without card data, JSON: `TransactionRequest`. */
    request: string;
    /** Keyed hash of the request's meaning: a repeat with another meaning is refused. */
    meaning: Uint8Array;
    sealed_card: Uint8Array | null;
    created_at: number;
  };
  /** Absent while the transaction is under way; the order's `locked_by` names it then. */
  transaction_outcome: {
    transaction_key: number;
    /** What came of it, JSON: `TransactionOutcome`. */
    outcome: string;
    /** While the result is open: when to ask about it, and how often that was done. */
    follow_up_at: number | null;
    follow_ups: number;
    /** Who is asked: empty for the acquirer, else the browser-payment provider's id. */
    processor: string;
    /**
     * Key of the process that is at it: as long as that one lives, the others leave it alone. Null while it waits for
     * its time.
     */
    owner: number | null;
    updated_at: number;
  };
  reversal: {
    key: number;
    transaction_key: number;
    /** `ReversalAdvice`, JSON. */
    advice: string;
    attempts: number;
    /** When to try next; null once acknowledged. */
    due_at: number | null;
    /**
     * Key of the process that is at it: as long as that one lives, the others leave it alone. Null while it waits for
     * its time.
     */
    owner: number | null;
    created_at: number;
    acknowledged_at: number | null;
  };
  /** What merchants are told: one row for an outcome, made with it and kept. */
  notification: {
    key: number;
    order_key: number;
    transaction_key: number;
    /** Of its order's: 1, 2, 3. */
    sequence: number;
    url: string;
    /** The body's version. */
    version: number;
    /** As it is sent each time. Null in rows older than the column, which are sent by nobody. */
    body: string | null;
    state: NotificationState;
    /** In the round that is going on; a round begins when it is made, and when somebody asks for it again. */
    tries: number;
    /** When the last try began. */
    tried_at: number | null;
    /** When somebody asked for it again. */
    resent_at: number | null;
    created_at: number;
    delivered_at: number | null;
  };
  /** Orders that have something to tell, each with the one that is told first. */
  notification_queue: {
    order_key: number;
    /** As the gateway's `receiverOf` has it: of the one that is told first. */
    receiver: string;
    due_at: number;
    /** Key of the process that is at it: as long as that one lives, the others leave it alone. */
    owner: number | null;
    notification_key: number;
    /** How often that one was tried. */
    tries: number;
    /** Grows when something is added, so that whoever takes the row away knows that nothing was. */
    changes: number;
  };
  /** Each try to tell: rows are only ever added. */
  notification_try: {
    key: number;
    notification_key: number;
    number: number;
    at: number;
    duration_ms: number;
    /** Null where none came. */
    status: number | null;
    /** What went wrong; null where nothing did. */
    failure: string | null;
    /** The beginning of the answer's body. */
    answer: string;
  };
  /** Addresses that said that they are gone for ever. */
  notification_endpoint: {
    merchant_key: number;
    /** Without its query. */
    url: string;
    off_at: number;
  };
  /** What merchants' notifications are signed with: the newest two of a merchant count. */
  notification_key: {
    merchant_key: number;
    /** 1, 2, 3: with the merchant it is what the key is sealed for. */
    generation: number;
    sealed: Uint8Array;
    created_at: number;
    /** From then on it signs nothing any more. */
    retired_at: number | null;
  };
  session: {
    key: number;
    merchant_key: number;
    id: string;
    version: string;
    /** Request fields without card data, JSON. */
    fields: string;
    sealed_card: Uint8Array | null;
    /** Sensitive authentication data; gone after the first attempt that uses it, or at `sensitive_until`. */
    sealed_sensitive: Uint8Array | null;
    sensitive_until: number | null;
    update_status: 'NO_UPDATE' | 'SUCCESS' | 'FAILURE';
    authentication_limit: number;
    authentications: number;
    /** `Checkout`, JSON; null for a plain session. */
    checkout: string | null;
    /** What the payer's last form left behind, JSON; null when there is nothing to show. */
    form: string | null;
    expires_at: number;
    created_at: number;
    updated_at: number;
  };
  token: {
    key: number;
    merchant_key: number;
    token: string;
    /** Instrument without card data, JSON. */
    fields: string;
    sealed_card: Uint8Array;
    /** Keyed hash of the instrument's number: finds the token of a card. Null in rows older than the column. */
    card_hash: Uint8Array | null;
    /** How it was verified and what came of it, JSON. Null in rows older than the column. */
    verification: string | null;
    created_at: number;
    updated_at: number | null;
  };
  /** What a browser payment has beside its transaction. */
  browser_payment: {
    transaction_key: number;
    provider: string;
    /** Names it at the provider. */
    reference: string;
    /** Names it in the payer's addresses. */
    handle: string;
    /** Where the payer goes at the end. */
    home: string;
    /** The shop's name as the checkout gave it; null: the merchant profile's. */
    shop_name: string | null;
    /** The provider's page for the payer; null until there is one. */
    page_url: string | null;
    late: LateCapture | null;
    created_at: number;
  };
  /** Everything that touched a browser payment: one row for a thing with an outcome, however often it happened. */
  browser_payment_event: {
    transaction_key: number;
    kind: EventKind;
    outcome: string;
    actor: Actor;
    /** Of the first time, as `first_at` is. */
    source: string;
    first_at: number;
    last_at: number;
    times: number;
  };
  /** Refunds that wait for a person, and what that person said. */
  refund_request: {
    transaction_key: number;
    /** Null while it waits. */
    decision: 'APPROVED' | 'REJECTED' | null;
    decided_by: string | null;
    decided_at: number | null;
    /** When the gateway had acted on it. */
    done_at: number | null;
  };
  /**
   * Each answer that showed a full card number: who asked, when, for which order or token. Rows are only ever added.
   */
  unmasking: {
    key: number;
    merchant_key: number;
    /** SHA-256 of the client certificate, hex. */
    certificate: string;
    /** `userId` of the request, where it had one. */
    user_id: string | null;
    operation: string;
    order_id: string | null;
    transaction_id: string | null;
    token: string | null;
    at: number;
  };
}
