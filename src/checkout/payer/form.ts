/**
 * Converts a payer's form to a request's fields. The page's rules detect typing mistakes, such as a wrong check digit;
 * then the contract validates the fields like a merchant's, so that a form is as strict as a request.
 */
import { withoutCardNumbers } from '../../contract/card-data-mask.ts';
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
  visible,
} from '../../contract/card-rules.ts';
import { VERSION_MAX } from '../../contract/field.ts';
import { sourceOfFunds } from '../../contract/fields/source-of-funds-fields.ts';
import type { JsonObject } from '../../contract/json.ts';
import { readGroup } from '../../contract/read.ts';
import type { SourceOfFundsFields } from '../../contract/request-fields.ts';
import type { FormField, FormProblem, PaymentMethod } from '../../web/views/index.ts';
import type { FormState } from '../session/session.ts';

export interface ReadForm {
  readonly method: PaymentMethod;
  readonly errors: Partial<Record<FormField, FormProblem>>;
  /** Not secret: the next page may show it again. */
  readonly kept: FormState['kept'];
  /** The request's `sourceOfFunds`; present only without errors. */
  readonly sourceOfFunds?: SourceOfFundsFields;
}

/** `expiry.year` has two digits: 2000 plus the value. */
const CENTURY = 2000;

/**
 * @param fields names and values as posted
 * @param thisMonth `YYYY-MM`; absent in the sandbox, where the expiry selects the outcome, expired or not
 */
export function readForm(fields: URLSearchParams, thisMonth: string | undefined): ReadForm {
  return fields.get('method') === 'giftCard' ? readGiftCard(fields) : readCard(fields, thisMonth);
}

function readCard(fields: URLSearchParams, thisMonth: string | undefined): ReadForm {
  const number = compactNumber(fields.get('number') ?? '');
  const expiry = fields.get('expiry') ?? '';
  const securityCode = compactNumber(fields.get('securityCode') ?? '');
  const name = printedName(fields.get('nameOnCard') ?? '');
  const parsed = parseExpiry(expiry);
  const inCentury = parsed === undefined || Math.floor(parsed.year / 100) * 100 === CENTURY;
  const errors = present({
    number: cardNumberProblem(number),
    expiry: inCentury ? expiryProblem(expiry, thisMonth) : 'invalid',
    securityCode: securityCodeProblem(securityCode, brandOf(number)),
    nameOnCard: nameOnCardProblem(name),
  });
  const kept = {
    ...(errors.nameOnCard === undefined && name !== '' && { nameOnCard: withoutCardNumbers(name) }),
    ...(parsed && inCentury && { expiry: expiryText(parsed) }),
    ...(fields.has('saveCard') && { saveCard: true as const }),
  };
  if (Object.keys(errors).length > 0 || parsed === undefined) {
    return { method: 'card', errors, kept };
  }
  return readInstrument('card', errors, kept, {
    number,
    expiry: { month: parsed.month.toString(), year: (parsed.year % 100).toString().padStart(2, '0') },
    securityCode,
    nameOnCard: name,
  });
}

/** Reads the form of a saved card, which has only the security code. */
export function readSecurityCode(
  fields: URLSearchParams,
  brand: ReturnType<typeof brandOf>,
): Pick<ReadForm, 'errors' | 'sourceOfFunds'> {
  const securityCode = compactNumber(fields.get('securityCode') ?? '');
  const errors = present({ securityCode: securityCodeProblem(securityCode, brand) });
  return Object.keys(errors).length > 0 ? { errors } : readInstrument('card', errors, {}, { securityCode });
}

/**
 * Names on cards are in Latin letters, which need no joiners; full-width letters of an input method are converted to
 * plain ones.
 */
function printedName(text: string): string {
  return visible(text.normalize('NFKC')).replace(/\s+/g, ' ').trim();
}

function readGiftCard(fields: URLSearchParams): ReadForm {
  const number = compactNumber(fields.get('number') ?? '');
  const pin = compactNumber(fields.get('pin') ?? '');
  const errors = present({ number: giftCardNumberProblem(number), pin: giftCardPinProblem(pin) });
  if (Object.keys(errors).length > 0) {
    return { method: 'giftCard', errors, kept: {} };
  }
  return readInstrument('giftCard', errors, {}, { number, pin });
}

const TYPES = { card: 'CARD', giftCard: 'GIFT_CARD' } as const satisfies Record<PaymentMethod, string>;

/** @param details an empty value is an absent field, as in every request */
function readInstrument(
  method: PaymentMethod,
  errors: ReadForm['errors'],
  kept: ReadForm['kept'],
  details: JsonObject,
): ReadForm {
  const body = { type: TYPES[method], provided: { [method]: details } };
  const { values, problems } = readGroup(sourceOfFunds, body, { version: VERSION_MAX, loopbackUrls: false });
  if (problems.length === 0) {
    return { method, errors, kept, sourceOfFunds: values };
  }
  const refused = problems.map(({ field }) => [fieldOf(field, method), 'invalid'] as const);
  return { method, errors: { ...errors, ...Object.fromEntries(refused) }, kept };
}

/** Maps a field of the contract to the form's input: the expiry is one input. */
function fieldOf(path: string, method: PaymentMethod): FormField {
  return path.slice(`provided.${method}.`.length).split('.', 1)[0] as FormField;
}

function present(
  problems: Partial<Record<FormField, FormProblem | undefined>>,
): Partial<Record<FormField, FormProblem>> {
  return Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem !== undefined));
}
