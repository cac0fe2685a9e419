/** Captures, refunds and voids. The ledger's own rules allow a movement, or give the code of its refusal. */
import { forcedOutcome } from '../kit/forced-outcome.ts';
import { holdsMoney, type ResultCode } from './codes.ts';
import type { ProviderKind } from './kinds.ts';
import type { ProviderLedger } from './provider-ledger.ts';
import type { MovementRow, ProviderPaymentRow } from './provider-ledger-rows.ts';
import { type MovementRequest, minorUnitsOf } from './provider-requests.ts';
import { brokenProviderRule, type PaymentStatus } from './provider-rules.ts';

/** Milliseconds until a pending movement is completed, at speed 1. */
const PENDING_MS = 30_000;

export interface MovementDependencies {
  readonly kind: ProviderKind;
  readonly ledger: ProviderLedger;
  readonly speed: number;
}

export interface MovementOrder {
  readonly payment: ProviderPaymentRow;
  readonly reference: string;
  readonly request: MovementRequest;
  readonly now: number;
}

/**
 * Makes a movement. Call it within a commit of the ledger.
 *
 * @returns undefined if another request has used the reference; a repeat gets its stored movement
 */
export function move(
  { kind, ledger, speed }: MovementDependencies,
  { payment, reference, request, now }: MovementOrder,
) {
  const text = JSON.stringify(request);
  const known = ledger.movement(reference);
  if (known !== undefined) {
    return known.request === text && known.payment === payment.id ? known : undefined;
  }
  const status = statusOf(payment, ledger.movementsOf(payment), request.target);
  const code = codeOf(kind, request, status);
  const isMade = holdsMoney(code);
  if (isMade && request.kind === 'VOID') {
    undo(ledger, status);
  }
  return ledger.addMovement({
    reference,
    payment: payment.id,
    request: text,
    kind: request.kind,
    amount: String(minorUnitsOf(request)),
    currency: request.currency,
    state: isMade ? 'APPROVED' : 'DECLINED',
    code,
    settles_at: code === 'PENDING' ? now + Math.round(PENDING_MS / speed) : null,
    at: now,
  });
}

/**
 * A forced refusal applies before the rules, because it moves no money. A forced approval applies after them, because
 * even a tester may not capture or refund more than there is.
 */
function codeOf(kind: ProviderKind, request: MovementRequest, status: PaymentStatus): ResultCode {
  const forced = forcedOutcome(request.transactionReference);
  if (forced !== undefined && !holdsMoney(forced)) {
    return forced;
  }
  if (!kind.movements.includes(request.kind)) {
    return 'NOT_OFFERED';
  }
  return brokenProviderRule(request, status) ?? forced ?? 'COMPLETED';
}

function statusOf(
  payment: ProviderPaymentRow,
  movements: readonly MovementRow[],
  target: string | undefined,
): PaymentStatus {
  const approved = movements.filter(({ state }) => state === 'APPROVED');
  const sum = (wanted: MovementRow['kind']) =>
    approved.filter(({ kind }) => kind === wanted).reduce((total, { amount }) => total + BigInt(amount), 0n);
  const named = target === undefined || target === payment.reference ? payment : approved.find(isNamed(target));
  return {
    payment,
    captured: payment.kind === 'PAYMENT' && payment.state === 'APPROVED' ? BigInt(payment.amount) : sum('CAPTURE'),
    refunded: sum('REFUND'),
    target: named,
  };
}

function isNamed(target: string): (row: MovementRow) => boolean {
  return ({ reference, kind }) => reference === target && kind !== 'VOID';
}

function undo(ledger: ProviderLedger, { target }: PaymentStatus): void {
  if (target === undefined) {
    return;
  }
  if ('handle' in target) {
    ledger.changePayment(target, { state: 'REVERSED' });
  } else {
    ledger.changeMovement(target, { state: 'REVERSED' });
  }
}
