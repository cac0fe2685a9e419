/** The console, if the settings turn it on; and the sign-in link of the sandbox. */
import type { Store } from '../adapters/store/index.ts';
import type { Vault } from '../adapters/vault/index.ts';
import {
  ALL_MERCHANTS,
  ConsoleCookie,
  type ConsoleDependencies,
  Guesses,
  invite,
  ROLE_FOR_ALL,
} from '../console/index.ts';
import { DAY_MS } from '../contract/durations.ts';
import type { ComposedAudit } from './audit.ts';
import { cookiePasswords } from './cookie-passwords.ts';
import type { Foundation } from './foundation.ts';

export interface ConsoleParts {
  readonly store: Store;
  readonly vault: Vault;
  readonly audit: ComposedAudit;
}

/** @returns undefined if there is no console */
export async function composeConsole(
  { settings, clock }: Foundation,
  { store, vault, audit }: ConsoleParts,
): Promise<ConsoleDependencies | undefined> {
  const { consoleOrigin: origin, sandboxConsoleToken: token } = settings;
  if (origin === undefined) {
    return undefined;
  }
  if (token !== undefined) {
    await inviteToSandbox(store, token, clock.now());
  }
  return {
    origin,
    isSandbox: settings.mode === 'sandbox',
    people: store.consolePeople,
    merchants: store.merchants,
    clock,
    sealer: vault,
    guesses: new Guesses(() => performance.now()),
    cookie: new ConsoleCookie({
      passwords: cookiePasswords(settings, vault),
      secure: origin.startsWith('https:'),
      clock,
    }),
    audit: {
      append: (event) => audit.trail.append(event),
      noteFailure: (email, address, reason) => audit.signIns.recordPersonFailure(email, address, reason),
    },
  };
}

/** The person for whom `npm start` prints a link. The address is reserved for examples. */
const SANDBOX_OPERATOR = 'operator@sandbox.example';

async function inviteToSandbox({ consolePeople }: Store, token: string, now: number): Promise<void> {
  const person = await consolePeople.add(SANDBOX_OPERATOR, now);
  await consolePeople.grant(person.key, { merchantKey: ALL_MERCHANTS, role: ROLE_FOR_ALL });
  await invite(consolePeople, person, 'SIGN_IN', now + DAY_MS, token);
}
