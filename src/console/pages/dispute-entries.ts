/** Disputes as the pages show them. */
import { storedAmount } from '../../checkout/index.ts';
import type { Merchant } from '../../core/index.ts';
import type { DisputeEntry } from '../../web/views/console/index.ts';
import { reasonMeaning } from '../dispute-reasons.ts';
import { type DisputeOfOrder, deadlineOf, disputedAmount } from '../disputes.ts';
import { zoneOf } from '../order-search/list-query.ts';
import { consoleAddress } from '../routes.ts';
import { instant } from './order-entries.ts';

export function disputeEntry(merchant: Merchant, found: DisputeOfOrder, now: number): DisputeEntry {
  const { dispute, isOpen, standing, returned, currency, chargebacks } = found;
  const { orderId, source, facts } = dispute;
  const { reference, reason, stage, status, outcome, date } = facts;
  const amountOf = (amount: bigint, code = currency) => storedAmount({ amount, currency: code });
  const deadline = deadlineOf(dispute, zoneOf(merchant), now);
  return {
    order: orderId,
    orderHref: consoleAddress('order', { merchant: merchant.id, order: orderId }),
    amount: amountOf(...disputedAmount(dispute, found)),
    described:
      source === ''
        ? undefined
        : {
            ...{ processor: source, reference, stage, status, outcome, date },
            reason: reason === undefined ? undefined : { code: reason, meaning: reasonMeaning(reason) },
          },
    deadline: deadline && { ...deadline, at: instant(deadline.at) },
    isOpen,
    standing: amountOf(standing),
    returned: amountOf(returned),
    chargebacks: chargebacks.map((one) => ({
      at: instant(one.at),
      amount: storedAmount(one),
      processor: one.processor,
      reference: one.reference,
      isRejection: one.isRejection,
    })),
  };
}
