/** The acquirer of a transaction: its route was chosen once (`acquirer-routes.ts`) and is recorded with it. */
import { type Acquirer, type Acquirers, DEFAULT_ACQUIRER, type TransactionRequest } from '../ports/index.ts';

/** Stands for an acquirer that is not configured any more: nothing is sent, as over a link that is down. */
const ABSENT: Acquirer = {
  request: async () => ({ status: 'NOT_SENT' }),
  advise: async () => ({ status: 'NOT_SENT' }),
  reverse: async () => false,
  inquire: async () => ({ status: 'NOT_SENT' }),
  ready: () => false,
};

/** Never another acquirer than the named one: it alone knows the transaction. */
export function acquirerNamed({ acquirers }: { readonly acquirers: Acquirers }, name: string): Acquirer {
  return acquirers.get(name) ?? ABSENT;
}

/** The acquirer that the transaction is recorded for. */
export function acquirerOf(
  dependencies: { readonly acquirers: Acquirers },
  { request }: { readonly request: Pick<TransactionRequest, 'acquirer'> },
): Acquirer {
  return acquirerNamed(dependencies, acquirerName(request));
}

/** Transactions without a record were made when there was one acquirer, or go to the one that is the default. */
export function acquirerName({ acquirer }: Pick<TransactionRequest, 'acquirer'>): string {
  return acquirer ?? DEFAULT_ACQUIRER;
}
