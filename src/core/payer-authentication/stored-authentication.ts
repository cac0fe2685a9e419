/** The stored authentication: its sealed state, and its changes. Each change names the revision that it replaces. */

import { Secret } from '../../contract/secret.ts';
import { RACED, type Raced, retryRaces } from '../../platform/races.ts';
import type { AuthenticationReader, Gateway } from '../gateway.ts';
import {
  type Authentication,
  type AuthenticationView,
  authenticationPlace,
  type FoundAuthentication,
  type StoredAuthentication,
  supportCode,
} from '../ports/index.ts';

/** The state in the form that the 3DS Server takes. */
export function openState({ sealer }: Pick<Gateway, 'sealer'>, authentication: StoredAuthentication): Secret {
  return new Secret(sealer.open(authentication.sealedState, authenticationPlace(authentication)));
}

/** The worker waits this long, so that the payer's browser can return and make the payment first. */
const PAGE_GRACE_MS = 2_000;

/**
 * Returns the columns of a row that are derived from the authentication's state. An authentication of the hosted page
 * stays due after its end, because the gateway itself has to make the payment.
 */
export function sealedColumns(
  { sealer, clock }: Pick<Gateway, 'clock' | 'sealer'>,
  { key, orderKey, purpose }: Pick<StoredAuthentication, 'key' | 'orderKey' | 'purpose'>,
  { stored, view }: Authentication,
): Pick<StoredAuthentication, 'sealedState' | 'wakeAt'> {
  const isOwed = view.stage === 'ENDED' && purpose.entryPoint === 'HOSTED_PAGE';
  return {
    sealedState: sealer.seal(stored.reveal(), authenticationPlace({ key, orderKey })),
    wakeAt: view.wakeAt ?? (isOwed ? clock.now() + PAGE_GRACE_MS : null),
  };
}

/** Returns the row after a change of state. */
export function changedRow(
  gateway: Pick<Gateway, 'clock' | 'sealer'>,
  before: StoredAuthentication,
  state: Authentication,
  more: Partial<Pick<StoredAuthentication, 'purpose' | 'requested'>> = {},
): StoredAuthentication {
  return {
    ...before,
    ...more,
    ...sealedColumns(gateway, before, state),
    revision: before.revision + 1,
    updatedAt: gateway.clock.now(),
  };
}

/** The result of a step: the new state, absent if unchanged. Steps may add results for their caller. */
export interface StateChange {
  readonly changed?: Authentication;
}

export interface StateChangeResult<Made extends StateChange> {
  /** The authentication as stored now. */
  readonly found: FoundAuthentication;
  /** True if this call changed it. */
  readonly isChanged: boolean;
  /** The result of the last step. */
  readonly made: Made;
}

/**
 * Applies a step to the stored state. If a concurrent change came first, applies the step to the new state. If the step
 * changes nothing, no row is written.
 * @param step returns the change for a state; called again after each conflict
 * @param racesMax the maximum number of attempts
 * @throws Error after repeated conflicts, or if the authentication does not exist, which cannot happen
 */
export async function changeState<Made extends StateChange>(
  gateway: AuthenticationReader,
  found: FoundAuthentication,
  step: (stored: Secret) => Made,
  racesMax?: number,
): Promise<StateChangeResult<Made>> {
  const { authentications } = gateway.payerAuthentication;
  let now = found;
  const changed = await retryRaces(async () => {
    const stored = openState(gateway, now.authentication);
    const made = step(stored);
    if (made.changed === undefined || made.changed.stored.reveal() === stored.reveal()) {
      return { found: now, isChanged: false, made };
    }
    const authentication = changedRow(gateway, now.authentication, made.changed);
    if (await authentications.change(authentication)) {
      return { found: { ...now, authentication }, isChanged: true, made };
    }
    now = await reloadAuthentication(gateway, now);
    return RACED;
  }, racesMax);
  return notRaced(changed);
}

/** @throws Error after repeated conflicts */
export function notRaced<Result>(changed: Result | Raced): Result {
  if (changed === RACED) {
    throw new Error('An authentication was changed by others again and again.');
  }
  return changed;
}

/** Logs that a timeout has ended the authentication. Call it once that end is stored. */
export function logRunOut(
  { log, sealer }: Pick<Gateway, 'log' | 'sealer'>,
  { key, orderKey }: StoredAuthentication,
  view: AuthenticationView,
): void {
  const { unknownBecause } = view.result ?? {};
  log.info(
    { authentication: key, paymentCode: supportCode(sealer, orderKey), unknownBecause },
    'an authentication has run out of time',
  );
}

/** @throws Error if the authentication does not exist, which cannot happen */
export async function reloadAuthentication(
  { payerAuthentication }: Pick<Gateway, 'payerAuthentication'>,
  { authentication }: FoundAuthentication,
): Promise<FoundAuthentication> {
  const found = await payerAuthentication.authentications.findByKey(authentication.key);
  if (found === undefined) {
    throw new Error('An authentication is gone.');
  }
  return found;
}
