/**
 * The tables, as kysely types: one schema for every engine. Rows refer to each other by growing integer keys, so that
 * inserts append; merchants' own ids are in one unique index each. Amounts inside JSON columns are decimal text of
 * minor units, because a double is exact for neither every amount nor every count.
 */

import type { LogoType } from '../../../back-office/logos/index.ts';
import type { Actor, CountKind, EventKind, KeyPurpose, LateCapture } from '../../../core/ports/index.ts';
import type { NotificationState } from '../../notifications/index.ts';
import type { ArchiveTables } from './archive.ts';
import type { AuditTables } from './audit.ts';
import type { AuthenticationTables } from './authentications.ts';
import type { RestoredTables } from './restoration.ts';
import type { RetentionTables } from './retention.ts';
import type { RiskTables } from './risk.ts';
import type { SettlementTables } from './settlement.ts';

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
    /** `hmac-sha256$…` or `scrypt$…`; null before the first password. */
    password_hash: string | null;
    /** Null before the first password, and in rows older than the column. */
    password_set_at: number | null;
    /** JSON of the former passwords, newest first; null if there are none. */
    former_passwords: string | null;
    updated_at: number;
  };
  /** Disabled merchants, with the time. An enabled merchant has no row. */
  disabled_merchant: { merchant_key: number; disabled_at: number };
  /** The logo on the merchant's pages, as the bytes that are served. */
  merchant_logo: {
    merchant_key: number;
    hash: string;
    type: LogoType;
    width: number;
    height: number;
    bytes: Uint8Array;
  };
  /** Scripts that merchants' pages load, keyed by the content hash in their addresses. */
  merchant_script: { pin: string; file: string; content: Uint8Array; first_served_at: number };
  /** Data keys, each wrapped by a key-encryption key, which is not stored here. */
  data_key: {
    id: number;
    kek: string;
    /** Empty once the key is destroyed. */
    wrapped: Uint8Array;
    created_at: number;
    /** Null, meaning SEAL, in rows older than the column. */
    purpose: KeyPurpose | null;
    /**
     * 1: the wrapping is bound to the key's id, and sealed data to merchant and record. Null in rows older than the
     * column.
     */
    bound: number | null;
    /** When its use begins; null while it is only announced. */
    active_from: number | null;
    /** Approximate number of encryptions. */
    uses: number | null;
    retired_at: number | null;
    destroyed_at: number | null;
  };
  /** The next unreserved row key of each sequence. Processes reserve blocks of keys. */
  row_key: { name: string; next: number };
  /** Always empty: the write probe inserts a row and deletes it in one commit. */
  write_probe: { key: number; payload: Uint8Array };
  payment_order: {
    key: number;
    merchant_key: number;
    order_id: string;
    /** Totals and movements, JSON: `OrderState`. */
    state: string;
    /** Key of the transaction that holds the order's lock; null if it is unlocked. */
    locked_by: number | null;
    /** Grows with every lock, so that a process that lost its lock cannot write. */
    fence: number;
    /** Key of the process that took the lock last; null in rows older than the column. */
    owner: number | null;
    created_at: number;
    updated_at: number;
  };
  /**
   * The live gateway processes. Each counts its heartbeats. If they stop, another process evicts it: it completes the
   * process's transactions and removes the row.
   */
  gateway_process: {
    key: number;
    beats: number;
    started_at: number;
    /**
     * The heartbeat count that another process saw last, and the round in which it was first seen; null until one
     * looked.
     */
    seen_beats: number | null;
    seen_round: number | null;
    /** The process has loaded the data keys up to this id; null until it has reported. */
    keys_held: number | null;
    /** Ids of its key-encryption keys, newest first, separated by commas. */
    keks: string | null;
    /** Host name, process id and build; null in rows of older versions. */
    host: string | null;
    pid: number | null;
    build: string | null;
  };
  /** One row: the round of heartbeats, which grows by at most one in two seconds. */
  heartbeat_round: { key: number; round: number };
  /** Written once, before the message is sent. The outcome is a row of its own, so that rows keep their size. */
  payment_transaction: {
    key: number;
    order_key: number;
    transaction_id: string;
    /** The request without card data, JSON: `TransactionRequest`. */
    request: string;
    /** Keyed request fingerprint. A repeated id with another fingerprint is refused. */
    meaning: Uint8Array;
    sealed_card: Uint8Array | null;
    created_at: number;
  };
  /** Absent while the transaction is in flight; the order's `locked_by` refers to it then. */
  transaction_outcome: {
    transaction_key: number;
    /** The outcome, JSON: `TransactionOutcome`. */
    outcome: string;
    /** While the result is open: the time of the next status query, and the number of earlier ones. */
    follow_up_at: number | null;
    follow_ups: number;
    /** The system to query, as `processorOf` names it. */
    processor: string;
    /**
     * Key of the process that claimed the row; the others leave it alone while that process lives. Null until it is
     * due.
     */
    owner: number | null;
    updated_at: number;
  };
  reversal: {
    key: number;
    transaction_key: number;
    /** Name of the acquirer that it goes to. */
    acquirer: string;
    /** `ReversalAdvice`, JSON. */
    advice: string;
    attempts: number;
    /** Time of the next attempt; null once acknowledged. */
    due_at: number | null;
    /**
     * Key of the process that claimed the row; the others leave it alone while that process lives. Null until it is
     * due.
     */
    owner: number | null;
    created_at: number;
    acknowledged_at: number | null;
  };
  /** Notifications to merchants, one for each outcome that is notified, stored with it. */
  notification: {
    key: number;
    order_key: number;
    transaction_key: number;
    /** Counts the notifications of one order: 1, 2, 3. */
    sequence: number;
    url: string;
    /** The API version of the body. */
    version: number;
    /** The body of every attempt. Null in rows older than the column, which are not sent. */
    body: string | null;
    state: NotificationState;
    /** Attempts since it was stored, or since the last request to resend it. */
    tries: number;
    /** When the last attempt started. */
    tried_at: number | null;
    /** When a resend was last requested. */
    resent_at: number | null;
    created_at: number;
    delivered_at: number | null;
  };
  /** Orders with undelivered notifications, each with the first of them. */
  notification_queue: {
    order_key: number;
    /** Receiver of that first notification, as the gateway's `receiverOf` names it. */
    receiver: string;
    due_at: number;
    /** Key of the process that claimed the row; the others leave it alone while that process lives. */
    owner: number | null;
    notification_key: number;
    /** Number of attempts of that first notification. */
    tries: number;
    /** Grows with each added notification, so that a process deletes the row only if it knows of all. */
    changes: number;
  };
  /** Delivery attempts. Rows are only added. */
  notification_try: {
    key: number;
    notification_key: number;
    number: number;
    at: number;
    duration_ms: number;
    /** HTTP status; null without a response. */
    status: number | null;
    /** Null if the attempt succeeded. */
    failure: string | null;
    /** The beginning of the response body. */
    answer: string;
  };
  /** Disabled endpoints: they responded with 410 Gone. */
  notification_endpoint: {
    merchant_key: number;
    /** Without the query string. */
    url: string;
    off_at: number;
  };
  /** Signing keys of merchants' notifications. A merchant's newest two sign. */
  notification_key: {
    merchant_key: number;
    /** 1, 2, 3. The key is encrypted for its merchant and generation. */
    generation: number;
    sealed: Uint8Array;
    created_at: number;
    /** When it stops signing; null if that is not set. */
    retired_at: number | null;
  };
  /** Payments that set up an agreement for later payments. A row commits with the outcome and stays unchanged. */
  agreement: {
    transaction_key: number;
    merchant_key: number;
    /** The merchant's id of the agreement. */
    agreement_id: string;
    /** The agreement's terms, JSON. */
    terms: string;
    transaction_identifier: string;
    created_at: number;
  };
  /** Receipts to be mailed to payers, one for each payment, stored with its outcome. Removed once sent or abandoned. */
  receipt_mail: {
    transaction_key: number;
    tries: number;
    due_at: number;
    /** Key of the process that claimed the row; the others leave it alone while that process lives. */
    owner: number | null;
    /** When the payment succeeded. */
    created_at: number;
  };
  session: {
    key: number;
    merchant_key: number;
    /**
     * `idHash` of its id, which is a password and is not stored. An older process beside this one stores the id itself.
     */
    id: string;
    version: string;
    /** Request fields without card data, JSON. */
    fields: string;
    sealed_card: Uint8Array | null;
    /**
     * Sensitive authentication data, encrypted under the session's id and then by the vault. Erased after the first
     * attempt that uses it, or at `sensitive_until`.
     */
    sealed_sensitive: Uint8Array | null;
    sensitive_until: number | null;
    update_status: 'NO_UPDATE' | 'SUCCESS' | 'FAILURE';
    authentication_limit: number;
    authentications: number;
    /** `Checkout`, JSON; null for a plain session. */
    checkout: string | null;
    /** The state of the payer's last submitted form, JSON; null if there is none to show. */
    form: string | null;
    /** 1: an older release derived the session's `aes256Key` from its id. */
    key_of_id: number;
    expires_at: number;
    created_at: number;
    updated_at: number;
  };
  /**
   * Further ids of sessions, for payers who return at an address that does not contain the session's id. `sealed_id`:
   * the session's id, encrypted under the alias. Null if the process that made the alias did not know it.
   */
  session_alias: { id_hash: string; session_key: number; expires_at: number; sealed_id: string | null };
  token: {
    key: number;
    merchant_key: number;
    token: string;
    /** The instrument without card data, JSON. */
    fields: string;
    sealed_card: Uint8Array;
    /** Keyed hash of the instrument's number, by which a card's token is found. Null in rows older than the column. */
    card_hash: Uint8Array | null;
    /** How it was verified, and the result, JSON. Null in rows older than the column. */
    verification: string | null;
    created_at: number;
    updated_at: number | null;
  };
  /** The additional data of a browser payment's transaction. */
  browser_payment: {
    transaction_key: number;
    provider: string;
    /** Our id of the payment, by which the provider refers to it. */
    reference: string;
    /** The payment's id in the payer's URLs. */
    handle: string;
    /** The URL to which the payer is redirected at the end. */
    home: string;
    /** The shop's name from the checkout; null means the name in the merchant's profile. */
    shop_name: string | null;
    /** The provider's page for the payer; null until it is known. */
    page_url: string | null;
    /** The provider's own payment number; null until it is known. */
    provider_reference: string | null;
    /** The code by which the payer pays; null if the provider gave none. */
    shown_code: string | null;
    /** When the code expires. */
    shown_until: number | null;
    late: LateCapture | null;
    created_at: number;
  };
  /** Events of browser payments, one row for each kind and outcome. Repeats are counted in `times`. */
  browser_payment_event: {
    transaction_key: number;
    kind: EventKind;
    outcome: string;
    actor: Actor;
    /** A network address, or the reason for a status query; of the first occurrence. */
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
    /** When the gateway had carried out the decision. */
    done_at: number | null;
  };
  /**
   * Counts of payment attempts by card, card range, payer's network, payer's browser, and merchant. Each row counts one
   * interval of time.
   */
  attempt_count: {
    merchant_key: number;
    kind: CountKind;
    /** A keyed hash of the card, network or browser, or the digits of a card range. */
    subject: string;
    bucket: number;
    /** The form shown to operators: a masked number, the card range, or the beginning of the hash. */
    shown: string;
    times: number;
    updated_at: number;
  };
  /** Responses that contained a full card number: caller, time, and order or token. Rows are only added. */
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
