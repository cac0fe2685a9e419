/**
 * The schema's history, one file for each migration. A merged migration is immutable, and so is the name under which
 * databases record it; a change to the schema is a new file.
 */
import type { Migration } from 'kysely/migration';
import { up as payments } from './0001-payments.ts';
import { up as operations } from './0002-operations.ts';
import { up as browserPayments } from './0003-browser-payments.ts';
import { up as shopName } from './0004-shop-name.ts';
import { up as processes } from './0005-processes.ts';
import { up as notifications } from './0006-notifications.ts';
import { up as writeProbe } from './0007-write-probe.ts';
import { up as disabledMerchants } from './0008-disabled-merchants.ts';
import { up as acquirers } from './0009-acquirers.ts';
import { up as merchantLogos } from './0010-merchant-logos.ts';
import { up as receiptMail } from './0011-receipt-mail.ts';
import { up as heartbeatRounds } from './0012-heartbeat-rounds.ts';
import { up as providerReferences } from './0013-provider-references.ts';
import { up as settlement } from './0014-settlement.ts';
import { up as shownCodes } from './0015-shown-codes.ts';
import { up as payerAuthentication } from './0016-payer-authentication.ts';
import { up as agreements } from './0017-agreements.ts';
import { up as merchantScripts } from './0018-merchant-scripts.ts';
import { up as sessionIds } from './0019-session-ids.ts';
import { up as keyRotation } from './0021-key-rotation.ts';
import { up as retention } from './0023-retention.ts';
import { up as attemptCounts } from './0025-attempt-counts.ts';
import { up as riskReviews } from './0027-risk-reviews.ts';
import { up as riskAttempts } from './0028-risk-attempts.ts';
import { up as audit } from './0029-audit.ts';
import { up as orderArchive } from './0032-order-archive.ts';
import { up as restoredStore } from './0036-restored-store.ts';
import { up as formerPasswords } from './0037-former-passwords.ts';
import { up as processPlaces } from './0038-process-places.ts';
import { up as aliasOfId } from './0039-alias-of-id.ts';
import { up as deviceTokens } from './0040-device-tokens.ts';
import { up as heldNotifications } from './0041-held-notifications.ts';
import { up as savedCards } from './0042-saved-cards.ts';
import { up as links } from './0043-links.ts';
import { up as reservationMail } from './0044-reservation-mail.ts';
import { up as checkoutEvents } from './0045-checkout-events.ts';
import { up as orderIndex } from './0046-order-index.ts';
import { up as consolePeople } from './0047-console.ts';
import { up as consoleProof } from './0048-console-proof.ts';
import { up as consoleOpenId } from './0049-console-openid.ts';
import { up as payouts } from './0050-payouts.ts';
import { up as staffMail } from './0051-staff-mail.ts';
import { up as receiverAlarm } from './0052-receiver-alarm.ts';
import { up as consoleViews } from './0053-console-views.ts';
import { up as certificateFacts } from './0054-certificate-facts.ts';
import { up as auditOfOrders } from './0055-audit-of-orders.ts';
import { up as disputes } from './0056-disputes.ts';
import { up as installation } from './0057-installation.ts';
import { up as directory } from './0059-directory.ts';
import { up as merchantMoves } from './0060-merchant-moves.ts';
import { up as consoleMerchants } from './0062-console-merchants.ts';
import { up as closedStores } from './0063-closed-stores.ts';
import { up as rowChanges } from './0064-row-changes.ts';
import { columnTypes, type Dialect, type Up } from './migration.ts';

/** The migrations by the name that databases record, in the order of application. */
const HISTORY: Readonly<Record<string, Up>> = {
  '0001_payments': payments,
  '0002_operations': operations,
  '0003_browser_payments': browserPayments,
  '0004_shop_name': shopName,
  '0005_processes': processes,
  '0006_notifications': notifications,
  '0007_write_probe': writeProbe,
  '0008_disabled_merchants': disabledMerchants,
  '0009_acquirers': acquirers,
  '0010_merchant_logos': merchantLogos,
  '0011_receipt_mail': receiptMail,
  '0012_heartbeat_rounds': heartbeatRounds,
  '0013_provider_references': providerReferences,
  '0014_settlement': settlement,
  '0015_shown_codes': shownCodes,
  '0016_payer_authentication': payerAuthentication,
  '0017_agreements': agreements,
  '0018_merchant_scripts': merchantScripts,
  '0019_session_ids': sessionIds,
  '0021_key_rotation': keyRotation,
  '0023_retention': retention,
  '0025_attempt_counts': attemptCounts,
  '0027_risk_reviews': riskReviews,
  '0028_risk_attempts': riskAttempts,
  '0029_audit': audit,
  '0032_order_archive': orderArchive,
  '0036_restored_store': restoredStore,
  '0037_former_passwords': formerPasswords,
  '0038_process_places': processPlaces,
  '0039_alias_of_id': aliasOfId,
  '0040_device_tokens': deviceTokens,
  '0041_held_notifications': heldNotifications,
  '0042_saved_cards': savedCards,
  '0043_links': links,
  '0044_reservation_mail': reservationMail,
  '0045_checkout_events': checkoutEvents,
  '0046_order_index': orderIndex,
  '0047_console': consolePeople,
  '0048_console_proof': consoleProof,
  '0049_console_openid': consoleOpenId,
  '0050_payouts': payouts,
  '0051_staff_mail': staffMail,
  '0052_receiver_alarm': receiverAlarm,
  '0053_console_views': consoleViews,
  '0054_certificate_facts': certificateFacts,
  '0055_audit_of_orders': auditOfOrders,
  '0056_disputes': disputes,
  '0057_installation': installation,
  '0059_directory': directory,
  '0060_merchant_moves': merchantMoves,
  '0062_console_merchants': consoleMerchants,
  '0063_closed_stores': closedStores,
  '0064_row_changes': rowChanges,
};

/**
 * For each contract migration the release since which no program uses what it removes. This release must be out before
 * the migration's own, so that the release before can run beside it.
 */
export const UNUSED_SINCE: Readonly<Record<string, string>> = {};

/** A contract migration has the version of its release in its name: `0061_contract_0.3.0_former_passwords`. */
const CONTRACT_NAME = /^\d{4}_contract_(\d+\.\d+\.\d+)_/;

/**
 * The version of the release that has a contract migration, which removes what earlier releases use. Databases record
 * the name, so an earlier program can read there which version it is too old for.
 *
 * @returns undefined for a migration that only adds
 */
export function contractVersion(name: string): string | undefined {
  return CONTRACT_NAME.exec(name)?.[1];
}

export function migrations(dialect: Dialect): Record<string, Migration> {
  const types = columnTypes(dialect);
  return Object.fromEntries(Object.entries(HISTORY).map(([name, up]) => [name, { up: (db) => up(db, types) }]));
}
