/** Reads and validates the payer's inputs for the chosen option. They are not stored. */
import { compactNumber, visible } from '../../contract/card-rules.ts';
import type { ChosenPayment, PaymentOptionField } from '../../core/ports/index.ts';
import type { NamingPage } from '../../web/views/index.ts';

const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/;
/** Safe as a header's value: printable ASCII, without a space at its ends. */
const USER_ID = /^[!-~](?:[ -~]{0,98}[!-~])?$/;

/** Names of the form's inputs. */
const BOXES: Readonly<Record<PaymentOptionField, string>> = { IBAN: 'iban', USER_ID: 'userId' };

const READERS: Readonly<Record<PaymentOptionField, (text: string) => string | undefined>> = {
  IBAN: (text) => {
    const iban = compactNumber(text.normalize('NFKC')).toUpperCase();
    return IBAN.test(iban) && hasRightDigits(iban) ? iban : undefined;
  },
  USER_ID: (text) => {
    const userId = visible(text)
      .replace(/\u00a0/g, ' ')
      .trim();
    return USER_ID.test(userId) ? userId : undefined;
  },
};

export interface TypedFields {
  readonly typed: ChosenPayment['typed'];
  /** For the page that is shown again. */
  readonly kept: NamingPage['fields'];
  readonly wrong: readonly PaymentOptionField[];
}

/** @param asks the fields to read; others are ignored */
export function readTyped(asks: readonly PaymentOptionField[], sent: URLSearchParams): TypedFields {
  const read = asks.map((field) => {
    const value = (sent.get(BOXES[field]) ?? '').slice(0, 100);
    return { field, value, right: READERS[field](value) };
  });
  return {
    typed: Object.fromEntries(read.flatMap(({ field, right }) => (right === undefined ? [] : [[field, right]]))),
    kept: read.map(({ field, value, right }) => ({ field, value, isWrong: right === undefined ? true : undefined })),
    wrong: read.filter(({ right }) => right === undefined).map(({ field }) => field),
  };
}

/**
 * ISO 13616: with its first four characters moved to the end and letters converted to numbers from 10, modulo 97 it is
 * 1.
 */
function hasRightDigits(iban: string): boolean {
  const digits = [...iban.slice(4), ...iban.slice(0, 4)].map((character) => Number.parseInt(character, 36)).join('');
  return BigInt(digits) % 97n === 1n;
}
