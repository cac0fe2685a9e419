/**
 * Processes authentications that are due, so that waits for answers and results end. The request of a process that died
 * before the answer ends with an unknown result.
 */
import type { Gateway } from '../gateway.ts';
import type { FoundAuthentication } from '../ports/index.ts';
import { DueWorker } from '../workers/due-worker.ts';
import { changedRow, logRunOut, openState } from './stored-authentication.ts';

/**
 * The delay before the retry of a payment that failed because the store or acquirer is unavailable, or another
 * operation locks its order.
 */
const AGAIN_MS = 30_000;

/** Makes the payment of an ended authentication of the hosted page, once. @returns false if it must be retried */
type MakePayment = (found: FoundAuthentication) => Promise<boolean>;

/** @param makePayment must not fail if the payment was made elsewhere meanwhile */
export function authenticationWorker(gateway: Gateway, makePayment: MakePayment): DueWorker<FoundAuthentication> {
  const { authentications } = gateway.payerAuthentication;
  return new DueWorker({
    name: 'authentications of payers',
    log: gateway.log,
    possible: () => true,
    due: (limit) => authentications.due(gateway.clock.now(), limit),
    work: (found) => takeUp(gateway, found, makePayment),
  });
}

/** If another change came first, that change has released the row. */
async function takeUp(gateway: Gateway, found: FoundAuthentication, makePayment: MakePayment): Promise<void> {
  const { authentication } = found;
  const { authenticator, authentications } = gateway.payerAuthentication;
  const after = authenticator.timePassed(openState(gateway, authentication));
  if (after.stored.reveal() === openState(gateway, authentication).reveal() && after.view.stage === 'ENDED') {
    const isDone = await makePayment(found).catch((error: unknown) => {
      gateway.log.error({ err: error, authentication: authentication.key }, 'an authenticated payment was not made');
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
