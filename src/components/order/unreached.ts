/** What a payer wanted of a payment at a provider, and what kept it from being done. */
import type { AtProviderPage } from '../../views/index.ts';

/** `standing`: the provider answered, and the payment is open there. Otherwise it may have been paid. */
export const UNREACHED = {
  anotherWay: 'unasked',
  cancel: 'uncancelled',
  standing: 'unreached',
} as const satisfies Readonly<Record<NonNullable<AtProviderPage['unreached']>, string>>;
