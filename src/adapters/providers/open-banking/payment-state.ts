/** The state of a payment at its bank, mapped to the gateway's states. */
import { currencyOf, minorUnits } from '../../../contract/money.ts';
import type { OptionProbe, ProviderMoney, ProviderPayment, StateOutcome } from '../../../core/ports/index.ts';
import type { BankAnswer, BankTurn } from './bank-client.ts';
import { type Bank, PRODUCTS } from './bank-list.ts';
import {
  authorisationList,
  paymentAnswer,
  type ScaStatus,
  scaAnswer,
  statusAnswer,
  type TransactionStatus,
} from './bank-messages.ts';
import { type PaymentAtBank, pathOf } from './payment-number.ts';
import { bankReplyOf } from './replies.ts';

/**
 * The meaning of each status. UNTOLD: the status does not show whether the payer has agreed, but the authorisation
 * does. An ordinary transfer that is accepted for execution (ACSP) settles within a business day, and the bank may
 * still reject it. An instant transfer is settled or rejected within seconds.
 */
const MEANINGS: Readonly<Record<TransactionStatus, 'ENDED' | 'ON_ITS_WAY' | 'SETTLED' | 'UNTOLD' | 'WAITING'>> = {
  ACCC: 'SETTLED',
  ACSC: 'SETTLED',
  ACSP: 'ON_ITS_WAY',
  ACCP: 'WAITING',
  ACFC: 'WAITING',
  ACWC: 'WAITING',
  ACWP: 'WAITING',
  PART: 'WAITING',
  ACTC: 'UNTOLD',
  PATC: 'UNTOLD',
  PDNG: 'UNTOLD',
  RCVD: 'UNTOLD',
  CANC: 'ENDED',
  RJCT: 'ENDED',
};

const AGREED_STATUSES: ReadonlySet<ScaStatus> = new Set(['exempted', 'finalised', 'unconfirmed']);

/** Error codes for an unknown payment. */
const UNKNOWN: ReadonlySet<string> = new Set(['RESOURCE_EXPIRED', 'RESOURCE_UNKNOWN']);
const NOT_FOUND = 404;
const NO_CONTENT = 204;

export async function stateAt(payment: ProviderPayment, at: PaymentAtBank, turn: BankTurn): Promise<StateOutcome> {
  const answer = await turn({ method: 'GET', path: `${pathOf(at)}/status` });
  if (answer.status !== 'DONE') {
    return stateWithoutAnswer(answer);
  }
  const { data } = statusAnswer.safeParse(answer.body);
  return data === undefined ? { status: 'NO_ANSWER' } : stateOf(data.transactionStatus, payment, at, turn);
}

/**
 * The state if the bank did not report one. Only an error for an unknown payment shows a state; other refusals do not.
 */
function stateWithoutAnswer(answer: Exclude<BankAnswer, { status: 'DONE' }>): StateOutcome {
  if (answer.status !== 'REFUSED') {
    return answer;
  }
  return isUnknown(answer) ? { status: 'UNKNOWN_PAYMENT' } : { status: 'NOT_SENT' };
}

function isUnknown({ code, httpStatus }: Extract<BankAnswer, { status: 'REFUSED' }>): boolean {
  return UNKNOWN.has(code) || httpStatus === NOT_FOUND;
}

/** The id of a payment that does not exist, in the form of banks' payment ids. */
const NOBODYS = '00000000-0000-4000-8000-000000000000';

/**
 * Queries a payment that does not exist. An error for an unknown payment proves that the bank was reached, and has
 * accepted the gateway's certificate and signature.
 */
export async function probeBank(bank: Bank, turn: BankTurn): Promise<OptionProbe> {
  const [product = PRODUCTS[1]] = bank.products;
  const answer = await turn({ method: 'GET', path: `${pathOf({ product, paymentId: NOBODYS })}/status` });
  if (answer.status === 'REFUSED') {
    return isUnknown(answer) ? { status: 'REACHED' } : { status: 'REFUSED', code: answer.code };
  }
  return { status: answer.status === 'DONE' ? 'REACHED' : 'UNREACHED' };
}

async function stateOf(
  status: TransactionStatus,
  payment: ProviderPayment,
  at: PaymentAtBank,
  turn: BankTurn,
): Promise<StateOutcome> {
  const { asked: money } = payment;
  switch (MEANINGS[status]) {
    case 'ENDED':
      return { status: 'DECIDED', money, reply: bankReplyOf(status, at) };
    case 'SETTLED':
      return stateOfSuccess(status, payment, at, turn);
    case 'ON_ITS_WAY':
      return waitForSettlement(await stateOfSuccess(status, payment, at, turn));
    case 'WAITING':
      return { status: 'WAITING', money };
    case 'UNTOLD':
      return byAuthorisation(status, money, at, turn);
  }
}

/** An accepted transfer is not a success yet, because the bank may reject it until it is settled. */
function waitForSettlement(state: StateOutcome): StateOutcome {
  return state.status === 'DECIDED' ? { status: 'WAITING', money: state.money, accepted: state.reply } : state;
}

/** The state of a successful payment, with the amount that the bank has recorded: it may differ from the request. */
async function stateOfSuccess(
  status: TransactionStatus,
  { asked, reference }: ProviderPayment,
  at: PaymentAtBank,
  turn: BankTurn,
): Promise<StateOutcome> {
  const answer = await turn({ method: 'GET', path: pathOf(at) });
  if (answer.status !== 'DONE') {
    return answer.status === 'REFUSED' ? { status: 'NOT_SENT' } : answer;
  }
  const { data } = paymentAnswer.safeParse(answer.body);
  const currency = currencyOf(data?.instructedAmount.currency ?? '');
  const amount = data && currency && minorUnits(withDigits(data.instructedAmount.amount, currency.exponent), currency);
  if (data === undefined || currency === undefined || amount === undefined) {
    return { status: 'NO_ANSWER' };
  }
  const isOurs = data.endToEndIdentification === undefined || data.endToEndIdentification === reference;
  const money = { amount, currency: currency.code, orderId: isOurs ? asked.orderId : '' };
  return { status: 'DECIDED', money, reply: bankReplyOf(status, at) };
}

/** Converts an amount to the currency's number of decimals: banks write 12, 12.5 or 12.500 for 12.50. */
function withDigits(text: string, digits: number): string {
  const [whole = '', fraction = ''] = text.split('.');
  const wanted = fraction.replace(/0+$/, '').padEnd(digits, '0');
  return wanted === '' ? whole : `${whole}.${wanted}`;
}

/**
 * The state that follows from the newest authorisation, which shows whether the payer has agreed. A failed
 * authorisation is final, because the gateway starts no second one.
 */
async function byAuthorisation(
  status: TransactionStatus,
  money: ProviderMoney,
  at: PaymentAtBank,
  turn: BankTurn,
): Promise<StateOutcome> {
  const sca = await scaStatusOf(at, turn);
  if (sca.status !== 'TOLD') {
    return sca;
  }
  if (sca.scaStatus === 'failed' && status === 'RCVD') {
    return { status: 'DECIDED', money, reply: bankReplyOf('SCA_FAILED', at) };
  }
  const hasAgreed = sca.scaStatus === undefined ? status !== 'RCVD' : AGREED_STATUSES.has(sca.scaStatus);
  return { status: hasAgreed ? 'WAITING' : 'OPEN', money };
}

type KnownSca = { readonly status: 'TOLD'; readonly scaStatus?: ScaStatus };

/** @returns TOLD without `scaStatus` if no authorisation was started, or the bank does not report its status */
async function scaStatusOf(
  at: PaymentAtBank,
  turn: BankTurn,
): Promise<Extract<StateOutcome, { status: 'NO_ANSWER' | 'NOT_SENT' }> | KnownSca> {
  const folder = `${pathOf(at)}/authorisations`;
  const list = await turn({ method: 'GET', path: folder });
  if (list.status !== 'DONE') {
    return list.status === 'REFUSED' ? { status: 'TOLD' } : list;
  }
  const newest = authorisationList.safeParse(list.body).data?.authorisationIds.at(-1);
  if (newest === undefined) {
    return { status: 'TOLD' };
  }
  const answer = await turn({ method: 'GET', path: `${folder}/${encodeURIComponent(newest)}` });
  if (answer.status !== 'DONE') {
    return answer.status === 'REFUSED' ? { status: 'TOLD' } : answer;
  }
  const { data } = scaAnswer.safeParse(answer.body);
  return data === undefined ? { status: 'NO_ANSWER' } : { status: 'TOLD', scaStatus: data.scaStatus };
}

/**
 * Asks the bank to cancel the payment. The standard does not oblige the bank to do so; without a cancellation the
 * payment keeps its status.
 */
export async function cancelAt(payment: ProviderPayment, at: PaymentAtBank, turn: BankTurn): Promise<StateOutcome> {
  const answer = await turn({ method: 'DELETE', path: pathOf(at) });
  // With an answer other than 204 the bank requires the payer to authorise the cancellation, which is not possible
  // here.
  if (answer.status === 'DONE' && answer.httpStatus === NO_CONTENT) {
    return { status: 'DECIDED', money: payment.asked, reply: bankReplyOf('CANC', at) };
  }
  return answer.status === 'DONE' || answer.status === 'REFUSED' ? stateAt(payment, at, turn) : answer;
}
