/** Sentences for a payer's request to a provider that could not be carried out. */
import type { AtProviderPage } from '../../views/index.ts';

/**
 * `standing`: the provider answered, and the payment is still open there. In the other cases the payment may have been
 * made.
 */
export const PROVIDER_SENTENCES = {
  anotherWay: 'unasked',
  cancel: 'uncancelled',
  standing: 'unreached',
} as const satisfies Readonly<Record<NonNullable<AtProviderPage['unreached']>, string>>;
