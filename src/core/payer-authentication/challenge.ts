/**
 * The challenge: the payer's browser goes to the ACS with a CReq, and returns with a CRes, which does not prove a
 * result.
 */
import type { Gateway } from '../gateway.ts';
import type { Authentication, ChallengeWindow, FoundAuthentication, StoredAuthentication } from '../ports/index.ts';
import type { BrowserStep, ShownAuthentication } from './calls.ts';
import { authenticationAt, shownAuthentication } from './shown-authentication.ts';
import { changeState, openState, reloadAuthentication } from './stored-authentication.ts';

export type ChallengeStep = Extract<BrowserStep, { readonly kind: 'CHALLENGE' }>;

/** challengeWindowSize of 3DS messages, by the interface's name for the size. */
const WINDOWS: Readonly<Record<string, ChallengeWindow>> = {
  '250_X_400': '01',
  '390_X_400': '02',
  '500_X_600': '03',
  '600_X_400': '04',
  FULL_SCREEN: '05',
};

/**
 * Starts the payer's time limit for the challenge, so the caller must store the changed state. Returns undefined if no
 * challenge is pending.
 */
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

/**
 * Returns a pending challenge so that the browser can show it again, and stores the change of state. Returns undefined
 * if no challenge is pending.
 */
export async function challengeAgain(gateway: Gateway, found: FoundAuthentication): Promise<ChallengeStep | undefined> {
  const { authenticator } = gateway.payerAuthentication;
  const { made } = await changeState(gateway, found, (stored) => {
    const now = authenticator.timePassed(stored);
    const challenge = challengeStep(gateway, now, found.authentication.purpose);
    return { step: challenge?.step, changed: challenge?.changed ?? now };
  });
  return made.step;
}

/** The longest that a payer waits for the result; after that their page polls. */
const RESULT_WAIT_MS_MAX = 5_000;
const RESULT_POLL_MS = 100;

/**
 * The browser returned from the ACS. Its data is only a hint: the caller waits a few seconds for the directory server's
 * result, which may arrive in another process.
 * @returns undefined for an invalid state
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
    found = await reloadAuthentication(gateway, found);
  }
  return shownAuthentication(gateway, found);
}

function isChallenged(gateway: Gateway, { authentication }: FoundAuthentication): boolean {
  const { authenticator } = gateway.payerAuthentication;
  return authenticator.timePassed(openState(gateway, authentication)).view.stage === 'CHALLENGE';
}
