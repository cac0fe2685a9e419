/**
 * Payments that a payer confirms on a provider's own pages. The providers' folders list the providers, so that a new
 * one changes nothing here: its id is the name of its group, and in upper snake case its `sourceOfFunds.type`.
 */
import { readdirSync } from 'node:fs';
import { type FieldsOf, field, group, required } from '../field.ts';
import { ascii, boolean, enumeration } from '../field-types.ts';
import { url } from '../web-types.ts';
import type { ProviderFacts } from './provider-facts.ts';

/** The version from which `operation` belongs to the group and no longer to the provider. */
export const OPERATION_MOVED_AT = 34;
/** An instant, or empty. */
const INSTANT_CHARACTERS_MAX = 29;

/** Each provider has one folder here, and no other code knows its name. */
const PROVIDERS_FOLDER = new URL('../../browser-payments/providers/', import.meta.url);

/** Every provider of this program, by id, in the order of their ids. */
export const BROWSER_PAYMENT_PROVIDERS: Readonly<Record<string, ProviderFacts>> = Object.fromEntries(
  (await Promise.all(providerFolders().map(factsIn))).map((facts) => [facts.id, facts]),
);

function providerFolders(): string[] {
  return readdirSync(PROVIDERS_FOLDER, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}

async function factsIn(folder: string): Promise<ProviderFacts> {
  const { facts } = (await import(new URL(`${folder}/facts.ts`, PROVIDERS_FOLDER).href)) as { facts: ProviderFacts };
  return facts;
}

const providers: readonly ProviderFacts[] = Object.values(BROWSER_PAYMENT_PROVIDERS);

/** `demoWallet` is DEMO_WALLET in `sourceOfFunds.type`. */
export function providerType(id: string): string {
  return id.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
}

/** @param type of `sourceOfFunds` @returns undefined if no provider has this type */
export function factsOfType(type: string | undefined): ProviderFacts | undefined {
  return Object.values(BROWSER_PAYMENT_PROVIDERS).find(({ id }) => providerType(id) === type);
}

/** The name that payers know. Of a provider whose folder was removed: its id. */
export function providerName(id: string): string {
  return BROWSER_PAYMENT_PROVIDERS[id]?.name ?? id;
}

export const providerTypes: readonly string[] = providers.map(({ id }) => providerType(id));

/** Of answers' `sourceOfFunds.provided`: the payer's account with each provider that reports it. */
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

/** What a merchant sets for a payment with one provider. */
export type ProviderSettings = FieldsOf<ReturnType<typeof providerGroup>['members']>;

/** The group of one provider; a name that only the profile and the list of providers know. */
export function providerSettings(
  { browserPayment }: { readonly browserPayment?: object | undefined },
  id: string,
): ProviderSettings | undefined {
  return (browserPayment as Readonly<Record<string, ProviderSettings>> | undefined)?.[id];
}

export const browserPayment = group(
  {
    ...Object.fromEntries(providers.map((facts) => [facts.id, providerGroup(facts)])),
    operation: { ...operation, since: OPERATION_MOVED_AT },
    returnUrl: field(url(), 'Where the payer’s browser returns from the provider, paid or not.'),
  },
  { doc: 'A payment over a provider’s pages.' },
);

export const interactionStatusField = enumeration(
  'COMPLETED',
  'INITIATED',
  'REDIRECTED_TO_PROVIDER',
  'RETURNED_TO_MERCHANT',
);

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
