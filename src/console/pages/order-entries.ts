/** The transactions of an order, for its page. */
import { storedAmount } from '../../checkout/index.ts';
import { resultOf } from '../../contract/gateway-codes.ts';
import type { StoredTransaction } from '../../core/ports/index.ts';
import type { OrderTransactionEntry } from '../../web/views/console/index.ts';
import type { ConsoleDependencies } from './answer.ts';

export function transactionEntry(
  { remedyOf }: ConsoleDependencies,
  { transactionId, request, outcome, createdAt, updatedAt }: StoredTransaction,
): OrderTransactionEntry {
  const code = outcome?.gatewayCode;
  const result = code === undefined ? 'PENDING' : resultOf(code);
  return {
    id: transactionId,
    type: request.type,
    amount: storedAmount(request),
    result,
    reason: result === 'SUCCESS' ? undefined : remedyOf(code ?? 'PENDING'),
    code,
    acquirerMessage: outcome?.reply?.acquirerMessage,
    userId: request.details.userId,
    ...instrumentOf(request.instrument),
    at: instant(result === 'PENDING' ? createdAt : updatedAt),
  };
}

function instrumentOf(instrument: StoredTransaction['request']['instrument']) {
  return instrument.type === 'BROWSER_PAYMENT'
    ? { instrument: instrument.provider }
    : { instrument: instrument.brand, number: instrument.number };
}

export function instant(at: number): string {
  return new Date(at).toISOString();
}
