/**
 * `GET` and `POST …/paymentOptionsInquiry`: the merchant's permitted operations and payment methods. Shops also call it
 * to test their credentials.
 */
import { CARD_BRANDS } from '../../contract/card-rules.ts';
import { CURRENCIES } from '../../contract/currencies.ts';
import { transactionSource } from '../../contract/fields/transaction-fields.ts';
import { OPERATIONS } from '../../contract/operations.ts';
import { BROWSER_PAYMENT_PROVIDERS, providerType } from '../../contract/providers/index.ts';
import { offeredProvider } from '../../core/browser-payments/index.ts';
import type { Gateway, Merchant } from '../../core/index.ts';
import { OPERATIONS_ON_ORDERS } from './order-transaction.ts';
import { echo, type OperationAnswer, type OperationRequest, readBody } from './rest-request.ts';

/** Every currency with a minor unit. The acquirer or provider may refuse a currency when it gets the payment. */
const currencies = Object.keys(CURRENCIES);
const AUTHENTICATIONS = ['INITIATE_AUTHENTICATION', 'AUTHENTICATE_PAYER'] as const;
/** PURCHASE is the name of PAY in a checkout. */
const PAYMENT_OPERATIONS = [...OPERATIONS_ON_ORDERS, ...AUTHENTICATIONS, 'PURCHASE'].map((operation) => ({
  supportedPaymentOperation: operation,
}));

function transactionSourcesOf({ profile }: Merchant) {
  return transactionSource.values
    .filter((source) => source !== 'MERCHANT' || profile.permissions.merchantInitiated)
    .map((source) => ({ transactionSource: source }));
}

function providersOf(gateway: Gateway, merchant: Merchant) {
  return Object.values(BROWSER_PAYMENT_PROVIDERS)
    .filter(({ id }) => offeredProvider(gateway, merchant, id) !== undefined)
    .map((facts) => ({ currencies: facts.currencies ?? currencies, type: providerType(facts.id) }));
}

export async function paymentOptions(
  { gateway, loopbackUrls }: { readonly gateway: Gateway; readonly loopbackUrls: boolean },
  merchant: Merchant,
  { version, json }: OperationRequest,
): Promise<OperationAnswer<'PAYMENT_OPTIONS_INQUIRY'>> {
  const { values, ignored } = readBody(OPERATIONS.PAYMENT_OPTIONS_INQUIRY.request, json, {
    merchant,
    operation: 'PAYMENT_OPTIONS_INQUIRY',
    version,
    loopbackUrls,
  });
  const transactionSources = transactionSourcesOf(merchant);
  return {
    body: {
      ...echo(values),
      merchant: merchant.id,
      paymentTypes: {
        browserPayment: providersOf(gateway, merchant),
        card: { cardTypes: CARD_BRANDS, currencies, transactionSources },
        giftCard: { currencies, transactionSources },
      },
      result: 'SUCCESS',
      supportedPaymentOperations: PAYMENT_OPERATIONS,
      transactionMode: 'AUTHORIZE_CAPTURE',
      version: version.toString(),
    },
    ignored,
  };
}
