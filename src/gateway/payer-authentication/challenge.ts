/** The challenge: the payer's browser goes to the ACS with a CReq, and comes back with a CRes, which proves nothing. */
import type { Gateway } from '../gateway.ts';
import type { Authentication, ChallengeWindow, FoundAuthentication, StoredAuthentication } from '../ports/index.ts';
import type { BrowserStep, ShownAuthentication } from './calls.ts';
import { authenticationAt, shownAuthentication } from './shown.ts';
import { changeState, openState, reloaded } from './stored-authentication.ts';

export type ChallengeStep = Extract<BrowserStep, { readonly kind: 'CHALLENGE' }>;

/** challengeWindowSize, by the name that merchants give it. */
const WINDOWS: Readonly<Record<string, ChallengeWindow>> = {
  '250_X_400': '01',
  '390_X_400': '02',
  '500_X_600': '03',
  '600_X_400': '04',
  FULL_SCREEN: '05',
};

/** Undefined where there is no challenge. The state after it is to be stored: the payer's time begins then. */
export function challengeStep(
  { payerAuthentication }: Gateway,
  { stored }: Authentication,
  { details }: StoredAuthentication['purpose'],
): { readonly step: ChallengeStep; readonly changed: Authentication } | undefined {
  const window = WINDOWS[details.device?.browserDetails?.['3DSecureChallengeWindowSize'] ?? 'FULL_SCREEN'] ?? '05';
  const challenge = payerAuthentication.authenticator.challenge(stored, window);
  return (
    challenge && {
      step: { kind: 'CHALLENGE', acsUrl: challenge.acsUrl, creq: challenge.creq },
      changed: challenge.changed,
    }
  );
}

/** The challenge of one that waits for it, to be shown again; stores that it is shown. Undefined: there is none now. */
export async function challengeAgain(gateway: Gateway, found: FoundAuthentication): Promise<ChallengeStep | undefined> {
  const { authenticator } = gateway.payerAuthentication;
  const { made } = await changeState(gateway, found, (stored) => {
    const now = authenticator.timePassed(stored);
    const challenge = challengeStep(gateway, now, found.authentication.purpose);
    return { step: challenge?.step, changed: challenge?.changed ?? now };
  });
  return made.step;
}

/** A payer is held for the result no longer; their page asks again. */
const RESULT_WAIT_MS_MAX = 5_000;
const RESULT_POLL_MS = 100;

/**
 * The browser is back from the ACS. What it brings is a hint alone: the caller is held for the directory server's
 * result, which may arrive in another process, for some seconds at most.
 * @returns undefined for a state that the gateway never wrote
 */
export async function challengeCameBack(
  gateway: Gateway,
  state: string,
  cres: string,
): Promise<ShownAuthentication | undefined> {
  const at = await authenticationAt(gateway, state);
  if (at === undefined) {
    return undefined;
  }
  const { authenticator } = gateway.payerAuthentication;
  let { found } = await changeState(gateway, at, (stored) => ({
    changed: authenticator.challengeReturned(stored, cres),
  }));
  for (let waited = 0; waited < RESULT_WAIT_MS_MAX && isChallenged(gateway, found); waited += RESULT_POLL_MS) {
    await gateway.pause(RESULT_POLL_MS);
    found = await reloaded(gateway, found);
  }
  return shownAuthentication(gateway, found);
}

function isChallenged(gateway: Gateway, { authentication }: FoundAuthentication): boolean {
  const { authenticator } = gateway.payerAuthentication;
  return authenticator.timePassed(openState(gateway, authentication)).view.stage === 'CHALLENGE';
}
