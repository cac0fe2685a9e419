/**
 * The merchants' accounts with browser-payment providers in their profiles: one group per provider, with sealed
 * secrets.
 */
import { z } from 'zod';
import { type AccountMember, BROWSER_PAYMENT_PROVIDERS } from '../../contract/providers/index.ts';
import { isSealedKey, openedKey, SEALED_KEY, type SecretOpener } from './profile-key.ts';

/** By provider and member. */
type ProviderAccounts = Readonly<Record<string, Readonly<Record<string, string>> | undefined>>;

interface AccountHolder {
  readonly id: string;
  readonly browserPayments: readonly string[];
  readonly providerAccounts: ProviderAccounts;
}

/** Accepts a secret in clear as the operator enters it, or sealed as stored. */
const memberSchema = ({ optional, ...facts }: AccountMember) =>
  optional ? givenSchema(facts).optional() : givenSchema(facts);

const givenSchema = ({ pattern, allowed, doc, secret }: AccountMember) =>
  z
    .string()
    .refine((text) => pattern.test(text) || (secret === true && SEALED_KEY.test(text)), allowed)
    .describe(`${doc} Takes ${allowed}.${secret ? ' Stored encrypted, never shown.' : ''}`);

const accountSchemas = Object.values(BROWSER_PAYMENT_PROVIDERS).flatMap(({ id, name, merchantAccount }) => {
  if (merchantAccount === undefined) {
    return [];
  }
  const members = Object.entries(merchantAccount).map(([member, facts]) => [member, memberSchema(facts)]);
  const account = z.object(Object.fromEntries(members)).optional().describe(`Your account with ${name}.`);
  return [[id, account] as const];
});

export const providerAccountsProfile = z
  .object(Object.fromEntries(accountSchemas))
  .prefault({})
  .describe('Your account at each provider of `browserPayments` that needs it.') as unknown as z.ZodType<
  ProviderAccounts,
  ProviderAccounts | undefined
>;

/** Finds providers that the merchant lists without the account that they need. */
export function missingAccounts({
  browserPayments,
  providerAccounts,
}: AccountHolder): { readonly path: (string | number)[]; readonly message: string }[] {
  return browserPayments.flatMap((id, index) =>
    needsAccount(id) && providerAccounts[id] === undefined
      ? [{ path: ['browserPayments', index], message: `needs the account in providerAccounts.${id}` }]
      : [],
  );
}

export function needsAccount(provider: string): boolean {
  return BROWSER_PAYMENT_PROVIDERS[provider]?.merchantAccount !== undefined;
}

/** Replaces each secret by the result of `change`, which also receives the purpose that it is sealed for. */
export function withSecrets<Holder extends AccountHolder>(
  holder: Holder,
  change: (secret: string, place: string) => string,
): Holder {
  const accounts = Object.entries(holder.providerAccounts).map(([provider, account]) => {
    const members = Object.entries(account ?? {}).map(([member, text]) => {
      const isSecret = BROWSER_PAYMENT_PROVIDERS[provider]?.merchantAccount?.[member]?.secret === true;
      return [member, isSecret ? change(text, accountPlace(holder.id, provider, member)) : text];
    });
    return [provider, account && Object.fromEntries(members)];
  });
  return { ...holder, providerAccounts: Object.fromEntries(accounts) };
}

/** The account with decrypted secrets, for the adapter. */
export function providerAccount(
  holder: AccountHolder,
  provider: string,
  sealer: SecretOpener,
): { readonly merchantId: string; readonly members: Readonly<Record<string, string>> } {
  const { [provider]: account = {} } = holder.providerAccounts;
  const members = Object.entries(account).map(([member, text]) => [
    member,
    isSealedKey(text) ? openedKey(text, accountPlace(holder.id, provider, member), sealer) : text,
  ]);
  return { merchantId: holder.id, members: Object.fromEntries(members) };
}

/** The purpose under which a secret of the account is sealed. */
export function accountPlace(merchantId: string, provider: string, member: string): string {
  return `merchant ${merchantId} provider ${provider} ${member}`;
}
