/** `GET` and `POST …/paymentOptionsInquiry`: what this merchant may do. Shops ask it to see whether their credentials work. */
import { CARD_BRANDS } from '../contract/card-rules.ts';
import { CURRENCIES } from '../contract/currencies.ts';
import { transactionSource } from '../contract/fields/transaction.ts';
import { OPERATIONS } from '../contract/operations.ts';
import type { Merchant } from '../gateway/merchant.ts';
import { ORDER_OPERATIONS } from '../gateway/transitions.ts';
import { bodyObject, echo, type RestAnswer, type RestRequest, readBody } from './request.ts';

/** Every currency with a minor unit: the acquirer says of each payment whether it takes its currency. */
const currencies = Object.keys(CURRENCIES);
const transactionSources = transactionSource.values.map((source) => ({ transactionSource: source }));

export async function paymentOptions(
  { loopbackUrls }: { readonly loopbackUrls: boolean },
  merchant: Merchant,
  { version, body }: RestRequest,
): Promise<RestAnswer> {
  const { values, ignored } = readBody(OPERATIONS.PAYMENT_OPTIONS_INQUIRY.request, bodyObject(body), {
    merchant,
    version,
    loopbackUrls,
  });
  return {
    status: 200,
    body: {
      ...echo(values),
      merchant: merchant.id,
      paymentTypes: {
        browserPayment: [],
        card: { cardTypes: CARD_BRANDS, currencies, transactionSources },
        giftCard: { currencies, transactionSources },
      },
      result: 'SUCCESS',
      supportedPaymentOperations: ORDER_OPERATIONS.map((operation) => ({ supportedPaymentOperation: operation })),
      transactionMode: 'AUTHORIZE_CAPTURE',
      version: version.toString(),
    },
    ignored,
  };
}
