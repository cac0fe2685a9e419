/**
 * Every sequence of follow-ups that an order may have after its payment, by the gateway's own rules, with a ledger that
 * sums each entry independently, as an acquirer's does.
 */
import { MINUTE_MS } from '../../src/contract/durations.ts';
import type { Movement, OrderState, TransactionType } from '../../src/core/order/order.ts';
import { applyMovement, effectiveMovements, newOrder } from '../../src/core/order/order.ts';
import { partOf } from '../../src/core/order/parts.ts';
import {
  authorizationFloor,
  capturable,
  refundable,
  refusal,
  VOID_OF,
  voidRefusal,
} from '../../src/core/order/transitions.ts';
import type { InstrumentView, StoredTransaction } from '../../src/core/ports/index.ts';

export const PAID_AT = Date.parse('2026-12-01T12:00:00.000Z');
const EXCESS_PERCENT = 10;
const SOME = 500n;

const CARD = {
  type: 'CARD',
  brand: 'MASTERCARD',
  scheme: 'MASTERCARD',
  fundingMethod: 'CREDIT',
  lastFour: '0008',
} as const;
const GIFT_CARD = { ...CARD, type: 'GIFT_CARD', brand: 'LOCAL_BRAND_ONLY', lastFour: '0032' } as const;
const PROVIDER = { type: 'BROWSER_PAYMENT', provider: 'demoWallet' } as const;

interface Root {
  readonly type: 'AUTHORIZATION' | 'CAPTURE' | 'PAYMENT' | 'REFUND';
  readonly amount: bigint;
  readonly instrument: InstrumentView;
  readonly part?: 'HOLD' | 'REST';
}

const parts = (type: Root['type']): Root[] => [
  { type, amount: 2_000n, instrument: GIFT_CARD, part: 'HOLD' },
  { type, amount: 3_720n, instrument: CARD, part: 'REST' },
];
const whole = (type: Root['type'], instrument: InstrumentView): Root[] => [{ type, amount: 5_720n, instrument }];

export const WAYS: Readonly<Record<string, readonly Root[]>> = {
  'a card that is reserved': whole('AUTHORIZATION', CARD),
  'a card': whole('PAYMENT', CARD),
  'a gift card': whole('PAYMENT', GIFT_CARD),
  'a provider that reserves': whole('AUTHORIZATION', PROVIDER),
  'a provider': whole('PAYMENT', PROVIDER),
  'a gift card and a card that are reserved': parts('AUTHORIZATION'),
  'a gift card and a card': parts('PAYMENT'),
  'a capture alone': whole('CAPTURE', CARD),
  'a refund alone': whole('REFUND', CARD),
};

/** One movement of money, with later changes applied. */
interface Entry {
  readonly id: string;
  readonly kind: 'AUTHORIZATION' | 'CAPTURE' | 'CHARGEBACK' | 'PAYMENT' | 'REFUND';
  readonly amount: bigint;
  /** The authorization of a capture. */
  readonly of?: string | undefined;
  readonly isReversed?: true;
}

export interface History {
  /** The operations so far, for the message of a failing test. */
  readonly done: readonly string[];
  readonly order: OrderState;
  readonly transactions: readonly StoredTransaction[];
  readonly ledger: readonly Entry[];
}

/** The ledger's sums, without those that are zero. */
export function ledgerSums(ledger: readonly Entry[]): Readonly<Record<string, bigint>> {
  const stands = ledger.filter(({ isReversed }) => !isReversed);
  const total = (entries: readonly Entry[]) => entries.reduce((sum, { amount }) => sum + amount, 0n);
  const of = (...kinds: Entry['kind'][]) => stands.filter(({ kind }) => kinds.includes(kind));
  const open = of('AUTHORIZATION').map(({ id, amount }) => {
    const left = amount - total(of('CAPTURE').filter((capture) => capture.of === id));
    return left > 0n ? left : 0n;
  });
  const sums = {
    paid: total(of('CAPTURE', 'PAYMENT')),
    reserved: open.reduce((sum, left) => sum + left, 0n),
    refunded: total(of('REFUND')),
    chargedBack: total(of('CHARGEBACK')),
  };
  const named = Object.entries(sums).filter(([, sum]) => sum > 0n);
  if (named.length > 0) {
    return Object.fromEntries(named);
  }
  const payments = ledger.filter(({ kind }) => kind === 'AUTHORIZATION' || kind === 'PAYMENT');
  const gone = total(payments.length > 0 ? payments : ledger.filter(({ kind }) => kind === 'CAPTURE'));
  return gone > 0n ? { cancelled: gone } : {};
}

/** @returns the paid order, and each order that up to so many steps lead to */
export function histories(roots: readonly Root[], steps: number): History[] {
  const found = [paid(roots)];
  let newest = found;
  for (let step = 0; step < steps; step += 1) {
    newest = newest.flatMap(followed);
    found.push(...newest);
  }
  return found;
}

function paid(roots: readonly Root[]): History {
  const total = roots.reduce((sum, { amount }) => sum + amount, 0n);
  const start: History = { done: [], order: newOrder('EUR', total), transactions: [], ledger: [] };
  return roots.reduce((history, { type, amount, instrument, part }, index) => {
    const isGift = instrument.type === 'GIFT_CARD';
    const provider = instrument.type === 'BROWSER_PAYMENT' ? instrument.provider : undefined;
    const movement = {
      ...movementOf(history, type, amount),
      ...(isGift && { giftCard: true as const }),
      ...(provider !== undefined && { provider }),
      ...(part && { part }),
    };
    const entry = { id: movement.transactionId, kind: type, amount };
    return with_(history, movement, instrument, [...history.ledger, entry], `${type} ${index + 1}`, part);
  }, start);
}

function movementOf(
  { order }: History,
  type: TransactionType,
  amount: bigint,
  target?: string,
  gatewayCode: Movement['gatewayCode'] = 'APPROVED',
): Movement {
  const result = ({ APPROVED: 'SUCCESS', DECLINED: 'FAILURE', PENDING: 'PENDING' } as const)[gatewayCode as 'APPROVED'];
  const transactionId = String(order.movements.length + 1);
  return { transactionId, type, amount, result, gatewayCode, ...(target !== undefined && { target }) };
}

function with_(
  { done, order, transactions }: History,
  movement: Movement,
  instrument: InstrumentView,
  ledger: readonly Entry[],
  what: string,
  part?: Root['part'],
): History {
  const at = PAID_AT + transactions.length * MINUTE_MS;
  const { transactionId, type, amount, gatewayCode } = movement;
  const transaction = {
    ...{ key: transactions.length + 1, orderKey: 1, transactionId, createdAt: at, updatedAt: at },
    fingerprint: new Uint8Array(),
    request: {
      ...{ operation: 'PAY', type, version: 100, entryPoint: 'HOSTED_PAGE', currency: 'EUR', amount, instrument },
      details: {},
      ...(part && { part: part === 'HOLD' ? { kind: part, until: 0 } : { kind: part } }),
    },
    outcome: { gatewayCode, order: undefined as never },
  } as StoredTransaction;
  return {
    done: [...done, what],
    order: applyMovement(order, movement, 'EUR'),
    transactions: [...transactions, transaction],
    ledger,
  };
}

/** Each order that one more step leads to. */
function followed(history: History): History[] {
  return [...captures(history), ...updates(history), ...refunds(history), ...voids(history), ...others(history)];
}

function step(history: History, movement: Movement, what: string, change: (ledger: Entry[]) => Entry[]): History {
  const { instrument } = history.transactions[0]!.request;
  const ledger = movement.result === 'SUCCESS' ? change([...history.ledger]) : history.ledger;
  return with_(history, movement, instrument, ledger, what);
}

const distinct = (amounts: readonly bigint[]) => [...new Set(amounts)].filter((amount) => amount > 0n);

function captures(history: History): History[] {
  const { order } = history;
  if (refusal(order, 'CAPTURE') !== undefined) {
    return [];
  }
  return effectiveMovements(order, 'AUTHORIZATION').flatMap(({ transactionId: of }) => {
    const part = partOf(order, of);
    const all = capturable(part, 0);
    const amounts = distinct([all, all > SOME ? SOME : 0n, capturable(part, EXCESS_PERCENT)]);
    const made = amounts.flatMap((amount) => {
      const movement = movementOf(history, 'CAPTURE', amount, of);
      const id = movement.transactionId;
      return step(history, movement, `CAPTURE ${amount}`, (ledger) => [...ledger, { id, kind: 'CAPTURE', amount, of }]);
    });
    const failed = (['DECLINED', 'PENDING'] as const).map((code) =>
      step(history, movementOf(history, 'CAPTURE', SOME, of, code), `CAPTURE ${code}`, (ledger) => ledger),
    );
    return all > SOME ? [...made, ...failed] : made;
  });
}

function updates(history: History): History[] {
  const { order } = history;
  const [root, other] = effectiveMovements(order, 'AUTHORIZATION');
  if (root === undefined || other !== undefined || refusal(order, 'UPDATE_AUTHORIZATION') !== undefined) {
    return [];
  }
  const { transactionId } = root;
  const floor = authorizationFloor(order);
  const wanted = [order.totalAuthorized + 3_280n, order.totalAuthorized - SOME];
  return distinct(wanted.filter((amount) => amount >= floor)).map((amount) =>
    step(history, movementOf(history, 'AUTHORIZATION_UPDATE', amount, transactionId), `UPDATE ${amount}`, (ledger) =>
      ledger.map((entry) => (entry.id === transactionId ? { ...entry, amount } : entry)),
    ),
  );
}

function refunds(history: History): History[] {
  const { order } = history;
  if (refusal(order, 'REFUND') !== undefined) {
    return [];
  }
  return effectiveMovements(order, 'CAPTURE', 'PAYMENT').flatMap(({ transactionId: target }) => {
    const left = refundable(partOf(order, target));
    return distinct([left, left > SOME ? SOME : 0n]).flatMap((amount) => {
      const movement = movementOf(history, 'REFUND', amount, target);
      const id = movement.transactionId;
      return [
        step(history, movement, `REFUND ${amount}`, (ledger) => [...ledger, { id, kind: 'REFUND', amount }]),
        step(
          history,
          movementOf(history, 'REFUND_REQUEST', amount, target, 'PENDING'),
          'REFUND_REQUEST',
          (ledger) => ledger,
        ),
      ];
    });
  });
}

function voids(history: History): History[] {
  const { order } = history;
  return order.movements.flatMap((target) => {
    const { transactionId } = target;
    const part = partOf(order, transactionId);
    const type = VOID_OF[target.type];
    if (type === undefined || (voidRefusal(part, target) ?? refusal(part, 'VOID', type)) !== undefined) {
      return [];
    }
    const amount = target.type === 'AUTHORIZATION' ? part.totalAuthorized : target.amount;
    return step(history, movementOf(history, type, amount, transactionId), `${type} ${transactionId}`, (ledger) =>
      ledger.map((entry) => (entry.id === transactionId ? { ...entry, isReversed: true } : entry)),
    );
  });
}

/** A chargeback, reported by the payer's bank. */
function others(history: History): History[] {
  const { order } = history;
  const [taken] = effectiveMovements(order, 'CAPTURE', 'PAYMENT');
  if (taken === undefined || refundable(partOf(order, taken.transactionId)) < SOME) {
    return [];
  }
  const movement = movementOf(history, 'CHARGEBACK', SOME, taken.transactionId);
  const entry: Entry = { id: movement.transactionId, kind: 'CHARGEBACK', amount: SOME };
  return [step(history, movement, 'CHARGEBACK', (ledger) => [...ledger, entry])];
}
