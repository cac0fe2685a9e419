/** The requests of a merchant, read by the contract as the front door reads them. */
import { fixedText } from '../../src/contract/decimal.ts';
import { OPERATIONS } from '../../src/contract/operations.ts';
import type { Values } from '../../src/contract/read.ts';
import type { OrderOperation } from '../../src/gateway/order/transitions.ts';
import { readBody } from '../contract/body.ts';
import { cardNumberOf } from './acquirer-routes.ts';

/** What a merchant wants. */
export interface Wish {
  readonly orderId: string;
  readonly transactionId: string;
  readonly operation: OrderOperation;
  /** Minor units; a void and a verification have none. */
  readonly amount?: bigint;
  /** Of a void. */
  readonly target?: string;
  readonly browser?: {
    readonly operation: 'AUTHORIZE' | 'PAY';
    readonly confirmation: 'CONFIRM_AT_MERCHANT' | 'CONFIRM_AT_PROVIDER';
  };
}

const CARD = { expiry: { month: '1', year: '39' }, securityCode: '100' };
const CURRENCY = 'EUR';
const SCALE = 2;

/** Reading costs more than all else of a small history, and the same is read over and over. */
const read = new Map<string, Values>();

export function valuesOf(wish: Wish): Values {
  const body = bodyOf(wish);
  const key = `${wish.operation} ${JSON.stringify(body)}`;
  const known = read.get(key);
  if (known !== undefined) {
    return known;
  }
  const { values, problems } = readBody(OPERATIONS[wish.operation].request, body);
  if (problems.length > 0) {
    throw new Error(JSON.stringify(problems));
  }
  read.set(key, values);
  return values;
}

function bodyOf({ orderId, operation, amount, target, browser }: Wish): object {
  const money = { currency: CURRENCY, ...(amount !== undefined && { amount: fixedText(amount, SCALE) }) };
  if (browser !== undefined) {
    return {
      browserPayment: {
        operation: browser.operation,
        returnUrl: 'https://shop.example/return',
        demoWallet: { paymentConfirmation: browser.confirmation },
      },
      order: money,
      sourceOfFunds: { type: 'DEMO_WALLET' },
    };
  }
  if (operation === 'AUTHORIZE' || operation === 'PAY' || operation === 'VERIFY') {
    const card = { number: cardNumberOf(orderId), ...CARD };
    return { order: money, sourceOfFunds: { type: 'CARD', provided: { card } } };
  }
  return { transaction: operation === 'VOID' ? { targetTransactionId: target } : money };
}
