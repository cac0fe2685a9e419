/**
 * What becomes of a payment: as banks do it, unless a tester chose otherwise by a word in the remittance information or
 * the end-to-end identification, by the amount, or by a control call.
 */
import type { Product } from './banks.ts';
import type { TransactionStatus } from './ledger/rows.ts';
import { isMessageCode, type MessageCode } from './refusal.ts';
import type { PaymentRequest } from './requests.ts';

/** A later step, so long after what it counts from; at speed 1. */
export interface PlannedStep {
  readonly afterMs: number;
  readonly status?: TransactionStatus;
  /** The creditor's account is credited. */
  readonly isCredited?: true;
}

export interface Outcome {
  /** The initiation is refused with it. */
  readonly refusal?: MessageCode;
  /** From the initiation: the payer is not asked. */
  readonly fromStart?: readonly PlannedStep[];
  /** The payer who arrives is not asked either: this is the answer. */
  readonly onArrival?: 'AGREED' | 'REFUSED';
  /** From the payer's agreement; absent: as the product has it. */
  readonly agreed?: readonly PlannedStep[];
  /** From the payer's arrival, the bank answers nothing about the payment for so long. */
  readonly silentMs?: number;
}

const SHORTLY_MS = 30_000;
const LATER_MS = 60_000;

/** How a payment goes its way once its payer agreed. An ordinary one reaches the creditor's account on a later day. */
const USUAL: Readonly<Record<Product, readonly PlannedStep[]>> = {
  'sepa-credit-transfers': [
    { afterMs: 0, status: 'ACTC' },
    { afterMs: 2_000, status: 'ACSP' },
    { afterMs: 10_000, status: 'ACSC' },
    { afterMs: 40_000, isCredited: true },
  ],
  'instant-sepa-credit-transfers': [
    { afterMs: 0, status: 'ACSP' },
    { afterMs: 3_000, status: 'ACCC', isCredited: true },
  ],
};

const SETTLED: readonly PlannedStep[] = [{ afterMs: 0, status: 'ACSC', isCredited: true }];

function settledAfter(afterMs: number): readonly PlannedStep[] {
  return [{ afterMs, status: 'ACSC', isCredited: true }];
}

const SCRIPTED: Readonly<Record<string, Outcome>> = {
  'TEST-SUCCEED': { onArrival: 'AGREED', agreed: SETTLED },
  'TEST-FAIL-DECLINE': { onArrival: 'REFUSED' },
  'TEST-FAIL-NOTFOUND': { refusal: 'PSU_CREDENTIALS_INVALID' },
  'TEST-PENDING': { onArrival: 'AGREED', agreed: [{ afterMs: 0, status: 'PDNG' }] },
  'TEST-SUCCESS-INIT': { fromStart: settledAfter(SHORTLY_MS) },
  'TEST-FAIL-INIT': { fromStart: [{ afterMs: SHORTLY_MS, status: 'RJCT' }] },
  'TEST-FAIL-THEN-SUCCESS': {
    fromStart: [{ afterMs: SHORTLY_MS, status: 'RJCT' }, ...settledAfter(SHORTLY_MS + LATER_MS)],
  },
  'TEST-TIMEOUT-THEN-SUCCESS': { onArrival: 'AGREED', agreed: settledAfter(SHORTLY_MS), silentMs: SHORTLY_MS },
};

/** By amount, for whoever cannot choose a reference; the payer is asked as always. */
const BY_AMOUNT: Readonly<Record<string, Outcome>> = {
  '1300.01': { agreed: [{ afterMs: 0, status: 'RJCT' }] },
  '1300.02': { agreed: [{ afterMs: 0, status: 'PDNG' }] },
  '1300.03': {
    agreed: [
      { afterMs: 0, status: 'ACWC' },
      { afterMs: 10_000, status: 'ACSC', isCredited: true },
    ],
  },
  '1300.04': {
    agreed: [
      { afterMs: 0, status: 'ACTC' },
      { afterMs: 10_000, status: 'CANC' },
    ],
  },
  '1300.05': {
    agreed: [
      { afterMs: 0, status: 'ACSP' },
      { afterMs: 10_000, status: 'RJCT' },
    ],
  },
  '1300.06': { refusal: 'PAYMENT_FAILED' },
};

/** `.FAIL`, any separators, and a code. */
const FORCED = /^\.FAIL[\s_.:-]*([A-Z0-9_]*)/;
const SEPARATORS = /[\s,;/]+/;

/** @returns empty where a payment goes the usual way */
export function outcomeOf({
  remittanceInformationUnstructured: remittance = '',
  endToEndIdentification: endToEnd = '',
  instructedAmount: { amount },
}: PaymentRequest): Outcome {
  for (const word of [remittance, endToEnd].flatMap((text) => text.split(SEPARATORS))) {
    const forced = FORCED.exec(word)?.[1];
    if (forced !== undefined) {
      return isMessageCode(forced) ? { refusal: forced } : { onArrival: 'REFUSED' };
    }
    const scripted = Object.hasOwn(SCRIPTED, word) ? SCRIPTED[word] : undefined;
    if (scripted !== undefined) {
      return scripted;
    }
  }
  return BY_AMOUNT[amount] ?? {};
}

export function stepsAfterAgreement(request: PaymentRequest, product: Product): readonly PlannedStep[] {
  return outcomeOf(request).agreed ?? USUAL[product];
}
