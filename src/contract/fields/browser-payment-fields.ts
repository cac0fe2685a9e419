/** Payments that a payer confirms on a provider's pages. A provider's id is the name of its group. */
import { type FieldsOf, field, group, required } from '../field.ts';
import { ascii, boolean, enumeration } from '../field-types.ts';
import { BROWSER_PAYMENT_PROVIDERS, type ProviderFacts } from '../providers/index.ts';
import { redirectUrl, url } from '../web-types.ts';

/** The first version in which `operation` is a member of `browserPayment` and not of the provider's group. */
export const OPERATION_MOVED_AT = 34;
/** The maximum length of an instant's text. */
const INSTANT_CHARACTERS_MAX = 29;

const providers = Object.values(BROWSER_PAYMENT_PROVIDERS);

/** Members of `sourceOfFunds.provided` in answers: the payer's account with each provider that reports it. */
export const providerAccounts = Object.fromEntries(
  providers.flatMap(({ id, account }) => (account === undefined ? [] : [[id, account]])),
);

const operation = required(
  enumeration('AUTHORIZE', 'PAY'),
  'Whether the amount is reserved, to be captured later, or paid at once.',
);

const providerGroup = ({ confirmations }: ProviderFacts) =>
  group(
    {
      displayShippingAddress: field(boolean(), 'Whether the provider shows the shipping address; by default it does.'),
      operation: { ...operation, until: OPERATION_MOVED_AT },
      overrideShippingAddress: field(
        boolean(),
        'Whether your shipping address is final; by default the payer may change it.',
      ),
      paymentConfirmation: required(
        enumeration(...confirmations),
        'Whether the payer confirms with the provider, or with you, who then send CONFIRM_BROWSER_PAYMENT.',
      ),
    },
    { doc: 'Settings of the payment with this provider.' },
  );

/** A merchant's settings for a payment at one provider. */
export type ProviderSettings = FieldsOf<ReturnType<typeof providerGroup>['members']>;

/** The settings of one provider, selected by its id at run time. */
export function providerSettings(
  { browserPayment }: { readonly browserPayment?: object | undefined },
  id: string,
): ProviderSettings | undefined {
  return (browserPayment as Readonly<Record<string, ProviderSettings>> | undefined)?.[id];
}

export const browserPayment = group(
  {
    ...Object.fromEntries(providers.map((provider) => [provider.id, providerGroup(provider)])),
    operation: { ...operation, since: OPERATION_MOVED_AT },
    returnUrl: field(redirectUrl(), 'Where the payer’s browser returns from the provider, paid or not.'),
  },
  { doc: 'A payment over a provider’s pages.' },
);

const interactionStatusField = enumeration('COMPLETED', 'INITIATED', 'REDIRECTED_TO_PROVIDER', 'RETURNED_TO_MERCHANT');

const instant = ascii(0, INSTANT_CHARACTERS_MAX);

export const answeredBrowserPayment = group(
  {
    ...browserPayment.members,
    interaction: group(
      {
        status: field(interactionStatusField, 'The payer’s progress.'),
        timeCompleted: field(instant, 'When the gateway learned the result.'),
        timeInitiated: field(instant, 'When the payment was begun; absent where it could not be.'),
        timeRedirected: field(instant, 'When the payer was sent to the provider.'),
        timeReturned: field(instant, 'When the payer was sent to your return URL.'),
      },
      { doc: 'The payer’s way to the provider and back.' },
    ),
    redirectUrl: field(url(), 'Send the payer’s browser here.'),
  },
  { doc: 'The current state of the payment over a provider’s pages.' },
);
