/** The page of a payment that has started at a provider, whose payer has not returned. */
import { providerName } from '../../contract/providers/index.ts';
import { hasEvent, isUnanswered, lastStatus } from '../../core/browser-payments/index.ts';
import type { FoundPayment } from '../../core/ports/index.ts';
import type { AtProviderPage } from '../../web/views/index.ts';
import { orderSummary } from '../receipt/order-summary.ts';
import { redirectAddress } from '../return/index.ts';
import { cancelAddress, cancelAtProviderAddress, deviceAddress } from '../session/page-addresses.ts';
import { cancelUrlOf } from '../status/return-url.ts';
import { type PageContext, pageBase } from './page-context.ts';

export function atProviderPage(context: PageContext, found: FoundPayment, csrf: string): AtProviderPage {
  const { session } = context;
  const { handle, provider } = found.payment;
  const unsure = isUnanswered(lastStatus(found));
  const wish = UNREACHED_BY_NOTICE[session.form?.notice ?? ''];
  const unreached = unsure === (wish !== 'standing') ? wish : undefined;
  const isLeaving = !hasEvent(found, 'REDIRECTED');
  return {
    ...pageBase(context),
    kind: isLeaving ? 'leaving' : 'atProvider',
    ...(!isLeaving && { deviceHref: deviceAddress(session.id) }),
    summary: orderSummary(session),
    provider: providerName(provider),
    continueUrl: redirectAddress(handle),
    otherAction: cancelAtProviderAddress(session.id),
    ...(cancelUrlOf(session) && { cancelAction: cancelAddress(session.id) }),
    hidden: { csrf },
    ...(unreached && { unreached }),
    ...(unsure && { unsure }),
  };
}

/** The payer's request that failed because the provider was unreachable, by the notice in the session. */
const UNREACHED_BY_NOTICE: Readonly<Record<string, AtProviderPage['unreached']>> = {
  standing: 'standing',
  uncancelled: 'cancel',
  unreached: 'anotherWay',
};
