/** Adds rows of captures, authorizations and refunds, each with the webhook that reports it. */
import { DAY_MS } from '../../../contract/durations.ts';
import { newResourceId } from '../ids.ts';
import type { AuthorizationRow, CaptureRow, OrderRow, PayPalRefundRow } from '../ledger/rows.ts';
import type { PayPalWork } from '../operation.ts';
import { type PayPalOutcome, PENDING_MS } from '../outcomes.ts';

/** The period for captures, and for a renewal after the honor period. */
const VALID_MS = 29 * DAY_MS;

export interface MovedMoney {
  readonly units: bigint;
  readonly currency: string;
}

interface Movement {
  readonly order: OrderRow;
  /** Index of the purchase unit. */
  readonly unit: number;
  readonly money: MovedMoney;
  /** The call's outcome, which has no issue. */
  readonly outcome: PayPalOutcome;
}

export function addAuthorization(
  work: PayPalWork,
  { order, unit, money, outcome, renews }: Movement & { readonly renews: AuthorizationRow | null },
): AuthorizationRow {
  const { ledger, now, resources, emit, honorMs } = work;
  const isPending = outcome.pending !== undefined;
  const row = ledger.authorizations.add({
    id: newResourceId(),
    order_id: order.id,
    unit,
    amount: String(money.units),
    currency: money.currency,
    status: isPending ? 'PENDING' : 'CREATED',
    // The description has only this reason.
    reason: isPending ? 'PENDING_REVIEW' : null,
    renews: renews?.id ?? null,
    honored_until: now + honorMs,
    // A renewal does not extend the validity of the first authorization.
    expires_at: renews?.expires_at ?? now + VALID_MS,
    ...settlement(work, outcome),
    created_at: now,
    updated_at: now,
  });
  emit(order.merchant, 'PAYMENT.AUTHORIZATION.CREATED', resources.wholeAuthorization(row));
  return row;
}

export function addCapture(
  work: PayPalWork,
  {
    order,
    unit,
    money,
    outcome,
    authorization,
    isFinal,
    invoice_id,
    custom_id,
  }: Movement & {
    readonly authorization?: AuthorizationRow;
    readonly isFinal: boolean;
    readonly invoice_id?: string | undefined;
    readonly custom_id?: string | undefined;
  },
): CaptureRow {
  const { ledger, now, resources, emit } = work;
  const row = ledger.captures.add({
    id: newResourceId(),
    order_id: order.id,
    unit,
    authorization_id: authorization?.id ?? null,
    amount: String(money.units),
    currency: money.currency,
    status: outcome.pending === undefined ? 'COMPLETED' : 'PENDING',
    reason: outcome.pending ?? null,
    is_final: isFinal ? 1 : 0,
    invoice_id: invoice_id ?? null,
    custom_id: custom_id ?? null,
    ...settlement(work, outcome),
    created_at: now,
    updated_at: now,
  });
  const type = outcome.pending === undefined ? 'PAYMENT.CAPTURE.COMPLETED' : 'PAYMENT.CAPTURE.PENDING';
  emit(order.merchant, type, resources.wholeCapture(row));
  return row;
}

export function addRefund(
  work: PayPalWork,
  {
    order,
    capture,
    money,
    outcome,
    texts,
    made = 'PAYMENT.CAPTURE.REFUNDED',
  }: Omit<Movement, 'unit'> & {
    readonly capture: CaptureRow;
    /** The event that is reported when the refund is made. */
    readonly made?: 'PAYMENT.CAPTURE.REFUNDED' | 'PAYMENT.CAPTURE.REVERSED';
    readonly texts: Pick<PayPalRefundRow, 'invoice_id' | 'custom_id' | 'note'>;
  },
): PayPalRefundRow {
  const { ledger, now, resources, emit } = work;
  const isPending = outcome.pending !== undefined;
  const row = ledger.refunds.add({
    id: newResourceId(),
    capture_id: capture.id,
    amount: String(money.units),
    currency: money.currency,
    status: isPending ? 'PENDING' : 'COMPLETED',
    // The description has only this reason.
    reason: isPending ? 'ECHECK' : null,
    ...texts,
    ...settlement(work, outcome),
    created_at: now,
    updated_at: now,
  });
  emit(order.merchant, isPending ? 'PAYMENT.REFUND.PENDING' : made, resources.refund(row));
  return row;
}

/** When a pending movement is decided automatically, and how. */
function settlement({ now, speed }: PayPalWork, { pending, settlesAs }: PayPalOutcome) {
  const isDue = pending !== undefined && settlesAs !== undefined;
  return {
    settles_at: isDue ? now + Math.round(PENDING_MS / speed) : null,
    settles_as: isDue ? settlesAs : null,
  };
}
