/** Checks a code of a person's app, or a recovery code. Each is accepted once. */
import type { Clock, Sealer } from '../core/ports/index.ts';
import type { ConsoleAudit } from './audit.ts';
import type { Guesses } from './guesses.ts';
import { type ConsolePeople, type Credentials, factorPlace, type Person } from './ports.ts';
import { recoveryCodeHash } from './secrets.ts';
import { matchingStep } from './totp.ts';

export interface FactorDependencies {
  readonly people: ConsolePeople;
  readonly guesses: Guesses;
  readonly audit: ConsoleAudit;
  readonly sealer: Pick<Sealer, 'open'>;
  readonly clock: Clock;
}

/** REFUSED: after too many wrong codes of the app. */
export type CheckedFactor =
  | { readonly kind: 'RIGHT'; readonly by: 'code' | 'recovery code' }
  | { readonly kind: 'REFUSED' | 'WRONG' };

/** @param address the caller's IP address, for the audit trail */
export async function checkFactor(
  dependencies: FactorDependencies,
  person: Person,
  typed: string,
  { address }: { readonly address: string },
): Promise<CheckedFactor> {
  const { people, guesses, audit } = dependencies;
  const credentials = (await people.findByKey(person.key))?.credentials;
  if (credentials === undefined) {
    return { kind: 'WRONG' };
  }
  const recovery = recoveryCodeHash(typed);
  if (recovery === undefined && !guesses.mayTryCode(person.key)) {
    return { kind: 'REFUSED' };
  }
  const isRight =
    recovery === undefined
      ? await acceptCode(dependencies, person, credentials, typed)
      : await acceptRecoveryCode(people, person, credentials, recovery);
  if (!isRight) {
    guesses.noteWrongCode(person.key);
    audit.noteFailure(person.email, address, 'console_code_wrong');
    return { kind: 'WRONG' };
  }
  return { kind: 'RIGHT', by: recovery === undefined ? 'code' : 'recovery code' };
}

async function acceptCode(
  { people, sealer, clock }: FactorDependencies,
  person: Person,
  { sealedFactor }: Credentials,
  typed: string,
): Promise<boolean> {
  const secret = Buffer.from(sealer.open(sealedFactor, factorPlace(person)), 'base64');
  const step = matchingStep(secret, typed, clock.now());
  return step !== undefined && people.acceptStep(person.key, step);
}

async function acceptRecoveryCode(
  people: ConsolePeople,
  person: Person,
  { recoveryCodes }: Credentials,
  hash: string,
): Promise<boolean> {
  const left = recoveryCodes.filter((one) => one !== hash);
  return left.length < recoveryCodes.length && people.replaceRecoveryCodes(person.key, recoveryCodes, left);
}
