/** Signs people in: password, then a code; or a link in the sandbox. Each step changes the id in the cookie. */
import { networkOf } from '../platform/limits/index.ts';
import type { SignedIn } from './access.ts';
import { recordProof, recordSignIn, recordSignOut } from './audit.ts';
import type { Caller } from './guesses.ts';
import { isPassword } from './passwords.ts';
import type { NewSession, Person, SessionStage } from './ports.ts';
import { checkFactor, type FactorDependencies } from './second-factor.ts';
import { hashSecret } from './secrets.ts';
import { IDLE_MS_MAX, SESSION_MS_MAX } from './session-times.ts';
import type { ConsoleCookie, NewVisitor } from './visitor.ts';

export interface SignInDependencies extends FactorDependencies {
  readonly cookie: ConsoleCookie;
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
  const checked = await checkFactor(dependencies, person, typed, caller);
  if (checked.kind !== 'RIGHT') {
    return checked;
  }
  await recordSignIn(dependencies.audit, person, caller, checked.by);
  const next = await beginSession(dependencies, person, 'COMPLETE', caller, { replaced: session.key });
  return { kind: 'NEXT', next };
}

/**
 * A code before a sensitive act. The session goes on with another id, and ends as early as before.
 *
 * @param typed a code of the app, or a recovery code
 */
export async function proveAgain(
  dependencies: SignInDependencies,
  { session, person }: SignedIn,
  typed: string,
  caller: BrowserCaller,
): Promise<SignInAnswer> {
  const checked = await checkFactor(dependencies, person, typed, caller);
  if (checked.kind !== 'RIGHT') {
    return checked;
  }
  await recordProof(dependencies.audit, person, caller, checked.by);
  const { createdAt, key } = session;
  const next = await beginSession(dependencies, person, 'COMPLETE', caller, { replaced: key, createdAt });
  return { kind: 'NEXT', next };
}

const BROWSER_CHARACTERS_MAX = 200;

type SessionDependencies = Pick<SignInDependencies, 'clock' | 'cookie' | 'people'>;

interface SessionBefore {
  /** The key of the session that ends with the new one. */
  readonly replaced?: number;
  /** The time from which the age of the new session counts; absent: now. */
  readonly createdAt?: number;
  /** When the second factor was proven; absent: now. */
  readonly provenAt?: number | undefined;
}

/** A session that is not stored yet, and the visitor who has it. Deletes old ones. */
export async function newSession(
  { people, cookie, clock }: SessionDependencies,
  { key: personKey }: Person,
  stage: SessionStage,
  { address, browser }: BrowserCaller,
  { createdAt = clock.now(), provenAt = clock.now() }: Omit<SessionBefore, 'replaced'> = {},
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
    createdAt,
    seenAt: now,
    provenAt: stage === 'COMPLETE' ? Math.min(provenAt, now) : 0,
  };
  return { session, next };
}

/** @throws Error if the session before has ended meanwhile */
export async function beginSession(
  dependencies: SessionDependencies,
  person: Person,
  stage: SessionStage,
  caller: BrowserCaller,
  { replaced, ...times }: SessionBefore = {},
): Promise<NewVisitor> {
  const { session, next } = await newSession(dependencies, person, stage, caller, times);
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
