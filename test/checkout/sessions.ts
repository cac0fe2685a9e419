/** Checkout sessions and orders as values, for tests of pure functions. */

import type { Checkout, CheckoutSession } from '../../src/checkout/session/session.ts';
import { type GatewayCode, resultOf } from '../../src/contract/gateway-codes.ts';
import type { Values } from '../../src/contract/read.ts';
import { applyMovement, newOrder, type PartKind, type TransactionType } from '../../src/core/order/order.ts';
import type { StoredOrder } from '../../src/core/ports/index.ts';

export const NOW = Date.UTC(2026, 10, 21, 3, 0, 0);
export const SUCCESS = 'a'.repeat(32);
export const FAILURE = 'f'.repeat(32);

export function checkoutSession(
  checkout: Partial<Checkout> = {},
  fields: Values = {},
  more: Partial<CheckoutSession> = {},
): CheckoutSession {
  return {
    key: 7,
    merchantKey: 1,
    id: `SESSION${'A'.repeat(24)}`,
    version: 'aaaaaaaa01',
    fields,
    sealedCard: null,
    sealedSensitive: null,
    sensitiveUntil: null,
    updateStatus: 'SUCCESS',
    authenticationLimit: 25,
    authentications: 0,
    checkout: {
      operation: 'PURCHASE',
      mode: 'WEBSITE',
      successIndicator: SUCCESS,
      version: 100,
      attemptsMax: 3,
      ...checkout,
    },
    form: null,
    expiresAt: NOW + 1,
    createdAt: NOW - 1,
    updatedAt: NOW - 1,
    ...more,
  };
}

export interface AttemptResult {
  readonly id: string;
  readonly code: GatewayCode;
  readonly type?: TransactionType;
  /** Key of the session that made it; null for the API. */
  readonly session?: number | null;
  readonly giftCard?: boolean;
  readonly provider?: string;
  readonly part?: PartKind;
  readonly released?: true;
}

export function orderWith(movements: readonly AttemptResult[], lockedBy: number | null = null): StoredOrder {
  const state = movements.reduce(
    (order, { id, code, type = 'PAYMENT', session = 7, giftCard = false, provider, part, released }) =>
      applyMovement(
        order,
        {
          transactionId: id,
          type,
          gatewayCode: code,
          result: resultOf(code),
          amount: 1_000n,
          ...(session !== null && { session }),
          ...(giftCard && { giftCard }),
          ...(provider !== undefined && { provider }),
          ...(part && { part }),
          ...(released && { released }),
        },
        'EUR',
      ),
    newOrder('EUR', 1_000n),
  );
  return { key: 1, merchantKey: 1, orderId: 'A', state, lockedBy, fence: 1, createdAt: NOW, updatedAt: NOW };
}
