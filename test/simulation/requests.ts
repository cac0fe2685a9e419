/** The requests of a merchant, read by the contract as the HTTP interface reads them. */

import { VERSION_MAX } from '../../src/contract/field.ts';
import { currencyOf, majorText } from '../../src/contract/money.ts';
import { OPERATIONS } from '../../src/contract/operations.ts';
import { providerType } from '../../src/contract/providers/index.ts';
import type { Values } from '../../src/contract/read.ts';
import type { Merchant } from '../../src/core/merchant/merchant.ts';
import type { CalledPart, TransactionCall } from '../../src/core/operations/plan.ts';
import type { OrderOperation } from '../../src/core/order/transitions.ts';
import { readBody } from '../contract/body.ts';
import { cardNumberOf } from './acquirer-routes.ts';

/** A request that a merchant wants to make. */
export interface Wish {
  readonly orderId: string;
  readonly transactionId: string;
  readonly operation: OrderOperation;
  /** Minor units; a void and a verification have none. */
  readonly amount?: bigint | undefined;
  /** Absent: euros. */
  readonly currency?: string | undefined;
  /** The version of the interface; absent: the newest. */
  readonly version?: number | undefined;
  /** The number of the gift card that pays instead of the card. */
  readonly giftCard?: string | undefined;
  /** The payer's page sends it. */
  readonly isOfPage?: true | undefined;
  /** The transaction id of an authentication of the card. */
  readonly authentication?: string | undefined;
  /** By the payer's page: `amount` is the order's. */
  readonly part?: CalledPart | undefined;
  /** The target of a void, or of a refund that names one. */
  readonly target?: string | undefined;
  readonly browser?: {
    readonly provider: string;
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

/** Cached: reading is the most expensive part of a small history, and requests repeat. */
const read = new Map<string, Values>();

export function valuesOf(wish: Wish): Values {
  const { version = VERSION_MAX } = wish;
  const body = bodyOf(wish);
  const key = `${version} ${wish.operation} ${JSON.stringify(body)}`;
  const known = read.get(key);
  if (known !== undefined) {
    return known;
  }
  const { values, problems } = readBody(OPERATIONS[wish.operation].request, body, { version });
  if (problems.length > 0) {
    throw new Error(JSON.stringify(problems));
  }
  read.set(key, values);
  return values;
}

export function callOf(merchant: Merchant, wish: Wish): TransactionCall {
  const { orderId, transactionId, operation, version = VERSION_MAX, giftCard, part } = wish;
  const isOfPage = wish.isOfPage === true || giftCard !== undefined || part !== undefined;
  return {
    merchant,
    orderId,
    transactionId,
    operation,
    version,
    entryPoint: isOfPage ? 'HOSTED_PAGE' : 'WEB_SERVICES_API',
    ...(isOfPage && { pageSession: PAGE_SESSION }),
    ...(part && { part }),
    values: valuesOf(wish),
  };
}

export function bodyOf(wish: Wish): object {
  const { orderId, operation, amount, currency = CURRENCY, giftCard, target, browser, authentication } = wish;
  const money = { currency, amount: amount === undefined ? undefined : majorText(amount, currencyOf(currency)!) };
  if (browser !== undefined) {
    return {
      browserPayment: {
        operation: browser.operation,
        returnUrl: 'https://shop.example/return',
        ...(browser.provider === 'demoWallet' && { demoWallet: { paymentConfirmation: browser.confirmation } }),
      },
      order: money,
      sourceOfFunds: { type: providerType(browser.provider) },
    };
  }
  if (operation === 'AUTHORIZE' || operation === 'PAY' || operation === 'VERIFY') {
    if (giftCard !== undefined) {
      const provided = { giftCard: { number: giftCard, pin: '1234' } };
      return { order: money, sourceOfFunds: { type: 'GIFT_CARD', provided } };
    }
    const card = { number: cardNumberOf(orderId), ...CARD };
    return {
      order: money,
      sourceOfFunds: { type: 'CARD', provided: { card } },
      authentication: authentication === undefined ? undefined : { transactionId: authentication },
    };
  }
  return { transaction: { ...(operation === 'VOID' ? {} : money), targetTransactionId: target } };
}
