/** Identifies the merchant to Apple for the page of one payer, before Apple's sheet opens. */
import { merchantIdentity } from '../../../core/index.ts';
import { isOwnForm, type PostedForm } from '../../payer/posted-form.ts';
import { shopOf } from '../../receipt/shop.ts';
import type { PayerDependencies } from '../../status/checkout-status.ts';
import { currentStatus } from '../../status/payment-link.ts';
import { walletButtons } from './wallet-buttons.ts';

/** The field with the URL that the browser received from Apple. */
const VALIDATION_URL = 'validationURL';

/** @returns Apple's merchant session, JSON; undefined where the checkout offers no Apple Pay, or Apple refused */
export async function merchantSession(
  dependencies: PayerDependencies,
  posted: PostedForm,
): Promise<string | undefined> {
  const { gateway, wallets } = dependencies;
  const found = await currentStatus(dependencies, posted.sessionId, posted.payer);
  const apple = wallets?.applePay;
  if (apple === undefined || found?.state.kind !== 'pay' || !isOwnForm(posted) || apple.isTooOften(posted.from)) {
    return undefined;
  }
  const { profile } = found.merchant;
  const identity = merchantIdentity(profile, gateway.sealer);
  const isOffered = walletButtons(dependencies, found).some(({ id }) => id === 'applePay');
  if (!isOffered || identity === undefined || profile.wallets.applePay === null) {
    return undefined;
  }
  const session = await apple.validate({
    url: posted.fields.get(VALIDATION_URL) ?? '',
    merchantId: profile.wallets.applePay.merchantId,
    displayName: shopOf(found.merchant, found.session.fields).name,
    domain: apple.domain,
    identity,
  });
  if (session === undefined) {
    gateway.log.warn({ merchant: profile.id }, 'Apple gave no merchant session, so its sheet closed');
  }
  return session;
}
