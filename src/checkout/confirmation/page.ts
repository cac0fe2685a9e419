/** The page of a confirmation link, before its payer confirms. */
import { describeInstrument, instrumentOf } from '../../core/index.ts';
import type { ConfirmationPage } from '../../web/views/index.ts';
import { type CheckoutStatus, type PayerDependencies, thisMonth } from '../checkout-status.ts';
import { orderSummary } from '../order-summary.ts';
import { payAddress } from '../page-addresses.ts';
import { noticeOf, type PageContext, pageBase } from '../page-model.ts';
import { shownInstrument } from '../receipt-references.ts';
import type { CheckoutState } from '../state.ts';
import { confirmedCard } from './confirmed-card.ts';

/** @returns undefined where the link is not valid any more */
export async function confirmationPage(
  dependencies: PayerDependencies,
  found: CheckoutStatus,
  state: CheckoutState & { kind: 'pay' },
  context: PageContext,
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
  const agreement = session.fields.agreement?.id;
  const notice = noticeOf(context.session, context, state);
  return {
    ...pageBase(context),
    kind: 'confirm',
    operation: session.checkout.operation,
    summary: orderSummary(session),
    action: payAddress(session.id),
    hidden,
    instrument: shownInstrument(view),
    ...(agreement !== undefined && { agreement }),
    ...(notice && { notice }),
  };
}
