/** The replay bundle of an order, from what the store has of it. */
import { VERSION_MAX } from '../../contract/field.ts';
import { resultOf } from '../../contract/gateway-codes.ts';
import { currencyOf, majorText } from '../../contract/money.ts';
import { Secret } from '../../contract/secret.ts';
import { orderStatus } from '../../core/index.ts';
import {
  authenticationPlace,
  type FoundPayment,
  type NotificationReadModel,
  type NotificationView,
  type Sealer,
  type StoredAuthentication,
  type StoredOrder,
  type StoredTransaction,
} from '../../core/ports/index.ts';
import { readBuild } from '../../platform/build.ts';
import { storedAuthenticator } from '../stored-authentications.ts';
import {
  BUNDLE_FORMAT,
  BUNDLE_SCHEMA,
  type BundleAuthentication,
  type BundleContents,
  type BundleNotification,
  type BundleTransaction,
  maskedDigits,
  wordOf,
} from './bundle.ts';

/** All that is stored of an order. */
export interface StoredHistory {
  readonly order: StoredOrder;
  /** The oldest first. */
  readonly transactions: readonly StoredTransaction[];
  readonly authentications: readonly StoredAuthentication[];
  readonly payments: readonly FoundPayment[];
  readonly notifications: readonly NotificationView[];
  readonly isReversalPending: boolean;
}

export interface RecordDependencies {
  readonly notifications: Pick<NotificationReadModel, 'tries'> & {
    body(key: number): Promise<string | null>;
  };
  readonly sealer: Sealer;
  readonly now: () => number;
}

export async function recordOrder(history: StoredHistory, using: RecordDependencies): Promise<BundleContents> {
  const { order, transactions, authentications, payments, notifications } = history;
  const places = placesOf(history);
  const state = order.state;
  const money = moneyIn(state.currency);
  return {
    format: BUNDLE_FORMAT,
    schema: BUNDLE_SCHEMA,
    gateway: { version: readBuild().version, interface: VERSION_MAX },
    recordedAt: places.time(using.now()),
    order: {
      status: orderStatus(state),
      amount: money(state.amount),
      currency: state.currency,
      authorized: money(state.totalAuthorized),
      captured: money(state.totalCaptured),
      refunded: money(state.totalRefunded),
      ...(history.isReversalPending && { isReversalPending: true }),
    },
    transactions: transactions.map((one) => transactionRow(one, places)),
    authentications: authentications.map((one) => authenticationRow(one, places, using.sealer)),
    providerEvents: payments.flatMap(({ transaction, events }) =>
      events.map(({ at, lastAt, times, kind, actor, outcome }) => ({
        at: places.time(at),
        lastAt: places.time(lastAt),
        times,
        transaction: places.ofOrder(transaction.key),
        kind,
        actor,
        outcome: wordOf(outcome),
      })),
    ),
    latePayments: payments.flatMap(({ transaction, payment: { late } }) =>
      late === null ? [] : [{ transaction: places.ofOrder(transaction.key), state: late }],
    ),
    notifications: await Promise.all(notifications.map((one) => notificationRow(one, places, using))),
  };
}

/** Places of rows in the bundle instead of ids, and times after the first event. */
interface Places {
  readonly time: (at: number) => number;
  /** A transaction of another order has the place 0, with which a bundle is refused. */
  readonly ofOrder: (key: number) => number;
  readonly byKey: (key: number | null) => number | undefined;
  readonly byId: (id: string | undefined) => number | undefined;
  readonly checkout: (session: number | undefined) => number | undefined;
}

function placesOf({ order, transactions, authentications }: StoredHistory): Places {
  const start = Math.min(order.createdAt, ...[...transactions, ...authentications].map(({ createdAt }) => createdAt));
  const sessions = [...new Set(transactions.map(({ request }) => request.session).filter((one) => one !== undefined))];
  const place = (index: number) => (index < 0 ? undefined : index + 1);
  return {
    time: (at) => Math.max(0, at - start),
    ofOrder: (key) => transactions.findIndex((one) => one.key === key) + 1,
    byKey: (key) => place(transactions.findIndex((one) => one.key === key)),
    byId: (id) => place(transactions.findIndex(({ transactionId }) => transactionId === id)),
    checkout: (session) => (session === undefined ? undefined : place(sessions.indexOf(session))),
  };
}

function transactionRow(stored: StoredTransaction, { time, byId, checkout }: Places): BundleTransaction {
  const { request, outcome, createdAt, updatedAt } = stored;
  const isHosted = request.entryPoint === 'HOSTED_PAGE';
  return {
    at: time(createdAt),
    changedAt: time(updatedAt),
    operation: request.operation,
    type: request.type,
    version: request.version,
    entryPoint: request.entryPoint,
    source: wordOf(request.details.transaction?.source),
    amount: moneyIn(request.currency)(request.amount),
    currency: request.currency,
    instrument: instrumentOf(request.instrument),
    checkout: isHosted ? checkout(request.session) : undefined,
    target: byId(request.target),
    part: request.part?.kind,
    isNotSent: request.decided === undefined ? undefined : true,
    isCancelled: request.isCancelled,
    isByHand: outcome?.isByHand,
    risk: outcome?.risk?.gatewayCode,
    isNotified: request.notificationUrl === undefined ? undefined : true,
    answer: answerOf(outcome),
  };
}

function answerOf(outcome: StoredTransaction['outcome']): BundleTransaction['answer'] {
  if (outcome === undefined) {
    return undefined;
  }
  const { gatewayCode, reply, provider, order } = outcome;
  const money = moneyIn(order.currency);
  return {
    gatewayCode,
    result: resultOf(gatewayCode),
    acquirerCode: wordOf(reply?.acquirerCode ?? provider?.code),
    codeCheck: wordOf(reply?.securityCode?.gatewayCode),
    addressCheck: wordOf(reply?.avs?.gatewayCode),
    merchantAdvice: wordOf(reply?.merchantAdviceCode),
    needsAuthentication: reply?.needsAuthentication,
    orderStatus: order.status,
    authorized: money(order.totalAuthorized),
    captured: money(order.totalCaptured),
    refunded: money(order.totalRefunded),
  };
}

function instrumentOf(view: StoredTransaction['request']['instrument']): BundleTransaction['instrument'] {
  if (view.type === 'BROWSER_PAYMENT') {
    return { type: view.type, provider: view.provider };
  }
  return {
    type: view.type,
    brand: view.brand,
    scheme: view.scheme,
    fundingMethod: view.fundingMethod,
    number: maskedDigits(view.number),
    isDevice: view.device === undefined ? undefined : true,
    isToken: view.token === undefined ? undefined : true,
  };
}

function authenticationRow(stored: StoredAuthentication, places: Places, sealer: Sealer): BundleAuthentication {
  const { purpose, createdAt, updatedAt, usedBy } = stored;
  const state = new Secret(sealer.open(stored.sealedState, authenticationPlace(stored)));
  const { stage, result } = storedAuthenticator().timePassed(state).view;
  return {
    at: places.time(createdAt),
    changedAt: places.time(updatedAt),
    version: purpose.version,
    entryPoint: purpose.entryPoint,
    stage,
    status: result?.status,
    transStatus: result?.transStatus,
    transStatusReason: wordOf(result?.transStatusReason),
    challengeCancel: wordOf(result?.challengeCancel),
    isChallenged: result?.isChallenged,
    usedBy: places.byKey(usedBy),
  };
}

async function notificationRow(
  { key, transactionId, event, sequence, state, createdAt, deliveredAt }: NotificationView,
  { time, byId }: Places,
  { notifications }: RecordDependencies,
): Promise<BundleNotification> {
  const [tries, body] = await Promise.all([notifications.tries(key), notifications.body(key)]);
  const { result, order } = JSON.parse(body ?? '{}') as {
    readonly result?: string;
    readonly order?: { readonly status?: string };
  };
  return {
    at: time(createdAt),
    deliveredAt: deliveredAt === null ? undefined : time(deliveredAt),
    sequence,
    transaction: byId(transactionId),
    event,
    state,
    result: wordOf(result),
    orderStatus: wordOf(order?.status),
    tries: tries.map(({ at, status }) => ({ at: time(at), status: status ?? undefined })),
  };
}

/** @returns amounts in major units, as the interface has them */
function moneyIn(code: string): (minor: bigint) => string {
  const currency = currencyOf(code)!;
  return (minor) => majorText(minor, currency);
}
