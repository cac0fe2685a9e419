/** The page of a checkout without an amount. It becomes payable as soon as the shop sets the amount. */
import type { PageView, UnpayablePage } from '../../../web/views/index.ts';
import { payAddress } from '../../session/page-addresses.ts';
import { shopUrlOf } from '../../status/checkout-status.ts';
import { unpayablePage } from '../unpayable-page.ts';
import type { Visit } from '../visit.ts';

const POLL_SECONDS = 10;

export function incompletePage({ dependencies, found, context }: Visit<'incomplete'>): PageView<UnpayablePage> {
  const poll = { address: payAddress(found.session.id), seconds: POLL_SECONDS };
  return { page: unpayablePage(context, 'incomplete', shopUrlOf(dependencies, found), { poll }) };
}
