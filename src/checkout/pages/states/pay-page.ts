/** The payment form, or the page of a confirmation link. Each visit extends the session. */
import { acceptedBrands } from '../../../core/index.ts';
import type { ConfirmationPage, PageView, PayPage, UnpayablePage } from '../../../web/views/index.ts';
import { mayAuthenticate } from '../../pay/authentication/card.ts';
import { cardRefusalsOf } from '../../pay/card-refusals.ts';
import { canAskBalance } from '../../pay/gift-card-balance.ts';
import { canPayParts } from '../../pay/part-payment.ts';
import { answeringChoices } from '../../pay/provider-payment.ts';
import { asksSecurityCode, offeredCards, savedMonths, savingOf } from '../../pay/saved-cards.ts';
import { storedGiftCard } from '../../pay/stored-gift-card.ts';
import { sitesOf, walletButtons } from '../../pay/wallets/wallet-buttons.ts';
import { formMark } from '../../payer/form-mark.ts';
import { signForm } from '../../payer/payer-cookie.ts';
import { savedCardsAddress } from '../../receipt/saved-cards-link.ts';
import { type CheckoutSession, merchantVersion } from '../../session/session.ts';
import { linkEnd } from '../../session/session-life.ts';
import { type PayerDependencies, shopUrlOf, thisMonth } from '../../status/checkout-status.ts';
import { giftCardPart, payPageModel } from '../pay-page-model.ts';
import { unpayablePage } from '../unpayable-page.ts';
import type { Visit } from '../visit.ts';
import { confirmationPage } from './confirmation-page.ts';

export async function payPage(visit: Visit<'pay'>): Promise<PageView<ConfirmationPage | PayPage | UnpayablePage>> {
  const { dependencies, found, context } = visit;
  const endsAt = await extendedEnd(visit);
  const hidden = hiddenInputs(visit);
  if (found.session.checkout.confirms === undefined) {
    const page = await formPage(visit, hidden, endsAt);
    return { page, otherSites: sitesOf(visit.dependencies, page.deviceWallets ?? []) };
  }
  const page = await confirmationPage(visit, hidden);
  return { page: page ?? unpayablePage(context, 'outdated', shopUrlOf(dependencies, found, 'outdated')) };
}

/** A link without an expiry is extended by each visit of its payer. @returns milliseconds since 1970 */
async function extendedEnd({
  dependencies: { sessionService },
  found: { session, owner },
}: Visit<'pay'>): Promise<number> {
  const endsAt = await sessionService.use(session);
  if (owner.key !== session.key) {
    await sessionService.use(owner);
  }
  return Math.min(endsAt, linkEnd(session));
}

/** The CSRF token has the amount that the payer sees. */
function hiddenInputs({ found: { session }, state, payer }: Visit<'pay'>): PayPage['hidden'] {
  const { amount: value, currency } = session.fields.order ?? {};
  const amount = value === undefined || currency === undefined ? undefined : { value, currency };
  return {
    sessionVersion: merchantVersion(session),
    attempt: formMark(state.attempt, session.checkout),
    csrf: signForm(payer, { sessionId: session.id, ...(amount && { amount }) }),
  };
}

async function formPage(
  { dependencies, found, state, context }: Visit<'pay'>,
  hidden: PayPage['hidden'],
  endsAt: number,
): Promise<PayPage> {
  const { gateway } = dependencies;
  const { session, merchant, held, order } = found;
  const saved = await offeredCards(dependencies, found);
  const kept = saved.flatMap((card) => card.kept ?? []);
  const page = payPageModel(context, state, hidden, {
    deviceWallets: walletButtons(dependencies, found),
    providers: answeringChoices(gateway, merchant, session),
    brands: acceptedBrands(merchant.profile, gateway.acquirers, session.fields.order?.currency ?? ''),
    cardRefusals: cardRefusalsOf(dependencies, found),
    asksBalance: canAskBalance(dependencies, found),
    asksBrowser: mayAuthenticate(dependencies, found, false),
    paysParts: canPayParts(dependencies, found),
    part: held && order && giftCardPart(order, held),
    keptGiftCard: giftCardOfInquiry(dependencies, context.session),
    savedCards: saved.map(({ choice }) => choice),
    savedCardsHref: savedCardsAddress(gateway.sealer, kept, gateway.clock.now()),
    saving: savingOf(found),
    savedMonths: savedMonths(found),
    asksSavedCode: asksSecurityCode(merchant),
    asksSavedBrowser: mayAuthenticate(dependencies, found, true),
  });
  return {
    ...page,
    endsIn: Math.ceil((endsAt - gateway.clock.now()) / 1_000),
    isLast: endsAt === linkEnd(session) ? true : undefined,
    thisMonth: thisMonth(dependencies),
    artwork: dependencies.artwork,
  };
}

/** The gift card of this payer's balance inquiry, while it is stored. */
function giftCardOfInquiry(dependencies: PayerDependencies, session: CheckoutSession): PayPage['keptGiftCard'] {
  const { form } = session;
  return form?.balance?.kind === 'known' && storedGiftCard(dependencies, session, form) !== undefined
    ? { lastFour: form.balance.lastFour }
    : undefined;
}
