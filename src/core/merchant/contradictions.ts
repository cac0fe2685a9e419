/** Finds members of a profile that are each valid, but have no effect in combination. */
import type { MerchantProfile } from './merchant.ts';

export interface Contradiction {
  /** Dotted path of the member without effect. */
  readonly member: string;
  /** The reason, as a sentence. */
  readonly why: string;
}

const RULES: readonly (Contradiction & { readonly applies: (profile: MerchantProfile) => boolean })[] = [
  {
    member: 'permissions.unmask',
    why: 'Card numbers are shown to calls with a client certificate alone, and certificates lists none.',
    applies: ({ permissions, certificates }) => permissions.unmask && certificates.length === 0,
  },
  {
    member: 'voidWindowHours',
    why: 'With 0 no transaction can be voided at all.',
    applies: ({ voidWindowHours }) => voidWindowHours === 0,
  },
  {
    member: 'tokenGeneration',
    why: 'With PRESERVE_6_4 token ids show the first six digits and the last four, some of which cardMasking hides.',
    applies: ({ tokenGeneration, cardMasking }) => tokenGeneration === 'PRESERVE_6_4' && cardMasking !== '6.4',
  },
  {
    member: 'savedCards',
    why: 'With tokenGeneration MERCHANT_SUPPLIED the gateway makes no tokens, so no payer can save a card.',
    applies: ({ savedCards, tokenGeneration }) => savedCards !== null && tokenGeneration === 'MERCHANT_SUPPLIED',
  },
  {
    member: 'wallets.country',
    why: 'The hosted page has buttons of wallets only with a country, and the profile names none.',
    applies: ({ wallets: { country, applePay, googlePay } }) =>
      country === undefined && (applePay?.identityCertificate ?? googlePay?.businessId) !== undefined,
  },
];

export function profileContradictions(profile: MerchantProfile): Contradiction[] {
  return RULES.filter(({ applies }) => applies(profile)).map(({ member, why }) => ({ member, why }));
}
