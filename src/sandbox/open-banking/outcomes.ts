/**
 * The outcome of a payment. It follows a bank's usual course, unless a tester chooses another one: by a word in the
 * remittance information or the end-to-end identification, by the amount, or by a control call.
 */
import type { Product } from './banks.ts';
import type { TransactionStatus } from './ledger/rows.ts';
import { isMessageCode, type MessageCode } from './refusal.ts';
import type { BankPaymentRequest } from './requests.ts';

/** A later step, relative to the start of its list; milliseconds at speed 1. */
export interface PlannedStep {
  readonly afterMs: number;
  readonly status?: TransactionStatus;
  /** Whether the creditor's account is credited. */
  readonly isCredited?: true;
}

export interface BankOutcome {
  /** The code with which the initiation is refused. */
  readonly refusal?: MessageCode;
  /** Steps from the initiation, without the payer's authorisation. */
  readonly fromStart?: readonly PlannedStep[];
  /** The answer that is given in the payer's place when the payer arrives. */
  readonly onArrival?: 'AGREED' | 'REFUSED';
  /** Steps from the payer's agreement. Absent: the usual steps of the product. */
  readonly agreed?: readonly PlannedStep[];
  /** How long the bank does not answer for the payment, from the payer's arrival. */
  readonly silentMs?: number;
}

const SHORTLY_MS = 30_000;
const LATER_MS = 60_000;

/** The usual steps after the payer's agreement. An ordinary transfer reaches the creditor's account on a later day. */
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

const SETTLED_STEPS: readonly PlannedStep[] = [{ afterMs: 0, status: 'ACSC', isCredited: true }];

function settledAfter(afterMs: number): readonly PlannedStep[] {
  return [{ afterMs, status: 'ACSC', isCredited: true }];
}

const SCRIPTED_OUTCOMES: Readonly<Record<string, BankOutcome>> = {
  'TEST-SUCCEED': { onArrival: 'AGREED', agreed: SETTLED_STEPS },
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

/** Outcomes by amount, for testers who cannot choose a reference. The payer authenticates as usual. */
const BY_AMOUNT: Readonly<Record<string, BankOutcome>> = {
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
const FORCED_PATTERN = /^\.FAIL[\s_.:-]*([A-Z0-9_]*)/;
const SEPARATORS = /[\s,;/]+/;

/** @returns an empty object for the usual course */
export function bankOutcomeOf({
  remittanceInformationUnstructured: remittance = '',
  endToEndIdentification: endToEnd = '',
  instructedAmount: { amount },
}: BankPaymentRequest): BankOutcome {
  for (const word of [remittance, endToEnd].flatMap((text) => text.split(SEPARATORS))) {
    const forced = FORCED_PATTERN.exec(word)?.[1];
    if (forced !== undefined) {
      return isMessageCode(forced) ? { refusal: forced } : { onArrival: 'REFUSED' };
    }
    const scripted = Object.hasOwn(SCRIPTED_OUTCOMES, word) ? SCRIPTED_OUTCOMES[word] : undefined;
    if (scripted !== undefined) {
      return scripted;
    }
  }
  return BY_AMOUNT[amount] ?? {};
}

export function stepsAfterAgreement(request: BankPaymentRequest, product: Product): readonly PlannedStep[] {
  return bankOutcomeOf(request).agreed ?? USUAL[product];
}
