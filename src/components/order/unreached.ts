/** The sentence that says why a payer's request about a payment at a provider was not carried out. */
import type { AtProviderPage } from '../../views/index.ts';

/** `standing`: the provider answered, and the payment is open there. Otherwise it may have been paid. */
export const UNREACHED = {
  anotherWay: 'unasked',
  cancel: 'uncancelled',
  standing: 'unreached',
} as const satisfies Readonly<Record<NonNullable<AtProviderPage['unreached']>, string>>;
