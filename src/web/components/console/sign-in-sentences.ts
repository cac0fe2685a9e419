/** The sentences of a failed sign-in. */
import type { SignInProblem } from '../../views/console/index.ts';

export const PASSWORD_SENTENCES: Readonly<Record<SignInProblem, string>> = {
  BUSY: 'Too many sign-ins are being checked. Wait a few seconds and try again.',
  ENDED: 'Your sign-in has ended. Sign in again.',
  OPENID_FAILED: 'You were not signed in there. Try again, or sign in here.',
  REFUSED: 'Too many wrong passwords came from your network. Wait a few minutes and try again.',
  UNINVITED: 'You have no account here. The operator of this gateway can invite you.',
  WRONG: 'The e-mail address or the password is wrong.',
};

export const CODE_SENTENCES: Readonly<Record<SignInProblem, string>> = {
  ...PASSWORD_SENTENCES,
  REFUSED: 'Too many wrong codes were entered. Use a recovery code, or wait an hour.',
  WRONG: 'The code is wrong, or was used before. Wait for the next one in your app.',
};

export const RECOVERY_SENTENCES: Readonly<Record<SignInProblem, string>> = {
  ...CODE_SENTENCES,
  WRONG: 'The code is wrong, or was used before.',
};

/** A code before a sensitive act. */
export const PROOF_SENTENCES = {
  REFUSED: CODE_SENTENCES.REFUSED,
  WRONG: CODE_SENTENCES.WRONG,
} as const;

export function newPasswordHint(charactersMin: number): string {
  return `At least ${charactersMin} characters. A few unrelated words are good. A password manager is better.`;
}

export const NEW_PASSWORD_SENTENCES = {
  LONG: 'Use at most 128 characters.',
  NAMED: 'Use more than names: a guesser tries your address and the name of this program first.',
  REPEATED: 'Use more than a few different characters.',
  SHORT: 'Use more characters.',
} as const;
