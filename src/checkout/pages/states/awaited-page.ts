/** The page of a payment that awaits its result: sent, pending, or with an outcome in doubt. */
import type { PageView, UnpayablePage } from '../../../web/views/index.ts';
import { doneAddress } from '../../session/page-addresses.ts';
import { shopUrlOf } from '../../status/checkout-status.ts';
import { awaitedDetails, awaitedPayment } from '../awaited-payment.ts';
import { unpayablePage } from '../unpayable-page.ts';
import type { Visit } from '../visit.ts';

type AwaitedKind = 'pending' | 'underWay' | 'unknown';

/** Intervals of the pages without events: a verification, or a payment that is not stored yet. */
const POLL_SECONDS: Readonly<Record<AwaitedKind, number>> = { pending: 10, underWay: 3, unknown: 10 };

export async function awaitedPage({
  dependencies,
  found,
  state,
  context,
  address,
}: Visit<AwaitedKind>): Promise<PageView<UnpayablePage>> {
  const shopUrl = shopUrlOf(dependencies, found);
  const done = doneAddress(found.session.id);
  const awaited = await awaitedPayment(dependencies, found);
  if (awaited === undefined) {
    const poll = { address: done, seconds: POLL_SECONDS[state.kind] };
    return { page: unpayablePage(context, state.kind, shopUrl, { poll }) };
  }
  // A payer who returns from a provider is redirected to the shop, with or without a result; one who opens the link
  // stays here.
  if (address === 'done' && awaited.provider !== undefined && shopUrl !== undefined) {
    const page = unpayablePage(context, state.kind, shopUrl, awaitedDetails(awaited, undefined));
    return { page: { ...page, returnLink: { href: shopUrl, isFollowed: true } } };
  }
  return { page: unpayablePage(context, state.kind, shopUrl, awaitedDetails(awaited, done)) };
}
