/** Leads a payer whose payment the link cannot take from the hosted page back to the link's page, which says why. */
import { linkAddress } from '../session/page-addresses.ts';
import type { CheckoutStatus } from '../status/checkout-status.ts';
import { type LinkDependencies, placesOf } from './link-payments.ts';

/** The name in the query of the link's address, and its values. */
export const UNPAID = 'unpaid';
export const NOTHING_TAKEN = 'nothing-taken';
export const PERHAPS_RESERVED = 'perhaps-reserved';

/**
 * @param found in a state in which its session could be paid
 * @returns undefined where it can be, or is of no link. A payer who began before the link's expiry may go on
 */
export async function linkInsteadOf(
  dependencies: LinkDependencies,
  { session: { checkout }, isReserved }: Pick<CheckoutStatus, 'isReserved' | 'session'>,
): Promise<string | undefined> {
  const { link: keys } = checkout;
  if (keys === undefined) {
    return undefined;
  }
  const { links } = dependencies;
  const [link, order] = await Promise.all([links.findByKey(keys.link), links.findOrderByKey(keys.order)]);
  if (link === undefined) {
    return undefined;
  }
  const isOpen = link.endedAt === null && (order?.state === 'TAKEN' || (await placesOf(dependencies, link)) === 'FREE');
  return isOpen ? undefined : `${linkAddress(link.id)}?${UNPAID}=${isReserved ? PERHAPS_RESERVED : NOTHING_TAKEN}`;
}
