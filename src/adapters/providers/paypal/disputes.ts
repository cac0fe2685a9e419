/** PayPal's answer about a dispute: `GET /v1/customer/disputes/{id}`. Messages and people in it are not read. */
import type { ProviderAccount, ProviderDispute } from '../../../core/ports/index.ts';
import { referenceIn } from './payment-names.ts';
import { disputeSchema } from './paypal-messages.ts';
import { moneyOf } from './paypal-money.ts';

const RESOLVED = 'RESOLVED';

/**
 * @param reference the gateway's reference of the payment that the message named
 * @returns undefined if the answer is no dispute of that payment
 */
export function disputeIn(
  body: unknown,
  reference: string,
  { merchantId }: Pick<ProviderAccount, 'merchantId'>,
): ProviderDispute | undefined {
  const { data } = disputeSchema.safeParse(body);
  if (!data?.disputed_transactions.some(({ custom }) => referenceIn(custom, merchantId) === reference)) {
    return undefined;
  }
  const money = data.dispute_amount && moneyOf(data.dispute_amount);
  const due = data.seller_response_due_date;
  const isOpen = data.status !== RESOLVED;
  return {
    id: data.dispute_id,
    isOpen,
    dueAt: isOpen && due !== undefined ? Date.parse(due) : undefined,
    changedAt: Date.parse(data.update_time ?? data.create_time ?? '') || 0,
    facts: {
      reason: data.reason,
      stage: data.dispute_life_cycle_stage,
      status: data.status,
      outcome: data.dispute_outcome?.outcome_code,
      amount: money && `${money.amount}`,
      currency: money?.currency,
      date: data.create_time?.slice(0, 10),
      reference: data.dispute_id,
    },
  };
}
