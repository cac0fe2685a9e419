/** Validates a field: by its own rule, by other fields, and by the gateway's card table. */
import { type CardProblem, expiryProblem } from '../../contract/card-rules.ts';
import type { FieldState } from '../hosted-fields/messages.ts';
import type { Role } from '../hosted-fields/roles.ts';
import type { CardTypeWatch } from './card-type.ts';
import type { FieldControl } from './control.ts';
import { RULES } from './rules.ts';
import { fieldsOf, typedIn } from './siblings.ts';
import { validityOfText } from './validity.ts';

export interface FieldValidation {
  problem(): CardProblem | undefined;
  /** Whether the typed card is of a kind that the merchant does not accept. */
  isRefused(): boolean;
  /** Whether the field is required, given the other fields. */
  isRequired(): boolean;
  /** The state for the page. @param isTyping an incomplete value is not an error yet */
  state(isTyping: boolean): FieldState;
}

/** @param cardType set for the card number's field */
export function fieldValidation(
  form: string,
  role: Role,
  control: FieldControl,
  cardType?: CardTypeWatch,
): FieldValidation {
  const rule = RULES[role];
  const problem = (): CardProblem | undefined =>
    rule.problem(control.value, typedIn(form)) ??
    (role === 'card.expiryYear' ? expiryProblemOf(form, rule.value(control.value)) : undefined);
  const isRefused = (): boolean => cardType?.type().status === 'NOT_SUPPORTED';
  return {
    problem,
    isRefused,
    isRequired: () => rule.problem('', typedIn(form)) === 'missing',
    state(isTyping) {
      const { value: text } = control;
      const bin = cardType?.bin();
      const isAsking = cardType?.isAsking() === true;
      const typed = {
        text,
        isNumeric: rule.isNumeric,
        problem: problem(),
        isRefused: isRefused(),
        isAsking,
        isTyping,
      };
      return {
        isEmpty: text.trim() === '',
        ...validityOfText(typed),
        ...(bin !== undefined && { bin }),
        ...(cardType !== undefined && { cardType: cardType.type() }),
      };
    },
  };
}

/** Checks the expiry. The card number's frame knows the current month, if the gateway refuses expired cards. */
function expiryProblemOf(form: string, year: string): CardProblem | undefined {
  const month = typedIn(form)('card.expiryMonth');
  const thisMonth = fieldsOf(form)
    .map((field) => field.thisMonth())
    .find((one) => one !== undefined);
  return month === undefined || thisMonth === undefined ? undefined : expiryProblem(`${month}/${year}`, thisMonth);
}
