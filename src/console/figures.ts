/** Counts and sums of the index of orders, as pages and mails show them. */
import { storedAmount } from '../checkout/index.ts';
import { isGatewayCode } from '../contract/gateway-codes.ts';
import { providerName } from '../contract/providers/index.ts';
import type { MoneyMoved, NamedTally, NamedTimes } from '../core/index.ts';
import type { DeclineReason, MovedMoney, NamedCounts } from '../web/views/console/index.ts';
import type { OrderDependencies } from './orders.ts';

/** Sums of one currency, with its decimal places. */
export function movedMoney({ currency, taken, givenBack, chargedBack }: MoneyMoved): MovedMoney {
  const amountOf = (amount: bigint) => storedAmount({ amount, currency });
  return { taken: amountOf(taken), givenBack: amountOf(givenBack), chargedBack: amountOf(chargedBack) };
}

/** The name of a provider in place of its id. */
export function named({ name, ...counts }: NamedTally): NamedCounts {
  return { name: providerName(name), ...counts };
}

/** A reason of declines in words, where there are any. */
export function declineReason(
  { remedyOf }: Pick<OrderDependencies, 'remedyOf'>,
  { name, times }: NamedTimes,
): DeclineReason {
  return { code: name, meaning: isGatewayCode(name) ? remedyOf(name).meaning : undefined, times };
}
