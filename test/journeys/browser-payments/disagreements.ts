/**
 * Compares the three ledgers of an order row by row: the gateway's answer to the merchant, the provider's record, and
 * the merchant's notifications; also the acquirer's, which covers only cards. Each rule gives a sentence for each row
 * that breaks it.
 */
import type { Interaction, Ledgers, TransactionAnswer } from './ledgers.ts';

/** @param notificationUrl of the order; undefined if there are no notifications @returns empty if the ledgers agree */
export function disagreements(ledgers: Ledgers, notificationUrl: string | undefined): string[] {
  return [
    ...eachPaymentIsTheProviders(ledgers),
    ...eachMovementIsTheProviders(ledgers),
    ...cardsAloneAreTheAcquirers(ledgers),
    ...theTotalsAreTheMoneyThatMoved(ledgers),
    ...eachVisitIsTrue(ledgers),
    ...eachDecisionIsNotifiedOnce(ledgers, notificationUrl),
  ];
}

/** The possible states at the provider, by the merchant's result. */
const STATES: Readonly<Record<TransactionAnswer['result'], readonly string[]>> = {
  SUCCESS: ['APPROVED'],
  FAILURE: ['DECLINED', 'WITHDRAWN'],
  PENDING: ['OPEN', 'AGREED', 'WAITING'],
  UNKNOWN: [],
};

/**
 * Payments to which no payer was sent: the provider refused, was unavailable, or did not answer, so that its page's
 * address is unknown.
 */
const NOT_STARTED: Readonly<Record<string, readonly string[]>> = {
  DECLINED: ['DECLINED'],
  ACQUIRER_SYSTEM_ERROR: ['absent'],
  TIMED_OUT: ['absent', 'OPEN', 'WITHDRAWN'],
};

function eachPaymentIsTheProviders({ gateway, names, provider }: Ledgers): string[] {
  const known = new Set(names.map(({ reference }) => reference));
  const payments = provider.filter(({ kind }) => kind === 'AUTHORIZATION' || kind === 'PAYMENT');
  const foreign = payments.filter(({ reference }) => !known.has(reference));
  return [
    ...foreign.map(({ reference }) => `The provider has a payment ${reference} that the gateway does not know.`),
    ...names.flatMap(({ transaction: id, reference, late }) => {
      const answered = gateway.transaction.find(({ transaction }) => transaction.id === id);
      if (answered === undefined) {
        return [`Transaction ${id} went to a provider, and the merchant is not told of it.`];
      }
      const row = payments.find((payment) => payment.reference === reference);
      const state = row?.state ?? 'absent';
      const allowed = statesOf(answered, gateway.transaction, late);
      return [
        ...(allowed.includes(state)
          ? []
          : [`${lineOf(answered)} is ${state} at the provider, not ${allowed.join(' or ')}.`]),
        ...(row === undefined || isSame(row, answered)
          ? []
          : [`${lineOf(answered)} is ${row.kind} ${row.amount} ${row.currency} at the provider.`]),
      ];
    }),
  ];
}

function statesOf(
  answered: TransactionAnswer,
  all: readonly TransactionAnswer[],
  late: string | null,
): readonly string[] {
  if (answered.browserPayment?.interaction === undefined) {
    return NOT_STARTED[answered.response.gatewayCode] ?? [];
  }
  if (late !== null) {
    return answered.transaction.type === 'AUTHORIZATION' && late === 'REFUNDED' ? ['REVERSED'] : ['APPROVED'];
  }
  const isVoided = all.some(
    ({ transaction, result }) => result === 'SUCCESS' && transaction.type === `VOID_${answered.transaction.type}`,
  );
  return isVoided && answered.result === 'SUCCESS' ? ['REVERSED'] : STATES[answered.result];
}

/** Captures, refunds and voids are in both ledgers in the same order; late money is returned without a transaction. */
function eachMovementIsTheProviders({ gateway, names, provider }: Ledgers): string[] {
  const LATE = /-late$/;
  const later = provider.filter(({ kind }) => kind !== 'AUTHORIZATION' && kind !== 'PAYMENT');
  const ours = gateway.transaction.filter(
    ({ sourceOfFunds, transaction }) =>
      isProviders(sourceOfFunds.type) && /^(CAPTURE|REFUND|VOID_)/.test(transaction.type),
  );
  const here = ours.map(
    ({ transaction, result }) =>
      `${transaction.type.replace(/^VOID_.*/, 'VOID')} ${text(transaction.amount)} ${result === 'SUCCESS' ? 'APPROVED' : 'DECLINED'}`,
  );
  const there = later
    .filter(({ reference }) => !LATE.test(reference))
    .map(({ kind, amount, state }) => `${kind} ${amount} ${state}`);
  const returned = later
    .filter(({ reference, state }) => LATE.test(reference) && state === 'APPROVED')
    .map(({ reference }) => reference);
  const owed = names.filter(({ late }) => late === 'REFUNDED').map(({ reference }) => `${reference}-late`);
  return [
    ...unequal('Movements at the gateway', here, 'at the provider', there),
    ...unequal('Late money that the gateway gave back', owed, 'at the provider', returned),
  ];
}

function cardsAloneAreTheAcquirers({ gateway, acquirer }: Ledgers): string[] {
  const ATTEMPTS = { SUCCESS: 'APPROVED', FAILURE: 'DECLINED', PENDING: 'PENDING', UNKNOWN: 'UNKNOWN' } as const;
  const here = gateway.transaction
    .filter(({ sourceOfFunds }) => !isProviders(sourceOfFunds.type))
    .map(({ transaction, result }) => `${transaction.id} ${text(transaction.amount)} ${ATTEMPTS[result]}`);
  const there = acquirer.map(({ transaction, amount, state }) => `${transaction} ${amount} ${state}`);
  return unequal('Transactions by card at the gateway', here, 'at the acquirer', there);
}

/** Money received by the merchant less money returned, in minor units of a currency with two decimals. */
function theTotalsAreTheMoneyThatMoved({ gateway, provider, acquirer }: Ledgers): string[] {
  const SIGNS: Readonly<Record<string, bigint>> = { PAYMENT: 1n, CAPTURE: 1n, REFUND: -1n };
  const moved = [...provider, ...acquirer]
    .filter(({ state }) => state === 'APPROVED')
    .reduce((sum, { kind, amount }) => sum + (SIGNS[kind] ?? 0n) * minor(amount), 0n);
  const net = minor(text(gateway.totalCapturedAmount)) - minor(text(gateway.totalRefundedAmount));
  return moved === net ? [] : [`The merchant is told of ${net} minor units, and ${moved} moved.`];
}

const STEPS = ['timeInitiated', 'timeRedirected', 'timeReturned', 'timeCompleted'] as const;

/** The latest step first. */
const STATUS_BY_TIME: readonly (readonly [keyof Interaction, string])[] = [
  ['timeCompleted', 'COMPLETED'],
  ['timeReturned', 'RETURNED_TO_MERCHANT'],
  ['timeRedirected', 'REDIRECTED_TO_PROVIDER'],
  ['timeInitiated', 'INITIATED'],
];

function eachVisitIsTrue({ gateway }: Ledgers): string[] {
  return gateway.transaction.flatMap((answered) => {
    const interaction = answered.browserPayment?.interaction;
    if (interaction === undefined) {
      return [];
    }
    const status = STATUS_BY_TIME.find(([time]) => interaction[time] !== undefined)?.[1];
    const way = STEPS.slice(0, 3).flatMap((step) => interaction[step] ?? []);
    const isDecided = answered.result === 'SUCCESS' || answered.result === 'FAILURE';
    return [
      ...(interaction.timeInitiated === undefined ? [`${lineOf(answered)} has a visit that nobody began.`] : []),
      ...(interaction.status === status
        ? []
        : [`${lineOf(answered)} is ${interaction.status} by its word, ${status} by its times.`]),
      ...(isDecided === (interaction.timeCompleted !== undefined)
        ? []
        : [`${lineOf(answered)} is ${interaction.status}.`]),
      ...(way.join() === [...way].sort().join()
        ? []
        : [`${lineOf(answered)} has its steps in the order ${way.join(', ')}.`]),
    ];
  });
}

function eachDecisionIsNotifiedOnce(
  { gateway, notifications }: Ledgers,
  notificationUrl: string | undefined,
): string[] {
  const decided = gateway.transaction.filter(({ result }) => result === 'SUCCESS' || result === 'FAILURE');
  const owed =
    notificationUrl === undefined ? [] : decided.map(({ transaction }) => `${transaction.id} to ${notificationUrl}`);
  const kept = notifications.map(({ transaction, url }) => `${transaction} to ${url}`);
  return unequal('Decisions that the merchant is to be told', owed.sort(), 'notifications', kept.sort());
}

/** @example '1 PAYMENT SUCCESS 57.20 EUR' */
export function lineOf({ transaction, result }: TransactionAnswer): string {
  return `${transaction.id} ${transaction.type} ${result} ${text(transaction.amount)} ${transaction.currency}`;
}

function isSame(row: { kind: string; amount: string; currency: string }, { transaction }: TransactionAnswer): boolean {
  return (
    row.kind === transaction.type && row.amount === text(transaction.amount) && row.currency === transaction.currency
  );
}

function isProviders(type: string): boolean {
  return type !== 'CARD' && type !== 'GIFT_CARD';
}

function unequal(ours: string, here: readonly string[], theirs: string, there: readonly string[]): string[] {
  return here.join() === there.join()
    ? []
    : [`${ours}: ${here.join(', ') || 'none'}; ${theirs}: ${there.join(', ') || 'none'}.`];
}

/** For a currency with two decimals. @param amount as in answers */
function text(amount: number): string {
  return amount.toFixed(2);
}

function minor(amount: string): bigint {
  return BigInt(amount.replace('.', ''));
}
