/**
 * A gift card's balance, queried from the acquirer of its payments. A sufficient balance does not guarantee a payment,
 * because it may change before.
 */
import { currencyOf } from '../../contract/money.ts';
import type { RequestFields } from '../../contract/request-fields.ts';
import { instrumentOf } from '../cards/instrument.ts';
import type { Gateway } from '../gateway.ts';
import { routeOf } from '../merchant/acquirer-routes.ts';
import type { Merchant } from '../merchant/merchant.ts';
import type { Acquirer, BalanceOutcome } from '../ports/index.ts';
import { acquirerNamed } from '../processing/acquirers.ts';
import { acquirerCurrency } from '../processing/advice.ts';
import { traceOf } from '../processing/trace.ts';

/** The view that `describeInstrument` returns for all gift cards. */
const GIFT_CARD = { type: 'GIFT_CARD', brand: 'LOCAL_BRAND_ONLY' } as const;

/** True if the acquirer of gift cards in this currency, ISO 4217 alphabetic, supports balance inquiries. */
export function hasBalanceInquiry(gateway: Gateway, merchant: Merchant, currency: string): boolean {
  return currencyOf(currency) !== undefined && acquirerFor(gateway, merchant, currency).balance !== undefined;
}

function acquirerFor(gateway: Gateway, { profile }: Merchant, currency: string): Acquirer {
  return acquirerNamed(gateway, routeOf(profile, GIFT_CARD, currency));
}

/**
 * @param values the request's values, with the gift card's number, and its PIN if it has one
 * @param currency a supported currency, ISO 4217 alphabetic
 * @returns the balance in minor units, or the reason why it is unknown; NOT_SENT if the acquirer has no balance inquiry
 */
export async function queryGiftCardBalance(
  gateway: Gateway,
  merchant: Merchant,
  values: Pick<RequestFields, 'sourceOfFunds'>,
  currency: string,
): Promise<BalanceOutcome> {
  const acquirer = acquirerFor(gateway, merchant, currency);
  const instrument = instrumentOf(values);
  if (acquirer.balance === undefined || instrument.kind !== 'GIFT_CARD' || !gateway.isAlive()) {
    return { status: 'NOT_SENT' };
  }
  return acquirer.balance({
    trace: traceOf(gateway.orders.newKey(), gateway.clock.now()),
    merchantId: merchant.id,
    instrument,
    currency: acquirerCurrency(currency),
  });
}
