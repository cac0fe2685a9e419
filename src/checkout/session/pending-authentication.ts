/**
 * A card payment that waits for the payer's bank. The card, with its security code until the payment uses it, is sealed
 * in the session; this record has the other data that any process needs to continue, and no card data.
 */
import type { DeviceFields } from '../../contract/request-fields.ts';
import type { PayerSubjects } from '../../core/index.ts';
import type { CardSaving, DeviceTokenUse, PayerPage } from '../../core/ports/index.ts';

export interface PendingAuthentication {
  /** Transaction id of the payment. */
  readonly attempt: string;
  /** Transaction id of the authentication. */
  readonly transactionId: string;
  /** Version of the session in which the card is stored. */
  readonly version: string;
  /**
   * The merchant's last version of the checkout (for a session behind a payment link: the link's own), which the bank
   * is asked about. Absent in rows of an older release.
   */
  readonly merchantVersion?: string;
  /** A gift card pays the other part of the order. */
  readonly isRest?: true;
  /** The acquirer requires a challenge, and the attempt before was not challenged. */
  readonly isMandated?: true;
  /** The browser runs the page's script, which shows the bank in frames. */
  readonly isScripted?: true;
  /** The one for whom the card is stored after the payment. True in rows of an older release: the merchant. */
  readonly savesCard?: CardSaving | true;
  /** The card is from a wallet's token, which the payment uses up. */
  readonly deviceToken?: DeviceTokenUse;
  /** The payment is declined without a successful authentication, although the checkout does not say so. */
  readonly mustAuthenticate?: true;
  readonly device: DeviceFields;
  readonly page: PayerPage;
  /** The keyed hashes by which the payer's attempts are counted. Absent in rows of an older release. */
  readonly payer?: PayerSubjects;
}

/** An authentication's id is this prefix and the payment's id; from the second one on, a number follows. */
const PREFIX = '3DS-';

/** @param taken ids of the order's authentications */
export function authenticationId(attempt: string, taken: readonly string[] = []): string {
  const first = PREFIX + attempt;
  let id = first;
  for (let number = 2; taken.includes(id); number += 1) {
    id = `${first}-${number}`;
  }
  return id;
}
