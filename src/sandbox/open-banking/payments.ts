/** Changes of payments and their authorisations, by any cause. Each function runs within a commit. */
import { holderOf, isCovered, payersOf, type SandboxBank } from './banks.ts';
import { newCode, newId } from './ids.ts';
import type { AuthorisationRow, BankPaymentRow, PaymentStep, ScaStatus, TransactionStatus } from './ledger/rows.ts';
import type { BankWork } from './operation.ts';
import { bankOutcomeOf, type PlannedStep, stepsAfterAgreement } from './outcomes.ts';
import { bankOfPayment, paymentRequestOf } from './resources.ts';

/** The payer's time to answer. Real minutes at any speed, because a person answers. */
const ANSWER_MS = 15 * 60_000;
const WRONG_CODES_MAX = 3;

const FINAL: readonly TransactionStatus[] = ['ACSC', 'ACCC', 'RJCT', 'CANC'];
/** Statuses in which a payment can be cancelled: the bank has not begun to settle it. */
const MAY_CANCEL: readonly TransactionStatus[] = ['RCVD', 'PDNG', 'ACTC', 'ACWC'];
const ANSWERED_STATUSES: readonly ScaStatus[] = ['finalised', 'failed', 'exempted'];

export const isFinalPayment = ({ status }: BankPaymentRow): boolean => FINAL.includes(status);
export const mayCancel = ({ status }: BankPaymentRow): boolean => MAY_CANCEL.includes(status);
export const isAnswered = ({ sca_status: status }: AuthorisationRow): boolean => ANSWERED_STATUSES.includes(status);

export function reach(
  { ledger, now }: BankWork,
  row: BankPaymentRow,
  status: TransactionStatus,
  at: number = now,
): BankPaymentRow {
  ledger.statuses.add({ id: newId(), payment_id: row.id, status, at });
  return ledger.payments.change(row, { status, updated_at: at });
}

/** Plans later steps, and executes those that are due at once. */
export function plan(work: BankWork, row: BankPaymentRow, steps: readonly PlannedStep[]): BankPaymentRow {
  const planned: PaymentStep[] = steps.map(({ afterMs, ...step }) => ({
    ...step,
    at: work.now + afterMs / work.speed,
  }));
  return advancePayment(work, withSteps(work, row, planned));
}

/** Executes all due steps. */
export function advancePayment(work: BankWork, row: BankPaymentRow): BankPaymentRow {
  const [step, ...rest] = JSON.parse(row.steps) as PaymentStep[];
  if (step === undefined || step.at > work.now) {
    return row;
  }
  const { status } = step;
  let changed = status === undefined ? row : reach(work, row, status, Math.round(step.at));
  if (status === 'ACSC' || status === 'ACCC') {
    book(work, changed, 'DBIT', step.at);
  }
  if (step.isCredited === true) {
    book(work, changed, 'CRDT', step.at);
  }
  changed = withSteps(work, changed, rest);
  return advancePayment(work, changed);
}

function withSteps({ ledger }: BankWork, row: BankPaymentRow, steps: readonly PaymentStep[]): BankPaymentRow {
  const next = steps[0]?.at;
  return ledger.payments.change(row, {
    steps: JSON.stringify(steps),
    next_at: next === undefined ? null : Math.ceil(next),
  });
}

/** Adds a line to the statement of the debtor's or the creditor's account, once per payment. */
function book({ ledger }: BankWork, row: BankPaymentRow, direction: 'DBIT' | 'CRDT', at: number): void {
  const { creditorName } = paymentRequestOf(row);
  const debtor = row.debtor_iban ?? '';
  const isCredit = direction === 'CRDT';
  if (ledger.entries.find({ payment_id: row.id, direction }) !== undefined) {
    return;
  }
  ledger.entries.add({
    id: newId(),
    iban: isCredit ? row.creditor_iban : debtor,
    direction,
    amount: row.amount,
    payment_id: row.id,
    other_iban: isCredit ? debtor : row.creditor_iban,
    other_name: isCredit ? holderOf(bankOfPayment(row), debtor).name : creditorName,
    end_to_end: row.end_to_end,
    remittance: row.remittance,
    booked_at: Math.round(at),
  });
}

export interface Returns {
  readonly redirect_uri: string | null;
  readonly nok_redirect_uri: string | null;
}

/** @param psu the payer who has to answer, if known */
export function addAuthorisation(
  work: BankWork,
  payment: BankPaymentRow,
  bank: SandboxBank,
  { kind, psu, returns }: { kind: AuthorisationRow['kind']; psu: string | undefined; returns: Returns },
): AuthorisationRow {
  const { ledger, now } = work;
  const isPushed = bank.approach === 'DECOUPLED';
  const added = ledger.authorisations.add({
    id: newId(),
    payment_id: payment.id,
    kind,
    approach: isPushed ? 'DECOUPLED' : 'REDIRECT',
    sca_status: isPushed ? 'scaMethodSelected' : psu === undefined ? 'received' : 'psuIdentified',
    psu_id: psu ?? null,
    code: newCode(),
    wrong_codes: 0,
    ...returns,
    expires_at: now + ANSWER_MS,
    created_at: now,
    updated_at: now,
  });
  // A push opens no page, so a scripted answer applies at once.
  return isPushed ? arriveAtBank(work, added) : added;
}

/** Call when the payer opens the page or gets the push. A scripted outcome may answer in the payer's place. */
export function arriveAtBank(work: BankWork, row: AuthorisationRow): AuthorisationRow {
  const payment = paymentOf(work, row);
  const { onArrival, silentMs } = bankOutcomeOf(paymentRequestOf(payment));
  if (isAnswered(row) || row.kind === 'CANCELLATION' || onArrival === undefined) {
    return row;
  }
  if (silentMs !== undefined) {
    work.ledger.payments.change(payment, { silent_until: Math.ceil(work.now + silentMs / work.speed) });
  }
  return onArrival === 'AGREED' ? agree(work, row) : refuse(work, row);
}

/** Ends an authorisation without the payer: the bank exempts the payment, or decides it otherwise. */
export function exempt(work: BankWork, row: AuthorisationRow): AuthorisationRow {
  return answer(work, row, 'exempted');
}

export function progress(
  { ledger, now }: BankWork,
  row: AuthorisationRow,
  changes: Partial<AuthorisationRow>,
): AuthorisationRow {
  return ledger.authorisations.change(row, { ...changes, updated_at: now });
}

function answer(work: BankWork, row: AuthorisationRow, status: ScaStatus): AuthorisationRow {
  return progress(work, row, { sca_status: status, expires_at: null });
}

/** Executes a payment or its cancellation after the payer has agreed. */
export function agree(work: BankWork, row: AuthorisationRow): AuthorisationRow {
  const payment = paymentOf(work, row);
  if (isAnswered(row)) {
    return row;
  }
  const isCancellation = row.kind === 'CANCELLATION';
  if (isCancellation ? !mayCancel(payment) : isFinalPayment(payment)) {
    return answer(work, row, 'failed');
  }
  if (isCancellation) {
    cancelBankPayment(work, payment);
  } else {
    const debited = withDebtor(work, payment);
    const steps = stepsAfterAgreement(paymentRequestOf(debited), debited.product);
    plan(work, debited, isCovered(bankOfPayment(debited), debited) ? steps : [{ afterMs: 0, status: 'RJCT' }]);
  }
  return answer(work, row, 'finalised');
}

/** Without a chosen account, the first account of the bank's first payer is debited. */
export function withDebtor({ ledger }: BankWork, row: BankPaymentRow): BankPaymentRow {
  const [first] = payersOf(bankOfPayment(row)).flatMap(({ accounts }) => accounts);
  return row.debtor_iban === null && first !== undefined
    ? ledger.payments.change(row, { debtor_iban: first.iban })
    : row;
}

/**
 * Ends an authorisation that the payer refused, or did not complete in time. A refused cancellation leaves the payment
 * unchanged.
 */
export function refuse(work: BankWork, row: AuthorisationRow): AuthorisationRow {
  const payment = paymentOf(work, row);
  if (isAnswered(row)) {
    return row;
  }
  if (row.kind === 'INITIATION' && !isFinalPayment(payment)) {
    reach(work, payment, bankOfPayment(payment).refused);
  }
  return answer(work, row, 'failed');
}

/** @returns the authorisation, failed after too many wrong codes */
export function confirm(work: BankWork, row: AuthorisationRow, code: string): AuthorisationRow {
  if (code === row.code) {
    return agree(work, row);
  }
  const counted = progress(work, row, { wrong_codes: row.wrong_codes + 1 });
  return counted.wrong_codes >= WRONG_CODES_MAX ? refuse(work, counted) : counted;
}

/** Cancels a payment: its open authorisations fail, and its planned steps are removed. */
export function cancelBankPayment(work: BankWork, row: BankPaymentRow): BankPaymentRow {
  for (const open of work.ledger.authorisations.all({ payment_id: row.id, kind: 'INITIATION' })) {
    if (!isAnswered(open)) {
      answer(work, open, 'failed');
    }
  }
  return reach(work, withSteps(work, row, []), 'CANC');
}

export function paymentOf({ ledger }: Pick<BankWork, 'ledger'>, { payment_id: id }: AuthorisationRow): BankPaymentRow {
  return ledger.payments.find({ id }) as BankPaymentRow;
}

/** Executes all due events. */
export function resolveDueAtBanks(work: BankWork): void {
  for (const row of work.ledger.payments.due('next_at', work.now)) {
    advancePayment(work, row);
  }
  for (const row of work.ledger.authorisations.due('expires_at', work.now)) {
    refuse(work, row);
  }
}

/** The time of the next event; undefined if no event is planned. */
export function nextDueAtBanks({ ledger }: Pick<BankWork, 'ledger'>): number | undefined {
  const times = [ledger.payments.next('next_at'), ledger.authorisations.next('expires_at')];
  return times.filter((at) => at !== undefined).sort((a, b) => a - b)[0];
}
