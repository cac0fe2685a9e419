/** The content of a mail about a dispute, made when it is sent. */
import type { TestMode } from '../../contract/test-mode.ts';
import type { StaffDispute } from '../../web/views/console/index.ts';
import { type DisputeDependencies, isDisputeOpen, orderChargebacks } from '../disputes.ts';
import { zoneOf } from '../order-search/list-query.ts';
import { disputeEntry } from '../pages/dispute-entries.ts';
import { consoleAddress } from '../routes.ts';
import type { StaffMember } from './role-there.ts';

export interface DisputeMailDependencies extends DisputeDependencies {
  readonly origin: string;
  readonly testMode: TestMode | undefined;
}

/** @param key of the dispute @returns undefined if it is open no more */
export async function disputeOf(
  { disputes, orders, clock, origin, testMode }: DisputeMailDependencies,
  { merchant }: StaffMember,
  key: number,
): Promise<StaffDispute | undefined> {
  const now = clock.now();
  const dispute = await disputes.find(key);
  const order = dispute && (await orders.find(merchant.key, dispute.orderId));
  if (dispute === undefined || order === undefined || !isDisputeOpen(dispute, now)) {
    return undefined;
  }
  const of = { dispute, isOpen: true, ...orderChargebacks(order, await orders.transactions(order.key)) };
  const entry = disputeEntry(merchant, of, now);
  return {
    merchantName: merchant.profile.name,
    testMode,
    dispute: entry,
    timeZone: zoneOf(merchant),
    orderAddress: origin + entry.orderHref,
    disputesAddress: origin + consoleAddress('disputes', { merchant: merchant.id }),
    choiceAddress: origin + consoleAddress('mails', { merchant: merchant.id }),
  };
}
