/** The validity of a field for the page, with a reason only in the interface's terms. */
import { type CardProblem, compactNumber } from '../../contract/card-rules.ts';
import type { ErrorReason, Validity } from '../hosted-fields/messages.ts';

export interface CheckedText {
  readonly text: string;
  readonly isNumeric: boolean;
  readonly problem: CardProblem | undefined;
  /** Whether the typed card is of a kind that the merchant does not accept. */
  readonly isRefused: boolean;
  readonly isAsking: boolean;
  /** Whether the payer is still typing: an incomplete value is not an error yet. */
  readonly isTyping: boolean;
}

export function validityOfText({ text, isNumeric, problem, isRefused, isAsking, isTyping }: CheckedText): Validity {
  const reason = reasonOf(problem, isNumeric && !/^\d*$/.test(compactNumber(text)), isRefused, isAsking);
  if (reason === undefined) {
    return { isValid: true, isIncomplete: false, hasError: false };
  }
  const isIncomplete = reason === 'EMPTY' || (reason === 'INVALID_VALUE' && problem === 'tooShort');
  const mayPass = isTyping && isIncomplete;
  return {
    isValid: false,
    isIncomplete,
    hasError: !mayPass && reason !== 'AWAITING_SERVER_RESPONSE',
    errorReason: reason,
  };
}

function reasonOf(
  problem: CardProblem | undefined,
  hasOtherCharacters: boolean,
  isRefused: boolean,
  isAsking: boolean,
): ErrorReason | undefined {
  if (problem === 'missing') {
    return 'EMPTY';
  }
  if (problem !== undefined) {
    return hasOtherCharacters ? 'INVALID_CHARACTERS' : 'INVALID_VALUE';
  }
  if (isAsking) {
    return 'AWAITING_SERVER_RESPONSE';
  }
  return isRefused ? 'NOT_SUPPORTED' : undefined;
}
