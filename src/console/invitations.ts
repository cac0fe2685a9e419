/** One-time links: one sets a password and an authenticator app; one signs in to the sandbox. */
import { HOUR_MS } from '../contract/durations.ts';
import type { Clock, Sealer } from '../core/ports/index.ts';
import { recordSignIn } from './audit.ts';
import { hashPassword, type PasswordProblem, passwordProblem } from './passwords.ts';
import { type ConsolePeople, factorPlace, type Invitation, type InvitationKind, type Person } from './ports.ts';
import { hashSecret, newRecoveryCodes, newToken, recoveryCodeHash } from './secrets.ts';
import { type BrowserCaller, newSession, type SignInDependencies } from './sign-in.ts';
import { matchingStep, SECRET_BYTES } from './totp.ts';
import type { NewVisitor, Visitor } from './visitor.ts';

/** Long enough for a mail on a Friday. */
export const ENROLMENT_MS = 72 * HOUR_MS;

/** @returns the token for the link */
export async function invite(
  people: ConsolePeople,
  person: Person,
  kind: InvitationKind,
  expiresAt: number,
  token: string = newToken(),
): Promise<string> {
  await people.invite({ tokenHash: hashSecret(token), personKey: person.key, kind, expiresAt });
  return token;
}

export interface OpenInvitation {
  readonly invitation: Invitation;
  readonly person: Person;
}

/** @returns undefined for a link that was used, has expired or never was */
export async function openInvitation(
  { people, clock }: { readonly people: ConsolePeople; readonly clock: Clock },
  kind: InvitationKind,
  token: string,
): Promise<OpenInvitation | undefined> {
  const invitation = await people.findInvitation(hashSecret(token));
  if (invitation === undefined || invitation.kind !== kind || invitation.expiresAt <= clock.now()) {
    return undefined;
  }
  const person = await people.findByKey(invitation.personKey);
  return person && { invitation, person };
}

/**
 * The secret that the page of an invitation shows, without storing it. It differs in each browser, so whoever opened
 * the link before, such as the operator who made it, knows nothing of the person's codes.
 */
export function offeredSecret(sealer: Pick<Sealer, 'hash'>, token: string, { id }: Visitor): Buffer {
  return Buffer.from(sealer.hash('console factor', `${token} ${id}`)).subarray(0, SECRET_BYTES);
}

export interface TypedEnrolment {
  readonly password: string;
  readonly code: string;
}

export interface EnrolmentProblems {
  readonly password?: PasswordProblem | undefined;
  readonly code?: 'WRONG' | undefined;
}

export type EnrolmentAnswer =
  | { readonly kind: 'PROBLEMS'; readonly problems: EnrolmentProblems }
  | { readonly kind: 'USED' }
  | { readonly kind: 'ENROLLED'; readonly next: NewVisitor; readonly recoveryCodes: readonly string[] };

export interface EnrolmentDependencies extends SignInDependencies {
  readonly sealer: Pick<Sealer, 'hash' | 'open' | 'seal'>;
}

/** @param secret as `offeredSecret` returned it for this browser */
export async function enrol(
  dependencies: EnrolmentDependencies,
  { invitation, person }: OpenInvitation,
  secret: Buffer,
  { password, code }: TypedEnrolment,
  caller: BrowserCaller,
): Promise<EnrolmentAnswer> {
  const { people, sealer, audit, clock } = dependencies;
  const step = matchingStep(secret, code, clock.now());
  const problem = passwordProblem(password, person.email);
  if (problem !== undefined || step === undefined) {
    return { kind: 'PROBLEMS', problems: { password: problem, code: step === undefined ? 'WRONG' : undefined } };
  }
  const recoveryCodes = newRecoveryCodes();
  const credentials = {
    passwordHash: await hashPassword(password),
    sealedFactor: sealer.seal(secret.toString('base64'), factorPlace(person)),
    recoveryCodes: recoveryCodes.map((one) => recoveryCodeHash(one) as string),
  };
  await recordSignIn(audit, person, caller, 'invitation');
  const { session, next } = await newSession(dependencies, person, 'COMPLETE', caller);
  const isFirst = await people.enrol({ invitation, credentials, factorStep: step, session });
  return isFirst ? { kind: 'ENROLLED', next, recoveryCodes } : { kind: 'USED' };
}

/** @returns undefined if the link was used meanwhile */
export async function signInByLink(
  dependencies: SignInDependencies,
  { invitation, person }: OpenInvitation,
  caller: BrowserCaller,
): Promise<NewVisitor | undefined> {
  await recordSignIn(dependencies.audit, person, caller, 'sandbox link');
  const { session, next } = await newSession(dependencies, person, 'COMPLETE', caller);
  return (await dependencies.people.useInvitation(invitation, session)) ? next : undefined;
}
