import type { InitialOperation } from '../../core/ports/index.ts';
import type { Checkout } from './session.ts';

/** The operation on the order by which a checkout's card is charged or verified. */
export const CARD_OPERATIONS: Record<Exclude<Checkout['operation'], 'NONE'>, InitialOperation> = {
  AUTHORIZE: 'AUTHORIZE',
  PURCHASE: 'PAY',
  VERIFY: 'VERIFY',
};
