/** Invariants of every history once it has come to rest. Each check returns all violations that it finds. */
import { resultOf } from '../../src/contract/gateway-codes.ts';
import { isOpen, isOpenCode } from '../../src/core/order/order.ts';
import { orderStatus } from '../../src/core/order/order-status.ts';
import type { StoredOrder, StoredTransaction } from '../../src/core/ports/index.ts';
import { acquirerName } from '../../src/core/processing/acquirers.ts';
import { traceOf } from '../../src/core/processing/trace.ts';
import { type Entry, giftCardOf, rootOf, standing } from './acquirer-entry.ts';
import type { AcquirerHost } from './acquirer-host.ts';
import { acquirerOfOrder, GIFT_CARD_ACQUIRER } from './acquirer-routes.ts';
import { type Sums, sumsOf } from './acquirer-rules.ts';
import { type CompletedAnswer, contradiction, nameOf } from './counter.ts';
import {
  noAnswerShowsAPartAlone,
  ordersArePaidWholeOrNotAtAll,
  whatIsHeldIsSettledWithItsRest,
} from './part-checks.ts';
import { ledgerStatusOf, type ProviderPayment } from './provider-server.ts';

/** The three ledgers, and the answers. */
export interface Evidence {
  readonly orders: readonly { readonly order: StoredOrder; readonly transactions: readonly StoredTransaction[] }[];
  readonly reversals: readonly { readonly key: number; readonly due_at: number | null }[];
  /** Transactions that are still due for a query. */
  readonly followUps: readonly { readonly transaction_key: number }[];
  /** With the gateway's record of late money. */
  readonly payments: readonly { readonly payment: ProviderPayment; readonly late: string | null }[];
  /** The host of each acquirer, by its name. */
  readonly hosts: ReadonlyMap<string, AcquirerHost>;
  readonly answers: ReadonlyMap<string, CompletedAnswer>;
  readonly asked: ReadonlyMap<string, number>;
  /** No fault occurred. */
  readonly isCalm: boolean;
}

export const CHECKS: readonly ((evidence: Evidence) => string[])[] = [
  ledgersAgree,
  totalsAddUp,
  answersHold,
  everythingGoesWhereItsPaymentWent,
  nothingIsChargedTwice,
  nothingIsAskedTwice,
  nothingIsRefundedTwice,
  nothingIsChargedWithoutATransaction,
  everyOrderReachesAnEnd,
  everyReversalIsAcknowledged,
  lateMoneyIsSeen,
  nobodyIsFailedWithoutAFault,
  nothingIsAskedForEver,
  ordersArePaidWholeOrNotAtAll,
  noAnswerShowsAPartAlone,
  whatIsHeldIsSettledWithItsRest,
];

/** Each order's totals, by the gateway and by the acquirers and the provider. */
function ledgersAgree({ orders, hosts, payments }: Evidence): string[] {
  return orders.flatMap(({ order: { orderId, state } }) => {
    const theirs = sumOf([
      // Open results count on neither side.
      ...[...hosts.values()].map((host) =>
        sumsOf(host.entries().filter((entry) => entry.message.orderId === orderId && !host.isOpen(entry))),
      ),
      ...payments
        .filter(({ payment }) => payment.asked.orderId === orderId)
        .map(({ payment, late }) => paidTo(payment, late)),
    ]);
    const ours = { authorized: state.totalAuthorized, captured: state.totalCaptured, refunded: state.totalRefunded };
    const [one, other] = [textOf(ours), textOf(theirs)];
    return one === other ? [] : [`${orderId}: the gateway has ${one}, and those who moved the money have ${other}`];
  });
}

/** Late money belongs to no order. */
function paidTo(payment: ProviderPayment, late: string | null): Sums {
  return late === null ? ledgerStatusOf(payment) : { authorized: 0n, captured: 0n, refunded: 0n };
}

function sumOf(all: readonly Sums[]): Sums {
  return all.reduce((sum, { authorized, captured, refunded }) => ({
    authorized: sum.authorized + authorized,
    captured: sum.captured + captured,
    refunded: sum.refunded + refunded,
  }));
}

function textOf({ authorized, captured, refunded }: Sums): string {
  return `authorized ${authorized}, captured ${captured}, refunded ${refunded}`;
}

/** The order's totals are the sum of its movements, which are its transactions. */
function totalsAddUp({ orders }: Evidence): string[] {
  return orders.flatMap(({ order: { orderId, state }, transactions }) => {
    const [made, stored] = [
      state.movements.map(({ transactionId, gatewayCode }) => `${transactionId} ${gatewayCode}`),
      transactions.map(({ transactionId, outcome }) => `${transactionId} ${outcome?.gatewayCode}`),
    ].map((all) => all.sort().join(', '));
    const sum = (...types: string[]) =>
      state.movements
        .filter(({ type, result }) => types.includes(type) && result === 'SUCCESS')
        .reduce((all, { amount }) => all + amount, 0n);
    const captured = sum('CAPTURE', 'PAYMENT') - sum('VOID_CAPTURE', 'VOID_PAYMENT');
    const refunded = sum('REFUND') - sum('VOID_REFUND');
    return [
      ...(made === stored ? [] : [`${orderId}: its movements are ${made}, and its transactions ${stored}`]),
      ...(captured === state.totalCaptured && refunded === state.totalRefunded
        ? []
        : [`${orderId}: its movements capture ${captured} and refund ${refunded}, and its totals say otherwise`]),
    ];
  });
}

function answersHold({ orders, answers }: Evidence): string[] {
  const stored: ReadonlyMap<string, StoredTransaction> = new Map(
    orders.flatMap(({ order, transactions }) =>
      transactions.map((transaction) => [`${order.orderId}/${transaction.transactionId}`, transaction] as const),
    ),
  );
  return [...answers].flatMap(([name, { transaction: before }]) => {
    const now = stored.get(name);
    const difference = now === undefined ? 'and is gone' : contradiction(before, now);
    return difference === undefined ? [] : [`${name} was answered ${difference}`];
  });
}

function transactionName({ message }: Entry): string {
  return nameOf(message);
}

/** The entries of all acquirers. */
function entriesOf({ hosts }: Pick<Evidence, 'hosts'>): Entry[] {
  return [...hosts.values()].flatMap((host) => host.entries());
}

/** An acquirer that receives a follow-up of another one's payment would refuse it, or make a second one. */
function everythingGoesWhereItsPaymentWent({ hosts, orders }: Evidence): string[] {
  const messages = [...hosts].flatMap(([name, host]) =>
    host
      .entries()
      .filter((entry) => acquirerOf(entry) !== name)
      .map((entry) => `${transactionName(entry)} came to the acquirer ${name}`),
  );
  const recorded = orders.flatMap(({ order: { orderId }, transactions }) =>
    transactions
      .filter(({ request: { instrument } }) => instrument.type !== 'BROWSER_PAYMENT')
      .filter(({ request }) => {
        const isGiftCard = request.instrument.type === 'GIFT_CARD';
        return acquirerName(request) !== (isGiftCard ? GIFT_CARD_ACQUIRER : acquirerOfOrder(orderId));
      })
      .map(({ transactionId }) => `${orderId}/${transactionId} is recorded for another acquirer`),
  );
  return [...messages, ...recorded];
}

function acquirerOf(entry: Entry): string {
  const isGiftCard = giftCardOf(rootOf(entry).message) !== undefined;
  return isGiftCard ? GIFT_CARD_ACQUIRER : acquirerOfOrder(entry.message.orderId);
}

function nothingIsChargedTwice({ hosts }: Evidence): string[] {
  const moved = Map.groupBy(entriesOf({ hosts }).filter(standing), transactionName);
  return [...moved].flatMap(([name, all]) => (all.length > 1 ? [`${name} moved money ${all.length} times`] : []));
}

/** A request is sent once, with any result; a second sending by another process would be a second movement. */
function nothingIsAskedTwice({ asked, hosts }: Evidence): string[] {
  const traces = Map.groupBy(entriesOf({ hosts }), transactionName);
  return [
    ...[...asked].flatMap(([name, often]) => (often > 1 ? [`${name} was asked for ${often} times`] : [])),
    ...[...traces].flatMap(([name, all]) => (all.length > 1 ? [`${name} came under ${all.length} traces`] : [])),
  ];
}

/** One decision of a person makes one refund. */
function nothingIsRefundedTwice({ orders }: Evidence): string[] {
  return orders.flatMap(({ order: { orderId, state } }) => {
    const refunds = Map.groupBy(
      state.movements.filter(({ approved }) => approved !== undefined),
      ({ approved }) => approved,
    );
    return [...refunds].flatMap(([id, all]) =>
      all.length > 1 ? [`${orderId}/${id} was approved once and made ${all.length} refunds`] : [],
    );
  });
}

function nothingIsChargedWithoutATransaction({ hosts, orders }: Evidence): string[] {
  const known: ReadonlySet<string> = new Set(
    orders.flatMap(({ order, transactions }) =>
      transactions.map(({ transactionId, key, createdAt }) => {
        const { terminal, stan } = traceOf(key, createdAt);
        return `${order.orderId}/${transactionId} ${terminal}-${stan}`;
      }),
    ),
  );
  return entriesOf({ hosts })
    .map((entry) => `${transactionName(entry)} ${entry.trace}`)
    .filter((name) => !known.has(name))
    .map((name) => `${name} is no transaction of the gateway's`);
}

function everyOrderReachesAnEnd({ orders, hosts }: Evidence): string[] {
  const kept: ReadonlySet<string> = new Set(
    [...hosts.values()].flatMap((host) =>
      host
        .entries()
        .filter((entry) => host.isOpen(entry))
        .map(transactionName),
    ),
  );
  return orders.flatMap(({ order, transactions }) => {
    const { orderId, state, lockedBy } = order;
    // A refund request waits for the refund that it became.
    const waits = (id: string) => state.movements.find(({ approved }) => approved === id)?.transactionId ?? id;
    const open = state.movements.filter((one) => isOpen(one) && !kept.has(`${orderId}/${waits(one.transactionId)}`));
    const isOver = orderStatus(state) !== 'INITIATED' || state.movements.some(isOpen);
    return [
      ...(lockedBy === null ? [] : [`${orderId} is locked by ${lockedBy}`]),
      ...open.map(({ transactionId, type, gatewayCode }) => `${orderId}/${transactionId} ${type} is ${gatewayCode}`),
      ...transactions
        .filter(({ outcome }) => outcome === undefined)
        .map(({ transactionId }) => `${orderId}/${transactionId} has no outcome`),
      ...(isOver ? [] : [`${orderId} is INITIATED`]),
    ];
  });
}

function everyReversalIsAcknowledged({ reversals }: Evidence): string[] {
  return reversals.filter(({ due_at }) => due_at !== null).map(({ key }) => `reversal ${key} is not acknowledged`);
}

/** Money at a provider belongs to an order, was returned, or is reported to a person. */
function lateMoneyIsSeen({ orders, payments }: Evidence): string[] {
  return payments.flatMap(({ payment, late }) => {
    const { orderId } = payment.asked;
    const { captured, refunded } = ledgerStatusOf(payment);
    const isGivenBack = late === 'REFUNDED' && captured !== refunded && payment.asked.operation === 'PAY';
    const paying = orders
      .find(({ order }) => order.orderId === orderId)
      ?.transactions.filter(({ request }) => request.operation === 'INITIATE_BROWSER_PAYMENT');
    const isOurs = paying?.some(({ outcome }) => outcome && resultOf(outcome.gatewayCode) === 'SUCCESS') === true;
    return [
      ...(isGivenBack ? [`${orderId}: late money is noted as given back, and ${captured - refunded} are kept`] : []),
      ...(late === 'REFUNDING' ? [`${orderId}: late money is still being given back`] : []),
      ...(captured > refunded && !isOurs && late === null
        ? [`${orderId}: nobody knows of ${captured} at the provider`]
        : []),
    ];
  });
}

const OURS: ReadonlySet<string | undefined> = new Set(['ACQUIRER_SYSTEM_ERROR', 'TIMED_OUT']);

/** Without faults, no answer reports a failure. */
function nobodyIsFailedWithoutAFault({ orders, hosts, isCalm }: Evidence): string[] {
  if (!isCalm) {
    return [];
  }
  const theirs = new Map(entriesOf({ hosts }).map((entry) => [transactionName(entry), entry.code]));
  return orders.flatMap(({ order, transactions }) =>
    transactions
      .map((transaction) => ({
        name: nameOf({ orderId: order.orderId, ...transaction }),
        code: transaction.outcome?.gatewayCode,
        isPart: transaction.request.part !== undefined,
      }))
      .filter(({ name, code }) => OURS.has(code) && theirs.get(name) !== code)
      // An open result is not accepted as a part of an order.
      .filter(({ name, isPart }) => !(isPart && isOpenCode(theirs.get(name) ?? 'APPROVED')))
      .map(({ name, code }) => `${name} is ${code}, and nothing went wrong`),
  );
}

/** A known result is queried no more, unless the provider may still take the money. */
function nothingIsAskedForEver({ orders, followUps, payments }: Evidence): string[] {
  const due = new Set(followUps.map(({ transaction_key }) => transaction_key));
  const undecided = payments.filter(({ payment }) => payment.standing === 'WAITING');
  const isUndecided = (id: string) => undecided.some(({ payment }) => payment.asked.orderId === id);
  return orders.flatMap(({ order: { orderId }, transactions }) =>
    transactions
      .filter(({ request }) => request.operation !== 'INITIATE_BROWSER_PAYMENT' || !isUndecided(orderId))
      .filter(({ key, outcome }) => due.has(key) && outcome !== undefined && !isOpenCode(outcome.gatewayCode))
      .map(
        ({ transactionId, outcome }) =>
          `${orderId}/${transactionId} is ${outcome?.gatewayCode} and is asked about still`,
      ),
  );
}
