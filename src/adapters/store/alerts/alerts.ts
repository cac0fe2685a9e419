/** Finds alerts in the store: implements the gateway's `AlertSource` port. Only reads. */
import { intactOf } from '../../../contract/invariant.ts';
import { ALERT_AFTER_TRIES, ALERT_RULES, followUpAlert, isOpenCode, NEVER, traceOf } from '../../../core/index.ts';
import {
  type Alert,
  type AlertKind,
  type AlertSource,
  DEFAULT_ACQUIRER,
  type StoredTransaction,
} from '../../../core/ports/index.ts';
import { authenticationFrom } from '../authentications/authentications.ts';
import { overdueAuthentications } from '../authentications/statements.ts';
import { reportedPayments } from '../browser-payments/statements.ts';
import type { Engine } from '../engine/engine.ts';
import * as statements from '../reconciliation/statements.ts';
import { waitingRefunds } from '../refund-requests/statements.ts';
import { type TransactionWithOrderRow, transactionFrom } from '../transactions/rows.ts';
import { parseAdvice } from '../transactions/serialisation.ts';

/** Maximum number of open results that are read. After a large outage these are enough to raise the alert. */
const FOLLOW_UPS_READ_MAX = 10_000;

export class StoredAlerts implements AlertSource {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  async list(now: number, limit: number): Promise<Alert[]> {
    const found = await Promise.all([
      this.#reversals(limit),
      this.#followUps(now, limit),
      this.#locks(now, limit),
      this.#authentications(now, limit),
      this.#latePayments(limit),
      this.#refunds(limit),
    ]);
    return found.flat();
  }

  async #reversals(limit: number): Promise<Alert[]> {
    const rows = await this.#engine.read(statements.unacknowledgedReversals, {
      zero: 0,
      tries: ALERT_AFTER_TRIES,
      limit,
    });
    return intactOf(rows, (row) => {
      const { merchantId, orderId, transactionId, amount, currency, original } = parseAdvice(
        row.advice,
        Number(row.key),
      );
      return {
        kind: 'REVERSAL_UNACKNOWLEDGED',
        key: Number(row.key),
        merchantId,
        orderId,
        transactionId,
        acquirer: row.acquirer === DEFAULT_ACQUIRER ? undefined : row.acquirer,
        receipt: original.receipt,
        amount,
        currency: currency.code,
        since: Number(row.created_at),
        tries: Number(row.attempts),
      };
    });
  }

  async #followUps(now: number, limit: number): Promise<Alert[]> {
    const rows = await this.#engine.read(statements.olderFollowUps, {
      empty: '',
      walked: FOLLOW_UPS_READ_MAX,
      before: now - ALERT_RULES.ADVICE_UNANSWERED.afterMs,
      limit,
    });
    return intactOf(rows, (row) => {
      const transaction = transactionFrom(row);
      const isAsked = Number(row.follow_up_at) < NEVER;
      // A late capture that is being refunded also has a follow-up, but its result is not missing.
      const alert = row.late === null ? followUpAlert(transaction, now) : undefined;
      const kind = isAsked ? alert : 'RESULT_MISSING';
      return kind === undefined ? [] : [alertOf(kind, row, transaction, transaction.createdAt)];
    }).flat();
  }

  async #locks(now: number, limit: number): Promise<Alert[]> {
    const before = now - ALERT_RULES.ABANDONED.afterMs;
    const rows = await this.#engine.read(statements.olderLocks, { before, limit });
    return intactOf(rows, (row) => {
      const since = Number(row.locked_at);
      const kind = row.living === null ? 'ABANDONED' : 'ORDER_LOCKED';
      return now - since < ALERT_RULES[kind].afterMs ? [] : [alertOf(kind, row, transactionFrom(row), since)];
    }).flat();
  }

  async #authentications(now: number, limit: number): Promise<Alert[]> {
    const before = now - ALERT_RULES.AUTHENTICATION_UNENDED.afterMs;
    const rows = await this.#engine.read(overdueAuthentications, { before, limit });
    return intactOf(rows, (row) => {
      const { key, transactionId, threeDSServerTransID, purpose, createdAt } = authenticationFrom(row);
      const { amount = 0n, currency } = purpose;
      return {
        kind: 'AUTHENTICATION_UNENDED',
        key,
        merchantId: row.merchant_id,
        orderId: row.order_id,
        transactionId,
        receipt: threeDSServerTransID,
        amount,
        currency,
        since: createdAt,
        tries: 0,
      };
    });
  }

  async #latePayments(limit: number): Promise<Alert[]> {
    const rows = await this.#engine.read(reportedPayments, { late: 'REPORTED', limit });
    return intactOf(rows, (row) => {
      const transaction = transactionFrom(row);
      return alertOf('LATE_PAYMENT', row, transaction, transaction.updatedAt);
    });
  }

  /** Omits requests whose result is final without a decision, because their gateway process ended. */
  async #refunds(limit: number): Promise<Alert[]> {
    const rows = await this.#engine.read(waitingRefunds, { limit });
    return intactOf(rows, (row) => {
      const transaction = transactionFrom(row);
      const waits = transaction.outcome !== undefined && isOpenCode(transaction.outcome.gatewayCode);
      return waits ? [alertOf('REFUND_WAITING', row, transaction, transaction.createdAt)] : [];
    }).flat();
  }
}

function alertOf(
  kind: AlertKind,
  row: Pick<TransactionWithOrderRow, 'follow_ups' | 'merchant_id' | 'order_id'>,
  { key, createdAt, transactionId, request: { amount, currency, acquirer } }: StoredTransaction,
  since: number,
): Alert {
  return {
    kind,
    key,
    merchantId: row.merchant_id,
    orderId: row.order_id,
    transactionId,
    acquirer,
    receipt: traceOf(key, createdAt).receipt,
    amount,
    currency,
    since,
    tries: Number(row.follow_ups ?? 0),
  };
}
