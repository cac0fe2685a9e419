/** A person's own change of the password: with the current one and a code. It ends all other sessions. */
import type { SignedIn } from './access.ts';
import { recordNewPassword } from './audit.ts';
import { hashPassword, isPassword, type PasswordProblem, passwordProblem } from './passwords.ts';
import { checkFactor } from './second-factor.ts';
import { type BrowserCaller, newSession, type SignInDependencies } from './sign-in.ts';
import type { NewVisitor } from './visitor.ts';

export interface TypedChange {
  readonly current: string;
  readonly password: string;
  /** A code of the app, or a recovery code. */
  readonly code: string;
}

export interface ChangeProblems {
  readonly current?: 'WRONG' | undefined;
  readonly password?: PasswordProblem | undefined;
  readonly code?: 'WRONG' | undefined;
}

/** BUSY, REFUSED: as for a sign-in. ENDED: the password was changed or reset meanwhile. */
export type ChangeAnswer =
  | RefusedChange
  | { readonly kind: 'ENDED' }
  | { readonly kind: 'CHANGED'; readonly next: NewVisitor };

export type RefusedChange =
  | { readonly kind: 'BUSY' | 'REFUSED' }
  | { readonly kind: 'PROBLEMS'; readonly problems: ChangeProblems };

/** The code is checked last, because it is used up by the check. */
export async function changePassword(
  dependencies: SignInDependencies,
  { session, person }: SignedIn,
  { current, password, code }: TypedChange,
  caller: BrowserCaller,
): Promise<ChangeAnswer> {
  const { people, guesses, audit } = dependencies;
  const problem = passwordProblem(password, person.email);
  if (problem !== undefined) {
    return { kind: 'PROBLEMS', problems: { password: problem } };
  }
  const before = (await people.findByKey(person.key))?.credentials?.passwordHash;
  const checked = await guesses.checkPassword(person.email, caller, () => isPassword(current, before));
  if (checked !== 'RIGHT' || before === undefined) {
    audit.noteFailure(person.email, caller.address, `console_password_${checked.toLowerCase()}`);
    return checked === 'BUSY' || checked === 'REFUSED'
      ? { kind: checked }
      : { kind: 'PROBLEMS', problems: { current: 'WRONG' } };
  }
  const factor = await checkFactor(dependencies, person, code, caller);
  if (factor.kind !== 'RIGHT') {
    return factor.kind === 'REFUSED' ? { kind: 'REFUSED' } : { kind: 'PROBLEMS', problems: { code: 'WRONG' } };
  }
  await recordNewPassword(audit, person, caller);
  const started = await newSession(dependencies, person, 'COMPLETE', caller, { createdAt: session.createdAt });
  const after = await hashPassword(password);
  const isDone = await people.replacePassword({ personKey: person.key, before, after, session: started.session });
  return isDone ? { kind: 'CHANGED', next: started.next } : { kind: 'ENDED' };
}
