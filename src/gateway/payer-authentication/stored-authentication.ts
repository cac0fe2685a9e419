/** An authentication as it is stored: its sealed state, and its changes, each of which names what it changes. */

import { Secret } from '../../contract/secret.ts';
import type { AuthenticationReader, Gateway } from '../gateway.ts';
import {
  type Authentication,
  type AuthenticationView,
  authenticationPlace,
  type FoundAuthentication,
  type StoredAuthentication,
} from '../ports/index.ts';
import { RACES_MAX } from '../processing/races.ts';

/** The state as the 3DS Server takes it. */
export function openState({ sealer }: Pick<Gateway, 'sealer'>, authentication: StoredAuthentication): Secret {
  return new Secret(sealer.open(authentication.sealedState, authenticationPlace(authentication)));
}

/** The payer's browser is on its way home, and pays first. */
const PAGE_GRACE_MS = 2_000;

/** The columns that follow from a state. One of the page that has ended is woken for: its payment is ours to make. */
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

/** The row after a change. */
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

/**
 * What a step makes of a state: another one, absent where that stays as it is, and whatever the caller wants to know.
 */
export interface Change {
  readonly changed?: Authentication;
}

export interface Changed<Made extends Change> {
  /** As it is stored now. */
  readonly found: FoundAuthentication;
  /** By this call, and nobody else. */
  readonly isChanged: boolean;
  /** By the step that this came of. */
  readonly made: Made;
}

/**
 * Changes the state, from what others have made of it meanwhile. Nothing is written where the state stays as it is.
 * @param step taken again, from what is stored then, where another change was faster
 * @param races how often it is at most
 * @throws Error where it is gone, which cannot happen, or others change it again and again
 */
export async function changeState<Made extends Change>(
  gateway: AuthenticationReader,
  found: FoundAuthentication,
  step: (stored: Secret) => Made,
  races = RACES_MAX,
): Promise<Changed<Made>> {
  const { authentications } = gateway.payerAuthentication;
  let now = found;
  for (let race = 0; race < races; race += 1) {
    const stored = openState(gateway, now.authentication);
    const made = step(stored);
    if (made.changed === undefined || made.changed.stored.reveal() === stored.reveal()) {
      return { found: now, isChanged: false, made };
    }
    const authentication = changedRow(gateway, now.authentication, made.changed);
    if (await authentications.change(authentication)) {
      return { found: { ...now, authentication }, isChanged: true, made };
    }
    now = await reloaded(gateway, now);
  }
  throw new Error('An authentication was changed by others again and again.');
}

/** For the log, once the end that time alone has made is stored. */
export function logRunOut(
  { log }: Pick<Gateway, 'log'>,
  { key }: StoredAuthentication,
  view: AuthenticationView,
): void {
  const { unknownBecause } = view.result ?? {};
  log.info({ authentication: key, unknownBecause }, 'an authentication has run out of time');
}

/** @throws Error where it is gone, which cannot happen */
export async function reloaded(
  { payerAuthentication }: Pick<Gateway, 'payerAuthentication'>,
  { authentication }: FoundAuthentication,
): Promise<FoundAuthentication> {
  const found = await payerAuthentication.authentications.findByKey(authentication.key);
  if (found === undefined) {
    throw new Error('An authentication is gone.');
  }
  return found;
}
