/** Disputes: a payer objects to a capture. Control calls open and decide them, webhooks report them. */
import { DAY_MS } from '../../contract/durations.ts';
import { newDisputeId } from './ids.ts';
import type { CaptureRow, DisputeRow, OrderRow } from './ledger/rows.ts';
import { paypalMoneyOf } from './money.ts';
import type { PayPalWork } from './operation.ts';

export const DISPUTE_REASONS = [
  'MERCHANDISE_OR_SERVICE_NOT_RECEIVED',
  'MERCHANDISE_OR_SERVICE_NOT_AS_DESCRIBED',
  'UNAUTHORISED',
  'CREDIT_NOT_PROCESSED',
  'DUPLICATE_TRANSACTION',
  'INCORRECT_AMOUNT',
] as const;

export const DISPUTE_STAGES = ['INQUIRY', 'CHARGEBACK', 'PRE_ARBITRATION', 'ARBITRATION'] as const;

/** The statuses in which PayPal awaits the seller's answer. */
const AWAITING: readonly string[] = ['OPEN', 'WAITING_FOR_SELLER_RESPONSE'];
const RESPONSE_MS = 10 * DAY_MS;

export const DISPUTE_STATUSES = ['OPEN', 'WAITING_FOR_SELLER_RESPONSE', 'UNDER_REVIEW', 'RESOLVED'] as const;

export interface NewDispute {
  readonly reason: (typeof DISPUTE_REASONS)[number];
  readonly stage: (typeof DISPUTE_STAGES)[number];
  /** Absent: after ten days. */
  readonly dueAt?: number | undefined;
}

/** Call within a commit. @returns the new dispute, of the full captured amount */
export function openDispute(work: PayPalWork, capture: CaptureRow, { reason, stage, dueAt }: NewDispute): DisputeRow {
  const { ledger, now } = work;
  const row = ledger.disputes.add({
    id: newDisputeId(),
    capture_id: capture.id,
    amount: capture.amount,
    currency: capture.currency,
    reason,
    status: 'OPEN',
    winner: null,
    stage,
    due_at: dueAt ?? now + RESPONSE_MS,
    created_at: now,
    updated_at: now,
  });
  report(work, row, 'CUSTOMER.DISPUTE.CREATED');
  return row;
}

export interface DisputeChange {
  readonly status: (typeof DISPUTE_STATUSES)[number];
  /** The winner of a resolved dispute. */
  readonly winner: NonNullable<DisputeRow['winner']>;
  readonly stage?: (typeof DISPUTE_STAGES)[number] | undefined;
  readonly dueAt?: number | undefined;
}

/** Call within a commit. */
export function changeDispute(
  work: PayPalWork,
  row: DisputeRow,
  { status, winner, stage, dueAt = work.now + RESPONSE_MS }: DisputeChange,
): DisputeRow {
  const isOver = status === 'RESOLVED';
  const changed = work.ledger.disputes.change(row, {
    status,
    winner: isOver ? winner : null,
    stage: stage ?? row.stage,
    due_at: AWAITING.includes(status) ? dueAt : null,
    updated_at: work.now,
  });
  report(work, changed, isOver ? 'CUSTOMER.DISPUTE.RESOLVED' : 'CUSTOMER.DISPUTE.UPDATED');
  return changed;
}

function report(
  work: PayPalWork,
  row: DisputeRow,
  type: 'CUSTOMER.DISPUTE.CREATED' | 'CUSTOMER.DISPUTE.UPDATED' | 'CUSTOMER.DISPUTE.RESOLVED',
): void {
  work.emit(sellerOf(work, row), type, disputeBody(work, row));
}

/** The account that a dispute concerns. */
export function sellerOf({ ledger }: Pick<PayPalWork, 'ledger'>, { capture_id: id }: DisputeRow): string {
  const capture = ledger.captures.find({ id }) as CaptureRow;
  return (ledger.orders.find({ id: capture.order_id }) as OrderRow).merchant;
}

const OUTCOMES = { BUYER: 'RESOLVED_BUYER_FAVOUR', SELLER: 'RESOLVED_SELLER_FAVOUR' } as const;

/** A dispute in PayPal's format. */
export function disputeBody(work: Pick<PayPalWork, 'ledger'>, row: DisputeRow): object {
  const capture = work.ledger.captures.find({ id: row.capture_id }) as CaptureRow;
  return {
    dispute_id: row.id,
    create_time: new Date(row.created_at).toISOString(),
    update_time: new Date(row.updated_at).toISOString(),
    disputed_transactions: [
      {
        seller_transaction_id: capture.id,
        invoice_number: capture.invoice_id ?? undefined,
        custom: capture.custom_id ?? undefined,
        seller: { merchant_id: sellerOf(work, row) },
      },
    ],
    reason: row.reason,
    status: row.status,
    dispute_amount: paypalMoneyOf(BigInt(row.amount), row.currency),
    dispute_outcome: row.winner === null ? undefined : { outcome_code: OUTCOMES[row.winner] },
    dispute_life_cycle_stage: row.stage ?? 'INQUIRY',
    dispute_channel: 'INTERNAL',
    seller_response_due_date: row.due_at === null ? undefined : new Date(row.due_at).toISOString(),
  };
}
