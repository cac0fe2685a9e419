/**
 * Payments that a payer confirms on a provider's own pages. Providers are data here: each id is the name of its group, its type
 * a `sourceOfFunds.type`; to take part, a provider needs a row in this table and an adapter.
 */
import { always, field, type Group, group, type Node, required } from '../field.ts';
import { ascii, boolean, digits, enumeration } from '../types.ts';
import { url } from '../web-types.ts';

export type PaymentConfirmation = 'CONFIRM_AT_MERCHANT' | 'CONFIRM_AT_PROVIDER';

export interface BrowserPaymentProvider {
  /** Of `sourceOfFunds.type`: the id in upper snake case. */
  readonly type: string;
  /** Where the payer may confirm with this provider. */
  readonly confirmations: readonly PaymentConfirmation[];
  /** What answers tell of the payer's account there, in `sourceOfFunds.provided.<id>`. */
  readonly account?: Group;
}

/** The version from which `operation` is the group's own and no longer the provider's. */
const OPERATION_MOVED_AT = 34;
/** An instant, or nothing yet. */
const INSTANT_CHARACTERS_MAX = 29;

export const BROWSER_PAYMENT_PROVIDERS = {
  demoBank: {
    type: 'DEMO_BANK',
    confirmations: ['CONFIRM_AT_PROVIDER'],
    account: group(
      { bankIdentifier: always(digits(8, 8), 'The payer’s bank.') },
      { doc: 'The payer’s account with the sandbox’s bank.' },
    ),
  },
  demoWallet: { type: 'DEMO_WALLET', confirmations: ['CONFIRM_AT_MERCHANT', 'CONFIRM_AT_PROVIDER'] },
} as const satisfies Record<string, BrowserPaymentProvider>;

export type BrowserPaymentProviderId = keyof typeof BROWSER_PAYMENT_PROVIDERS;

const providers: readonly (readonly [string, BrowserPaymentProvider])[] = Object.entries(BROWSER_PAYMENT_PROVIDERS);

export const providerTypes: readonly string[] = providers.map(([, { type }]) => type);

/** Of answers' `sourceOfFunds.provided`: the payer's account with each provider that tells of it. */
export const providerAccounts: Record<string, Node> = Object.fromEntries(
  providers.flatMap(([id, { account }]) => (account === undefined ? [] : [[id, account]])),
);

const operation = required(
  enumeration('AUTHORIZE', 'PAY'),
  'Whether the amount is reserved, to be captured later, or paid at once.',
);

const providerGroup = group(
  {
    displayShippingAddress: field(
      boolean(),
      'Whether the provider shows where the goods go; it does unless told otherwise.',
    ),
    operation: { ...operation, until: OPERATION_MOVED_AT },
    overrideShippingAddress: field(
      boolean(),
      'Whether the address you give stands; the payer may change it unless told otherwise.',
    ),
    paymentConfirmation: required(
      enumeration('CONFIRM_AT_MERCHANT', 'CONFIRM_AT_PROVIDER' satisfies PaymentConfirmation),
      'Whether the payer confirms with the provider, or with you, who then send CONFIRM_BROWSER_PAYMENT.',
    ),
  },
  { doc: 'Settings of the payment with this provider.' },
);

export const browserPayment: Group = group(
  {
    ...Object.fromEntries(providers.map(([id]) => [id, providerGroup])),
    operation: { ...operation, since: OPERATION_MOVED_AT },
    returnUrl: field(url(), 'Where the provider’s visit ends: the payer’s browser is sent here, paid or not.'),
  },
  { doc: 'A payment over a provider’s pages.' },
);

export const interactionStatus = enumeration(
  'COMPLETED',
  'INITIATED',
  'REDIRECTED_TO_PROVIDER',
  'RETURNED_TO_MERCHANT',
);

const instant = ascii(0, INSTANT_CHARACTERS_MAX);

export const answeredBrowserPayment: Group = group(
  {
    ...browserPayment.members,
    interaction: group(
      {
        status: field(interactionStatus, 'How far the payer’s visit has come.'),
        timeCompleted: field(instant, 'When the gateway learned the result.'),
        timeInitiated: field(instant, 'When the payment was begun; absent where it could not be.'),
        timeRedirected: field(instant, 'When the payer was sent to the provider.'),
        timeReturned: field(instant, 'When the payer was sent home.'),
      },
      { doc: 'The payer’s visit to the provider.' },
    ),
    redirectUrl: field(url(), 'Send the payer’s browser here.'),
  },
  { doc: 'The payment over a provider’s pages, as it stands.' },
);
