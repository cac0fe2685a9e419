import { field, type Group, group } from '../field.ts';
import { digitsBetween, email, enumeration, integer, matching, string, url } from '../types.ts';

/** Thirty minutes at least serve a payer with a screen reader; a day at most keeps card data short-lived. */
const TIMEOUT_SECONDS_MAX = 86_400n;
const ATTEMPTS_MAX = 10n;
const LOCALE = /^[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8}){0,3}$/;

const shown = field(enumeration('HIDE', 'MANDATORY', 'OPTIONAL', 'READ_ONLY', 'SHOW', 'SHOW_PARTIAL'));

/** The payer's visit to the hosted page: what it is for, where it ends, how it looks. */
export const interaction: Group = group({
  cancelUrl: field(url()),
  displayControl: group({
    billingAddress: shown,
    customerEmail: shown,
    orderSummary: shown,
    paymentConfirmation: shown,
    shipping: shown,
  }),
  locale: field(matching(LOCALE, 2, 35, 'a language tag such as en or pt_BR')),
  merchant: group({
    address: group({
      line1: field(string(1, 100)),
      line2: field(string(1, 100)),
      line3: field(string(1, 100)),
      line4: field(string(1, 100)),
    }),
    email: field(email()),
    logo: field(url()),
    name: field(string(1, 100)),
    phone: field(string(1, 20)),
    url: field(url()),
  }),
  operation: field(enumeration('AUTHORIZE', 'NONE', 'PURCHASE', 'VERIFY')),
  redirectMerchantUrl: field(url()),
  retryAttemptCount: field(digitsBetween(1n, ATTEMPTS_MAX)),
  returnUrl: field(url()),
  timeout: field(integer(60n, TIMEOUT_SECONDS_MAX)),
  timeoutUrl: field(url()),
});
