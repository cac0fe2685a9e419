/**
 * The return address after a provider. The payment's row has the session's key, since the id is a password. The return
 * address is also in the provider's logs, so its request is redirected under an alias, which is no password.
 */

import { DONE_PATH, doneAddress } from '../session/page-addresses.ts';
import type { PayerDependencies } from './checkout-status.ts';

const BY_KEY = /^\/checkout\/done\/(\d{1,16})$/;

export function returnAddressByKey(key: number): string {
  return DONE_PATH + key.toString();
}

/** Whether a payment at a provider was started on the hosted page. @param stored its return address */
export function isReturnAddressByKey(stored: string): boolean {
  return BY_KEY.test(stored);
}

/** @param stored the result of `returnAddressByKey`; any other address is returned unchanged */
export async function resolveReturnAddress(
  { sessionService }: Pick<PayerDependencies, 'sessionService'>,
  stored: string,
): Promise<string> {
  const key = BY_KEY.exec(stored)?.[1];
  const session = key === undefined ? undefined : await sessionService.findAliased(Number(key));
  return session === undefined ? stored : doneAddress(session.id);
}
