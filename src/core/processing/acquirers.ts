/**
 * The acquirer of a transaction. Its route was chosen once (`acquirer-routes.ts`) and is stored with the transaction.
 */
import { type Acquirer, type Acquirers, DEFAULT_ACQUIRER, type TransactionRequest } from '../ports/index.ts';

/** Replaces an acquirer that is no longer configured: it sends no message, like a link that is down. */
const ABSENT: Acquirer = {
  request: async () => ({ status: 'NOT_SENT' }),
  advise: async () => ({ status: 'NOT_SENT' }),
  reverse: async () => false,
  inquire: async () => ({ status: 'NOT_SENT' }),
  ready: () => false,
};

/** Returns the named acquirer only, without a fallback: no other acquirer knows the transaction. */
export function acquirerNamed({ acquirers }: { readonly acquirers: Acquirers }, name: string): Acquirer {
  return acquirers.get(name) ?? ABSENT;
}

/** The acquirer stored with the transaction. */
export function acquirerOf(
  dependencies: { readonly acquirers: Acquirers },
  { request }: { readonly request: Pick<TransactionRequest, 'acquirer'> },
): Acquirer {
  return acquirerNamed(dependencies, acquirerName(request));
}

/** Transactions without a stored name use the default acquirer, or are older than the choice of acquirers. */
export function acquirerName({ acquirer }: Pick<TransactionRequest, 'acquirer'>): string {
  return acquirer ?? DEFAULT_ACQUIRER;
}
