/** Sends subsequent transactions to the processor of the payment: its acquirer or provider. */
import { namedError } from '../../contract/errors/catalogue.ts';
import { BROWSER_PAYMENT_PROVIDERS, providerName } from '../../contract/providers/index.ts';
import { adviseProvider, movementKind } from '../browser-payments/index.ts';
import type { Gateway } from '../gateway.ts';
import type { TransactionType } from '../order/order.ts';
import type { StoredTransaction } from '../ports/index.ts';
import { providerIdOf } from '../processing/processor.ts';
import { adviseOnce } from './order-context.ts';
import type { Send, TransactionCall } from './plan.ts';

/** @throws InterfaceError if the provider does not support it */
export function adviseProcessorOnce(
  gateway: Gateway,
  call: TransactionCall,
  source: StoredTransaction,
  type: TransactionType,
): Send {
  const provider = providerIdOf(source.request);
  if (provider === undefined) {
    return adviseOnce(gateway, call);
  }
  requireAbility(call, provider, type);
  return (transaction, order) => adviseProvider(gateway, { order, transaction });
}

function requireAbility({ operation }: TransactionCall, provider: string, type: TransactionType): void {
  const kind = movementKind(type);
  if (kind !== undefined && BROWSER_PAYMENT_PROVIDERS[provider]?.movements.includes(kind)) {
    return;
  }
  const why = `${providerName(provider)}, with which the order was paid, does not offer it`;
  throw namedError('NOT_POSSIBLE', { operation, why });
}
