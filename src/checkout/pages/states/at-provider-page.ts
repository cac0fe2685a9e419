/** The page of a payment that has started at a provider, whose payer has not returned. */
import { providerName } from '../../../contract/providers/index.ts';
import { hasEvent, isUnanswered, lastStatus } from '../../../core/browser-payments/index.ts';
import type { FoundPayment } from '../../../core/ports/index.ts';
import type { AtProviderPage, PageView } from '../../../web/views/index.ts';
import { signForm } from '../../payer/payer-cookie.ts';
import { orderSummary } from '../../receipt/order-summary.ts';
import { redirectAddress } from '../../return/index.ts';
import { cancelAddress, cancelAtProviderAddress, deviceAddress } from '../../session/page-addresses.ts';
import { cancelUrlOf } from '../../status/return-url.ts';
import { type PageContext, pageBase } from '../page-context.ts';
import type { Visit } from '../visit.ts';

export function atProviderPage({ state, context, payer }: Visit<'atProvider'>): PageView<AtProviderPage> {
  const page = atProviderModel(context, state.found, signForm(payer, { sessionId: context.session.id }));
  return { page, refreshTo: page.kind === 'leaving' ? page.continueUrl : undefined };
}

export function atProviderModel(context: PageContext, found: FoundPayment, csrf: string): AtProviderPage {
  const { session } = context;
  const { handle, provider } = found.payment;
  const isUnsure = isUnanswered(lastStatus(found));
  const wish = UNREACHED_BY_NOTICE[session.form?.notice ?? ''];
  const isLeaving = !hasEvent(found, 'REDIRECTED');
  return {
    ...pageBase(context),
    kind: isLeaving ? 'leaving' : 'atProvider',
    deviceHref: isLeaving ? undefined : deviceAddress(session.id),
    summary: orderSummary(session),
    provider: providerName(provider),
    continueUrl: redirectAddress(handle),
    otherAction: cancelAtProviderAddress(session.id),
    cancelAction: cancelUrlOf(session) ? cancelAddress(session.id) : undefined,
    hidden: { csrf },
    // The page shows a refused cancel once the provider answers, and an unreachable provider until then.
    unreached: isUnsure === (wish !== 'standing') ? wish : undefined,
    unsure: isUnsure ? true : undefined,
  };
}

/** The payer's request that failed because the provider was unreachable, by the notice in the session. */
const UNREACHED_BY_NOTICE: Readonly<Record<string, AtProviderPage['unreached']>> = {
  standing: 'standing',
  uncancelled: 'cancel',
  unreached: 'anotherWay',
};
