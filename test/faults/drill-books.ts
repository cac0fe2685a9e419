/**
 * The ledgers of the acquirer and the providers in the restore drill, compared with each order as the gateway shows it.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { AcquirerLedgerEntry } from '../../src/sandbox/acquirer/acquirer-ledger.ts';
import type { AnswerBody } from '../support/merchant.ts';
import type { BookRow } from './acquirer-book.ts';
import type { DrilledOrder, Sent } from './drill-shops.ts';
import { inBatches } from './load.ts';
import { type Apart, compare } from './verdict.ts';

export const PROVIDERS = ['demoWallet', 'demoBank', 'paypal'] as const;
type ProviderId = (typeof PROVIDERS)[number];

/** An entry as `reconcile --bar --provider` reads it. */
export interface ProviderEntry {
  readonly kind: string;
  readonly reference: string;
  readonly merchant: string;
  readonly order: string;
  readonly amount: string;
  readonly currency: string;
  readonly state: string;
  readonly at: string;
}

export async function providerLedger(shopOrigin: string, id: ProviderId, sent: readonly Sent[]) {
  const ledger = async (query = ''): Promise<ProviderEntry[]> =>
    (await (await fetch(`${shopOrigin}/providers/${id}/ledger${query}`)).json()) as ProviderEntry[];
  if (id !== 'paypal') {
    return ledger();
  }
  // PayPal has its own terms: an operator's export maps them.
  const orders = [...new Set(sent.filter(({ way }) => way === 'paypalRefund').map(({ orderId }) => orderId))];
  const mapped = await inBatches(orders, async (order) =>
    (await ledger(`?order=${order}`)).map((entry) => ({
      ...entry,
      ...{ order, merchant: 'TESTSHOP', reference: entry.reference.replace('TESTSHOP.', '') },
      kind: entry.kind === 'ORDER' ? 'PAYMENT' : entry.kind,
      state: entry.state === 'COMPLETED' ? 'APPROVED' : entry.state,
    })),
  );
  return mapped.flat();
}

/** Every movement that holds or moves money, one line each, sorted. */
export async function movementsOf(shopOrigin: string, sent: readonly Sent[]): Promise<string[]> {
  const acquirer = (await (await fetch(`${shopOrigin}/acquirer/ledger`)).json()) as AcquirerLedgerEntry[];
  const lines = acquirer.map((one) => [one.merchant, one.order, one.transaction, one.kind, one.state, one.amount]);
  for (const id of PROVIDERS) {
    const entries = await providerLedger(shopOrigin, id, sent);
    lines.push(...entries.map((one) => [one.merchant, one.order, id, one.kind, one.state, one.amount]));
  }
  return lines.map((line) => line.join(' ')).toSorted();
}

export interface Books {
  readonly acquirer: readonly AcquirerLedgerEntry[];
  readonly providers: readonly ProviderEntry[];
}

const AGREEMENT_MS_MAX = 60_000;
const CHECK_INTERVAL_MS = 500;

/**
 * @returns the problems of each order that is not barred, by its name; waits for them to disappear until the time limit
 */
export async function flawsOf(
  orders: readonly DrilledOrder[],
  books: () => Promise<Books>,
): Promise<Record<string, readonly string[]>> {
  const until = performance.now() + AGREEMENT_MS_MAX;
  for (;;) {
    const isLast = performance.now() > until;
    const { acquirer, providers } = await books();
    const ofOrder = <Entry extends { merchant: string; order: string }>(entries: readonly Entry[]) =>
      Map.groupBy(entries, ({ merchant, order }) => `${merchant} ${order}`);
    const [atAcquirer, atProviders] = [ofOrder(acquirer), ofOrder(providers)];
    const found = await inBatches(orders, async ({ name, orderId, merchant }) => {
      const { status, body } = await merchant.order(orderId);
      const known = status === 200 ? body : undefined;
      const atProvider = atProviders.get(name);
      const entries = atAcquirer.get(name) ?? [];
      const apart: readonly string[] =
        atProvider === undefined ? compare([], known, entries.map(asRow)) : atProviderApart(known, atProvider);
      return [name, [...apart, ...(payments(entries, atProvider ?? []) > 1 ? ['chargedTwice'] : [])]] as const;
    });
    const apart = found.filter(([, flaws]) => flaws.length > 0);
    if (apart.length === 0 || isLast) {
      return Object.fromEntries(apart);
    }
    await pause(CHECK_INTERVAL_MS);
  }
}

function asRow({ kind, order, transaction, amount, state, reference }: AcquirerLedgerEntry): BookRow {
  return { kind, order, transaction, amount: minor(amount), state, trace: reference };
}

const DECIDED = new Set(['APPROVED', 'DECLINED', 'REVERSED']);

/** Approved payments and authorizations that are not undone, in all ledgers. */
function payments(...ledgers: readonly (readonly { readonly kind: string; readonly state: string }[])[]): number {
  const stands = ({ kind, state }: { kind: string; state: string }) =>
    (kind === 'PAYMENT' || kind === 'AUTHORIZATION') && state === 'APPROVED';
  return ledgers.flat().filter(stands).length;
}

function atProviderApart(order: AnswerBody | undefined, entries: readonly ProviderEntry[]): Apart {
  const sum = (...kinds: readonly string[]) =>
    entries
      .filter(({ kind, state }) => kinds.includes(kind) && state === 'APPROVED')
      .reduce((total, { amount }) => total + minor(amount), 0);
  // A PayPal payment consists of its order and the order's capture.
  const captured = sum('CAPTURE') || sum('PAYMENT');
  const isApart = minor(order?.totalCapturedAmount) !== captured || minor(order?.totalRefundedAmount) !== sum('REFUND');
  // Except if the payer never came, because the process was killed in between.
  const isOpen =
    entries.every(({ state }) => DECIDED.has(state)) &&
    (order?.transaction ?? []).some(({ result }) => result !== 'SUCCESS' && result !== 'FAILURE');
  return [...(isOpen ? (['open'] as const) : []), ...(isApart ? (['totalsApart'] as const) : [])];
}

const minor = (amount: number | string = 0) => Math.round(Number(amount) * 100);
