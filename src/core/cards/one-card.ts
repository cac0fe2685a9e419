/** A card in a wallet replaces a card that was typed, and the reverse: a payment has one. */
import type { FieldPath, RequestFields } from '../../contract/request-fields.ts';
import { Secret } from '../../contract/secret.ts';
import { SECRET_PATHS } from '../../contract/secret-paths.ts';
import { secretAt, textAt, without } from '../../contract/values.ts';

export const PAYMENT_TOKEN = 'sourceOfFunds.provided.card.devicePayment.paymentToken';
const STORED_TOKEN = 'sourceOfFunds.token';
/** Paths of other cards' data. The expiry belongs to the number. */
const OF_OTHER_CARDS: readonly FieldPath[] = [
  ...SECRET_PATHS.filter((path) => path !== PAYMENT_TOKEN),
  'sourceOfFunds.provided.card.expiry',
  STORED_TOKEN,
];

/** @returns undefined also for the mask of a token, which a process of the previous release may have stored */
export function paymentTokenOf({ sourceOfFunds }: RequestFields): Secret | undefined {
  const token: unknown = sourceOfFunds?.provided?.card?.devicePayment?.paymentToken;
  return token instanceof Secret ? token : undefined;
}

/** @returns the first field of another card */
export function otherCardIn(values: RequestFields): FieldPath | undefined {
  return OF_OTHER_CARDS.find((path) => secretAt(values, path) !== undefined || textAt(values, path) !== undefined);
}

/** @returns `under` without the card that `over` replaces by one of another kind */
export function withoutReplacedCard(under: RequestFields, over: RequestFields): RequestFields {
  if (paymentTokenOf(over) !== undefined) {
    return without(under, OF_OTHER_CARDS);
  }
  return paymentTokenOf(under) !== undefined && otherCardIn(over) !== undefined
    ? without(under, [PAYMENT_TOKEN, 'order.walletProvider'])
    : under;
}
