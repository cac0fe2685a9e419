/**
 * Where a payer goes on after a provider. The payment's row keeps no session's id, which is a password, but its key.
 * The return address is in the provider's logs too: whoever requests it is led on under an alias, which is no password.
 */
import type { PayerDependencies } from './checkout-status.ts';
import { DONE, doneAddress } from './page-addresses.ts';

const BY_KEY = /^\/checkout\/done\/(\d{1,16})$/;

export function homeByKey(key: number): string {
  return DONE + key.toString();
}

/** Whether a payment at a provider was started on the hosted page. @param stored its return address */
export function isHomeByKey(stored: string): boolean {
  return BY_KEY.test(stored);
}

/** @param stored what `homeByKey` made; anything else stays as it is */
export async function homeAddress(
  { sessionService }: Pick<PayerDependencies, 'sessionService'>,
  stored: string,
): Promise<string> {
  const key = BY_KEY.exec(stored)?.[1];
  const session = key === undefined ? undefined : await sessionService.findAliased(Number(key));
  return session === undefined ? stored : doneAddress(session.id);
}
