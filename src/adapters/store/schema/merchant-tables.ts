/**
 * The tables of the schema by their owner: those with rows of a merchant, which move with it to another store, and
 * those of the store itself. A test compares both lists with the tables and columns of a migrated database.
 */
import type { SealedKind } from '../../../core/ports/index.ts';
import type { Schema } from './index.ts';

export type TableName = keyof Schema;

/**
 * How the rows of one merchant are found.
 *
 * MERCHANT: by a column with the merchant's key, all at once; such tables have few rows of a merchant.
 * PAGES: likewise, a page at a time in the order of `by`, which is unique within a merchant.
 * PARENT: by keys of rows of another table, which precedes this one in the list.
 * JOIN: like PARENT, but the column has no index. The table is read in the order of its key.
 */
export type Path =
  | { readonly kind: 'MERCHANT'; readonly column: string }
  | { readonly kind: 'PAGES'; readonly column: string; readonly by: string }
  | {
      readonly kind: 'PARENT';
      readonly column: string;
      readonly of: readonly TableName[];
      /** A column that is null in these rows: others are found by another path. */
      readonly without?: string;
    }
  | { readonly kind: 'JOIN'; readonly column: string; readonly of: 'payment_transaction' | 'session' };

export interface MerchantTable {
  readonly table: TableName;
  readonly path: Path;
  readonly columns: readonly string[];
  /** The primary key. */
  readonly key: readonly string[];
  /** Columns that the vault seals, with the kind by which their place is known. */
  readonly sealed: Readonly<Record<string, SealedKind>>;
}

/**
 * Columns that are copied as null: the key of a process means nothing in another store, and a transaction under way has
 * the lock of its order where it began. The other store would take its process for dead, and reverse the payment.
 */
export const UNCOPIED: readonly string[] = ['owner', 'locked_by'];

interface Options {
  /** Space-separated. Absent: the first column. */
  readonly key?: string;
  readonly sealed?: MerchantTable['sealed'];
}

/** @param columns space-separated */
function table(name: TableName, path: Path, columns: string, { key, sealed = {} }: Options = {}): MerchantTable {
  const names = columns.split(' ');
  return { table: name, path, columns: names, key: key?.split(' ') ?? names.slice(0, 1), sealed };
}

const merchant = (column = 'merchant_key'): Path => ({ kind: 'MERCHANT', column });
const pages = (by: string): Path => ({ kind: 'PAGES', column: 'merchant_key', by });
const of = (column: string, ...parents: readonly TableName[]) =>
  ({ kind: 'PARENT', column, of: parents }) as const satisfies Path;
const join = (column: string, parent: 'payment_transaction' | 'session'): Path => ({
  kind: 'JOIN',
  column,
  of: parent,
});

const SETTLEMENT_ENTRY = 'key source id entry order_key booked created_at payout_key';
const QUEUED_MAIL = 'transaction_key tries due_at owner created_at';

/** In the order in which they are copied: parents precede their children. */
export const MERCHANT_TABLES: readonly MerchantTable[] = [
  // The profile contains sealed texts too, which `sealedSecrets` of the core finds.
  table('merchant', merchant('key'), 'key id profile password_hash password_set_at former_passwords updated_at'),
  table('disabled_merchant', merchant(), 'merchant_key disabled_at'),
  table('merchant_logo', merchant(), 'merchant_key hash type width height bytes'),
  table('merchant_certificate', merchant(), 'merchant_key fingerprint subject valid_until', {
    key: 'merchant_key fingerprint',
  }),
  table('notification_endpoint', merchant(), 'merchant_key url off_at', { key: 'merchant_key url' }),
  table('notification_key', merchant(), 'merchant_key generation sealed created_at retired_at', {
    key: 'merchant_key generation',
    sealed: { sealed: 'NOTIFICATION_KEY' },
  }),
  table('attempt_count', merchant(), 'merchant_key kind subject bucket shown times updated_at', {
    key: 'merchant_key kind subject bucket',
  }),
  table('unmasking', pages('key'), 'key merchant_key certificate user_id operation order_id transaction_id token at'),
  table(
    'token',
    pages('token'),
    'key merchant_key token fields sealed_card card_hash verification kept_for created_at updated_at',
    { sealed: { sealed_card: 'TOKEN' } },
  ),
  table('saved_customer', pages('key'), 'key merchant_key customer_hash sealed_customer created_at', {
    sealed: { sealed_customer: 'SAVED_CUSTOMER' },
  }),
  table('saved_card', of('customer_key', 'saved_customer'), 'key customer_key token_key kept_until used_at created_at'),
  table('payment_link', pages('key'), 'key id merchant_key terms payments_max taken expires_at ended_at created_at'),
  // `sealed_session` is sealed under an id that the payer's browser has, and not by the vault.
  table(
    'link_order',
    of('link_key', 'payment_link'),
    'key link_key order_id start_hash session_key sealed_session state attempt taken_at created_at',
  ),
  table(
    'session',
    pages('key'),
    'key merchant_key id version fields sealed_card sealed_sensitive sensitive_until update_status ' +
      'authentication_limit authentications checkout form key_of_id expires_at created_at updated_at',
    { sealed: { sealed_card: 'SESSION_CARD', sealed_sensitive: 'SESSION_SENSITIVE' } },
  ),
  // `sealed_id` is sealed under the alias.
  table('session_alias', join('session_key', 'session'), 'id_hash session_key expires_at sealed_id'),
  table('checkout_event', pages('session_key'), 'session_key merchant_key due_at event order_id order_key created_at'),
  table(
    'payment_order',
    pages('order_id'),
    'key merchant_key order_id state locked_by fence owner created_at updated_at',
  ),
  table('order_erasure', of('order_key', 'payment_order'), 'order_key cards_erased_at customer_erased_at'),
  table('barred_order', of('order_key', 'payment_order'), 'order_key movements barred_at'),
  table(
    'payer_authentication',
    of('order_key', 'payment_order'),
    'key order_key transaction_id server_id purpose initiated requested card_hash sealed_state revision wake_at owner ' +
      'used_by created_at updated_at',
    { sealed: { sealed_state: 'AUTHENTICATION' } },
  ),
  table(
    'dispute',
    of('order_key', 'payment_order'),
    'key merchant_key order_key source id by_provider is_open due_at changed_at facts mail_at',
  ),
  table(
    'payment_transaction',
    of('order_key', 'payment_order'),
    'key order_key transaction_id request meaning sealed_card created_at',
    { sealed: { sealed_card: 'CARD' } },
  ),
  table(
    'transaction_outcome',
    of('transaction_key', 'payment_transaction'),
    'transaction_key outcome follow_up_at follow_ups processor owner updated_at',
  ),
  table(
    'agreement',
    of('transaction_key', 'payment_transaction'),
    'transaction_key merchant_key agreement_id terms transaction_identifier created_at',
  ),
  table(
    'refund_request',
    of('transaction_key', 'payment_transaction'),
    'transaction_key decision decided_by decided_at done_at',
  ),
  table(
    'risk_review',
    of('transaction_key', 'payment_transaction'),
    'transaction_key open_since decision decided_by decided_at decision_reason note',
  ),
  table(
    'risk_attempt',
    of('transaction_key', 'payment_transaction'),
    'key transaction_key subject amount currency is_failed created_at',
  ),
  table(
    'browser_payment',
    of('transaction_key', 'payment_transaction'),
    'transaction_key provider reference handle home shop_name page_url provider_reference shown_code shown_until late ' +
      'created_at',
  ),
  table(
    'browser_payment_event',
    of('transaction_key', 'payment_transaction'),
    'transaction_key kind outcome actor source first_at last_at times',
    { key: 'transaction_key kind outcome' },
  ),
  table('receipt_mail', of('transaction_key', 'payment_transaction'), QUEUED_MAIL),
  table('reservation_mail', of('transaction_key', 'payment_transaction'), QUEUED_MAIL),
  table('device_token', join('transaction_key', 'payment_transaction'), 'id transaction_key usable_until'),
  table(
    'reversal',
    join('transaction_key', 'payment_transaction'),
    'key transaction_key acquirer advice attempts due_at owner created_at acknowledged_at',
  ),
  // The queue of a checkout's event has the session's key in place of an order's.
  table(
    'notification',
    of('order_key', 'payment_order', 'checkout_event'),
    'key order_key transaction_key sequence url version body state tries tried_at resent_at created_at delivered_at ' +
      'held_until',
  ),
  table(
    'notification_queue',
    of('order_key', 'payment_order', 'checkout_event'),
    'order_key receiver due_at owner notification_key tries changes',
  ),
  table(
    'notification_try',
    of('notification_key', 'notification'),
    'key notification_key number at duration_ms status failure answer',
  ),
  table('settlement_payout', pages('key'), 'key merchant_key source payout currency date'),
  table(
    'settlement_payout_sum',
    of('payout_key', 'settlement_payout'),
    'payout_key kind times gross_billions gross_units fee_billions fee_units net_billions net_units',
    { key: 'payout_key kind' },
  ),
  table('settlement_entry', of('order_key', 'payment_order'), SETTLEMENT_ENTRY),
  // The other entries of the merchant's payouts.
  table('settlement_entry', { ...of('payout_key', 'settlement_payout'), without: 'order_key' }, SETTLEMENT_ENTRY),
];

/** Tables whose rows stay in the store, each with the reason. */
export const STORE_TABLES: Readonly<Partial<Record<TableName, string>>> = {
  archive_copy: 'names copies in the archive of the store; the texts move as live texts, and are archived again',
  archived_transaction: 'the archive of the store, see archive_copy',
  audit_entry: 'a chain of hashes, which another store could not continue',
  audit_entry_of_order: 'refers to that chain',
  console_invitation: 'people belong to the installation',
  console_mail_choice: 'people belong to the installation',
  console_person: 'people belong to the installation',
  console_role: 'people belong to the installation',
  console_session: 'people belong to the installation',
  console_view: 'people belong to the installation',
  data_key: "the store's own keys; those of hashes and signatures are added to the other store",
  gateway_process: 'the processes that serve the store',
  heartbeat_round: 'the processes that serve the store',
  installation: 'facts of the database',
  merchant_move: 'the state of the move itself',
  merchant_script: 'scripts that all merchants load, found by their content',
  order_change: 'work of the index, which is made again from the orders',
  order_count: 'made again from the orders, by the builds of the other store',
  order_index: 'made again from the orders',
  order_index_build: 'the builds of the index',
  order_index_feed: 'the progress of processes with the index',
  order_term: 'made again from the orders',
  receiver_alarm: 'made again from the failures of the receiver',
  restored_store: 'the state of the database after a restore',
  retention_sweep: 'the progress of walks over all merchants',
  row_change: 'work of a move, see merchant_move',
  row_key: 'the range of keys of the store',
  settlement_file: 'a report has entries of many merchants',
  staff_mail: 'mails to people, who belong to the installation',
  store: 'the directory',
  store_directory: 'the directory',
  store_merchant: 'the directory',
  write_probe: 'always empty',
};
