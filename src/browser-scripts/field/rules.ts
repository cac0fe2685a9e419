/** The rules of each field: formatting, validation, and the path and value to store. */

import {
  brandOf,
  type CardProblem,
  cardNumberProblem,
  compactNumber,
  giftCardNumberProblem,
  giftCardPinProblem,
  nameOnCardProblem,
  securityCodeProblem,
  visible,
} from '../../contract/card-rules.ts';
import { groupNumber, type TypedText } from '../../web/components/card-form/typing.ts';
import type { Role } from '../hosted-fields/roles.ts';

/** The text typed into another field of the form; undefined where the form has no such field. */
export type TypedValues = (role: Role) => string | undefined;

export interface Rule {
  /** The token of the `autocomplete` attribute. */
  readonly autocomplete: string;
  readonly isNumeric: boolean;
  readonly charactersMax: number;
  readonly problem: (text: string, typed: TypedValues) => CardProblem | undefined;
  /** Converts the text to the interface's value. */
  readonly value: (text: string) => string;
  /** The field's name in error reports. */
  readonly errorName: string;
  /** The path below `sourceOfFunds.provided`; absent: the value is only compared, and not stored. */
  readonly path?: readonly string[];
  /** Formats the text while it is typed. */
  readonly display?: (typed: TypedText) => { readonly value: string; readonly caret: number };
}

const trim = (text: string): string => text.trim();

function rule(path: readonly string[], rest: Partial<Rule>): Rule {
  return {
    autocomplete: 'off',
    isNumeric: true,
    charactersMax: 40,
    problem: () => undefined,
    value: compactNumber,
    errorName: path.at(-1) ?? '',
    path,
    ...rest,
  };
}

/** The interface's `bankAccountNumber`: up to 17 letters, digits, spaces, hyphens and slashes. */
const ACCOUNT_NUMBER = /^[0-9A-Za-z \-/]{1,17}$/;
const HOLDER_CHARACTERS_MAX = 28;

const accountNumberProblem = (text: string): CardProblem | undefined =>
  trim(text) === '' ? 'missing' : ACCOUNT_NUMBER.test(trim(text)) ? undefined : 'invalid';

export const RULES: Readonly<Record<Role, Rule>> = {
  'card.number': rule(['card', 'number'], {
    autocomplete: 'cc-number',
    problem: cardNumberProblem,
    errorName: 'cardNumber',
    display: groupNumber,
  }),
  'card.expiryMonth': rule(['card', 'expiry', 'month'], {
    autocomplete: 'cc-exp-month',
    charactersMax: 2,
    problem: monthProblem,
    value: (text) => String(Number(compactNumber(text))),
    errorName: 'expiryMonth',
  }),
  'card.expiryYear': rule(['card', 'expiry', 'year'], {
    autocomplete: 'cc-exp-year',
    charactersMax: 4,
    problem: yearProblem,
    value: (text) => compactNumber(text).slice(-2),
    errorName: 'expiryYear',
  }),
  'card.securityCode': rule(['card', 'securityCode'], {
    autocomplete: 'cc-csc',
    charactersMax: 6,
    problem: (text, typed) => securityCodeProblem(text, brandOf(compactNumber(typed('card.number') ?? ''))),
  }),
  'card.nameOnCard': rule(['card', 'nameOnCard'], {
    autocomplete: 'cc-name',
    isNumeric: false,
    charactersMax: 256,
    problem: nameOnCardProblem,
    value: (text) => visible(text).trim(),
  }),
  'giftCard.number': rule(['giftCard', 'number'], { problem: giftCardNumberProblem, display: groupNumber }),
  'giftCard.pin': rule(['giftCard', 'pin'], { charactersMax: 10, problem: giftCardPinProblem }),
  'ach.accountType': rule(['ach', 'accountType'], {
    isNumeric: false,
    problem: (text) =>
      text === '' ? 'missing' : /^C[A-Z]+_(CHECKING|SAVINGS)$/.test(trim(text)) ? undefined : 'invalid',
    value: trim,
  }),
  'ach.bankAccountHolder': rule(['ach', 'bankAccountHolder'], {
    autocomplete: 'name',
    isNumeric: false,
    charactersMax: HOLDER_CHARACTERS_MAX,
    problem: (text) => (trim(text) === '' ? 'missing' : nameOnCardProblem(text)),
    value: trim,
  }),
  'ach.routingNumber': rule(['ach', 'routingNumber'], { charactersMax: 12, problem: routingProblem }),
  'ach.bankAccountNumber': rule(['ach', 'bankAccountNumber'], {
    isNumeric: false,
    charactersMax: 17,
    problem: accountNumberProblem,
    value: trim,
  }),
  'ach.bankAccountNumberConfirmation': {
    autocomplete: 'off',
    isNumeric: false,
    charactersMax: 17,
    problem: (text, typed) =>
      accountNumberProblem(text) ??
      (trim(text) === trim(typed('ach.bankAccountNumber') ?? text) ? undefined : 'invalid'),
    value: trim,
    errorName: 'bankAccountNumberConfirmation',
  },
};

function monthProblem(text: string): CardProblem | undefined {
  const month = compactNumber(text);
  if (month === '' || month === '0') {
    return month === '' ? 'missing' : 'tooShort';
  }
  return /^(0?[1-9]|1[0-2])$/.test(month) ? undefined : 'invalid';
}

/** Two digits, or four from 2000 on. */
function yearProblem(text: string): CardProblem | undefined {
  const year = compactNumber(text);
  if (year === '') {
    return 'missing';
  }
  if (/^(\d|20\d)$/.test(year)) {
    return 'tooShort';
  }
  return /^(20)?\d\d$/.test(year) ? undefined : 'invalid';
}

/** A routing number: nine digits; the weights 3, 7 and 1 are those of the American Bankers Association. */
function routingProblem(text: string): CardProblem | undefined {
  const number = compactNumber(text);
  if (number === '' || !/^\d{0,9}$/.test(number)) {
    return number === '' ? 'missing' : 'invalid';
  }
  if (number.length < 9) {
    return 'tooShort';
  }
  const sum = [...number].reduce((total, digit, place) => total + Number(digit) * [3, 7, 1][place % 3]!, 0);
  return sum % 10 === 0 ? undefined : 'invalid';
}
