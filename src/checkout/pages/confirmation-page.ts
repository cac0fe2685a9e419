/** The page of a confirmation link, before its payer confirms. */
import { describeInstrument, instrumentOf } from '../../core/index.ts';
import type { ConfirmationPage } from '../../web/views/index.ts';
import { orderSummary } from '../receipt/order-summary.ts';
import { shownInstrument } from '../receipt/receipt-references.ts';
import { payAddress } from '../session/page-addresses.ts';
import { type CheckoutStatus, type PayerDependencies, thisMonth } from '../status/checkout-status.ts';
import { confirmedCard } from '../status/confirmed-card.ts';
import type { CheckoutState } from '../status/state.ts';
import { noticeOf } from './notices.ts';
import { type PageContext, pageBase } from './page-context.ts';

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
