/** The page of a confirmation link, before its payer confirms. */
import { describeInstrument, instrumentOf } from '../../../core/index.ts';
import type { ConfirmationPage } from '../../../web/views/index.ts';
import { orderSummary } from '../../receipt/order-summary.ts';
import { shownInstrument } from '../../receipt/receipt-references.ts';
import { payAddress } from '../../session/page-addresses.ts';
import { thisMonth } from '../../status/checkout-status.ts';
import { confirmedCard } from '../../status/confirmed-card.ts';
import { noticeOf } from '../notices.ts';
import { pageBase } from '../page-context.ts';
import type { Visit } from '../visit.ts';

/** @returns undefined where the link is not valid any more */
export async function confirmationPage(
  { dependencies, found, state, context }: Visit<'pay'>,
  hidden: ConfirmationPage['hidden'],
): Promise<ConfirmationPage | undefined> {
  const { gateway } = dependencies;
  const { session, merchant } = found;
  const card = await confirmedCard(gateway, found, thisMonth(dependencies));
  if (card === undefined) {
    return undefined;
  }
  const values = { sourceOfFunds: card.opened };
  const { cardFacts } = gateway;
  const { profile } = merchant;
  const view = describeInstrument({ instrument: instrumentOf(values), values, profile, cardFacts });
  return {
    ...pageBase(context),
    kind: 'confirm',
    operation: session.checkout.operation,
    summary: orderSummary(session),
    action: payAddress(session.id),
    hidden,
    instrument: shownInstrument(view),
    agreement: session.fields.agreement?.id,
    notice: noticeOf(context.session, context, state),
  };
}
