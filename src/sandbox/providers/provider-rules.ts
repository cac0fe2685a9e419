/** The ledger's own rules for movements of a payment. The first broken rule gives the answer's code. */
import type { OwnCode } from './codes.ts';
import type { SubsequentKind } from './kinds.ts';
import type { MovementRow, ProviderPaymentRow } from './provider-ledger-rows.ts';
import { type MovementRequest, minorUnitsOf } from './provider-requests.ts';

/** A payment's current sums, in minor units. They are computed each time, because a stored sum can become wrong. */
export interface PaymentStatus {
  readonly payment: ProviderPaymentRow;
  readonly captured: bigint;
  readonly refunded: bigint;
  /** The target of a void. Undefined if it is not in force. */
  readonly target: ProviderPaymentRow | MovementRow | undefined;
}

interface ProviderRule {
  readonly code: OwnCode;
  readonly breaks: (
    requested: { readonly amount: bigint; readonly currency: string },
    standing: PaymentStatus,
  ) => boolean;
}

const PAYMENT_IN_FORCE: ProviderRule = {
  code: 'NOTHING_STANDING',
  breaks: (_, { payment }) => payment.state !== 'APPROVED',
};

const SAME_CURRENCY: ProviderRule = {
  code: 'OTHER_CURRENCY',
  breaks: ({ currency }, { payment }) => currency !== payment.currency,
};

const RULES: Readonly<Record<SubsequentKind, readonly ProviderRule[]>> = {
  CAPTURE: [
    PAYMENT_IN_FORCE,
    SAME_CURRENCY,
    { code: 'NOTHING_STANDING', breaks: (_, { payment }) => payment.kind !== 'AUTHORIZATION' },
    {
      code: 'OVER_LIMIT',
      breaks: ({ amount }, { captured, payment }) => captured + amount > BigInt(payment.amount),
    },
  ],
  REFUND: [
    PAYMENT_IN_FORCE,
    SAME_CURRENCY,
    { code: 'OVER_LIMIT', breaks: ({ amount }, { captured, refunded }) => refunded + amount > captured },
  ],
  VOID: [
    PAYMENT_IN_FORCE,
    SAME_CURRENCY,
    { code: 'NOTHING_STANDING', breaks: (_, { target }) => target === undefined },
    { code: 'INVALID_AMOUNT', breaks: ({ amount }, { target }) => amount !== BigInt(target?.amount ?? 0) },
    { code: 'RESTED_ON', breaks: (_, standing) => hasDependents(standing) },
  ],
};

/**
 * An authorization has dependents when it has captures; a capture or payment, when the remaining captures would not
 * cover the refunds without it. A refund has no dependents.
 */
function hasDependents({ target, captured, refunded }: PaymentStatus): boolean {
  if (target === undefined || target.kind === 'REFUND') {
    return false;
  }
  if (target.kind === 'AUTHORIZATION') {
    return captured > 0n;
  }
  return refunded > captured - BigInt(target.amount);
}

export function brokenProviderRule(request: MovementRequest, standing: PaymentStatus): OwnCode | undefined {
  const requested = { amount: minorUnitsOf(request), currency: request.currency };
  return RULES[request.kind].find(({ breaks }) => breaks(requested, standing))?.code;
}
