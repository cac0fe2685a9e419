/**
 * A payment by card that waits for its payer's bank. What it is made of stands in the session, sealed, the security
 * code too until the payment uses it; here is what any process needs to go on with it, and no card data.
 */
import type { DeviceFields } from '../../contract/request-fields.ts';
import type { PayerSubjects } from '../../gateway/index.ts';
import type { PayerPage } from '../../gateway/ports/index.ts';

export interface PendingAuthentication {
  /** Transaction id of the payment. */
  readonly attempt: string;
  /** That of the authentication. */
  readonly transactionId: string;
  /** The session's version with the card that is to be paid with. */
  readonly version: string;
  /**
   * The version that the merchant had made last of the checkout, a payment link's own for one behind it: what the bank
   * is asked for is as it was in that. Absent in rows of an older release.
   */
  readonly merchantVersion?: string;
  /** A gift card pays the other part of the order. */
  readonly isRest?: true;
  /** The acquirer wants the payer challenged, who was not at the attempt before. */
  readonly isMandated?: true;
  /** The browser has a script, which shows the bank in frames. */
  readonly isScripted?: true;
  /** The payer wants the card stored, once it has paid. */
  readonly savesCard?: true;
  readonly device: DeviceFields;
  readonly page: PayerPage;
  /** By what the payer's tries are counted: keyed hashes. Absent in rows of an older release. */
  readonly payer?: PayerSubjects;
}

/** Begins as the payment's does; further ones of the same payment are numbered. */
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
