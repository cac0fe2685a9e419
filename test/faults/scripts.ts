/** The requests of a shop's server on one order, one after another. */
import { CARD_SOURCE } from '../support/merchant.ts';

export type Operation = 'AUTHORIZE' | 'CAPTURE' | 'PAY' | 'REFUND' | 'UPDATE_AUTHORIZATION' | 'VERIFY' | 'VOID';

/** Bodies of EUR 10.00 and of parts of it. A void undoes the order's first transaction. */
export const BODIES: Readonly<Record<Operation, object>> = {
  AUTHORIZE: { apiOperation: 'AUTHORIZE', order: { amount: '10.00', currency: 'EUR' }, sourceOfFunds: CARD_SOURCE },
  CAPTURE: { apiOperation: 'CAPTURE', transaction: { amount: '10.00', currency: 'EUR' } },
  PAY: { apiOperation: 'PAY', order: { amount: '10.00', currency: 'EUR' }, sourceOfFunds: CARD_SOURCE },
  REFUND: { apiOperation: 'REFUND', transaction: { amount: '4.00', currency: 'EUR' } },
  UPDATE_AUTHORIZATION: { apiOperation: 'UPDATE_AUTHORIZATION', transaction: { amount: '12.00', currency: 'EUR' } },
  VERIFY: { apiOperation: 'VERIFY', order: { currency: 'EUR' }, sourceOfFunds: CARD_SOURCE },
  VOID: { apiOperation: 'VOID', transaction: { targetTransactionId: '1' } },
};

export type Script = readonly Operation[];

/** A realistic mix: most orders are one payment. */
export const SCRIPTS: readonly Script[] = [
  ['PAY'],
  ['PAY'],
  ['PAY', 'REFUND'],
  ['PAY', 'VOID'],
  ['AUTHORIZE', 'CAPTURE'],
  ['AUTHORIZE', 'CAPTURE', 'REFUND'],
  ['AUTHORIZE', 'UPDATE_AUTHORIZATION', 'CAPTURE'],
  ['AUTHORIZE', 'VOID'],
  ['VERIFY'],
];
