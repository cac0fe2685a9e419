/** Validates a payer's form with the page's own rules, and turns it into a request's fields. */
import {
  brandOf,
  cardNumberProblem,
  compactNumber,
  expiryProblem,
  expiryText,
  giftCardNumberProblem,
  giftCardPinProblem,
  nameOnCardProblem,
  parseExpiry,
  securityCodeProblem,
} from '../contract/card-rules.ts';
import type { Values } from '../contract/read.ts';
import { Secret } from '../contract/secret.ts';
import type { FormField, FormProblem, PaymentMethod } from '../views/index.ts';
import type { FormState } from './session.ts';

export interface ReadForm {
  readonly method: PaymentMethod;
  readonly errors: Partial<Record<FormField, FormProblem>>;
  /** Not secret: the next page may show it again. */
  readonly kept: FormState['kept'];
  /** The request's `sourceOfFunds`; present only without errors. */
  readonly sourceOfFunds?: Values;
}

/** `expiry.year` has two digits: 2000 plus the value. */
const CENTURY = 2000;

/**
 * @param fields names and texts as posted
 * @param thisMonth `YYYY-MM`; absent in the sandbox, where the expiry selects the outcome, expired or not
 */
export function readForm(fields: URLSearchParams, thisMonth: string | undefined): ReadForm {
  return fields.get('method') === 'giftCard' ? readGiftCard(fields) : readCard(fields, thisMonth);
}

function readCard(fields: URLSearchParams, thisMonth: string | undefined): ReadForm {
  const number = compactNumber(fields.get('number') ?? '');
  const expiry = fields.get('expiry') ?? '';
  const securityCode = compactNumber(fields.get('securityCode') ?? '');
  const name = (fields.get('nameOnCard') ?? '').trim();
  const parsed = parseExpiry(expiry);
  const inCentury = parsed === undefined || Math.floor(parsed.year / 100) * 100 === CENTURY;
  const errors = present({
    number: cardNumberProblem(number),
    expiry: inCentury ? expiryProblem(expiry, thisMonth) : 'invalid',
    securityCode: securityCodeProblem(securityCode, brandOf(number)),
    nameOnCard: nameOnCardProblem(name),
  });
  const kept = {
    ...(errors.nameOnCard === undefined && name !== '' && { nameOnCard: name }),
    ...(parsed && inCentury && { expiry: expiryText(parsed) }),
  };
  if (Object.keys(errors).length > 0 || parsed === undefined) {
    return { method: 'card', errors, kept };
  }
  const card: Values = {
    number: new Secret(number),
    expiry: { month: parsed.month.toString(), year: (parsed.year % 100).toString().padStart(2, '0') },
    ...(securityCode !== '' && { securityCode: new Secret(securityCode, true) }),
    ...(name !== '' && { nameOnCard: name }),
  };
  return { method: 'card', errors, kept, sourceOfFunds: { type: 'CARD', provided: { card } } };
}

function readGiftCard(fields: URLSearchParams): ReadForm {
  const number = compactNumber(fields.get('number') ?? '');
  const pin = compactNumber(fields.get('pin') ?? '');
  const errors = present({ number: giftCardNumberProblem(number), pin: giftCardPinProblem(pin) });
  if (Object.keys(errors).length > 0) {
    return { method: 'giftCard', errors, kept: {} };
  }
  const giftCard: Values = { number: new Secret(number), ...(pin !== '' && { pin: new Secret(pin, true) }) };
  return { method: 'giftCard', errors, kept: {}, sourceOfFunds: { type: 'GIFT_CARD', provided: { giftCard } } };
}

function present(
  problems: Partial<Record<FormField, FormProblem | undefined>>,
): Partial<Record<FormField, FormProblem>> {
  return Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem !== undefined));
}
