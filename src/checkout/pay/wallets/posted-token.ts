/** Reads the wallet's token in a posted form, as strictly as in a merchant's request. */
import { VERSION_MAX } from '../../../contract/field.ts';
import { sourceOfFunds } from '../../../contract/fields/source-of-funds-fields.ts';
import { readGroup } from '../../../contract/read.ts';
import type { SourceOfFundsFields } from '../../../contract/request-fields.ts';
import { verifyToken } from '../../../core/index.ts';
import type { DeviceToken, Wallet } from '../../../core/ports/index.ts';
import type { WalletId } from '../../../web/views/index.ts';
import type { CheckoutStatus, PayerDependencies } from '../../status/checkout-status.ts';
import { dueAmount } from './wallet-buttons.ts';

export const WALLET_PROVIDERS = { applePay: 'APPLE_PAY', googlePay: 'GOOGLE_PAY' } as const satisfies Record<
  WalletId,
  Wallet
>;

export interface PostedToken {
  readonly token: DeviceToken;
  /** The request's fields, with the token as it came. */
  readonly sourceOfFunds: SourceOfFundsFields;
}

/** @returns undefined for a token that is refused: expired, used, or of another merchant, amount or currency */
export async function readPostedToken(
  { gateway }: PayerDependencies,
  found: CheckoutStatus,
  wallet: WalletId,
  text: string,
): Promise<PostedToken | undefined> {
  const body = { type: 'CARD', provided: { card: { devicePayment: { paymentToken: text } } } };
  const { values, problems } = readGroup(sourceOfFunds, body, { version: VERSION_MAX, loopbackUrls: false });
  const due = dueAmount(found);
  if (problems.length > 0 || due === undefined) {
    return undefined;
  }
  const order = { walletProvider: WALLET_PROVIDERS[wallet], amount: due.value, currency: due.currency };
  const verified = await verifyToken(gateway, found.merchant, { order, sourceOfFunds: values });
  if ('problems' in verified) {
    gateway.log.info({ problems: verified.problems, wallet }, "a wallet's token was refused on the hosted page");
    return undefined;
  }
  return { token: verified.token, sourceOfFunds: values };
}
