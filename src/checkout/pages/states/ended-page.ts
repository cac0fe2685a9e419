/** The page of a checkout that can no longer be paid, with the link to the shop. */
import type { PageView, UnpayablePage } from '../../../web/views/index.ts';
import { shopUrlOf } from '../../status/checkout-status.ts';
import { unpayablePage } from '../unpayable-page.ts';
import type { Visit } from '../visit.ts';

export function endedPage({
  dependencies,
  found,
  state,
  context,
}: Visit<'cancelled' | 'closed' | 'outdated' | 'paidOtherwise'>): PageView<UnpayablePage> {
  return { page: unpayablePage(context, state.kind, shopUrlOf(dependencies, found)) };
}
