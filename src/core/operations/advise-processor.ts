/** Sends subsequent transactions to the processor of the payment: its acquirer or provider. */
import { namedError } from '../../contract/errors/catalogue.ts';
import { BROWSER_PAYMENT_PROVIDERS, providerName } from '../../contract/providers/index.ts';
import { adviseProvider, movementKind } from '../browser-payments/index.ts';
import type { Gateway } from '../gateway.ts';
import type { TransactionType } from '../order/order.ts';
import type { StoredTransaction } from '../ports/index.ts';
import { acquirerOf } from '../processing/acquirers.ts';
import { adviceOf } from '../processing/advice.ts';
import type { FinalAnswer } from '../processing/final-answer.ts';
import { providerIdOf } from '../processing/processor.ts';
import type { StartedTransaction, TransactionCall } from './plan.ts';

/** An advice, which is made from stored rows only. */
export interface Advice {
  readonly kind: 'ADVICE';
  readonly to: 'ACQUIRER' | 'PROVIDER';
}

export const ACQUIRER_ADVICE: Advice = { kind: 'ADVICE', to: 'ACQUIRER' };
const PROVIDER_ADVICE: Advice = { kind: 'ADVICE', to: 'PROVIDER' };

/**
 * @param source the transaction that the advice is about
 * @throws InterfaceError if the provider does not support it
 */
export function adviceToProcessor(call: TransactionCall, source: StoredTransaction, type: TransactionType): Advice {
  const provider = providerIdOf(source.request);
  if (provider === undefined) {
    return ACQUIRER_ADVICE;
  }
  requireAbility(call, provider, type);
  return PROVIDER_ADVICE;
}

/** Sends the advice once. Without an answer the worker retries it until it is answered. */
export async function adviseOnce(
  gateway: Gateway,
  { call, order, transaction }: StartedTransaction,
  { to }: Advice,
): Promise<FinalAnswer> {
  if (to === 'PROVIDER') {
    return adviseProvider(gateway, { order, transaction });
  }
  const advice = await adviceOf(gateway, { order, transaction, merchantId: call.merchant.id });
  return acquirerOf(gateway, transaction).advise(advice, false);
}

function requireAbility({ operation }: TransactionCall, provider: string, type: TransactionType): void {
  const kind = movementKind(type);
  if (kind !== undefined && BROWSER_PAYMENT_PROVIDERS[provider]?.movements.includes(kind)) {
    return;
  }
  const why = `${providerName(provider)}, with which the order was paid, does not offer it`;
  throw namedError('NOT_POSSIBLE', { operation, why });
}
