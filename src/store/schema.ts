/**
 * The tables, as kysely types: one schema for every engine. Rows refer to each other by growing integer keys, so that
 * inserts append; merchants' own ids are in one unique index each. Amounts inside JSON columns are decimal text of
 * minor units, because a double holds neither every amount nor every count.
 */
import type { Actor, CountKind, EventKind, KeyPurpose, LateCapture } from '../gateway/ports/index.ts';
import type { LogoType } from '../logos/index.ts';
import type { NotificationState } from '../notifications/index.ts';
import type { ArchiveTables } from './archive-tables.ts';
import type { AuditTables } from './audit-tables.ts';
import type { AuthenticationTables } from './authentication-tables.ts';
import type { RestoredTables } from './restored-tables.ts';
import type { RetentionTables } from './retention-tables.ts';
import type { RiskTables } from './risk-tables.ts';
import type { SettlementTables } from './settlement-tables.ts';

export interface Schema
  extends ArchiveTables,
    AuditTables,
    AuthenticationTables,
    RestoredTables,
    RetentionTables,
    RiskTables,
    SettlementTables {
  merchant: {
    key: number;
    id: string;
    /** The merchant profile, JSON. */
    profile: string;
    /** `hmac-sha256$…` or `scrypt$…`; null before a password was made. */
    password_hash: string | null;
    /** Null in rows older than the column, and before a password was made. */
    password_set_at: number | null;
    /** JSON of the passwords before it, the newest first; null for none. */
    former_passwords: string | null;
    updated_at: number;
  };
  /** When the operator disabled a merchant; it has no row while it may call. */
  disabled_merchant: { merchant_key: number; disabled_at: number };
  /** The logo that its pages show, as it is served. */
  merchant_logo: {
    merchant_key: number;
    hash: string;
    type: LogoType;
    width: number;
    height: number;
    bytes: Uint8Array;
  };
  /** Scripts of merchants' pages, by what names their content in an address. */
  merchant_script: { pin: string; file: string; content: Uint8Array; first_served_at: number };
  /** Data keys, each wrapped by a key-encryption key that is never stored here. */
  data_key: {
    id: number;
    kek: string;
    /** Empty once the key is destroyed. */
    wrapped: Uint8Array;
    created_at: number;
    /** Null in rows older than the column: SEAL. */
    purpose: KeyPurpose | null;
    /** 1: wrapped for its id, and seals for merchant and record. Null in rows older than the column. */
    bound: number | null;
    /** From then on it is used; null while it is announced. */
    active_from: number | null;
    /** How often it has sealed, at least roughly. */
    uses: number | null;
    retired_at: number | null;
    destroyed_at: number | null;
  };
  /** The next unreserved row key, by sequence; processes reserve blocks of it. */
  row_key: { name: string; next: number };
  /** Always empty: a process writes a row and removes it at once, to see whether the store can be written. */
  write_probe: { key: number; payload: Uint8Array };
  payment_order: {
    key: number;
    merchant_key: number;
    order_id: string;
    /** Totals and movements, JSON: `OrderState`. */
    state: string;
    /** Key of the transaction that holds the order's lock, or null. */
    locked_by: number | null;
    /** Grows with every lock: a process that lost its lock cannot write. */
    fence: number;
    /** Key of the process that last took the lock; null in rows older than the column. */
    owner: number | null;
    created_at: number;
    updated_at: number;
  };
  /**
   * The live gateway processes. Each counts its heartbeats; if they stop, another process evicts it: it completes its
   * transactions and removes the row.
   */
  gateway_process: {
    key: number;
    beats: number;
    started_at: number;
    /** The beats that another process has seen last, and in which round it saw them first; null until one looked. */
    seen_beats: number | null;
    seen_round: number | null;
    /** It holds the data keys up to this id; null until it has said so. */
    keys_held: number | null;
    /** Ids of its key-encryption keys, newest first, separated by commas. */
    keks: string | null;
    /** The machine's name and the process id there. Null in rows of older versions, as is the build. */
    host: string | null;
    pid: number | null;
    build: string | null;
  };
  /** One row: the round of heartbeats, which goes up by one in two seconds at most. */
  heartbeat_round: { key: number; round: number };
  /** Written once, before the message is sent; its outcome is a row of its own, so that rows never grow. */
  payment_transaction: {
    key: number;
    order_key: number;
    transaction_id: string;
    /** The request without card data, JSON: `TransactionRequest`. */
    request: string;
    /** Keyed request fingerprint: a repeated id with another fingerprint is refused. */
    meaning: Uint8Array;
    sealed_card: Uint8Array | null;
    created_at: number;
  };
  /** Absent while the transaction is in flight; the order's `locked_by` names it then. */
  transaction_outcome: {
    transaction_key: number;
    /** The outcome, JSON: `TransactionOutcome`. */
    outcome: string;
    /** While the result is open: when to query it next, and how often it was queried. */
    follow_up_at: number | null;
    follow_ups: number;
    /** Which system to query: `processorOf`. */
    processor: string;
    /**
     * Key of the process that has claimed the row: while it lives, the others leave the row alone. Null until it is
     * due.
     */
    owner: number | null;
    updated_at: number;
  };
  reversal: {
    key: number;
    transaction_key: number;
    /** The name of the acquirer that it goes to. */
    acquirer: string;
    /** `ReversalAdvice`, JSON. */
    advice: string;
    attempts: number;
    /** When to try next; null once acknowledged. */
    due_at: number | null;
    /**
     * Key of the process that has claimed the row: while it lives, the others leave the row alone. Null until it is
     * due.
     */
    owner: number | null;
    created_at: number;
    acknowledged_at: number | null;
  };
  /** Notifications to merchants: one row an outcome, made with it and kept. */
  notification: {
    key: number;
    order_key: number;
    transaction_key: number;
    /** Within its order: 1, 2, 3. */
    sequence: number;
    url: string;
    /** The API version of the body. */
    version: number;
    /** As it is sent each time. Null in rows older than the column, which are never sent. */
    body: string | null;
    state: NotificationState;
    /** Attempts since it was stored or last requested again. */
    tries: number;
    /** When the last attempt started. */
    tried_at: number | null;
    /** When it was last requested again. */
    resent_at: number | null;
    created_at: number;
    delivered_at: number | null;
  };
  /** Orders with undelivered notifications, each with the first of them. */
  notification_queue: {
    order_key: number;
    /** Receiver of that first one, as the gateway's `receiverOf` names it. */
    receiver: string;
    due_at: number;
    /** Key of the process that has claimed the row: while it lives, the others leave the row alone. */
    owner: number | null;
    notification_key: number;
    /** How often that first one was tried. */
    tries: number;
    /** Grows when a notification is added, so that a process that deletes the row knows that none was. */
    changes: number;
  };
  /** Each delivery attempt: rows are only ever added. */
  notification_try: {
    key: number;
    notification_key: number;
    number: number;
    at: number;
    duration_ms: number;
    /** Null without an answer. */
    status: number | null;
    /** What failed; null if nothing did. */
    failure: string | null;
    /** The beginning of the answer's body. */
    answer: string;
  };
  /** Disabled endpoints: they answered 410 Gone. */
  notification_endpoint: {
    merchant_key: number;
    /** Without its query. */
    url: string;
    off_at: number;
  };
  /** Signing keys of merchants' notifications: the newest two of a merchant sign. */
  notification_key: {
    merchant_key: number;
    /** 1, 2, 3: the key is sealed for its merchant and generation. */
    generation: number;
    sealed: Uint8Array;
    created_at: number;
    /** From then on it signs nothing. */
    retired_at: number | null;
  };
  /** Receipts that payers are mailed: one row a payment, with its outcome, and removed once it is sent or given up. */
  agreement: {
    transaction_key: number;
    merchant_key: number;
    /** The merchant's own. */
    agreement_id: string;
    /** JSON. */
    terms: string;
    transaction_identifier: string;
    created_at: number;
  };
  receipt_mail: {
    transaction_key: number;
    /** Attempts. */
    tries: number;
    due_at: number;
    /** Key of the process that has claimed the row: while it lives, the others leave the row alone. */
    owner: number | null;
    /** When the payment succeeded. */
    created_at: number;
  };
  session: {
    key: number;
    merchant_key: number;
    /** `idHash` of its id, which is a password and is stored nowhere; the id itself only of an older process beside. */
    id: string;
    version: string;
    /** Request fields without card data, JSON. */
    fields: string;
    sealed_card: Uint8Array | null;
    /**
     * Sensitive authentication data, sealed under the session's id and then by the vault; erased after the first
     * attempt that uses it, or at `sensitive_until`.
     */
    sealed_sensitive: Uint8Array | null;
    sensitive_until: number | null;
    update_status: 'NO_UPDATE' | 'SUCCESS' | 'FAILURE';
    authentication_limit: number;
    authentications: number;
    /** `Checkout`, JSON; null for a plain session. */
    checkout: string | null;
    /** The state of the payer's last submitted form, JSON; null when there is nothing to show. */
    form: string | null;
    /** 1: its `aes256Key` was made of its id, by an older release. */
    key_of_id: number;
    expires_at: number;
    created_at: number;
    updated_at: number;
  };
  /**
   * Further ids of sessions, each for a payer who came back by an address that does not name the session. `sealed_id`:
   * the session's own, sealed under the alias, where the process that made it knew it.
   */
  session_alias: { id_hash: string; session_key: number; expires_at: number; sealed_id: string | null };
  token: {
    key: number;
    merchant_key: number;
    token: string;
    /** Instrument without card data, JSON. */
    fields: string;
    sealed_card: Uint8Array;
    /** Keyed hash of the instrument's number: finds the token of a card. Null in rows older than the column. */
    card_hash: Uint8Array | null;
    /** How it was verified and the result, JSON. Null in rows older than the column. */
    verification: string | null;
    created_at: number;
    updated_at: number | null;
  };
  /** What a browser payment has in addition to its transaction. */
  browser_payment: {
    transaction_key: number;
    provider: string;
    /** Its id at the provider. */
    reference: string;
    /** Its id in the payer's URLs. */
    handle: string;
    /** The return URL to which the payer is sent at the end. */
    home: string;
    /** The shop's name from the checkout; null: the merchant profile's. */
    shop_name: string | null;
    /** The provider's page for the payer; null before there is one. */
    page_url: string | null;
    /** The provider's own number for it; null before there is one. */
    provider_reference: string | null;
    /** What the payer pays by; null where the provider gave no such code. */
    shown_code: string | null;
    /** Until when the code can be paid. */
    shown_until: number | null;
    late: LateCapture | null;
    created_at: number;
  };
  /** Events of browser payments: one row for each kind and outcome, however often it happened. */
  browser_payment_event: {
    transaction_key: number;
    kind: EventKind;
    outcome: string;
    actor: Actor;
    /** Of the first time, as in `first_at`. */
    source: string;
    first_at: number;
    last_at: number;
    times: number;
  };
  /** Refunds that wait for the operator, and the operator's decisions. */
  refund_request: {
    transaction_key: number;
    /** Null before the decision. */
    decision: 'APPROVED' | 'REJECTED' | null;
    decided_by: string | null;
    decided_at: number | null;
    /** When the gateway had carried the decision out. */
    done_at: number | null;
  };
  /**
   * Tries to pay, by card, range of cards, payer's network and browser, and of a merchant: a row for each part of the
   * time that counts.
   */
  attempt_count: {
    merchant_key: number;
    kind: CountKind;
    /** A keyed hash of a card, network or browser, or a range's digits. */
    subject: string;
    bucket: number;
    /** What operators see of it: a masked number, the range, or the beginning of the hash. */
    shown: string;
    times: number;
    updated_at: number;
  };
  /**
   * Each answer that showed a full card number: which caller, when, for which order or token. Rows are only ever added.
   */
  unmasking: {
    key: number;
    merchant_key: number;
    /** SHA-256 of the client certificate, hex. */
    certificate: string;
    /** `userId` of the request, if it had one. */
    user_id: string | null;
    operation: string;
    order_id: string | null;
    transaction_id: string | null;
    token: string | null;
    at: number;
  };
}
