/** The requests of a merchant, read by the contract as the HTTP interface reads them. */
import { fixedText } from '../../src/contract/decimal.ts';
import { OPERATIONS } from '../../src/contract/operations.ts';
import type { Values } from '../../src/contract/read.ts';
import type { Merchant } from '../../src/core/merchant/merchant.ts';
import type { CalledPart, TransactionCall } from '../../src/core/operations/plan.ts';
import type { OrderOperation } from '../../src/core/order/transitions.ts';
import { readBody } from '../contract/body.ts';
import { cardNumberOf, giftCardNumberOf } from './acquirer-routes.ts';

/** A request that a merchant wants to make. */
export interface Wish {
  readonly orderId: string;
  readonly transactionId: string;
  readonly operation: OrderOperation;
  /** Minor units; a void and a verification have none. */
  readonly amount?: bigint;
  /** The gift card pays instead of the card. */
  readonly giftCard?: true;
  /** By the payer's page: `amount` is the order's. */
  readonly part?: CalledPart;
  /** The target of a void. */
  readonly target?: string;
  readonly browser?: {
    readonly operation: 'AUTHORIZE' | 'PAY';
    readonly confirmation: 'CONFIRM_AT_MERCHANT' | 'CONFIRM_AT_PROVIDER';
  };
}

const CARD = { expiry: { month: '1', year: '39' }, securityCode: '100' };
export const CURRENCY = 'EUR';
/** Minor units of every order. */
export const WHOLE = 1_000n;
/** The key of the page's session. */
const PAGE_SESSION = 1;
const SCALE = 2;

/** Cached: reading is the most expensive part of a small history, and requests repeat. */
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

export function callOf(merchant: Merchant, wish: Wish): TransactionCall {
  const { orderId, transactionId, operation, giftCard, part } = wish;
  const isOfPage = giftCard !== undefined || part !== undefined;
  return {
    merchant,
    orderId,
    transactionId,
    operation,
    version: 100,
    entryPoint: isOfPage ? 'HOSTED_PAGE' : 'WEB_SERVICES_API',
    ...(isOfPage && { pageSession: PAGE_SESSION }),
    ...(part && { part }),
    values: valuesOf(wish),
  };
}

function bodyOf({ orderId, operation, amount, giftCard, target, browser }: Wish): object {
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
    if (giftCard) {
      const provided = { giftCard: { number: giftCardNumberOf(orderId), pin: '1234' } };
      return { order: money, sourceOfFunds: { type: 'GIFT_CARD', provided } };
    }
    const card = { number: cardNumberOf(orderId), ...CARD };
    return { order: money, sourceOfFunds: { type: 'CARD', provided: { card } } };
  }
  return { transaction: operation === 'VOID' ? { targetTransactionId: target } : money };
}
