/** The page of a checkout without further attempts, with the reason of the last decline. */
import type { PageView, UnpayablePage } from '../../../web/views/index.ts';
import { shopUrlOf } from '../../status/checkout-status.ts';
import { declineNotice } from '../notices.ts';
import { unpayablePage } from '../unpayable-page.ts';
import type { Visit } from '../visit.ts';

export function exhaustedPage({
  dependencies,
  found,
  state: { declined },
  context,
}: Visit<'exhausted'>): PageView<UnpayablePage> {
  const { unconfirmed, refusal } = context;
  const reason =
    declined && declineNotice(declined, undefined, { unconfirmed, refusal, isNear: true, asksAddress: false });
  return { page: unpayablePage(context, 'exhausted', shopUrlOf(dependencies, found), { reason }) };
}
