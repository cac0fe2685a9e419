/**
 * The acquirer of a transaction. It was chosen by a route at the start of the payment (`acquirer-routes.ts`), and is
 * stored with the transaction.
 */
import { type Acquirer, type Acquirers, DEFAULT_ACQUIRER, type TransactionRequest } from '../ports/index.ts';

/** Replaces an acquirer that is no longer configured. It behaves like an acquirer without a connection. */
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

/** Transactions without a stored name use the default acquirer, or were stored before there were several acquirers. */
export function acquirerName({ acquirer }: Pick<TransactionRequest, 'acquirer'>): string {
  return acquirer ?? DEFAULT_ACQUIRER;
}
