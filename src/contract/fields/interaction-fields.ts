/** The hosted page: its purpose, the payer's return URLs, its appearance. */
import { field, group, list, required } from '../field.ts';
import { digitsBetween, enumeration, integer, string } from '../field-types.ts';
import { email, redirectUrl, url } from '../web-types.ts';
import { token } from './token-id.ts';

/**
 * The bounds of the page's timeout: at least thirty minutes, for payers who use a screen reader; at most a day, so that
 * card data is not stored for long.
 */
const TIMEOUT_SECONDS_MAX = 86_400n;
const ATTEMPTS_MAX = 10n;
/** The maximum number of saved cards that the page offers. */
const TOKENS_MAX = 10;
/** The maximum length of the locale. It is longer than any language tag, because shops also send names of languages. */
const LOCALE_CHARACTERS_MAX = 100;

const display = enumeration('HIDE', 'MANDATORY', 'OPTIONAL', 'READ_ONLY', 'SHOW', 'SHOW_PARTIAL');

const displayControl = group(
  {
    billingAddress: field(
      display,
      'Whether the card’s form asks for the billing address: MANDATORY or OPTIONAL; READ_ONLY shows the one you gave.',
    ),
    customerEmail: field(
      display,
      'Whether the form asks for the payer’s e-mail address: MANDATORY or OPTIONAL; READ_ONLY shows the one you gave.',
    ),
    orderSummary: field(
      display,
      'HIDE leaves out what is bought, and SHOW_PARTIAL its lines and sub-totals; the amount to pay is always shown.',
    ),
    paymentConfirmation: field(
      display,
      'HIDE leads a payer who has paid to returnUrl at once, where there is one, without a page in between.',
    ),
    shipping: field(
      display,
      'Whether the form asks where the goods go: MANDATORY or OPTIONAL; READ_ONLY shows the address you gave.',
    ),
  },
  {
    doc: 'Which parts of the page are shown or asked for; a value that says nothing of its part counts as none.',
  },
);

const merchant = group(
  {
    address: group(
      {
        line1: field(string(1, 100), 'First line of the shop’s address.'),
        line2: field(string(1, 100), 'Second line of the shop’s address.'),
        line3: field(string(1, 100), 'Third line of the shop’s address.'),
        line4: field(string(1, 100), 'Fourth line of the shop’s address.'),
      },
      { doc: 'The shop’s address, as the page prints it.' },
    ),
    email: field(email(), 'Where payers write to the shop.'),
    logo: field(
      url(),
      'A picture of the shop’s that nobody fetches: the page shows the logo that the operator stored, so X-Ignored-Fields names it.',
      {
        withoutEffect: true,
      },
    ),
    name: field(string(1, 100), 'The name by which payers know the shop.'),
    phone: field(string(1, 20), 'Where payers call the shop.', { holds: 'PHONE_OR_PRODUCT' }),
    url: field(url(), 'The shop’s own site, where a payer goes if no other URL says where.'),
  },
  { doc: 'The shop as the payer is to see it.' },
);

export const interaction = group(
  {
    action: group(
      {
        '3DSecure': field(
          enumeration('BYPASS', 'MANDATORY', 'OPTIONAL', 'USE_GATEWAY_DEFAULT'),
          'MANDATORY sends no payment without an authentication; BYPASS asks for none unless the profile or agreement demands it; the others follow the profile.',
        ),
      },
      { doc: 'Actions of the page beside the payment.' },
    ),
    cancelUrl: field(redirectUrl(), 'Where a payer goes who gives up.'),
    displayControl,
    locale: field(
      string(1, LOCALE_CHARACTERS_MAX),
      'The page’s language, such as en or pt_BR; the browser’s where it is absent or none that the page speaks.',
    ),
    merchant,
    operation: field(
      enumeration('AUTHORIZE', 'NONE', 'PURCHASE', 'VERIFY'),
      'The page’s operation with the payer’s card; NONE only collects it into the session.',
    ),
    redirectMerchantUrl: field(redirectUrl(), 'Where a payer goes whose last attempt failed.'),
    retryAttemptCount: field(digitsBetween(1n, ATTEMPTS_MAX), 'How often a payer may try.'),
    returnUrl: field(redirectUrl(), 'Where a payer goes whose payment is made, or open.'),
    saveCardForCredentialOnFile: field(
      enumeration('MERCHANT_INITIATED_PAYMENTS', 'PAYER_INITIATED_PAYMENTS'),
      'Stores the card that paid as a token: PAYER_INITIATED_PAYMENTS if the payer ticks a box; MERCHANT_INITIATED_PAYMENTS always, as the page says.',
    ),
    timeout: field(integer(60n, TIMEOUT_SECONDS_MAX), 'Seconds without use after which the session ends.'),
    timeoutUrl: field(redirectUrl(), 'Where a payer goes who comes too late.'),
    tokens: list(group({ token: required(token, 'A card’s token.') }, { doc: 'A stored card.' }), TOKENS_MAX, {
      doc: 'Stored cards of this payer, each a button that pays with it; an element may be the token alone.',
      shorthand: 'token',
    }),
  },
  { doc: 'The payer’s visit to the hosted page.' },
);
