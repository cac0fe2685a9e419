/**
 * Signs people in at the operator's OpenID provider, by its authorization code with PKCE. The provider asks for the
 * second factor. A person whom it knows may sign in if somebody has invited that person here.
 */
import type { Sealer } from '../core/ports/index.ts';
import { recordSignIn } from './audit.ts';
import type { StoredPerson } from './ports.ts';
import { hashSecret } from './secrets.ts';
import { type BrowserCaller, beginSession, readEmail, type SignInDependencies } from './sign-in.ts';
import type { NewVisitor, Visitor } from './visitor.ts';

/** The values that bind a sign-in at the provider to one browser. */
export interface OpenIdChecks {
  readonly state: string;
  readonly nonce: string;
  /** The PKCE code verifier. */
  readonly verifier: string;
}

export interface OpenIdIdentity {
  /** Names the person for good: the issuer and its `sub`. */
  readonly subject: string;
  /** Undefined unless the provider says that it has verified the address. */
  readonly email: string | undefined;
  /**
   * When the provider has asked the person for the factors, in milliseconds since 1970; undefined if it does not say.
   */
  readonly authenticatedAt: number | undefined;
}

export interface OpenIdProvider {
  /** The provider's host, for the sentence of the link. */
  readonly host: string;
  /** @returns the provider's address, to which the browser goes; undefined if the provider cannot be reached */
  signInAddress(checks: OpenIdChecks): Promise<string | undefined>;
  /**
   * Exchanges the code in the query of the return address for the person's identity.
   *
   * @returns undefined if the provider refuses, cannot be reached, or its answer does not match the checks
   */
  identify(query: URLSearchParams, checks: OpenIdChecks): Promise<OpenIdIdentity | undefined>;
}

export interface OpenIdDependencies extends SignInDependencies {
  readonly sealer: Pick<Sealer, 'hash' | 'open'>;
  /** Undefined if the settings name no provider. */
  readonly openId: OpenIdProvider | undefined;
}

/**
 * Derives the values from the visitor's cookie, so that nothing is stored before somebody is signed in. The sign-in
 * changes the cookie, and with it these values.
 *
 * @param to the page to show afterwards, which the state carries
 */
export function openIdChecks(sealer: Pick<Sealer, 'hash'>, { id }: Visitor, to: string): OpenIdChecks {
  const derived = (purpose: string, text: string) => Buffer.from(sealer.hash(purpose, text)).toString('base64url');
  const page = Buffer.from(to).toString('base64url');
  return {
    state: `${derived('console openid state', `${id} ${to}`)}.${page}`,
    nonce: derived('console openid nonce', id),
    verifier: derived('console openid verifier', id),
  };
}

/** @param state of the return address @returns the page to show afterwards, unchecked */
export function pageOfState(state: string): string {
  return Buffer.from(state.split('.')[1] ?? '', 'base64url').toString();
}

export type OpenIdAnswer =
  | { readonly kind: 'NEXT'; readonly next: NewVisitor }
  /** FAILED: the provider refused or cannot be reached. REFUSED: too many failures came from this network. */
  | { readonly kind: 'FAILED' | 'REFUSED' }
  /** Nobody has invited this person. @param email as the provider says, if it has verified it */
  | { readonly kind: 'UNINVITED'; readonly email: string | undefined };

export interface OpenIdReturn {
  readonly visitor: Visitor;
  readonly checks: OpenIdChecks;
  /** The query of the return address. */
  readonly query: URLSearchParams;
}

export async function signInByOpenId(
  dependencies: OpenIdDependencies & { readonly openId: OpenIdProvider },
  { visitor, checks, query }: OpenIdReturn,
  caller: BrowserCaller,
): Promise<OpenIdAnswer> {
  const { openId, people, guesses, audit } = dependencies;
  if (!guesses.mayTry(caller)) {
    return { kind: 'REFUSED' };
  }
  const identity = query.get('state') === checks.state ? await openId.identify(query, checks) : undefined;
  if (identity === undefined) {
    guesses.noteFailure(caller);
    audit.noteFailure(undefined, caller.address, 'console_openid_failed');
    return { kind: 'FAILED' };
  }
  const person = await personOf(dependencies, identity);
  if (person === undefined) {
    audit.noteFailure(undefined, caller.address, 'console_openid_uninvited');
    return { kind: 'UNINVITED', email: identity.email };
  }
  await recordSignIn(audit, person, caller, 'OpenID');
  const before = await people.findSession(hashSecret(visitor.id));
  const provenAt = identity.authenticatedAt;
  const next = await beginSession(dependencies, person, 'COMPLETE', caller, { provenAt });
  // A reset meanwhile has ended the sessions before this one, whose cookie nobody gets then.
  const isStillKnown = (await people.findByOpenIdSubject(identity.subject))?.key === person.key;
  if (!isStillKnown) {
    return { kind: 'FAILED' };
  }
  if (before !== undefined) {
    await people.endSession(before.personKey, before.key);
  }
  return { kind: 'NEXT', next };
}

/**
 * The first sign-in finds the person by the verified e-mail address, and keeps the subject. Later ones go by the
 * subject alone: a provider may give an address to somebody else.
 */
async function personOf(
  { people }: Pick<SignInDependencies, 'people'>,
  { subject, email }: OpenIdIdentity,
): Promise<StoredPerson | undefined> {
  const known = await people.findByOpenIdSubject(subject);
  if (known !== undefined || email === undefined) {
    return known;
  }
  const invited = await people.findByEmail(readEmail(email) ?? '');
  const isKept = invited !== undefined && (await people.keepOpenIdSubject(invited.key, subject));
  return isKept ? invited : undefined;
}
