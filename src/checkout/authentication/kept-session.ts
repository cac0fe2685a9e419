/**
 * The card that waits for the bank is in the session, and would go with it. A bank that reaches its customer by itself
 * may take days, and no page is open that would keep the session.
 */
import type { PayerDependencies } from '../checkout-status.ts';
import { endOf } from '../session-life.ts';
import type { Authenticating } from './calls.ts';

const MINUTE_MS = 60_000;
/** The result is on its way, and the payment is made by a process that may have to be started first. */
const AFTERWARDS_MINUTES = 60;

/** Before the bank is asked: what it decides may be the last that this process hears. */
export async function keepForBank(
  { gateway, sessions }: PayerDependencies,
  { found: { merchant, session } }: Authenticating,
): Promise<void> {
  const minutes = merchant.profile.payerAuthentication?.decoupledMinutes;
  const until = gateway.clock.now() + ((minutes ?? 0) + AFTERWARDS_MINUTES) * MINUTE_MS;
  if (minutes !== undefined && until > session.expiresAt) {
    await sessions.touch(session.key, until);
  }
}

/** Once the bank does not ask that way, or has answered: the card is kept no longer than any. */
export async function keepAsEver(
  { gateway, sessions }: PayerDependencies,
  { found: { merchant, session } }: Authenticating,
): Promise<void> {
  const until = endOf(session, gateway.clock.now());
  const mayBeKept = merchant.profile.payerAuthentication?.decoupledMinutes !== undefined;
  if (mayBeKept || session.expiresAt > until) {
    await sessions.touch(session.key, until);
  }
}
