/**
 * Takes up authentications whose time has come: nobody waits for an answer or a result for ever, and what a process
 * left that died between asking and being answered ends as one that nobody knows the result of.
 */
import type { Gateway } from '../gateway.ts';
import type { FoundAuthentication } from '../ports/index.ts';
import { DueWorker } from '../workers/due-worker.ts';
import { changedRow, logRunOut, openState } from './stored-authentication.ts';

/**
 * A payment that could not be made, since the store or the acquirer is away, or another operation has its order, is
 * tried again after this time.
 */
const AGAIN_MS = 30_000;

/** Makes the payment that one of the hosted page was for, once. @returns false where it is to be tried again */
type Ended = (found: FoundAuthentication) => Promise<boolean>;

/** @param ended whoever else has made the payment is no fault */
export function authenticationWorker(gateway: Gateway, ended: Ended): DueWorker<FoundAuthentication> {
  const { authentications } = gateway.payerAuthentication;
  return new DueWorker({
    name: 'authentications of payers',
    log: gateway.log,
    possible: () => true,
    due: (limit) => authentications.due(gateway.clock.now(), limit),
    work: (found) => takeUp(gateway, found, ended),
  });
}

/** Where another change was faster, that one has released the row, due again or not. */
async function takeUp(gateway: Gateway, found: FoundAuthentication, ended: Ended): Promise<void> {
  const { authentication } = found;
  const { authenticator, authentications } = gateway.payerAuthentication;
  const after = authenticator.timePassed(openState(gateway, authentication));
  if (after.stored.reveal() === openState(gateway, authentication).reveal() && after.view.stage === 'ENDED') {
    const isDone = await ended(found).catch((error: unknown) => {
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
