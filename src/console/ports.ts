/** The stored people of the console, their sessions and invitations, and the port to the store. */
import type { Role } from './roles.ts';

/** The merchant key of a role for all merchants. */
export const ALL_MERCHANTS = 0;

export interface Person {
  readonly key: number;
  /** In lower case. */
  readonly email: string;
}

/** The secrets of a person, to compare a sign-in with. */
export interface Credentials {
  readonly passwordHash: string;
  /** The secret of the authenticator app, sealed for `factorPlace`. */
  readonly sealedFactor: Uint8Array;
  /** SHA-256 hashes of the unused recovery codes, in hex. */
  readonly recoveryCodes: readonly string[];
}

export interface StoredPerson extends Person {
  /** Undefined until the invitation is accepted. */
  readonly credentials: Credentials | undefined;
  /** The time step of the last accepted code. */
  readonly factorStep: number;
  /** Whether the person has signed in at the OpenID provider. */
  readonly hasOpenId: boolean;
}

export interface Grant {
  /** `ALL_MERCHANTS`, or a merchant's key. */
  readonly merchantKey: number;
  /** The merchant's id; null for all merchants, and where a release without further stores gave the role. */
  readonly merchantId?: string | null | undefined;
  readonly role: Role;
}

/** PASSWORD: the code is still to come. COMPLETE: signed in. */
export type SessionStage = 'COMPLETE' | 'PASSWORD';

export interface ConsoleSession {
  readonly key: number;
  readonly personKey: number;
  readonly stage: SessionStage;
  readonly network: string;
  readonly browser: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly seenAt: number;
  /** The time at which the second factor was proven last; 0 for never. */
  readonly provenAt: number;
}

/** ENROLMENT: sets a password and an authenticator app. SIGN_IN: signs in, in the sandbox only. */
export type InvitationKind = 'ENROLMENT' | 'SIGN_IN';

export interface Invitation {
  readonly tokenHash: string;
  readonly personKey: number;
  readonly kind: InvitationKind;
  readonly expiresAt: number;
}

export interface NewSession extends Omit<ConsoleSession, 'key'> {
  readonly idHash: string;
}

export interface Enrolment {
  readonly invitation: Invitation;
  readonly credentials: Credentials;
  /** The time step of the code. */
  readonly factorStep: number;
  readonly session: NewSession;
}

export interface NewPassword {
  readonly personKey: number;
  /** The hash of the password that it replaces. */
  readonly before: string;
  readonly after: string;
  readonly session: NewSession;
}

/** A person's role at one merchant or at all, for lists. */
export interface ListedRole extends Grant {
  readonly personKey: number;
  readonly email: string;
  readonly isPending: boolean;
}

export interface ConsolePeople {
  /** @param email in lower case @returns the person of this e-mail address, who is added if there is none */
  add(email: string, now: number): Promise<StoredPerson>;
  findByEmail(email: string): Promise<StoredPerson | undefined>;
  findByKey(key: number): Promise<StoredPerson | undefined>;
  /** @param subject the person's name at the OpenID provider */
  findByOpenIdSubject(subject: string): Promise<StoredPerson | undefined>;
  /** @returns false if the person has one already */
  keepOpenIdSubject(personKey: number, subject: string): Promise<boolean>;
  /** Replaces the person's role at that merchant. */
  grant(personKey: number, grant: Grant): Promise<void>;
  /** @returns false if the person has no role there */
  revoke(personKey: number, merchantKey: number): Promise<boolean>;
  /** Ends all roles at a merchant that is gone. */
  endRolesAt(merchantKey: number): Promise<void>;
  grantsOf(personKey: number): Promise<readonly Grant[]>;
  /** All roles of all people, by e-mail address. */
  roles(): Promise<readonly ListedRole[]>;
  /** Those who have a role at this merchant itself. */
  rolesAt(merchantKey: number): Promise<readonly ListedRole[]>;
  /** Removes the person with roles, sessions and invitations. @returns false if there is none */
  remove(personKey: number): Promise<boolean>;

  /** Replaces the person's earlier invitations. */
  invite(invitation: Invitation): Promise<void>;
  findInvitation(tokenHash: string): Promise<Invitation | undefined>;
  /**
   * Uses the invitation up, sets the credentials, ends all sessions and begins the new one, in one commit.
   *
   * @returns false if it was used up before
   */
  enrol(enrolment: Enrolment): Promise<boolean>;
  /** Uses the invitation up and begins the session, in one commit. @returns false if it was used up before */
  useInvitation(invitation: Invitation, session: NewSession): Promise<boolean>;
  /** Removes password, factor, recovery codes and the name at the OpenID provider, and ends all sessions. */
  forgetCredentials(personKey: number): Promise<void>;

  /**
   * Ends all sessions and begins the new one, in the same commit.
   *
   * @returns false if the password has changed since `before` was read
   */
  replacePassword(password: NewPassword): Promise<boolean>;
  /** @returns false if a code of this time step, or of a later one, was accepted before */
  acceptStep(personKey: number, step: number): Promise<boolean>;
  /** @returns false if the codes have changed since `before` was read */
  replaceRecoveryCodes(personKey: number, before: readonly string[], after: readonly string[]): Promise<boolean>;

  /** @param replaced the key of the session that ends with it @returns false if that has ended before */
  addSession(session: NewSession, replaced?: number): Promise<boolean>;
  findSession(idHash: string): Promise<ConsoleSession | undefined>;
  sessionsOf(personKey: number): Promise<readonly ConsoleSession[]>;
  touchSession(key: number, now: number): Promise<void>;
  /** @returns false if that person has no such session */
  endSession(personKey: number, key: number): Promise<boolean>;
  /** Deletes the sessions that were begun before `begun` or used last before `used`. */
  deleteSessions(before: { readonly begun: number; readonly used: number }): Promise<void>;
}

/** The place to which a person's factor is sealed. */
export function factorPlace({ key }: { readonly key: number }): string {
  return `console person ${key} factor`;
}
