/** The wallets that the page offers to this payer, and the request for each wallet's sheet. */
import { createPublicKey, type KeyObject } from 'node:crypto';
import { alpha2Of } from '../../../contract/countries.ts';
import { currencyOf, majorText, minorUnits } from '../../../contract/money.ts';
import { acceptedBrands, restOf, walletKeys } from '../../../core/index.ts';
import type { Amount, OtherSites, WalletButton, WalletId } from '../../../web/views/index.ts';
import { amountOf, storedAmount } from '../../receipt/amount.ts';
import { shopOf } from '../../receipt/shop.ts';
import { isCharging } from '../../session/charging.ts';
import { merchantFields } from '../../session/given-details.ts';
import { validationAddress } from '../../session/page-addresses.ts';
import { detailGroups } from '../../session/payer-details.ts';
import type { CheckoutStatus, PayerDependencies } from '../../status/checkout-status.ts';
import { savingOf } from '../saved-cards.ts';
import { applePayRequest, type Sale } from './apple-pay-request.ts';
import { googlePayRequest, type Tokenization } from './google-pay-request.ts';

export const WALLET_NAMES = { applePay: 'Apple Pay', googlePay: 'Google Pay' } as const satisfies Record<
  WalletId,
  string
>;

/**
 * None for a checkout that asks for details of the payer, which need its form, or that stores the card for the
 * merchant's later payments: a token pays once.
 */
export function walletButtons(dependencies: PayerDependencies, found: CheckoutStatus): WalletButton[] {
  const { session, merchant } = found;
  const country = alpha2Of(merchant.profile.wallets.country ?? '');
  if (dependencies.wallets === undefined || country === undefined) {
    return [];
  }
  const amount = exactAmount(dueAmount(found));
  if (
    amount === undefined ||
    session.checkout.confirms !== undefined ||
    !isCharging(session.checkout.operation) ||
    savingOf(found) === 'SAID' ||
    detailGroups(merchantFields(session), 'card', {}).length > 0
  ) {
    return [];
  }
  const sale = { amount, country, brands: brandsOf(dependencies, found), shop: shopOf(merchant, session.fields).name };
  return [applePayButton(dependencies, found, sale), googlePayButton(dependencies, found, sale)].filter(
    (button) => button !== undefined,
  );
}

/** The amount that a token must name. */
export function dueAmount(found: CheckoutStatus): Amount | undefined {
  const { order, held, session } = found;
  return held === undefined || order === undefined
    ? amountOf(session.fields.order?.amount, session.fields.order?.currency)
    : storedAmount({ amount: restOf(order.state), currency: order.state.currency });
}

/** With all decimals of the currency, which Google requires. */
function exactAmount(due: Amount | undefined): Amount | undefined {
  const currency = currencyOf(due?.currency ?? '');
  const units = currency && minorUnits(due?.value ?? '', currency);
  return due === undefined || currency === undefined || units === undefined
    ? undefined
    : { ...due, value: majorText(units, currency) };
}

function brandsOf({ gateway }: PayerDependencies, { merchant, session }: CheckoutStatus) {
  return acceptedBrands(merchant.profile, gateway.acquirers, session.fields.order?.currency ?? '');
}

function applePayButton(
  { gateway, wallets }: PayerDependencies,
  { merchant: { profile }, session }: CheckoutStatus,
  sale: Sale,
): WalletButton | undefined {
  const apple = wallets?.applePay;
  if (apple === undefined || gateway.deviceTokens.APPLE_PAY === undefined) {
    return undefined;
  }
  return profile.wallets.applePay?.identityCertificate === undefined
    ? undefined
    : {
        id: 'applePay',
        name: WALLET_NAMES.applePay,
        script: apple.script,
        request: JSON.stringify(applePayRequest(sale)),
        validation: validationAddress(session.id),
      };
}

function googlePayButton(
  { gateway, wallets }: PayerDependencies,
  { merchant }: CheckoutStatus,
  sale: Sale,
): WalletButton | undefined {
  const google = wallets?.googlePay;
  const { businessId } = merchant.profile.wallets.googlePay ?? {};
  const tokenization = google && tokenizationOf(google.gateway, gateway, merchant);
  return google === undefined || businessId === undefined || tokenization === undefined
    ? undefined
    : {
        id: 'googlePay',
        name: WALLET_NAMES.googlePay,
        script: google.script,
        request: JSON.stringify(googlePayRequest(sale, { ...google, businessId, tokenization })),
      };
}

/** A merchant with a key of its own is registered with Google by itself. */
function tokenizationOf(
  gatewayName: string | undefined,
  { deviceTokens, sealer }: PayerDependencies['gateway'],
  { profile }: CheckoutStatus['merchant'],
): Tokenization | undefined {
  if (deviceTokens.GOOGLE_PAY === undefined) {
    return undefined;
  }
  if (profile.wallets.googlePay?.privateKey === undefined) {
    const gatewayMerchantId = profile.wallets.googlePay?.merchantId ?? profile.id;
    return gatewayName === undefined
      ? undefined
      : { type: 'PAYMENT_GATEWAY', parameters: { gateway: gatewayName, gatewayMerchantId } };
  }
  const [key] = walletKeys(profile, 'googlePay', sealer);
  return key && { type: 'DIRECT', parameters: { protocolVersion: 'ECv2', publicKey: pointOf(key) } };
}

/** The uncompressed point, Base64. */
function pointOf(privateKey: KeyObject): string {
  const pem = privateKey.export({ format: 'pem', type: 'pkcs8' });
  const { x = '', y = '' } = createPublicKey(pem).export({ format: 'jwk' });
  return Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]).toString('base64');
}

/** @returns undefined for a page without buttons, whose policy permits no other site */
export function sitesOf(
  { wallets }: PayerDependencies,
  buttons: readonly Pick<WalletButton, 'id'>[],
): OtherSites | undefined {
  const sites = buttons.flatMap(({ id }) => wallets?.[id]?.sites ?? []);
  return sites.length === 0
    ? undefined
    : {
        scripts: sites.flatMap(({ scripts }) => scripts),
        connects: sites.flatMap(({ connects }) => connects),
        frames: sites.flatMap(({ frames }) => frames),
      };
}
