/**
 * A payment on the hosted page of the whole gateway, the merchant's follow-ups, and its pages' text: read from the
 * HTML, beside the sums of the acquirer's own ledger.
 */
import { expect } from 'vitest';
import type { Rig } from '../api/rest/rig.ts';
import { GOOD, giftCard, type Hands } from './hands.ts';

/** EUR, the whole order. */
const TOTAL = '57.20';

export const LEDGER_WAYS = ['a card', 'a gift card', 'a gift card and a card'] as const;
export const LEDGER_OPERATIONS = ['AUTHORIZE', 'PURCHASE'] as const;

/** A merchant's next operations, which the acquirer or the gateway may refuse. */
export const LEDGER_STEPS = [
  'capture all',
  'capture a part',
  'refund all',
  'refund a part',
  'void the newest',
  'void the first',
  'update up',
  'update down',
] as const;
export type LedgerStep = (typeof LEDGER_STEPS)[number];

interface Totals {
  readonly amount: number;
  readonly totalAuthorizedAmount: number;
  readonly totalCapturedAmount: number;
  readonly totalRefundedAmount: number;
  readonly transaction: readonly {
    readonly result: string;
    readonly transaction: { readonly id: string; readonly type: string };
  }[];
}

export interface PaidOrder {
  readonly id: string;
  readonly order: string;
}

export async function paidBy(
  { checkout, submit }: Hands,
  way: (typeof LEDGER_WAYS)[number],
  operation: (typeof LEDGER_OPERATIONS)[number],
): Promise<PaidOrder> {
  const { id, order } = await checkout({ order: { amount: TOTAL }, interaction: { operation } });
  if (way === 'a card') {
    await submit(id, GOOD);
  } else {
    const { cookie } = await submit(id, giftCard(way === 'a gift card' ? '09' : '03'));
    if (way === 'a gift card and a card') {
      await submit(id, GOOD, cookie);
    }
  }
  return { id, order };
}

/** @returns whether it was accepted */
export async function follow(
  { api }: Rig,
  { order }: PaidOrder,
  step: LedgerStep,
  transactionId: string,
): Promise<boolean> {
  const { json } = await api('GET', `/order/${order}`);
  const body = bodyOf(json as Totals, step);
  const answer = await api('PUT', `/order/${order}/transaction/${transactionId}`, body);
  return answer.status < 300 && answer.json.result === 'SUCCESS';
}

function bodyOf(totals: Totals, step: LedgerStep): object {
  const { totalAuthorizedAmount: authorized, totalCapturedAmount: captured, totalRefundedAmount: refunded } = totals;
  const of = (apiOperation: string, amount: number) => ({
    apiOperation,
    transaction: { amount: Math.max(amount, 0.01).toFixed(2), currency: 'EUR' },
  });
  const made = totals.transaction.filter(
    ({ result, transaction }) => result === 'SUCCESS' && !transaction.type.startsWith('VOID_'),
  );
  const voided = (one: Totals['transaction'][number] | undefined) => ({
    apiOperation: 'VOID',
    transaction: { targetTransactionId: one?.transaction.id ?? 'none' },
  });
  switch (step) {
    case 'capture all':
      return of('CAPTURE', authorized - captured);
    case 'capture a part':
      return of('CAPTURE', 10);
    case 'refund all':
      return of('REFUND', captured - refunded);
    case 'refund a part':
      return of('REFUND', 5);
    case 'void the newest':
      return voided(made.at(-1));
    case 'void the first':
      return voided(made[0]);
    case 'update up':
      return of('UPDATE_AUTHORIZATION', authorized + 32.8);
    case 'update down':
      return of('UPDATE_AUTHORIZATION', authorized - 7);
  }
}

const LABELS = {
  'Amount paid': 'paid',
  'Amount reserved': 'reserved',
  'Amount refunded': 'refunded',
  'Amount cancelled': 'cancelled',
} as const;

/** The sums of the entries in the acquirer's ledger that stand. */
export function sumsOfLedger({ host }: Rig, { order }: PaidOrder): Readonly<Record<string, string>> {
  const cents = (entries: readonly { readonly amount: string }[]) =>
    entries.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0);
  const made = host.ledger({ order }).filter(({ state }) => state !== 'DECLINED');
  const stands = made.filter(({ state }) => state === 'APPROVED');
  const of = (...kinds: string[]) => stands.filter(({ kind }) => kinds.includes(kind));
  const updated = of('UPDATE').at(-1);
  const authorized = updated === undefined ? cents(of('AUTHORIZATION')) : cents([updated]);
  const sums = {
    paid: cents(of('CAPTURE', 'PAYMENT')),
    reserved: Math.max(authorized - cents(of('CAPTURE')), 0),
    refunded: cents(of('REFUND')),
  };
  const named = Object.entries(sums).filter(([, sum]) => sum > 0);
  if (named.length > 0) {
    return Object.fromEntries(named.map(([name, sum]) => [name, euros(sum)]));
  }
  const newest = made.filter(({ kind }) => kind === 'UPDATE').at(-1);
  const roots = made.filter(({ kind }) => kind === 'AUTHORIZATION' || kind === 'PAYMENT');
  return { cancelled: euros(newest === undefined ? cents(roots) : cents([newest])) };
}

const euros = (cents: number) => `€${(cents / 100).toFixed(2)}`;

/** Fails where a page shows another sum than the ledger has. */
export async function holdPages(rig: Rig, { browse }: Hands, paid: PaidOrder, done: string): Promise<void> {
  const expected = sumsOfLedger(rig, paid);
  const receipt = await browse(`/checkout/pay/${paid.id}`);
  const status = await browse(/href="(\/checkout\/status\/[^"]*)"/.exec(receipt.text)?.[1] ?? '/none');
  for (const [name, page] of Object.entries({ receipt, status })) {
    expect(factsOf(page.text), `${name} after ${done}`).toEqual(expected);
    for (const amount of amountsIn(titleOf(page.text))) {
      expect(Object.values(expected), `${name} after ${done}`).toContain(amount);
    }
  }
}

function factsOf(html: string): Readonly<Record<string, string>> {
  const pairs = [...html.matchAll(/<dt[^>]*>([\s\S]*?)<\/dt>\s*<dd[^>]*>([\s\S]*?)<\/dd>/g)];
  const named = pairs.map(([, label = '', value = '']) => [plain(label), plain(value)] as const);
  return Object.fromEntries(
    named.flatMap(([label, value]) => (label in LABELS ? [[LABELS[label as keyof typeof LABELS], value]] : [])),
  );
}

/** The heading and the sentence below it. */
function titleOf(html: string): string {
  return plain(/<h1[\s\S]*?<\/h1>\s*(?:<p[^>]*>[\s\S]*?<\/p>)?/.exec(html)?.[0] ?? '');
}

const amountsIn = (sentence: string) => sentence.match(/€[\d.]*\d/g) ?? [];

const plain = (html: string) =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
