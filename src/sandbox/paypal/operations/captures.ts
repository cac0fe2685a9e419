/** /v2/payments/captures/{id} and /v2/payments/refunds/{id}: get, refund. */
import { DAY_MS } from '../../../contract/durations.ts';
import type { CaptureRow, OrderRow } from '../ledger/rows.ts';
import type { PayPalOperation, PayPalOperationContext, PayPalResponse, PayPalWork } from '../operation.ts';
import { unprocessable } from '../refusal.ts';
import type { RefundRequest } from '../requests.ts';
import { isMade } from '../resources.ts';
import { moneyIn } from './authorization-rules.ts';
import { addRefund } from './movements.ts';
import { notRefused } from './not-refused.ts';
import { ownCapture, ownRefund } from './own.ts';

const REPEATS_MS = 45 * DAY_MS;
/** PayPal's period for refunds of a capture. */
const REFUNDABLE_MS = 180 * DAY_MS;

const NOT_REFUNDED: Partial<Readonly<Record<CaptureRow['status'], string>>> = {
  DECLINED: 'REFUND_NOT_ALLOWED',
  FAILED: 'REFUND_NOT_ALLOWED',
  PENDING: 'PENDING_CAPTURE',
  REFUNDED: 'CAPTURE_FULLY_REFUNDED',
};

export const getCapture: PayPalOperation = {
  name: 'captures.get',
  method: 'GET',
  path: '/v2/payments/captures/:id',
  act: (context) => ownCapture(context, context.id).id,
  show: (context, id) => showCapture(context, id, 200, true),
};

export const refundCapture: PayPalOperation = {
  name: 'captures.refund',
  method: 'POST',
  path: '/v2/payments/captures/:id/refund',
  repeatsMs: REPEATS_MS,
  act(context) {
    const { ledger, body, outcome: chosen } = context;
    const capture = ownCapture(context, context.id);
    const request = body as RefundRequest;
    const outcome = notRefused(chosen([request.custom_id, request.invoice_id, request.note_to_payer]));
    const left = BigInt(capture.amount) - refundedOf(context, capture);
    const issue = NOT_REFUNDED[capture.status];
    if (issue !== undefined) {
      throw unprocessable(issue);
    }
    const rest = { amount: String(left), currency: capture.currency };
    const money = moneyIn(request.amount, rest, 'REFUND_CAPTURE_CURRENCY_MISMATCH');
    checkRefund(context, capture, { units: money.units, left, invoice: request.invoice_id });
    const texts = {
      invoice_id: request.invoice_id ?? null,
      custom_id: request.custom_id ?? null,
      note: request.note_to_payer ?? null,
    };
    const order = ledger.orders.find({ id: capture.order_id }) as OrderRow;
    const refund = addRefund(context, { order, capture, money, outcome, texts });
    updateRefunded(context, capture);
    return refund.id;
  },
  show: (context, id) => showRefund(context, id, 201),
};

export const getRefund: PayPalOperation = {
  name: 'refunds.get',
  method: 'GET',
  path: '/v2/payments/refunds/:id',
  act: (context) => ownRefund(context, context.id).id,
  show: (context, id) => showRefund(context, id, 200, true),
};

export function showCapture(
  context: PayPalOperationContext,
  id: string,
  status: number,
  isWhole = context.isWhole,
): PayPalResponse {
  const row = ownCapture(context, id);
  const { resources } = context;
  return { status, body: isWhole ? resources.wholeCapture(row) : resources.capture(row, false) };
}

function showRefund(
  context: PayPalOperationContext,
  id: string,
  status: number,
  isWhole = context.isWhole,
): PayPalResponse {
  return { status, body: context.resources.refund(ownRefund(context, id), isWhole) };
}

/** Sets the capture's status after a refund was made or failed. */
export function updateRefunded(work: PayPalWork, capture: CaptureRow): void {
  const refunded = refundedOf(work, capture);
  const isAll = refunded === BigInt(capture.amount);
  const status = refunded === 0n ? 'COMPLETED' : isAll ? 'REFUNDED' : 'PARTIALLY_REFUNDED';
  work.ledger.captures.change(capture, { status, updated_at: work.now });
}

/** The refunded amount, including pending refunds, so that their amount is not refunded twice. */
export function refundedOf({ ledger }: Pick<PayPalWork, 'ledger'>, { id }: CaptureRow): bigint {
  return ledger.refunds
    .all({ capture_id: id })
    .filter(isMade)
    .reduce((sum, { amount }) => sum + BigInt(amount), 0n);
}

function checkRefund(
  { ledger, now }: PayPalWork,
  { id, created_at }: CaptureRow,
  { units, left, invoice }: { readonly units: bigint; readonly left: bigint; readonly invoice: string | undefined },
): void {
  if (units > left) {
    throw unprocessable('REFUND_AMOUNT_EXCEEDED', '/amount/value');
  }
  if (created_at + REFUNDABLE_MS <= now) {
    throw unprocessable('REFUND_TIME_LIMIT_EXCEEDED');
  }
  if (ledger.disputes.all({ capture_id: id }).some(({ status }) => status !== 'RESOLVED')) {
    throw unprocessable('TRANSACTION_DISPUTED');
  }
  if (invoice !== undefined && ledger.refunds.find({ invoice_id: invoice }) !== undefined) {
    throw unprocessable('DUPLICATE_INVOICE_ID');
  }
}
