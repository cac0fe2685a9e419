/** The ledger of PayPal's simulator, in the kit's terms. */
import type { LedgerEntry } from '../../adapters/providers/index.ts';
import { minorAmount } from './amounts.ts';

/** The sandbox's ledger entry. The entry of a PayPal order is followed by its movements in sequence. */
export interface PayPalEntry {
  readonly kind: 'AUTHORIZATION' | 'CAPTURE' | 'ORDER' | 'REFUND';
  readonly amount: string;
  readonly currency: string;
  readonly state: string;
}

type State = LedgerEntry['state'];

/** The states of authorizations and captures. MADE includes an authorization that has expired or was voided since. */
const STATES: Readonly<Record<string, State>> = {
  CAPTURED: 'MADE',
  COMPLETED: 'MADE',
  CREATED: 'MADE',
  DECLINED: 'OVER',
  DENIED: 'OVER',
  EXPIRED: 'MADE',
  FAILED: 'OVER',
  PARTIALLY_CAPTURED: 'MADE',
  PARTIALLY_REFUNDED: 'MADE',
  PENDING: 'OPEN',
  REFUNDED: 'MADE',
  VOIDED: 'MADE',
};

/** PayPal's order moves no money: without a completion it stays open until PayPal deletes it. */
export function paypalLedger(order: string, entries: readonly PayPalEntry[]): readonly LedgerEntry[] {
  const entry = (kind: LedgerEntry['kind'], { amount, currency }: PayPalEntry, state: State): LedgerEntry => {
    return { order, kind, amount: minorAmount(amount, currency), currency, state };
  };
  const of = (kind: PayPalEntry['kind']) => entries.filter((one) => one.kind === kind);
  const stateOf = ({ state }: PayPalEntry) => STATES[state] ?? 'OPEN';
  const [first, ...renewals] = of('AUTHORIZATION');
  const newest = renewals.at(-1) ?? first;
  const captures = of('CAPTURE');
  const moved = [
    ...renewals.map((one) => entry('UPDATE', one, stateOf(one))),
    ...(newest?.state === 'VOIDED' ? [entry('VOID', newest, 'MADE')] : []),
    ...(first === undefined ? [] : captures.map((one) => entry('CAPTURE', one, stateOf(one)))),
    ...of('REFUND').map((one) => entry('REFUND', one, stateOf(one))),
  ].filter(({ state }) => state === 'MADE');
  if (first !== undefined) {
    return [entry('AUTHORIZATION', first, stateOf(first)), ...moved];
  }
  const payments =
    captures.length > 0 ? captures.map((one) => [one, stateOf(one)] as const) : of('ORDER').map(openEntry);
  return [...payments.map(([one, state]) => entry('PAYMENT', one, state)), ...moved];
}

function openEntry(one: PayPalEntry): readonly [PayPalEntry, State] {
  return [one, 'OPEN'];
}
