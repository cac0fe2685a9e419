import type { InitialOperation } from '../gateway/ports/index.ts';
import type { Checkout } from './session.ts';

/** The operation on the order that a checkout's card is paid with. */
export const CARD_OPERATIONS: Record<Exclude<Checkout['operation'], 'NONE'>, InitialOperation> = {
  AUTHORIZE: 'AUTHORIZE',
  PURCHASE: 'PAY',
  VERIFY: 'VERIFY',
};
