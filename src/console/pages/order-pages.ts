/** An order's page, and the forms of the acts on it. */
import { randomBytes } from 'node:crypto';
import { madePayment, storedAmount } from '../../checkout/index.ts';
import { resultOf } from '../../contract/gateway-codes.ts';
import type { InterfaceError } from '../../contract/interface-error.ts';
import { isBrowserPayment, orderStatus, providerIdOf } from '../../core/index.ts';
import type { NotificationView, StoredOrder, StoredTransaction } from '../../core/ports/index.ts';
import type {
  ActNotice,
  OrderAct,
  OrderNotificationEntry,
  OrderPage,
  OrderTransactionEntry,
} from '../../web/views/console/index.ts';
import { type ActKind, carryOut, type FailedAct, possibleActs } from '../orders.ts';
import { consoleAddress } from '../routes.ts';
import { base32 } from '../totp.ts';
import type { ConsoleAnswer, ConsoleDependencies, MerchantRequest } from './answer.ts';
import { merchantPage } from './person-pages.ts';
import { shellOf } from './shell.ts';

/** The parameter with the transaction that an act made. */
const DONE = 'done';
const ORDER = 'order';
const SHOWN_CHARACTERS_MAX = 100;

/** Leads to the order with the id that the form asks for. */
export async function findOrder(request: MerchantRequest): Promise<ConsoleAnswer> {
  const { dependencies, place, query } = request;
  const order = (query.get(ORDER) ?? '').trim();
  const found = order === '' ? undefined : await dependencies.orders.find(place.merchant.key, order);
  return found === undefined
    ? merchantPage(request, order.slice(0, SHOWN_CHARACTERS_MAX))
    : { redirect: consoleAddress('order', { merchant: place.merchant.id, order: found.orderId }) };
}

/** An act without a transaction, or with an unknown one. */
interface RefusedAct {
  readonly kind: ActKind;
  readonly amount: string;
  readonly transactionId: string;
  readonly result: FailedAct;
}

const ACT_STATUS: Readonly<Record<RefusedAct['result']['kind'], number>> = { LOCKED: 409, REFUSED: 422, UNKNOWN: 503 };

export async function orderPage(request: MerchantRequest, refused?: RefusedAct): Promise<ConsoleAnswer> {
  const { dependencies, place, parameters } = request;
  const order = await dependencies.orders.find(place.merchant.key, parameters.order ?? '');
  if (order === undefined) {
    return { problem: 'NOT_FOUND' };
  }
  const [transactions, notifications] = await Promise.all([
    dependencies.orders.transactions(order.key),
    dependencies.notifications.ofOrder(order.key),
  ]);
  return {
    page: 'order',
    status: refused && ACT_STATUS[refused.result.kind],
    data: await pageOf(request, { order, transactions, notifications }, refused),
  };
}

interface LoadedOrder {
  readonly order: StoredOrder;
  readonly transactions: readonly StoredTransaction[];
  readonly notifications: readonly NotificationView[];
}

async function pageOf(
  request: MerchantRequest,
  { order, transactions, notifications }: LoadedOrder,
  refused: RefusedAct | undefined,
): Promise<OrderPage> {
  const { dependencies, place, query } = request;
  const { merchant } = place;
  const { state } = order;
  const amountOf = (amount: bigint) => storedAmount({ amount, currency: state.currency });
  const entries = transactions.map((one) => entryOf(dependencies, one));
  const payment = transactions.find(isSuccessfulPayment);
  const details = (payment ?? transactions.at(-1))?.request.details ?? {};
  return {
    shell: shellOf(request, 'merchant'),
    orderId: order.orderId,
    status: orderStatus(state),
    shop: { name: merchant.profile.name, timeZone: merchant.profile.timeZone ?? 'UTC' },
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
    notifications: notifications.map(notificationEntry),
    acts: possibleActs(state, place).map(({ kind, amount, target }) => ({
      kind,
      href: consoleAddress(kind, { merchant: merchant.id, order: order.orderId }),
      amount: amountOf(amount),
      target: target?.transactionId,
      targetType: target?.type,
      typed: refused?.kind === kind ? refused.amount : undefined,
    })) satisfies readonly OrderAct[],
    // Only a refused request leaves its id free, so a repeat of any other one cannot move money twice.
    transactionId:
      refused === undefined || refused.result.kind === 'REFUSED' ? newTransactionId() : refused.transactionId,
    notice: noticeOf(entries, query.get(DONE), refused),
  };
}

function noticeOf(
  entries: readonly OrderTransactionEntry[],
  done: string | null,
  refused: RefusedAct | undefined,
): ActNotice | undefined {
  if (refused !== undefined) {
    const { result } = refused;
    return { kind: result.kind, explanation: result.kind === 'REFUSED' ? explanationOf(result.error) : undefined };
  }
  const transaction = entries.find(({ id }) => id === done);
  return transaction && { kind: 'DONE', transaction };
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

function entryOf(
  { remedyOf }: ConsoleDependencies,
  { transactionId, request, outcome, createdAt, updatedAt }: StoredTransaction,
): OrderTransactionEntry {
  const code = outcome?.gatewayCode;
  const result = code === undefined ? 'PENDING' : resultOf(code);
  return {
    id: transactionId,
    type: request.type,
    amount: storedAmount(request),
    result,
    reason: result === 'SUCCESS' ? undefined : remedyOf(code ?? 'PENDING'),
    code,
    acquirerMessage: outcome?.reply?.acquirerMessage,
    userId: request.details.userId,
    ...instrumentOf(request.instrument),
    at: instant(result === 'PENDING' ? createdAt : updatedAt),
  };
}

function instrumentOf(instrument: StoredTransaction['request']['instrument']) {
  return instrument.type === 'BROWSER_PAYMENT'
    ? { instrument: instrument.provider }
    : { instrument: instrument.brand, number: instrument.number };
}

function providerOf({ request }: StoredTransaction): string | undefined {
  return isBrowserPayment(request) ? providerIdOf(request) : undefined;
}

function notificationEntry({
  transactionId,
  event,
  state,
  createdAt,
  deliveredAt,
}: NotificationView): OrderNotificationEntry {
  return {
    about: transactionId ?? event ?? '',
    state,
    createdAt: instant(createdAt),
    deliveredAt: deliveredAt === null ? undefined : instant(deliveredAt),
  };
}

function instant(at: number): string {
  return new Date(at).toISOString();
}

/** A person has typed the amount and nothing else, so the field's name in the interface says nothing. */
function explanationOf({ message, problems }: InterfaceError): string {
  const ofAmount = problems.filter(({ field }) => field === 'transaction.amount');
  const [first] = ofAmount;
  return first !== undefined && ofAmount.length === problems.length
    ? `The amount was refused: ${first.explanation}.`
    : message;
}

export const submitCapture = (request: MerchantRequest) => submitAct('capture', request);
export const submitRefund = (request: MerchantRequest) => submitAct('refund', request);
export const submitVoid = (request: MerchantRequest) => submitAct('void', request);

async function submitAct(kind: ActKind, request: MerchantRequest): Promise<ConsoleAnswer> {
  const { dependencies, signedIn, place, parameters, fields, caller } = request;
  const { merchant } = place;
  const order = await dependencies.orders.find(merchant.key, parameters.order ?? '');
  if (order === undefined) {
    return { problem: 'NOT_FOUND' };
  }
  const { orderId, state } = order;
  const transactionId = fields.get('transaction') ?? '';
  const typed = {
    amount: (fields.get('amount') ?? '').trim(),
    currency: state.currency,
    target: fields.get('target') ?? '',
  };
  const act = { kind, merchant, orderId, transactionId, ...typed };
  const result = await carryOut(dependencies, signedIn, act, caller);
  if (result.kind !== 'DONE') {
    return orderPage(request, { kind, amount: typed.amount, transactionId, result });
  }
  const address = consoleAddress('order', { merchant: merchant.id, order: orderId });
  return { redirect: `${address}?${new URLSearchParams({ [DONE]: transactionId })}` };
}
