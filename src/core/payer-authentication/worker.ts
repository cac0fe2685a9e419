/**
 * Processes due authentications, so that each wait for an answer or a result ends. If a process died after it sent a
 * request, its authentication ends with an unknown result.
 */
import type { Gateway } from '../gateway.ts';
import { type FoundAuthentication, supportCode } from '../ports/index.ts';
import { DueWorker } from '../workers/due-worker.ts';
import { changedRow, logRunOut, openState } from './stored-authentication.ts';

/**
 * The delay before the retry of a payment that failed because the store or acquirer is unavailable, or another
 * operation locks its order.
 */
const AGAIN_MS = 30_000;

/**
 * Makes the payment of an ended authentication of the hosted page, once. @returns false if the payment must be retried
 */
type MakePayment = (found: FoundAuthentication) => Promise<boolean>;

/** @param makePayment must succeed if another process has made the payment already */
export function authenticationWorker(gateway: Gateway, makePayment: MakePayment): DueWorker<FoundAuthentication> {
  const { authentications } = gateway.payerAuthentication;
  return new DueWorker({
    name: 'authentications of payers',
    log: gateway.log,
    queue: { kind: 'AUTHENTICATION' },
    possible: () => true,
    due: (limit) => authentications.due(gateway.clock.now(), limit),
    work: (found) => takeUp(gateway, found, makePayment),
  });
}

/** If a concurrent change came first, that change has already released the row's claim. */
async function takeUp(gateway: Gateway, found: FoundAuthentication, makePayment: MakePayment): Promise<void> {
  const { authentication } = found;
  const { authenticator, authentications } = gateway.payerAuthentication;
  const after = authenticator.timePassed(openState(gateway, authentication));
  if (after.stored.reveal() === openState(gateway, authentication).reveal() && after.view.stage === 'ENDED') {
    const isDone = await makePayment(found).catch((error: unknown) => {
      const { key, orderKey } = authentication;
      gateway.log.error(
        { err: error, authentication: key, paymentCode: supportCode(gateway.sealer, orderKey) },
        'an authenticated payment was not made',
      );
      return false;
    });
    const wakeAt = isDone ? null : gateway.clock.now() + AGAIN_MS;
    await authentications.change({ ...changedRow(gateway, authentication, after), wakeAt });
    return;
  }
  const isChanged = await authentications.change(changedRow(gateway, authentication, after));
  if (isChanged && after.view.stage === 'ENDED') {
    logRunOut(gateway, authentication, after.view);
  }
}
