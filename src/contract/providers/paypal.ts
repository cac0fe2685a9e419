/** PayPal: the payer approves on its pages, and the gateway then captures or authorizes. */
import { field, group } from '../field.ts';
import { string } from '../field-types.ts';
import type { ProviderFacts } from '../provider-facts.ts';
import { email } from '../web-types.ts';

/** The form of PayPal's ids and secrets, which have 80 characters today. */
const CREDENTIAL = /^[\w-]{10,200}$/;
const CREDENTIAL_ALLOWED = '10 to 200 letters, digits, hyphens and underscores, as PayPal shows it';

/** https://developer.paypal.com/api/rest/reference/currency-codes/ */
const CURRENCIES = [
  ...['AUD', 'BRL', 'CAD', 'CHF', 'CNY', 'CZK', 'DKK', 'EUR', 'GBP', 'HKD', 'HUF', 'ILS', 'JPY', 'MXN', 'MYR', 'NOK'],
  ...['NZD', 'PHP', 'PLN', 'SEK', 'SGD', 'THB', 'TWD', 'USD'],
];

export const paypal: ProviderFacts = {
  name: 'PayPal',
  // The initials of PayPal, without resemblance to its logo.
  mark: { color: '#1f3f8f', lines: 'M5 18.5V6h2.25a3.25 3.25 0 0 1 0 6.5H5M14 18.5V6h2.25a3.25 3.25 0 0 1 0 6.5H14' },
  isWallet: true,
  operations: ['AUTHORIZE', 'PAY'],
  currencies: CURRENCIES,
  confirmations: ['CONFIRM_AT_MERCHANT', 'CONFIRM_AT_PROVIDER'],
  movements: ['CAPTURE', 'REFUND', 'UPDATE', 'VOID'],
  refundsByCapture: true,
  completedBy: 'GATEWAY',
  merchantAccount: {
    clientId: {
      pattern: CREDENTIAL,
      allowed: CREDENTIAL_ALLOWED,
      doc: 'Client ID of the REST API app of your PayPal account.',
    },
    clientSecret: {
      pattern: CREDENTIAL,
      allowed: CREDENTIAL_ALLOWED,
      doc: 'Secret of that app.',
      secret: true,
    },
    webhookId: {
      pattern: /^[A-Za-z0-9]{1,50}$/,
      allowed: '1 to 50 letters and digits, as PayPal shows it',
      doc: 'ID of the app’s webhook whose URL is `/callback/paypal/{your merchant id}` of this gateway.',
    },
  },
  account: group(
    {
      accountEmail: field(email(), 'The e-mail address of the payer’s PayPal account.'),
      accountHolder: field(string(1, 256), 'The name of whom the account belongs to.'),
      payerId: field(string(1, 20), 'PayPal’s own number of the account.'),
    },
    { doc: 'The payer’s PayPal account.' },
  ),
};
