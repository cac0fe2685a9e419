/** Changes that the payer's browser makes to an authentication of CHECK_3DS_ENROLLMENT (3DS1 emulation). */
import { RACED, retryRaces } from '../../../platform/races.ts';
import type { Gateway } from '../../gateway.ts';
import type { CheckedEnrolment, FoundAuthentication } from '../../ports/index.ts';
import { changedRow, changeState, notRaced, openState, reloadAuthentication } from '../stored-authentication.ts';

/**
 * Adds data to the purpose of an authentication that has not ended. If the data is already stored, no row is written.
 * @throws Error after repeated conflicts, or if it was not started by CHECK_3DS_ENROLLMENT
 */
export async function changePurpose(
  gateway: Gateway,
  found: FoundAuthentication,
  more: Pick<CheckedEnrolment, 'home' | 'isCancelled'>,
): Promise<FoundAuthentication> {
  const { authenticator, authentications } = gateway.payerAuthentication;
  let now = found;
  const changed = await retryRaces(async () => {
    const { purpose } = now.authentication;
    const state = authenticator.timePassed(openState(gateway, now.authentication));
    const checked = { ...purpose.checked, ...more };
    if (state.view.stage === 'ENDED' || JSON.stringify(checked) === JSON.stringify(purpose.checked)) {
      return now;
    }
    const authentication = changedRow(gateway, now.authentication, state, { purpose: { ...purpose, checked } });
    if (await authentications.change(authentication)) {
      return { ...now, authentication };
    }
    now = await reloadAuthentication(gateway, now);
    return RACED;
  });
  return notRaced(changed);
}

/** Starts the wait for the 3DS method when the browser arrives. A second arrival does not restart the wait. */
export async function startMethod(gateway: Gateway, found: FoundAuthentication): Promise<FoundAuthentication> {
  const { authenticator } = gateway.payerAuthentication;
  const changed = await changeState(gateway, found, (stored) => ({ changed: authenticator.methodStarted(stored) }));
  return changed.found;
}
