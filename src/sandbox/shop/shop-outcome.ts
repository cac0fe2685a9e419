/** The result of an order, from the gateway's answer. Values from the browser have no effect. */
import { factsOfType } from '../../contract/providers/index.ts';
import type { GatewayAnswer } from './gateway-client.ts';
import { majorUnits } from './goods.ts';
import type { ShopOrder } from './shop-orders.ts';

export interface ShopOutcome {
  /**
   * `returned`: paid, then voided or refunded. `different`: paid, with another amount or currency than ordered.
   * `unknown`: the bank has not answered, or the gateway answered with an error.
   */
  readonly kind: 'paid' | 'returned' | 'different' | 'unpaid' | 'unknown';
  readonly status?: string;
  readonly instrument?: string;
}

/**
 * The parts of the retrieve-order answer that a shop needs. All are optional: the order may have no transaction yet.
 */
interface OrderAnswer {
  readonly result?: unknown;
  readonly status?: unknown;
  readonly amount?: unknown;
  readonly currency?: unknown;
  readonly sourceOfFunds?: {
    readonly type?: unknown;
    readonly provided?: { readonly card?: MaskedCard; readonly giftCard?: MaskedCard };
  };
}

interface MaskedCard {
  readonly brand?: unknown;
  readonly number?: unknown;
}

/** The meaning of an order's status for a shop that requested the full amount. Every other status is unpaid. */
const KIND_OF_STATUS: Readonly<Record<string, 'paid' | 'returned'>> = {
  CAPTURED: 'paid',
  REFUND_REQUESTED: 'paid',
  PARTIALLY_REFUNDED: 'returned',
  REFUNDED: 'returned',
  EXCESSIVELY_REFUNDED: 'returned',
  CANCELLED: 'returned',
};

/** Statuses for an unknown order: the payer left before an attempt to pay. */
const NO_SUCH_ORDER = [400, 404];

export function shopOutcomeOf(order: ShopOrder, answer: GatewayAnswer): ShopOutcome {
  if (NO_SUCH_ORDER.includes(answer.status)) {
    return { kind: 'unpaid' };
  }
  if (answer.status !== 200 || typeof answer.body !== 'object' || answer.body === null) {
    return { kind: 'unknown' };
  }
  const stored = answer.body as OrderAnswer;
  const instrument = instrumentOf(stored);
  return {
    kind: kindOf(order, stored),
    status: typeof stored.status === 'string' ? stored.status : undefined,
    instrument,
  };
}

function kindOf(order: ShopOrder, answer: OrderAnswer): ShopOutcome['kind'] {
  if (answer.result === 'PENDING' || answer.result === 'UNKNOWN') {
    return 'unknown';
  }
  const kind = answer.result === 'SUCCESS' ? KIND_OF_STATUS[String(answer.status)] : undefined;
  if (kind !== 'paid') {
    return kind ?? 'unpaid';
  }
  // The answer's amounts are JSON numbers: `9.8` is our `9.80`.
  const same = answer.currency === order.currency && answer.amount === Number(majorUnits(order.cents));
  return same ? 'paid' : 'different';
}

function instrumentOf({ sourceOfFunds }: OrderAnswer): string | undefined {
  const { card, giftCard } = sourceOfFunds?.provided ?? {};
  const masked = card ?? giftCard;
  if (masked === undefined) {
    return factsOfType(String(sourceOfFunds?.type))?.name;
  }
  if (typeof masked.number !== 'string') {
    return undefined;
  }
  const brand = typeof masked.brand === 'string' ? masked.brand : giftCard === undefined ? 'Card' : 'Gift card';
  return `${brand} ${masked.number}`;
}
