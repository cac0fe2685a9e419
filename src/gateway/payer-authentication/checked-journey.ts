/** What the payer's browser changes of an authentication that CHECK_3DS_ENROLLMENT has begun. */
import type { Gateway } from '../gateway.ts';
import type { CheckedEnrolment, FoundAuthentication } from '../ports/index.ts';
import { RACES_MAX } from '../processing/races.ts';
import { changedRow, changeState, openState, reloaded } from './stored-authentication.ts';

/**
 * Adds to what is known of it while it has not ended. Nothing is written where it has, or knows that already.
 * @throws Error where others change it again and again, or it was begun otherwise
 */
export async function changePurpose(
  gateway: Gateway,
  found: FoundAuthentication,
  more: Pick<CheckedEnrolment, 'home' | 'isCancelled'>,
): Promise<FoundAuthentication> {
  const { authenticator, authentications } = gateway.payerAuthentication;
  let now = found;
  for (let race = 0; race < RACES_MAX; race += 1) {
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
    now = await reloaded(gateway, now);
  }
  throw new Error('An authentication was changed by others again and again.');
}

/** The time that the method is waited for begins when the browser comes; a second coming does not begin it again. */
export async function startMethod(gateway: Gateway, found: FoundAuthentication): Promise<FoundAuthentication> {
  const { authenticator } = gateway.payerAuthentication;
  const changed = await changeState(gateway, found, (stored) => ({ changed: authenticator.methodStarted(stored) }));
  return changed.found;
}
