/** The hosted page's form for a gift card, as `src/checkout/pay/part-payment.ts` handles it. */
import type { Merchant } from '../../src/core/merchant/merchant.ts';
import { execute } from '../../src/core/operations/execute.ts';
import { queryGiftCardBalance } from '../../src/core/operations/gift-card-balance.ts';
import type { TransactionResult } from '../../src/core/operations/plan.ts';
import type { RunningGateway } from './gateway.ts';
import { CURRENCY, callOf, valuesOf, type Wish } from './requests.ts';

/**
 * One request of the page: for the whole order, and if that is declined for insufficient funds, for the balance.
 *
 * @param hold the id of the balance's transaction, and the time for which it is held
 * @returns the held balance, if it was asked for
 */
export async function payByGiftCard(
  { gateway }: RunningGateway,
  merchant: Merchant,
  wish: Wish,
  hold: { readonly transactionId: string; readonly forMs: number },
): Promise<TransactionResult | 'PAGE'> {
  const whole = await execute(gateway, callOf(merchant, wish));
  if (whole.kind === 'LOCKED' || whole.repeated || whole.transaction.outcome?.gatewayCode !== 'INSUFFICIENT_FUNDS') {
    return 'PAGE';
  }
  const { amount = 0n, currency = CURRENCY } = wish;
  const balance = await queryGiftCardBalance(gateway, merchant, valuesOf(wish), currency);
  if (balance.status !== 'KNOWN' || balance.balance <= 0n || balance.balance >= amount) {
    return 'PAGE';
  }
  const until = gateway.clock.now() + hold.forMs;
  const part = { kind: 'HOLD', amount: balance.balance, until } as const;
  return execute(gateway, callOf(merchant, { ...wish, transactionId: hold.transactionId, part }));
}
