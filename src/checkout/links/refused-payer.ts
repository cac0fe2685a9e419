/** Leads a payer whose payment the link cannot take from the hosted page back to the link's page, which says why. */
import { MINUTE_MS } from '../../contract/durations.ts';
import { linkAddress } from '../session/page-addresses.ts';
import type { CheckoutStatus } from '../status/checkout-status.ts';
import { type LinkDependencies, placesOf } from './link-payments.ts';

/** The name in the query of the link's address, and its values. */
export const UNPAID = 'unpaid';
export const NOTHING_TAKEN = 'nothing-taken';
export const PERHAPS_RESERVED = 'perhaps-reserved';
/** The name of the time of the refusal, in milliseconds since 1970. */
export const REFUSED_AT = 'at';
/** A payer who returns to the address later may have paid since. */
const TOLD_MS_MAX = MINUTE_MS;

/** Whether the link's page still says that a payment was not made. */
export function isToldNow(refusedAt: string, now: number): boolean {
  const age = now - Number(/^\d{1,16}$/.exec(refusedAt)?.[0] ?? Number.NaN);
  return age >= 0 && age < TOLD_MS_MAX;
}

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
  const { links, gateway } = dependencies;
  const [link, order] = await Promise.all([links.findByKey(keys.link), links.findOrderByKey(keys.order)]);
  if (link === undefined) {
    return undefined;
  }
  const isOpen = link.endedAt === null && (order?.state === 'TAKEN' || (await placesOf(dependencies, link)) === 'FREE');
  const query = { [UNPAID]: isReserved ? PERHAPS_RESERVED : NOTHING_TAKEN, [REFUSED_AT]: `${gateway.clock.now()}` };
  return isOpen ? undefined : `${linkAddress(link.id)}?${new URLSearchParams(query)}`;
}
