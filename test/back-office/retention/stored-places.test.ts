/**
 * Every column that can hold text or bytes is listed here: one that a migration adds must state the effect of an
 * erasure.
 */
import { expect, it } from 'vitest';
import { opened } from '../../adapters/store/rig.ts';
import { newDatabase, onPostgres } from '../../support/database-place.ts';

/** `turnpike erase` rewrites, empties or removes it, in the orders and sessions that it finds. */
const ERASED: readonly string[] = [
  // The pieces of the archive are tables on a server, and files of their own beside the embedded engine's.
  ...(onPostgres() ? ['archived_transaction.outcome', 'archived_transaction.request'] : []),
  'browser_payment.page_url',
  'browser_payment.shown_code',
  'browser_payment_event.source',
  'notification.body',
  'notification_try.answer',
  // Keyed hashes of the customer's address and name, and references, with the copy of them in the order's row.
  'order_index.terms',
  'order_term.value',
  'payer_authentication.purpose',
  'payment_transaction.request',
  // The note and the description: of a link for one payment, or with the address.
  'payment_link.terms',
  'risk_review.decision_reason',
  'risk_review.note',
  'transaction_outcome.outcome',
];

/** Whole rows are deleted. */
const REMOVED: readonly string[] = [
  'receipt_mail',
  'reservation_mail',
  'saved_card',
  'saved_customer',
  'session',
  'session_alias',
];

/** It stays, since it does not identify a customer, or only with a key. */
const STAYS: readonly string[] = [
  // Sealed numbers and keyed hashes.
  'payer_authentication.card_hash',
  'payer_authentication.initiated',
  'payer_authentication.requested',
  'payer_authentication.sealed_state',
  'payment_transaction.meaning',
  'payment_transaction.sealed_card',
  'attempt_count.subject',
  'risk_attempt.subject',
  // A hash of the wallet's id of a used token.
  'device_token.id',
  // Keys, hashes and states of a link's orders, and an id that is sealed under what only the payer's form has.
  'link_order.attempt',
  'link_order.order_id',
  'link_order.sealed_session',
  'link_order.start_hash',
  'link_order.state',
  // The address that the merchant gives to all payers of the link.
  'payment_link.id',
  // The kind of a checkout's event, and the merchant's id of its order.
  'checkout_event.event',
  'checkout_event.order_id',
  // Masked numbers, amounts, kinds, results and references.
  ...(onPostgres() ? ['archived_transaction.month'] : []),
  'agreement.agreement_id',
  'agreement.terms',
  'agreement.transaction_identifier',
  'attempt_count.kind',
  'attempt_count.shown',
  // Transaction ids, kinds and amounts of a processor's ledger, and the ledgers' names.
  'barred_order.movements',
  'installation.name',
  'installation.value',
  'merchant_move.merchant_id',
  'merchant_move.runner',
  'merchant_move.step',
  'restored_store.name',
  'row_change.changes',
  'row_change.id',
  'browser_payment.handle',
  'browser_payment.home',
  'browser_payment.late',
  'browser_payment.provider',
  'browser_payment.provider_reference',
  'browser_payment.reference',
  'browser_payment.shop_name',
  'browser_payment_event.actor',
  'browser_payment_event.kind',
  'browser_payment_event.outcome',
  'notification.state',
  'notification.url',
  'notification_queue.receiver',
  'notification_try.failure',
  // Addresses of merchants' servers.
  'receiver_alarm.kind',
  'receiver_alarm.receiver',
  'receiver_alarm.url',
  'order_index.acquirer_code',
  'order_index.amount',
  'order_index.brand',
  'order_index.counted',
  'order_index.currency',
  'order_index.decline_code',
  'order_index.last_four',
  'order_index.method',
  'order_index.order_id',
  'order_index.provider_reference',
  'order_index.reference',
  'order_index.status',
  'order_index.steps',
  'order_index.total_authorized',
  'order_index.total_captured',
  'order_index.total_charged_back',
  'order_index.total_refunded',
  // Codes, amounts, dates and references of a dispute.
  'dispute.facts',
  'dispute.id',
  'dispute.source',
  'order_term.kind',
  'payer_authentication.server_id',
  'payer_authentication.transaction_id',
  'payment_order.order_id',
  'payment_order.state',
  'payment_transaction.transaction_id',
  'refund_request.decided_by',
  'refund_request.decision',
  'reversal.acquirer',
  'reversal.advice',
  'risk_attempt.amount',
  'risk_attempt.currency',
  'risk_review.decided_by',
  'risk_review.decision',
  'settlement_entry.entry',
  'settlement_entry.id',
  'settlement_entry.source',
  'transaction_outcome.processor',
  'unmasking.certificate',
  'unmasking.operation',
  'unmasking.order_id',
  'unmasking.token',
  'unmasking.transaction_id',
  'unmasking.user_id',
];

/** Not about a customer: the merchant's, the operator's, or the gateway's own. */
const NOT_OF_CUSTOMERS: readonly string[] = [
  'archive_copy',
  'audit_entry',
  // Staff of merchants and operators, whom `turnpike console remove` removes.
  'console_invitation',
  'console_mail_choice',
  'console_person',
  'console_role',
  'console_session',
  // Names and searches, sealed. A view that nobody opens is deleted after 90 days.
  'console_view',
  'data_key',
  'disabled_merchant',
  'gateway_process',
  'heartbeat_round',
  'kysely_migration',
  'kysely_migration_lock',
  'merchant',
  'merchant_certificate',
  'merchant_logo',
  'merchant_script',
  'notification_endpoint',
  'notification_key',
  'order_change',
  'order_count',
  'order_erasure',
  'order_index_build',
  'order_index_feed',
  'retention_sweep',
  'row_key',
  'settlement_file',
  'settlement_payout',
  'settlement_payout_sum',
  'staff_mail',
  // The directory of stores, with the ids of merchants.
  'store',
  'store_directory',
  'store_merchant',
  // The merchant deletes it, with all its contents.
  'token',
  'write_probe',
];

const COLUMNS = `select m.name as "table", c.name as "column", c.type as type
  from sqlite_master m, pragma_table_info(m.name) c where m.type = 'table'`;
const COLUMNS_OF_SERVER = `select table_name as "table", column_name as "column", data_type as type
  from information_schema.columns where table_schema = current_schema()`;

it('every stored text is listed as erased, as retained, or as no customer’s', async () => {
  const place = await newDatabase();
  await (await opened(place.url)).close();
  const rows = await place.rows(onPostgres() ? COLUMNS_OF_SERVER : COLUMNS);
  const known = new Set([...REMOVED, ...NOT_OF_CUSTOMERS]);
  const texts = rows
    .filter(({ type }) => /text|char|blob|bytea|json/i.test(String(type)))
    .filter(({ table }) => !known.has(String(table)))
    .map(({ table, column }) => `${table}.${column}`)
    .sort();
  expect(texts).toEqual([...ERASED, ...STAYS].sort());
  await place.remove();
});
