/** Compares the gateway's state of each order, and its answers to the shop, with the acquirer's own ledger. */
import { setTimeout as pause } from 'node:timers/promises';
import type { AnswerBody, Merchant, TransactionBody } from '../support/merchant.ts';
import { type BookRow, bookByOrder } from './acquirer-book.ts';
import { type Attempt, digestOf, inBatches } from './load.ts';
import { counting, grouped } from './report.ts';
import { BODIES } from './scripts.ts';

/** Violations by name, each with the affected orders. */
export interface Flaws {
  /** Requests without an answer. */
  readonly unanswered: readonly string[];
  /** Transactions that a shop got an answer about, but that the gateway does not know. */
  readonly lost: readonly string[];
  /** Answers that differ when the request is repeated. */
  readonly changed: readonly string[];
  /** Transactions with more than one effective movement. */
  readonly doubled: readonly string[];
  /** Transactions that succeeded at the gateway but not at the acquirer. */
  readonly invented: readonly string[];
  /** Transactions that failed or were undone at the gateway, while the acquirer holds money. */
  readonly heldInVain: readonly string[];
  /** Orders with totals that differ from the sum of the acquirer's movements. */
  readonly totalsApart: readonly string[];
  /** Orders with an open result. */
  readonly open: readonly string[];
}

export const NO_FLAWS: Flaws = {
  unanswered: [],
  lost: [],
  changed: [],
  doubled: [],
  invented: [],
  heldInVain: [],
  totalsApart: [],
  open: [],
};

export interface Judgement {
  readonly flaws: Flaws;
  /** Figures for the report. */
  readonly facts: readonly string[];
  /** The time until the ledgers agreed. */
  readonly agreedMs: number;
}

export interface Judges {
  readonly ledgerFile: string;
  readonly merchant: Merchant;
}

/** Time for recovery, reversals and repeated advices before the ledgers must agree. */
const AGREEMENT_MS_MAX = 60_000;
const CHECK_INTERVAL_MS = 500;

/** Waits until the ledgers agree, up to the time limit. */
export async function judge(
  attempts: readonly Attempt[],
  judges: Judges,
  withinMs = AGREEMENT_MS_MAX,
): Promise<Judgement> {
  const since = performance.now();
  const byOrder = Map.groupBy(attempts, ({ orderId }) => orderId);
  let pending = [...byOrder.keys()];
  let apart: [string, Apart][] = [];
  for (;;) {
    // The last comparison starts when the time is over: with ten thousand orders it may take as long itself.
    const isLast = performance.now() - since > withinMs;
    const book = bookByOrder(judges.ledgerFile);
    const compared = await inBatches(pending, async (orderId): Promise<[string, Apart]> => {
      const { body, status } = await judges.merchant.order(orderId);
      const known = status === 200 ? body : undefined;
      return [orderId, compare(byOrder.get(orderId) ?? [], known, book.get(orderId) ?? [])];
    });
    apart = compared.filter(([, flaws]) => flaws.length > 0);
    pending = apart.map(([orderId]) => orderId);
    if (pending.length === 0 || isLast) {
      break;
    }
    await pause(CHECK_INTERVAL_MS);
  }
  const agreedMs = Math.round(performance.now() - since);
  await reportFlaws(apart, byOrder, judges);
  const of = (name: keyof Flaws) => apart.filter(([, flaws]) => flaws.includes(name)).map(([orderId]) => orderId);
  const flaws: Flaws = {
    unanswered: of('unanswered'),
    lost: of('lost'),
    changed: await changed(attempts, judges.merchant),
    doubled: of('doubled'),
    invented: of('invented'),
    heldInVain: of('heldInVain'),
    totalsApart: of('totalsApart'),
    open: of('open'),
  };
  return { flaws, facts: factsOf(attempts, flaws), agreedMs };
}

/** Enough to diagnose a failure that affects many orders. */
const REPORTED_MAX = 5;

/** Prints both sides, since the database and the acquirer's ledger are deleted after the run. */
async function reportFlaws(
  apart: readonly (readonly [string, Apart])[],
  byOrder: ReadonlyMap<string, readonly Attempt[]>,
  { ledgerFile, merchant }: Judges,
): Promise<void> {
  const book = bookByOrder(ledgerFile);
  for (const [orderId, flaws] of apart.slice(0, REPORTED_MAX)) {
    const { body } = await merchant.order(orderId);
    const evidence = { orderId, flaws, asked: byOrder.get(orderId), gateway: body, acquirer: book.get(orderId) };
    process.stderr.write(`${JSON.stringify(evidence)}\n`);
  }
}

export type Apart = readonly (keyof Flaws)[];

/** @param order as the gateway shows it; undefined if unknown @returns its problems */
export function compare(attempts: readonly Attempt[], order: AnswerBody | undefined, book: readonly BookRow[]): Apart {
  const transactions = order?.transaction ?? [];
  const known = new Map(transactions.map((one) => [one.transaction.id, one]));
  const undone = undoneIn(transactions);
  const found = new Set<keyof Flaws>();
  for (const { transactionId, answer } of attempts) {
    if (answer === undefined) {
      found.add('unanswered');
    } else if (answer.status < 400 && !known.has(transactionId)) {
      found.add('lost');
    }
  }
  const rows = Map.groupBy(
    book.filter(({ kind }) => kind !== 'VOID'),
    ({ transaction }) => transaction,
  );
  for (const id of new Set([...known.keys(), ...rows.keys()])) {
    const answered = known.get(id);
    // Neither moves money itself.
    if (answered?.transaction.type.startsWith('VOID_') || answered?.transaction.type === 'AUTHENTICATION') {
      continue;
    }
    const standing = (rows.get(id) ?? []).filter(({ state }) => state === 'APPROVED');
    const stands = answered?.result === 'SUCCESS' && !undone.has(id);
    if (standing.length > 1) {
      found.add('doubled');
    }
    if (stands && standing.every(({ amount }) => amount !== minor(answered.transaction.amount))) {
      found.add('invented');
    }
    if (!stands && standing.length > 0) {
      found.add('heldInVain');
    }
  }
  if (transactions.some(({ result }) => result !== 'SUCCESS' && result !== 'FAILURE')) {
    found.add('open');
  }
  if (minor(order?.totalCapturedAmount) !== sum(book, 'CAPTURE', 'PAYMENT')) {
    found.add('totalsApart');
  }
  if (minor(order?.totalRefundedAmount) !== sum(book, 'REFUND')) {
    found.add('totalsApart');
  }
  return [...found];
}

/** The ids that a void has undone, including an authorization's updates. */
function undoneIn(transactions: readonly TransactionBody[]): Set<string> {
  const voids = transactions.filter(
    ({ result, transaction }) => result === 'SUCCESS' && /^VOID_/.test(transaction.type),
  );
  const undone = new Set(voids.map(({ transaction }) => transaction.targetTransactionId ?? ''));
  if (voids.some(({ transaction }) => transaction.type === 'VOID_AUTHORIZATION')) {
    for (const { transaction } of transactions) {
      if (transaction.type === 'AUTHORIZATION_UPDATE') {
        undone.add(transaction.id);
      }
    }
  }
  return undone;
}

/** All amounts of these runs are in EUR. */
function minor(amount = 0): number {
  return Math.round(amount * 100);
}

function sum(book: readonly BookRow[], ...kinds: readonly BookRow['kind'][]): number {
  const standing = book.filter(({ kind, state }) => state === 'APPROVED' && kinds.includes(kind));
  return standing.reduce((total, { amount }) => total + amount, 0);
}

/** Repeats each answered request. A PENDING result may have ended since, so its answer may differ. */
async function changed(attempts: readonly Attempt[], merchant: Merchant): Promise<string[]> {
  const final = attempts.filter(({ answer }) => answer?.result === 'SUCCESS' || answer?.result === 'FAILURE');
  const again = await inBatches(final, async ({ orderId, transactionId, operation, answer }) => {
    const repeat = await merchant.call('PUT', `/order/${orderId}/transaction/${transactionId}`, BODIES[operation]);
    return digestOf(repeat.text) === answer?.digest ? [] : [orderId];
  });
  return again.flat();
}

function factsOf(attempts: readonly Attempt[], flaws: Flaws): string[] {
  const answered = attempts.filter(({ answer }) => answer !== undefined);
  const again = attempts.filter(({ tries }) => tries > 1);
  const kept = again.filter(({ answer }) => answer?.result === 'SUCCESS');
  const givenBack = again.filter(({ answer }) => answer?.gatewayCode === 'TIMED_OUT');
  return [
    `${counting(answered.length, 'request')} answered`,
    `${grouped(again.length)} of them sent more than once (${grouped(kept.length)} made, ${grouped(givenBack.length)} timed out and given back, ${grouped(again.length - kept.length - givenBack.length)} not begun)`,
    `${flaws.unanswered.length} unanswered`,
    `${flaws.lost.length} lost`,
    `${flaws.changed.length} changed`,
    `${flaws.doubled.length} doubled`,
    `${flaws.heldInVain.length} held in vain`,
    `${flaws.invented.length} invented`,
    `${flaws.totalsApart.length} totals apart`,
    ...(flaws.open.length > 0 ? [`${flaws.open.length} open`] : []),
  ];
}
