/**
 * A payment with the token of a wallet: the merchant's registration, the wallet's reader, and the rules of the fields
 * beside it. The content of the token becomes fields of the payment, as the card data of a terminal does.
 */
import { hash } from 'node:crypto';
import { MINUTE_MS } from '../../contract/durations.ts';
import { type FieldProblem, invalidProblem } from '../../contract/interface-error.ts';
import { type Currency, majorText } from '../../contract/money.ts';
import type { FieldPath, RequestFields } from '../../contract/request-fields.ts';
import { merge, valueAt } from '../../contract/values.ts';
import type { MerchantProfile } from '../merchant/merchant.ts';
import { walletKeys } from '../merchant/wallets-profile.ts';
import type { CardView, Clock, DeviceToken, DeviceTokens, DeviceTokenUse, Sealer, Wallet } from '../ports/index.ts';
import { otherCardIn, PAYMENT_TOKEN, paymentTokenOf } from './one-card.ts';

/** As long as a session holds a token. */
export const TOKEN_HELD_MS_MAX = 15 * MINUTE_MS;

const DEVICE_PAYMENT = 'sourceOfFunds.provided.card.devicePayment';
const WALLET_PROVIDER = 'order.walletProvider';

const MEMBERS = { APPLE_PAY: 'applePay', GOOGLE_PAY: 'googlePay' } as const satisfies Record<Wallet, string>;

/** Results of other authentications. */
const AUTHENTICATIONS: readonly FieldPath[] = [
  '3DSecure',
  '3DSecureId',
  'authentication.3ds',
  'authentication.3ds2',
  'authentication.transactionId',
];

export interface DeviceTokenSources {
  readonly deviceTokens: DeviceTokens;
  readonly sealer: Pick<Sealer, 'open'>;
  readonly clock: Clock;
}

export interface ReadDevice {
  /** With the content of the token. */
  readonly values: RequestFields;
  readonly token: DeviceToken;
}

/**
 * Verifies and decrypts the token.
 *
 * @param values with a token, merged over those of the session
 * @param isHeld true if the token comes from a session, which has verified it before
 */
export function readDevice(
  sources: DeviceTokenSources,
  profile: MerchantProfile,
  values: RequestFields,
  isHeld: boolean,
): ReadDevice | { readonly problems: readonly FieldProblem[] } {
  const wallet = values.order?.walletProvider;
  const problems = problemsBeside(sources.deviceTokens, profile, values);
  if (problems.length > 0) {
    return { problems };
  }
  const reading = readToken(sources, profile, wallet as Wallet, values, isHeld);
  if ('problem' in reading) {
    return { problems: [invalidProblem(PAYMENT_TOKEN, reading.problem)] };
  }
  const { token } = reading;
  const conflicts = authenticationConflicts(values, token);
  return conflicts.length > 0 ? { problems: conflicts } : { values: withContent(values, token), token };
}

function readToken(
  { deviceTokens, sealer, clock }: DeviceTokenSources,
  profile: MerchantProfile,
  wallet: Wallet,
  values: RequestFields,
  isHeld: boolean,
) {
  const name = MEMBERS[wallet];
  const recipient = {
    merchantId: profile.wallets[name]?.merchantId ?? profile.id,
    privateKeys: walletKeys(profile, name, sealer),
  };
  const time = { now: clock.now(), heldMsMax: isHeld ? TOKEN_HELD_MS_MAX : 0 };
  const text = paymentTokenOf(values)?.reveal() ?? '';
  return deviceTokens[wallet]?.(text, recipient, time) ?? { problem: 'a token of another wallet' };
}

/** Problems of the fields beside the token, and of the merchant's registration. */
function problemsBeside(
  deviceTokens: DeviceTokens,
  { wallets }: MerchantProfile,
  values: RequestFields,
): FieldProblem[] {
  const unsupported = (explanation: string): FieldProblem[] => [
    { field: DEVICE_PAYMENT, validationType: 'UNSUPPORTED', explanation },
  ];
  if (wallets.applePay === null && wallets.googlePay === null) {
    return unsupported('the merchant profile has no wallet; send the card’s number, a token of ours, or a session');
  }
  const wallet = values.order?.walletProvider;
  if (wallet === undefined) {
    const explanation = 'the wallet that made the token, APPLE_PAY or GOOGLE_PAY';
    return [{ field: WALLET_PROVIDER, validationType: 'MISSING', explanation }];
  }
  if (!Object.hasOwn(MEMBERS, wallet)) {
    return [invalidProblem(WALLET_PROVIDER, 'APPLE_PAY or GOOGLE_PAY where a wallet’s token is given')];
  }
  const name = MEMBERS[wallet as Wallet];
  if (wallets[name] === null) {
    return unsupported(`the merchant profile has no wallets.${name}`);
  }
  if (deviceTokens[wallet as Wallet] === undefined) {
    return unsupported(`the operator has not set up ${wallet}`);
  }
  const other = otherCardIn(values);
  return other === undefined
    ? []
    : [invalidProblem(other, 'absent beside the token of a wallet, which names the card')];
}

/** A device with a cryptogram has authenticated the payer: a second authentication would prove no payment. */
function authenticationConflicts(values: RequestFields, { cryptogram }: DeviceToken): FieldProblem[] {
  const given = AUTHENTICATIONS.find((path) => valueAt(values, path) !== undefined);
  return cryptogram === undefined || given === undefined
    ? []
    : [invalidProblem(given, 'absent beside the token of a device, which has authenticated the payer itself')];
}

/** The acquirer gets an ECI only if the token says one. */
function withContent(values: RequestFields, { number, expiry, cryptogram, eci }: DeviceToken): RequestFields {
  const mobileWallet = cryptogram && {
    cryptogramFormat: '3DSECURE' as const,
    '3DSecure': { onlinePaymentCryptogram: cryptogram, eciIndicator: eci },
  };
  return merge(values, { sourceOfFunds: { provided: { card: { number, expiry, mobileWallet } } } });
}

/**
 * The payer has agreed to this payment only.
 * @param amount minor units; undefined for one that takes no money, or whose amount is not known yet
 */
export function deviceMoneyProblems(
  { money }: DeviceToken,
  currency: Currency | undefined,
  amount: bigint | undefined,
): FieldProblem[] {
  if (money === undefined || currency === undefined) {
    return [];
  }
  if (money.currencyNumber !== currency.numeric) {
    return [invalidProblem(PAYMENT_TOKEN, `a token for order.currency ${currency.code}`)];
  }
  return amount === undefined || amount === money.amount
    ? []
    : [invalidProblem(PAYMENT_TOKEN, `a token for the amount of this payment, ${majorText(amount, currency)}`)];
}

/** A token that was used, by this merchant or another. */
export const TOKEN_USED: FieldProblem = invalidProblem(PAYMENT_TOKEN, 'a token that no payment was made with');

export function deviceTokenUse({ wallet, id, usableUntil }: DeviceToken): DeviceTokenUse {
  return { id: hash('sha256', `${wallet} ${id}`, 'hex'), until: usableUntil };
}

/** How answers show the device; undefined for a card that the wallet keeps on file. */
export function deviceView(token: DeviceToken | undefined): CardView['device'] {
  return token?.cryptogram === undefined ? undefined : { eci: token.eci };
}

/** ECIs after which the issuer bears a fraud. */
const SHIFTED_ECIS = ['05', '06'];
const SHIFTED_ECIS_OF_MASTERCARD = ['01', '02'];

/** Whether the merchant would bear a fraud after the device's authentication, as far as the token says. */
export function isMerchantLiable({ device, scheme }: CardView): boolean {
  const shifted = scheme === 'MASTERCARD' ? SHIFTED_ECIS_OF_MASTERCARD : SHIFTED_ECIS;
  return device !== undefined && !shifted.includes(device.eci ?? '');
}
