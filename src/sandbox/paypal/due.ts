/** Timed events: pending movements are decided, authorizations expire. */
import { approve } from './approval.ts';
import type { AuthorizationRow, CaptureRow, OrderRow, PayPalRefundRow, SettledStatus } from './ledger/rows.ts';
import type { PayPalWork } from './operation.ts';
import { updateRefunded } from './operations/captures.ts';

const SETTLED_COLUMNS = { settles_at: null, settles_as: null } as const;
/** Authorizations that may still be captured, now or after their pending state. */
export const OPEN_AUTHORIZATIONS: readonly AuthorizationRow['status'][] = ['CREATED', 'PARTIALLY_CAPTURED', 'PENDING'];

/** Executes all due events. Call within a commit. */
export function resolveDueAtPayPal(work: PayPalWork): void {
  const { ledger, now } = work;
  for (const { id, order_id, instrument } of ledger.steps.due('due_at', now)) {
    ledger.steps.remove({ id });
    approve(work, ledger.orders.find({ id: order_id }) as OrderRow, { instrument });
  }
  for (const row of ledger.captures.due('settles_at', now)) {
    settleCapture(work, row, row.settles_as ?? 'COMPLETED');
  }
  for (const row of ledger.refunds.due('settles_at', now)) {
    settleRefund(work, row, row.settles_as ?? 'COMPLETED');
  }
  for (const row of ledger.authorizations.due('settles_at', now)) {
    settleAuthorization(work, row, row.settles_as ?? 'COMPLETED');
  }
  for (const row of ledger.authorizations.due('expires_at', now)) {
    if (OPEN_AUTHORIZATIONS.includes(row.status)) {
      expireAuthorization(work, row);
    }
  }
}

/** The time of the next event; undefined if no event is planned. */
export function nextDueAtPayPal({ ledger }: Pick<PayPalWork, 'ledger'>): number | undefined {
  const times = [
    ...[ledger.captures, ledger.refunds, ledger.authorizations].map((table) => table.next('settles_at')),
    ledger.steps.next('due_at'),
  ];
  return times.filter((at) => at !== undefined).sort((a, b) => a - b)[0];
}

/** Decides a pending capture. */
export function settleCapture({ ledger, now, resources, emit }: PayPalWork, row: CaptureRow, as: SettledStatus): void {
  const changes = { ...SETTLED_COLUMNS, status: as, reason: null, updated_at: now };
  const settled = ledger.captures.change(row, changes);
  if (as === 'DECLINED' && row.authorization_id !== null) {
    reopen({ ledger, now }, row.authorization_id);
  }
  emit(merchantOf(ledger, row), `PAYMENT.CAPTURE.${as}`, resources.wholeCapture(settled));
}

/** Decides a pending refund. A failed one gives its money back to the capture. */
export function settleRefund(work: PayPalWork, row: PayPalRefundRow, as: SettledStatus): void {
  const { ledger, now, resources, emit } = work;
  const isMade = as === 'COMPLETED';
  const changes = { ...SETTLED_COLUMNS, status: isMade ? as : 'FAILED', reason: null, updated_at: now } as const;
  const settled = ledger.refunds.change(row, changes);
  const capture = ledger.captures.find({ id: row.capture_id }) as CaptureRow;
  updateRefunded(work, capture);
  const type = isMade ? 'PAYMENT.CAPTURE.REFUNDED' : 'PAYMENT.REFUND.FAILED';
  emit(merchantOf(ledger, capture), type, resources.refund(settled));
}

/** Decides a pending authorization. */
export function settleAuthorization(work: PayPalWork, row: AuthorizationRow, as: SettledStatus): void {
  const { ledger, now, resources, emit } = work;
  const isMade = as === 'COMPLETED';
  const changes = { ...SETTLED_COLUMNS, status: isMade ? 'CREATED' : 'DENIED', reason: null, updated_at: now } as const;
  const settled = ledger.authorizations.change(row, changes);
  const type = isMade ? 'PAYMENT.AUTHORIZATION.CREATED' : 'PAYMENT.AUTHORIZATION.VOIDED';
  emit(merchantOf(ledger, row), type, resources.wholeAuthorization(settled));
}

/** Expires an authorization, at the end of its validity or by a control call. */
export function expireAuthorization({ ledger, now, resources, emit }: PayPalWork, row: AuthorizationRow): void {
  const changes = { ...SETTLED_COLUMNS, status: 'EXPIRED', reason: null, updated_at: now } as const;
  const expired = ledger.authorizations.change(row, changes);
  emit(merchantOf(ledger, row), 'PAYMENT.AUTHORIZATION.VOIDED', resources.wholeAuthorization(expired));
}

/** Makes an authorization's amount available again after its capture was declined. */
function reopen({ ledger, now }: Pick<PayPalWork, 'ledger' | 'now'>, id: string): void {
  const authorization = ledger.authorizations.find({ id });
  if (authorization?.status !== 'CAPTURED' && authorization?.status !== 'PARTIALLY_CAPTURED') {
    return;
  }
  const others = ledger.captures.all({ authorization_id: id }).filter(({ status }) => status !== 'DECLINED');
  const status = others.length === 0 ? 'CREATED' : 'PARTIALLY_CAPTURED';
  ledger.authorizations.change(authorization, { status, updated_at: now });
}

function merchantOf(ledger: PayPalWork['ledger'], { order_id: id }: { readonly order_id: string }): string {
  return (ledger.orders.find({ id }) as OrderRow).merchant;
}
