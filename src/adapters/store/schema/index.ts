/**
 * The tables, as kysely types: one schema for every engine. Rows refer to each other by growing integer keys, so that
 * inserts append; each kind of id that merchants choose has one unique index. Amounts in JSON columns are minor units
 * as decimal text, because a double cannot represent all of them exactly.
 */
import type { AgreementTables } from './agreements.ts';
import type { ArchiveTables } from './archive.ts';
import type { AttemptCountTables } from './attempt-counts.ts';
import type { AuditTables } from './audit.ts';
import type { AuthenticationTables } from './authentications.ts';
import type { BrowserPaymentTables } from './browser-payments.ts';
import type { CheckoutEventTables } from './checkout-events.ts';
import type { ConsoleTables } from './console.ts';
import type { DataKeyTables } from './data-keys.ts';
import type { DeviceTokenTables } from './device-tokens.ts';
import type { DirectoryTables } from './directory.ts';
import type { DisputeTables } from './disputes.ts';
import type { EngineTables } from './engine.ts';
import type { InstallationTables } from './installation.ts';
import type { LinkTables } from './links.ts';
import type { MerchantTables } from './merchants.ts';
import type { MovingTables } from './moving.ts';
import type { NotificationTables } from './notifications.ts';
import type { OrderIndexTables } from './order-index.ts';
import type { ProcessTables } from './processes.ts';
import type { ReceiptTables } from './receipts.ts';
import type { ReceiverAlarmTables } from './receiver-alarms.ts';
import type { RefundRequestTables } from './refund-requests.ts';
import type { RestoredTables } from './restoration.ts';
import type { RetentionTables } from './retention.ts';
import type { ReversalTables } from './reversals.ts';
import type { RiskTables } from './risk.ts';
import type { SavedCardTables } from './saved-cards.ts';
import type { SessionTables } from './sessions.ts';
import type { SettlementTables } from './settlement.ts';
import type { StaffMailTables } from './staff-mails.ts';
import type { TokenTables } from './tokens.ts';
import type { TransactionTables } from './transactions.ts';

export interface Schema
  extends AgreementTables,
    ArchiveTables,
    AttemptCountTables,
    AuditTables,
    AuthenticationTables,
    BrowserPaymentTables,
    CheckoutEventTables,
    ConsoleTables,
    DataKeyTables,
    DeviceTokenTables,
    DirectoryTables,
    DisputeTables,
    EngineTables,
    InstallationTables,
    LinkTables,
    MerchantTables,
    MovingTables,
    NotificationTables,
    OrderIndexTables,
    ProcessTables,
    ReceiptTables,
    ReceiverAlarmTables,
    RefundRequestTables,
    RestoredTables,
    RetentionTables,
    ReversalTables,
    RiskTables,
    SavedCardTables,
    SessionTables,
    SettlementTables,
    StaffMailTables,
    TokenTables,
    TransactionTables {}
