/** An order's page, and the forms of the acts on it. */
import { randomBytes } from 'node:crypto';
import { madePayment, storedAmount } from '../../checkout/index.ts';
import { resultOf } from '../../contract/gateway-codes.ts';
import type { InterfaceError } from '../../contract/interface-error.ts';
import { isBrowserPayment, orderStatus, providerIdOf } from '../../core/index.ts';
import type { StoredTransaction } from '../../core/ports/index.ts';
import type {
  ActNotice,
  OrderAct,
  OrderNoticeName,
  OrderPage,
  OrderTransactionEntry,
} from '../../web/views/console/index.ts';
import { may } from '../access.ts';
import { isDisputeOpen, orderChargebacks } from '../disputes.ts';
import { zoneOf } from '../order-search/list-query.ts';
import { type ActKind, carryOut, type OrderWithTransactions, type PossibleAct, possibleActs } from '../orders.ts';
import { consoleAddress } from '../routes.ts';
import { base32 } from '../totp.ts';
import { waitingOf } from '../waiting.ts';
import { actProblem, type SentAct } from './act-problem.ts';
import type { ConsoleAnswer, MerchantRequest } from './answer.ts';
import { disputeEntry } from './dispute-entries.ts';
import { loadOrder } from './load-order.ts';
import { instant, transactionEntry } from './order-entries.ts';
import { payerOnOrder } from './order-payer.ts';
import { orderTimeline } from './order-timeline.ts';
import { shellOf } from './shell.ts';
import { waitingEntry } from './waiting-entries.ts';

/** The parameter with the transaction that an act made. */
const DONE = 'done';
/** The parameter with the name of a notice. */
const NOTICE = 'notice';

/** An act without a transaction, or with an unknown one. */
type FailedForm = SentAct &
  ({ readonly result: 'LOCKED' | 'UNKNOWN' } | { readonly result: 'REFUSED'; readonly error: InterfaceError });

const FORM_STATUS: Readonly<Record<FailedForm['result'], number>> = { LOCKED: 409, REFUSED: 422, UNKNOWN: 503 };

/** The HTTP status of each notice. After one of a success, the browser is redirected to the page. */
const NOTICE_STATUS: Readonly<Record<OrderNoticeName, number>> = {
  APPROVED: 200,
  CARD_DELETED: 200,
  CARD_GONE: 409,
  CHECKOUT_AT_PROVIDER: 409,
  CHECKOUT_ENDED: 200,
  CHECKOUT_GONE: 409,
  CHECKOUT_UNDER_WAY: 409,
  DECISION_FAILED: 503,
  DECISION_GONE: 409,
  DECISION_OWN: 403,
  FAILED: 503,
  RECEIPT_GONE: 409,
  RECEIPT_OFTEN: 429,
  RECEIPT_QUEUED: 200,
  RECEIPT_SOON: 409,
  REJECTED: 200,
};

/** The form that led to the page, if it has failed. */
interface Shown {
  readonly failed?: FailedForm;
  readonly notice?: OrderNoticeName;
}

export async function orderPage(request: MerchantRequest, shown: Shown = {}): Promise<ConsoleAnswer> {
  const { dependencies, parameters } = request;
  const order = await loadOrder(request, parameters.order);
  if (order === undefined) {
    return { problem: 'NOT_FOUND' };
  }
  const transactions = await dependencies.orders.transactions(order.key);
  return {
    page: 'order',
    status: shown.failed ? FORM_STATUS[shown.failed.result] : shown.notice && NOTICE_STATUS[shown.notice],
    data: await pageOf(request, { order, transactions }, shown),
  };
}

/** The page after a form that made no transaction. */
export async function orderNotice(request: MerchantRequest, notice: OrderNoticeName): Promise<ConsoleAnswer> {
  const { place, parameters } = request;
  const address = consoleAddress('order', { merchant: place.merchant.id, order: parameters.order ?? '' });
  return NOTICE_STATUS[notice] === 200
    ? { redirect: `${address}?${new URLSearchParams({ [NOTICE]: notice })}` }
    : orderPage(request, { notice });
}

async function pageOf(
  request: MerchantRequest,
  found: OrderWithTransactions,
  { failed, notice }: Shown,
): Promise<OrderPage> {
  const { dependencies, place, query } = request;
  const { order, transactions } = found;
  const { merchant } = place;
  const { state } = order;
  const amountOf = (amount: bigint) => storedAmount({ amount, currency: state.currency });
  const now = dependencies.clock.now();
  const acts = possibleActs(found, place, now);
  const entries = transactions.map((one) => transactionEntry(dependencies, one));
  const payment = transactions.find(isSuccessfulPayment);
  const details = (payment ?? transactions.at(-1))?.request.details ?? {};
  return {
    shell: shellOf(request, 'orders'),
    orderId: order.orderId,
    status: orderStatus(state),
    shop: { name: merchant.profile.name },
    money: payment && (await madePayment(dependencies, merchant, order, payment)).money,
    provider: payment && providerOf(payment),
    amount: amountOf(state.amount),
    totals: {
      authorized: amountOf(state.totalAuthorized),
      captured: amountOf(state.totalCaptured),
      refunded: amountOf(state.totalRefunded),
    },
    createdAt: instant(order.createdAt),
    description: details.order?.description,
    reference: details.order?.reference,
    customerEmail: details.customer?.email,
    transactions: entries,
    timeline: await orderTimeline(request, found),
    payer: await payerOnOrder(request, found),
    disputes: (await dependencies.disputes.ofOrder(order.key)).map((dispute) => {
      const of = { dispute, isOpen: isDisputeOpen(dispute, now), ...orderChargebacks(order, transactions) };
      return disputeEntry(merchant, of, now);
    }),
    timeZone: zoneOf(merchant),
    waiting: may(place, 'APPROVE')
      ? transactions
          .flatMap((transaction) => waitingOf({ order, transaction }))
          .map((one) => waitingEntry(request, one))
      : [],
    acts: acts.map(
      ({ kind, amount, open, target }): OrderAct => ({
        kind,
        href: consoleAddress(kind, { merchant: merchant.id, order: order.orderId }),
        amount: amountOf(amount),
        open: open > 0n ? amountOf(open) : undefined,
        target: target?.transactionId,
        targetType: target?.type,
        typed: failed?.kind === kind ? failed.amount : undefined,
      }),
    ),
    // Only a refused request leaves its id free, so a repeat of any other one cannot move money twice.
    transactionId: failed === undefined || failed.result === 'REFUSED' ? newTransactionId() : failed.transactionId,
    notice:
      failed === undefined
        ? (namedNotice(notice, query.get(NOTICE)) ?? doneNotice(entries, query.get(DONE)))
        : failedNotice(failed, found, acts),
  };
}

function namedNotice(failed: OrderNoticeName | undefined, inAddress: string | null): ActNotice | undefined {
  const name = failed ?? (Object.keys(NOTICE_STATUS) as OrderNoticeName[]).find((one) => one === inAddress);
  const isShown = failed !== undefined || (name !== undefined && NOTICE_STATUS[name] === 200);
  return name !== undefined && isShown ? { kind: 'NAMED', name } : undefined;
}

function doneNotice(entries: readonly OrderTransactionEntry[], id: string | null): ActNotice | undefined {
  const transaction = entries.find((one) => one.id === id);
  return transaction && { kind: 'DONE', transaction };
}

function failedNotice(failed: FailedForm, found: OrderWithTransactions, acts: readonly PossibleAct[]): ActNotice {
  return failed.result === 'REFUSED'
    ? { kind: 'REFUSED', act: failed.kind, problem: actProblem(failed, failed.error, found, acts) }
    : { kind: failed.result };
}

const RANDOM_BYTES = 10;

/** Tells people in the shop's own systems where the transaction came from. */
function newTransactionId(): string {
  return `console-${base32(randomBytes(RANDOM_BYTES))}`;
}

function isSuccessfulPayment({ outcome, request }: StoredTransaction): boolean {
  const isPayment = request.type === 'AUTHORIZATION' || request.type === 'PAYMENT' || request.type === 'CAPTURE';
  return isPayment && outcome !== undefined && resultOf(outcome.gatewayCode) === 'SUCCESS';
}

function providerOf({ request }: StoredTransaction): string | undefined {
  return isBrowserPayment(request) ? providerIdOf(request) : undefined;
}

export const submitCapture = (request: MerchantRequest) => submitAct('capture', request);
export const submitRefund = (request: MerchantRequest) => submitAct('refund', request);
export const submitVoid = (request: MerchantRequest) => submitAct('void', request);

async function submitAct(kind: ActKind, request: MerchantRequest): Promise<ConsoleAnswer> {
  const { dependencies, signedIn, place, parameters, fields, caller } = request;
  const { merchant } = place;
  const order = await loadOrder(request, parameters.order);
  if (order === undefined) {
    return { problem: 'NOT_FOUND' };
  }
  const { orderId, state } = order;
  const sent: SentAct = {
    kind,
    transactionId: fields.get('transaction') ?? '',
    amount: (fields.get('amount') ?? '').trim(),
    target: kind === 'void' ? (fields.get('target') ?? '') : '',
  };
  const act = { ...sent, merchant, orderId, orderKey: order.key, currency: state.currency };
  const result = await carryOut(dependencies, signedIn, act, caller);
  switch (result.kind) {
    case 'DONE': {
      const address = consoleAddress('order', { merchant: merchant.id, order: orderId });
      return { redirect: `${address}?${new URLSearchParams({ [DONE]: sent.transactionId })}` };
    }
    case 'REFUSED':
      return orderPage(request, { failed: { ...sent, result: 'REFUSED', error: result.error } });
    default:
      return orderPage(request, { failed: { ...sent, result: result.kind } });
  }
}
