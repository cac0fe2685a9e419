/** Signs people in: password, then a code; or a link in the sandbox. Each step changes the id in the cookie. */
import type { Clock, Sealer } from '../core/ports/index.ts';
import { networkOf } from '../platform/limits/index.ts';
import type { SignedIn } from './access.ts';
import { type ConsoleAudit, recordSignIn, recordSignOut } from './audit.ts';
import type { Caller, Guesses } from './guesses.ts';
import { isPassword } from './passwords.ts';
import {
  type ConsolePeople,
  type Credentials,
  factorPlace,
  type NewSession,
  type Person,
  type SessionStage,
} from './ports.ts';
import { hashSecret, recoveryCodeHash } from './secrets.ts';
import { IDLE_MS_MAX, SESSION_MS_MAX } from './session-times.ts';
import { matchingStep } from './totp.ts';
import type { ConsoleCookie, NewVisitor } from './visitor.ts';

export interface SignInDependencies {
  readonly people: ConsolePeople;
  readonly cookie: ConsoleCookie;
  readonly guesses: Guesses;
  readonly audit: ConsoleAudit;
  readonly sealer: Pick<Sealer, 'open'>;
  readonly clock: Clock;
}

/** A person's browser. */
export interface BrowserCaller extends Caller {
  /** `User-Agent` */
  readonly browser: string;
}

export type SignInAnswer =
  /** The visitor with whom the next step goes on. */
  { readonly kind: 'NEXT'; readonly next: NewVisitor } | { readonly kind: 'BUSY' | 'REFUSED' | 'WRONG' };

const EMAIL_CHARACTERS_MAX = 254;

/** @returns the e-mail address as it is stored; undefined for a text that is none */
export function readEmail(typed: string): string | undefined {
  const email = typed.trim().toLowerCase().normalize('NFC');
  return email.length <= EMAIL_CHARACTERS_MAX && /^[^\s@<>"]+@[^\s@<>"]+$/.test(email) ? email : undefined;
}

export interface TypedPassword {
  readonly email: string;
  readonly password: string;
}

/** Takes as long, and answers alike, for an e-mail address that is nobody's. */
export async function signInByPassword(
  dependencies: SignInDependencies,
  typed: TypedPassword,
  caller: BrowserCaller,
): Promise<SignInAnswer> {
  const { people, guesses, audit } = dependencies;
  const email = readEmail(typed.email) ?? '';
  const person = await people.findByEmail(email);
  const check = () => isPassword(typed.password, person?.credentials?.passwordHash);
  const checked = await guesses.checkPassword(email, caller, check);
  if (checked !== 'RIGHT' || person === undefined) {
    audit.noteFailure(person?.email, caller.address, `console_password_${checked.toLowerCase()}`);
    return { kind: checked === 'RIGHT' ? 'WRONG' : checked };
  }
  return { kind: 'NEXT', next: await beginSession(dependencies, person, 'PASSWORD', caller) };
}

/** @param typed a code of the app, or a recovery code */
export async function signInByCode(
  dependencies: SignInDependencies,
  { session, person }: SignedIn,
  typed: string,
  caller: BrowserCaller,
): Promise<SignInAnswer> {
  const { people, guesses, audit } = dependencies;
  const stored = await people.findByKey(person.key);
  const credentials = stored?.credentials;
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
    audit.noteFailure(person.email, caller.address, 'console_code_wrong');
    return { kind: 'WRONG' };
  }
  await recordSignIn(audit, person, caller, recovery === undefined ? 'code' : 'recovery code');
  const next = await beginSession(dependencies, person, 'COMPLETE', caller, session.key);
  return { kind: 'NEXT', next };
}

async function acceptCode(
  { people, sealer, clock }: SignInDependencies,
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

const BROWSER_CHARACTERS_MAX = 200;

type SessionDependencies = Pick<SignInDependencies, 'clock' | 'cookie' | 'people'>;

/** A session that is not stored yet, and the visitor who has it. Deletes old ones. */
export async function newSession(
  { people, cookie, clock }: SessionDependencies,
  { key: personKey }: Person,
  stage: SessionStage,
  { address, browser }: BrowserCaller,
): Promise<{ readonly session: NewSession; readonly next: NewVisitor }> {
  const now = clock.now();
  await people.deleteSessions({ begun: now - SESSION_MS_MAX, used: now - IDLE_MS_MAX });
  const next = await cookie.issue();
  const session = {
    idHash: hashSecret(next.visitor.id),
    personKey,
    stage,
    network: networkOf(address),
    browser: browser.slice(0, BROWSER_CHARACTERS_MAX),
    createdAt: now,
  };
  return { session, next };
}

/**
 * @param replaced the key of the session of the step before
 * @throws Error if that session has ended meanwhile
 */
async function beginSession(
  dependencies: SessionDependencies,
  person: Person,
  stage: SessionStage,
  caller: BrowserCaller,
  replaced?: number,
): Promise<NewVisitor> {
  const { session, next } = await newSession(dependencies, person, stage, caller);
  if (!(await dependencies.people.addSession(session, replaced))) {
    throw new Error('The session ended between two steps of the sign-in.');
  }
  return next;
}

/** Ends the session, also on the server. @returns a visitor without a session */
export async function signOut(
  { people, cookie, audit }: SignInDependencies,
  { session, person }: SignedIn,
  caller: BrowserCaller,
): Promise<NewVisitor> {
  await recordSignOut(audit, person, caller);
  await people.endSession(person.key, session.key);
  return cookie.issue();
}
