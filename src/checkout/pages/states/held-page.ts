/** The page for a payer while another payer's gift card is held for the order, with the button that releases it. */
import type { PageView, UnpayablePage } from '../../../web/views/index.ts';
import { signForm } from '../../payer/payer-cookie.ts';
import { payAddress } from '../../session/page-addresses.ts';
import { shopUrlOf } from '../../status/checkout-status.ts';
import { unpayablePage } from '../unpayable-page.ts';
import type { Visit } from '../visit.ts';

const POLL_SECONDS = 10;

export function heldPage({ dependencies, found, context, payer }: Visit<'held'>): PageView<UnpayablePage> {
  const { id } = found.session;
  const address = payAddress(id);
  const page = unpayablePage(context, 'held', shopUrlOf(dependencies, found), {
    poll: { address, seconds: POLL_SECONDS },
    release: { action: address, csrf: signForm(payer, { sessionId: id }) },
  });
  return { page };
}
