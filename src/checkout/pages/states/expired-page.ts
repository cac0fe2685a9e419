/** The page of an ended session, which its payer may renew while the order can be paid. */
import type { PageView, UnpayablePage } from '../../../web/views/index.ts';
import { payAddress } from '../../session/page-addresses.ts';
import { shopUrlOf } from '../../status/checkout-status.ts';
import { canGoOn } from '../../status/state.ts';
import { unpayablePage } from '../unpayable-page.ts';
import type { Visit } from '../visit.ts';

export function expiredPage({ dependencies, found, context }: Visit<'expired'>): PageView<UnpayablePage> {
  const { session, order } = found;
  const isRenewable = canGoOn(session, order, dependencies.gateway.clock.now());
  const renewAction = isRenewable ? payAddress(session.id) : undefined;
  return { page: unpayablePage(context, 'expired', shopUrlOf(dependencies, found), { renewAction }) };
}
