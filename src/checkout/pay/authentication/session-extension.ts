/**
 * Extends the session during a decoupled authentication, since it holds the card. The bank may take days to reach its
 * customer, with no page open that would extend the session.
 */
import { MINUTE_MS } from '../../../contract/durations.ts';
import { endOf } from '../../session/session-life.ts';
import type { Authenticating, PayerDependencies } from '../../status/checkout-status.ts';

/** Time for the result to arrive, and for a process to be started that makes the payment. */
const AFTERWARDS_MINUTES = 60;

/** Extends the session before the bank is asked: this process may not live to see the answer. */
export async function extendForAuthentication(
  { gateway, sessions }: PayerDependencies,
  { found: { merchant, session } }: Authenticating,
): Promise<void> {
  const minutes = merchant.profile.payerAuthentication?.decoupledMinutes;
  const until = gateway.clock.now() + ((minutes ?? 0) + AFTERWARDS_MINUTES) * MINUTE_MS;
  if (minutes !== undefined && until > session.expiresAt) {
    await sessions.touch(session.key, until);
  }
}

/** Restores the usual lifetime once the bank does not authenticate decoupled, or has answered. */
export async function restoreLifetime(
  { gateway, sessions }: PayerDependencies,
  { found: { merchant, session } }: Authenticating,
): Promise<void> {
  const until = endOf(session, gateway.clock.now());
  const mayBeKept = merchant.profile.payerAuthentication?.decoupledMinutes !== undefined;
  if (mayBeKept || session.expiresAt > until) {
    await sessions.touch(session.key, until);
  }
}
